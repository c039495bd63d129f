extension SQLIdentifier {
  /// The name as SQL writes it, in quotation marks if it is a keyword or no plain name.
  package var quoted: String {
    if isPlain { return name }
    let parts = name.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.joined(separator: "\"\"") + "\""
  }

  package static func quoted(_ name: String) -> String {
    SQLIdentifier(name).quoted
  }

  /// Whether a name is neither a keyword nor has anything that SQL would misread.
  static func isPlain(_ name: String) -> Bool {
    NameRule.isTableName(name) && !SQLKeywords.contains(name)
  }
}
