/// A step of the path from a payload's object to a value.
package enum PathStep: Hashable, Sendable {
  case key(String)
  /// An element of a list.
  case index(Int)
  /// Each element of a list.
  case each
}

/// Paths as text, e.g. `state.id`, `items[0].url`, `edges[].node`, `labels."k8s.io/name"`.
package enum ValuePath {
  /// The steps of a path; `nil` if the string is not a path.
  package static func steps(_ text: String) -> [PathStep]? {
    // Nearly all paths are one key.
    if !text.utf8.contains(where: isSpecial) { return text.isEmpty ? nil : [.key(text)] }
    var parser = PathParser(text)
    return parser.steps()
  }

  /// The keys of a path that contains only objects.
  package static func keys(_ text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "\"")), let steps = steps(text) else {
      return text.split(separator: ".").map(String.init)
    }
    return steps.compactMap { if case .key(let key) = $0 { key } else { nil } }
  }

  /// The text of the steps.
  package static func text(_ steps: [PathStep]) -> String {
    var text = ""
    for step in steps {
      switch step {
      case .key(let key):
        if !text.isEmpty { text += "." }
        text += spelled(key)
      case .index(let index): text += "[\(index)]"
      case .each: text += "[]"
      }
    }
    return text
  }

  /// The text of a path that leads only through objects.
  package static func text(_ keys: [String]) -> String { text(keys.map(PathStep.key)) }

  /// The path without its brackets, under which reports count.
  package static func withoutLists(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "[")), let steps = steps(text) else { return text }
    return self.text(steps.filter { if case .key = $0 { true } else { false } })
  }

  /// The path of an element: the index is inserted into the empty brackets, or appended to the
  /// path.
  package static func text(_ path: String, element: Int) -> String {
    guard path.utf8.contains(UInt8(ascii: "[")), var steps = steps(path),
      let place = steps.firstIndex(of: .each)
    else { return "\(path)[\(element)]" }
    steps[place] = .index(element)
    return text(steps)
  }

  private static func spelled(_ key: String) -> String {
    guard key.utf8.contains(where: isSpecial) else { return key }
    let escaped = key.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    return "\"\(escaped)\""
  }

  /// Whether the byte is a dot, a bracket or a quotation mark.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == 0x2E || byte == 0x5B || byte == 0x5D || byte == 0x22
  }
}

/// Parses the text of a path.
private struct PathParser {
  private let letters: [Character]
  private var index = 0

  init(_ text: String) {
    letters = Array(text)
  }

  private var letter: Character? { index < letters.count ? letters[index] : nil }

  mutating func steps() -> [PathStep]? {
    var steps: [PathStep] = []
    while true {
      guard let key = letter == "\"" ? quotedKey() : plainKey() else { return nil }
      steps.append(.key(key))
      while letter == "[" {
        guard let step = listStep() else { return nil }
        steps.append(step)
      }
      guard let next = letter else { return steps }
      guard next == "." else { return nil }
      index += 1
    }
  }

  private mutating func plainKey() -> String? {
    let first = index
    while let letter, letter != ".", letter != "[", letter != "]", letter != "\"" { index += 1 }
    return index > first ? String(letters[first..<index]) : nil
  }

  /// Reads a quoted key, in which a backslash escapes quotation marks and backslashes.
  private mutating func quotedKey() -> String? {
    index += 1
    var key = ""
    while let letter, letter != "\"" {
      index += letter == "\\" ? 2 : 1
      guard index <= letters.count else { return nil }
      key.append(letters[index - 1])
    }
    guard letter == "\"", !key.isEmpty else { return nil }
    index += 1
    return key
  }

  private mutating func listStep() -> PathStep? {
    index += 1
    let first = index
    while let letter, letter.isASCII, letter.isNumber { index += 1 }
    guard letter == "]" else { return nil }
    let digits = String(letters[first..<index])
    index += 1
    if digits.isEmpty { return .each }
    guard digits.count <= 6, digits == "0" || !digits.hasPrefix("0") else { return nil }
    return Int(digits).map(PathStep.index)
  }
}
