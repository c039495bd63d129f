/// The names and literals in an SQL condition.
struct ConditionWords {
  /// In lower case; keywords and functions are among them.
  private(set) var names: Set<String> = []
  private(set) var numbers: [Double] = []
  private(set) var texts: [String] = []

  init(_ sql: String) {
    var rest = Substring(sql)
    while let first = rest.first {
      if let end = Self.quotes[first] {
        let text = Self.quoted(until: end, from: &rest)
        if first == "'" { texts.append(text) } else { names.insert(text.lowercased()) }
      } else if first.isNumber {
        let text = Self.take(from: &rest) { $0.isLetter || $0.isNumber || $0 == "." }
        if let number = Double(text) { numbers.append(number) }
      } else if first.isLetter || first == "_" {
        let text = Self.take(from: &rest) { $0.isLetter || $0.isNumber || $0 == "_" }
        names.insert(text.lowercased())
      } else {
        rest = rest.dropFirst()
      }
    }
  }

  private static let quotes: [Character: Character] = ["'": "'", "\"": "\"", "`": "`", "[": "]"]

  private static func take(
    from rest: inout Substring, while isPart: (Character) -> Bool
  ) -> String {
    let text = rest.prefix(while: isPart)
    rest = rest[text.endIndex...]
    return String(text)
  }

  /// The text between quotes; a doubled quote stands for itself.
  private static func quoted(until end: Character, from rest: inout Substring) -> String {
    var text = ""
    rest = rest.dropFirst()
    while let character = rest.popFirst() {
      if character == end {
        guard rest.first == end else { break }
        rest = rest.dropFirst()
      }
      text.append(character)
    }
    return text
  }
}
