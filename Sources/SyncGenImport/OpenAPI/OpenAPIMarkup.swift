/// HTML in descriptions, which may be Markdown.
enum OpenAPIMarkup {
  /// Tags inside a line of text. They have an end, unlike placeholders such as `<code>`.
  private static let inline: Set<String> = [
    "a", "abbr", "b", "big", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "s", "small",
    "span", "strike", "strong", "sub", "sup", "tt", "u", "var",
  ]
  /// Tags that separate texts.
  private static let separating: Set<String> = [
    "blockquote", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "pre", "table",
    "tbody", "thead", "ul",
  ]
  /// Such tags that need no end.
  private static let single: Set<String> = ["br", "hr", "img", "li", "p", "td", "th", "tr"]
  private static let entities: [Substring: Character] = [
    "amp": "&", "apos": "'", "gt": ">", "hellip": "…", "ldquo": "“", "lsquo": "‘", "lt": "<",
    "mdash": "—", "nbsp": " ", "ndash": "–", "quot": "\"", "rdquo": "”", "rsquo": "’",
  ]

  /// The text without tags and with the characters that entities stand for. What is in angle
  /// brackets but no tag of HTML remains, and so do code spans of Markdown.
  static func plain(_ text: String) -> String {
    guard text.contains("<") || text.contains("&") else { return text }
    let ends = ends(in: text.lowercased())
    var result = ""
    var rest = text[...]
    var isCode = false
    while let first = rest.first {
      if first == "`" { isCode.toggle() }
      if isCode {
        result.append(rest.removeFirst())
      } else if first == "<", let (blank, end) = tag(rest, ends) {
        result += blank
        rest = rest[end...]
      } else if first == "&", let (character, end) = entity(rest) {
        result.append(character)
        rest = rest[end...]
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }

  /// The names of the tags that are closed.
  private static func ends(in text: String) -> Set<String> {
    Set(
      text.split(separator: "<").filter { $0.hasPrefix("/") }.map { part in
        String(part.dropFirst().prefix { $0.isLetter || $0.isNumber })
      })
  }

  /// What stands for the tag at the start of a text, and where that ends.
  private static func tag(
    _ text: Substring, _ ends: Set<String>
  ) -> (String, Substring.Index)? {
    guard let close = text.firstIndex(of: ">") else { return nil }
    let content = text[..<close].dropFirst().drop { $0 == "/" }
    let name = content.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let after = content.dropFirst(name.count).first
    guard after == nil || after == "/" || after?.isWhitespace == true else { return nil }
    let known = name.lowercased()
    let end = text.index(after: close)
    if single.contains(known) || separating.contains(known) && ends.contains(known) {
      return (" ", end)
    }
    return inline.contains(known) && ends.contains(known) ? ("", end) : nil
  }

  private static let longestEntity = 8

  private static func entity(_ text: Substring) -> (Character, Substring.Index)? {
    guard let end = text.prefix(longestEntity).firstIndex(of: ";") else { return nil }
    let name = text[..<end].dropFirst()
    guard let character = entities[name] ?? character(name) else { return nil }
    return (character, text.index(after: end))
  }

  /// The character with a number, such as `#39` and `#x27`.
  private static func character(_ name: Substring) -> Character? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let code, code >= 0x20 else { return nil }
    return Unicode.Scalar(code).map(Character.init)
  }
}
