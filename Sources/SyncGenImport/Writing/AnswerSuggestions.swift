extension [ImportedAnswer] {
  /// How responses that are not just lists are applied, and what endpoints would state about their
  /// pages.
  package var suggestions: [String] {
    var lines: [String] = []
    for answer in self {
      var options = answer.isDocument ? "--document \(answer.target)" : "--entity \(answer.target)"
      if let root = answer.root { options += " --root '\(root)'" }
      if let key = answer.keyedBy { options += " --keyed-by \(key)" }
      if answer.isItem { options += " --item" }
      let isPlain =
        answer.root == nil && answer.keyedBy == nil && !answer.isItem && !answer.isDocument
      if !isPlain { lines.append("apply \(answer.path) with \(options)") }
      if let page = answer.page, let root = answer.root {
        let keys = [
          YAMLEntry("page", page),
          YAMLEntry("stores", .mapping([YAMLEntry("root", .text(root))])),
        ]
        lines.append(
          "an endpoint of \(answer.path) may have \(keys.map(\.inOneLine).joined(separator: ", "))")
      }
    }
    return lines
  }
}
