/// Text as YAML writes it.
package enum YAMLText {
  /// The text in quotation marks: double ones, or single ones if it contains any that would need a
  /// backslash.
  package static func quoted(_ text: String) -> String {
    text.unicodeScalars.contains { $0 == "\"" || $0 == "\\" }
      ? "'" + text.replacing("'", with: "''") + "'" : "\"\(text)\""
  }
}
