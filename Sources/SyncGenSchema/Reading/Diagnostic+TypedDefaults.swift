import SyncGenDiagnostics
import SyncGenYAML

/// The messages about defaults that follow a type.
extension Diagnostic {
  static func missingDefault(of owner: String, _ stated: TypedDefault) -> Diagnostic {
    Diagnostic(
      .invalidDefault, "the default of \(owner) is missing after '='", at: stated.span,
      fixIt: stated.removal)
  }

  static func unspacedDefault(of owner: String, _ stated: TypedDefault) -> Diagnostic {
    Diagnostic(
      .invalidDefault, "the default of \(owner) has no blanks around '='", at: stated.span,
      fixIt: stated.spaced)
  }

  static func twoDefaults(
    of owner: String, _ stated: TypedDefault, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidDefault, "\(owner) has two defaults, 'default' and one after the type", at: span,
      notes: [Note("the one after the type is here", at: stated.span)], fixIt: stated.removal)
  }

  static func unreadableText(of owner: String, _ stated: TypedDefault) -> Diagnostic {
    var text = stated.text.dropFirst()
    if text.last == "\"" || text.last == "'" { text.removeLast() }
    return Diagnostic(
      .invalidDefault,
      "the default of \(owner) is \(stated.text), expected text in double quotation marks, with "
        + "the escapes of JSON", at: stated.span,
      fixIt: stated.fix(default: JSONString.quoted(String(text))))
  }

  static func unreadableJSON(of owner: String, _ stated: TypedDefault) -> Diagnostic {
    var unread = DiagnosticBag()
    let json = YAMLReader.read(
      bytes: Array(stated.text.utf8), path: stated.span.path, into: &unread)?.json
    return Diagnostic(
      .invalidDefault, "the default of \(owner) is \(stated.text), which is not JSON",
      at: stated.span,
      notes: [Note("JSON has double quotation marks around text", at: stated.span)],
      fixIt: json.map(stated.fix(default:)))
  }

  /// Text without quotation marks.
  static func bareText(_ stated: TypedDefault, of owner: String) -> Diagnostic {
    let text = JSONString.quoted(stated.text)
    return Diagnostic(
      .invalidDefault,
      "the default of \(owner) is \(stated.text) without quotation marks, expected text",
      at: stated.span,
      notes: [Note("write \(text) for the text", at: stated.span)],
      fixIt: stated.fix(default: text))
  }

  /// Anything but text in quotation marks.
  ///
  /// - Parameter fix: The value without them, if it is one of the type.
  static func quotedDefault(
    _ stated: TypedDefault, of owner: String, fix: String?
  ) -> Diagnostic {
    Diagnostic(
      .invalidDefault,
      "the default of \(owner) is the text \(stated.text), expected a value without quotation marks",
      at: stated.span, fixIt: fix.map(stated.fix(default:)))
  }

  /// A default that only `default` can state.
  static func defaultNeedsKey(
    _ stated: TypedDefault, of owner: String, _ kind: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidDefault,
      "the default of \(owner) follows its type, but \(kind) needs 'default'", at: stated.span,
      fixIt: stated.longForm)
  }

  /// The default of a field of a body or a response whose type is stated in place.
  static func defaultOutsideQuery(of owner: String, _ stated: FieldDeclaration) -> Diagnostic {
    let span = stated.stated[.defaultValue]?.span ?? stated.typedDefault?.span ?? stated.name.span
    return Diagnostic(
      .invalidDefault,
      "\(owner) has a default, which only fields of 'query' and of types under 'types' have",
      at: span, fixIt: stated.typedDefault?.removal)
  }

  /// A default after a type that cannot have one.
  static func misplacedDefault(of what: String, _ stated: TypedDefault) -> Diagnostic {
    Diagnostic(
      .invalidDefault,
      "\(what) has a default, which only attributes, fields of types and query parameters have",
      at: stated.span, fixIt: stated.removal)
  }
}
