extension SQLIdentifier {
  /// The name as SQL writes it, in quotation marks if it is a keyword or no plain name.
  package var quoted: String {
    Self.quoted(name)
  }

  package static func quoted(_ name: String) -> String {
    let isPlain = NameRule.isTableName(name) && !SQLKeywords.all.contains(name.uppercased())
    return isPlain
      ? name
      : "\""
        + name.split(
          separator: "\"", omittingEmptySubsequences: false
        ).joined(separator: "\"\"") + "\""
  }
}
