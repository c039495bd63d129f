/// A part of a page in Markdown, without its markup.
package enum PageBlock: Hashable, Sendable {
  /// Text of any length, on one line.
  case paragraph(String)
  /// The elements of a list, each on one line.
  case list([String])
  /// The lines of an example.
  case example([String])

  static func blocks(of lines: [Substring]) -> [PageBlock] {
    var blocks: [PageBlock] = []
    var rest = lines[...]
    while let line = rest.first {
      if line.isEmpty {
        rest.removeFirst()
      } else if line.hasPrefix("```") {
        blocks.append(.example(example(&rest)))
      } else {
        let text = rest.prefix { !$0.isEmpty && !$0.hasPrefix("```") }
        rest = rest.dropFirst(text.count)
        blocks.append(line.hasPrefix("- ") ? .list(elements(of: text)) : .paragraph(joined(text)))
      }
    }
    return blocks
  }

  private static func example(_ rest: inout ArraySlice<Substring>) -> [String] {
    let lines = rest.dropFirst().prefix { !$0.hasPrefix("```") }
    rest = rest.dropFirst(lines.count + 2)
    return lines.map { String($0) }
  }

  private static func elements(of lines: ArraySlice<Substring>) -> [String] {
    let elements = lines.reduce(into: [[Substring]]()) { elements, line in
      if line.hasPrefix("- ") {
        elements.append([line.dropFirst(2)])
      } else {
        elements[elements.count - 1].append(line)
      }
    }
    return elements.map { joined($0[...]) }
  }

  private static func joined(_ lines: ArraySlice<Substring>) -> String {
    let trimmed = lines.map { $0.drop { $0 == " " } }
    return plain(trimmed.joined(separator: " ")[...])
  }

  /// The text with quotation marks in the place of markup, and the file of a link after it.
  private static func plain(_ text: Substring) -> String {
    var (plain, rest, isCode) = ("", text, false)
    while let character = rest.popFirst() {
      if character == "`" {
        isCode.toggle()
        plain += "'"
      } else if !isCode, character == "*" {
        plain += "'"
      } else if !isCode, character == "[", let link = Link(&rest) {
        plain += link.text
      } else {
        plain.append(character)
      }
    }
    return plain
  }

  /// A link such as `[checks](schema-language.md#checks)`.
  private struct Link {
    let text: String

    /// Removes the link from `rest`, which begins after its first bracket.
    init?(_ rest: inout Substring) {
      guard let middle = rest.firstRange(of: "]("),
        let end = rest[middle.upperBound...].firstIndex(of: ")")
      else { return nil }
      let title = PageBlock.plain(rest[..<middle.lowerBound])
      let file = rest[middle.upperBound..<end].prefix { $0 != "#" }
      let path = Link.path(of: file)
      text = file.isEmpty ? title : title == file ? path : "\(title) (\(path))"
      rest = rest[rest.index(after: end)...]
    }

    /// The path in the repository of a file to which a page in `docs/reference` links.
    private static func path(of file: Substring) -> String {
      file.hasPrefix("../") ? "docs/\(file.dropFirst(3))" : "docs/reference/\(file)"
    }
  }
}
