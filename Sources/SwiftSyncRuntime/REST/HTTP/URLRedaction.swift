/// URLs in messages: without what may be secret in them.
enum URLRedaction {
  /// The text with every URL in it stripped of user, password, fragment, and the values of its query.
  static func redacted(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "://")?.upperBound {
      result += rest[..<start]
      let end = rest[start...].firstIndex(where: endsURL) ?? rest.endIndex
      result += redacted(url: rest[start..<end])
      rest = rest[end...]
    }
    return result + rest
  }

  private static func endsURL(_ character: Character) -> Bool {
    character.isWhitespace || "\"'<>`".contains(character)
  }

  /// - Parameter url: What follows the two slashes of a URL.
  private static func redacted(url: Substring) -> String {
    let whole = url.prefix { $0 != "#" }
    let target = whole.prefix { $0 != "?" }
    let authority = target.prefix { $0 != "/" }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
    let start = String(host ?? authority) + target[authority.endIndex...]
    guard target.endIndex < whole.endIndex else { return start }
    let query = whole[whole.index(after: target.endIndex)...]
    let parameters = query.split(separator: "&").map { pair in
      pair.contains("=") ? "\(pair.prefix { $0 != "=" })=…" : "…"
    }
    return "\(start)?\(parameters.joined(separator: "&"))"
  }
}
