package import SyncGenDiagnostics

/// The name of an element in the previous version, as stated by `renamed-from`.
package struct FormerName: Hashable, Sendable {
  package let value: String
  package let span: SourceSpan
  /// The statement in the schema from which it follows; `nil` in frozen versions, and for a name
  /// that follows from the statement of another element.
  package let statement: Statement?

  /// `renamed-from` with its value.
  package struct Statement: Hashable, Sendable {
    /// The value as stated: the former name of a relationship whose parts have former names.
    package let value: String
    /// The text to delete in order to remove the statement.
    package let removal: SourceSpan
  }

  init(_ value: String, at span: SourceSpan, statement: Statement? = nil) {
    self.value = value
    self.span = span
    self.statement = statement
  }

  /// A name in a frozen version.
  init(_ text: Located<String>) {
    self.init(text.value, at: text.span)
  }

  /// The former name of a part of the element.
  func part(_ name: String) -> FormerName {
    FormerName(name, at: span, statement: statement)
  }
}
