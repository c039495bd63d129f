import SwiftSyncFoundation

/// The values that descriptions of a request, its response and its errors must not show.
struct Secrets: Hashable, Sendable {
  /// Strings that are replaced wherever they occur.
  var values: Set<String> = []
  /// Keys of JSON object members whose values are replaced.
  var keys: Set<String> = []

  /// Returns the text without secrets.
  func redacted(_ text: String) -> String {
    var text = text
    for value in spellings { text = text.replacing(value, with: "…") }
    for key in keys.sorted() { text = Self.redacted(text, key: key) }
    return text
  }

  /// The length of the longest spelling of a value, in bytes.
  var longestValue: Int { spellings.map(\.utf8.count).max() ?? 0 }

  /// The values as they are spelled in bodies and URLs, the longest first, so that no part of a
  /// value is replaced before the whole.
  private var spellings: [String] {
    var all = Set<String>()
    for value in values where !value.isEmpty {
      all.formUnion([value, PercentEncoding.encoded(value)])
      all.insert(String(JSONValue.string(value).json.dropFirst().dropLast()))
    }
    return all.sorted { ($0.count, $0) > ($1.count, $1) }
  }

  /// Replaces the values of a key in text that may be truncated JSON.
  private static func redacted(_ text: String, key: String) -> String {
    let name = JSONValue.string(key).json
    var result = ""
    var rest = text[...]
    while let end = rest.firstRange(of: name)?.upperBound {
      result += rest[..<end]
      rest = rest[end...]
      let value = rest.drop { $0.isWhitespace }
      guard value.first == ":" else { continue }
      result += rest[..<value.startIndex] + ": \"…\""
      rest = afterValue(value.dropFirst().drop { $0.isWhitespace })
    }
    return result + rest
  }

  /// The rest of the text after its first value. An object or a list is skipped up to its end.
  private static func afterValue(_ text: Substring) -> Substring {
    var depth = 0
    var isInString = false
    var isEscaped = false
    for index in text.indices {
      let character = text[index]
      if isEscaped {
        isEscaped = false
      } else if isInString {
        if character == "\\" { isEscaped = true }
        if character == "\"" { isInString = false }
      } else if character == "\"" {
        isInString = true
      } else if "{[".contains(character) {
        depth += 1
      } else if "}],".contains(character) || character.isWhitespace {
        if depth == 0 { return text[index...] }
        if "}]".contains(character) { depth -= 1 }
      }
    }
    return text[text.endIndex...]
  }

  /// The strings of the values under secret keys in an object and the objects nested in it.
  func values(in json: JSONValue) -> Set<String> {
    switch json {
    case .object(let members):
      members.reduce(into: []) { found, member in
        found.formUnion(
          keys.contains(member.key) ? Self.texts(member.value) : values(in: member.value))
      }
    case .array(let elements): elements.reduce(into: []) { $0.formUnion(values(in: $1)) }
    case .null, .bool, .number, .string: []
    }
  }

  private static func texts(_ json: JSONValue) -> Set<String> {
    switch json {
    case .string(let text): [text]
    case .number(let number): [number.text]
    case .array(let elements): elements.reduce(into: []) { $0.formUnion(texts($1)) }
    case .object(let members): members.values.reduce(into: []) { $0.formUnion(texts($1)) }
    case .null, .bool: []
    }
  }
}
