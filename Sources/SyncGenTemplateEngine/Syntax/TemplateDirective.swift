package import SyncGenDiagnostics

/// The content of a template's first-line comment: `{# swiftsync: for=entity path="…" #}`.
///
/// The engine uses `trim` and `undefined`; the other keys are for the caller.
package struct TemplateDirective: Sendable {
  package enum Key: String, CaseIterable, Sendable {
    /// The subject of the template, e.g. `entity`.
    case `for`
    /// The path of the output, itself a template.
    case path
    /// The set that the template belongs to.
    case set
    /// The condition under which a subject has an output, an expression.
    case when
    /// The version of the context that the template was written for.
    case context
    /// The digest of the built-in template that the file was copied from.
    case original
    case trim
    case undefined
  }

  package struct Value: Sendable {
    package let text: String
    package let span: SourceSpan
    let range: Range<Int>
  }

  package let values: [Key: Value]

  package subscript(key: Key) -> Value? { values[key] }

  /// How undefined variables are treated, if the directive states it.
  var undefined: TemplateOptions.Undefined? {
    values[.undefined].flatMap { TemplateOptions.Undefined(rawValue: $0.text) }
  }

  var trim: TemplateOptions.Trim? {
    values[.trim].flatMap { TemplateOptions.Trim(rawValue: $0.text) }
  }
}
