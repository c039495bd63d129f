import SyncGenDiagnostics

/// Converts Swift names to SQL and JSON names and back, by one rule.
///
/// `avatarURL` ↔ `avatar_url`, `projectIDs` ↔ `project_ids`, `iOSVersion` ↔ `ios_version`. An
/// acronym may be in the plural; several in a row are separated if all of them are known.
package struct NameStyle: Hashable, Sendable {
  /// The acronyms in lower case.
  private let acronyms: Set<String>
  private let longestAcronym: Int

  package static let usualAcronyms: [String] = [
    "id", "url", "uri", "uuid", "http", "https", "html", "json", "xml", "pdf", "png", "jpg", "ios",
    "api", "sql",
  ]

  /// - Parameter additional: Further acronyms in any case, `conventions.acronyms`.
  package init(acronyms additional: [String] = []) {
    let words = additional.map { $0.lowercased() }
    // Imports create many styles without further acronyms.
    acronyms = words.isEmpty ? Self.usual : Self.usual.union(words)
    longestAcronym = words.map(\.utf8.count).reduce(Self.longestUsual, max)
  }

  private static let usual = Set(usualAcronyms)
  private static let longestUsual = usualAcronyms.map(\.utf8.count).max() ?? 0

  /// The snake-case name, e.g. `avatar_url` for `avatarURL`. ASCII only.
  package func snakeCase(_ name: String) -> String {
    // Most names are one word, or words without an acronym.
    if name.consists(of: { !Self.isCapital($0) }) { return name }
    return Self.wordsWithoutAcronyms(name) ?? words(name).joined(separator: "_")
  }

  /// The snake-case name, e.g. `created_at` for `createdAt`; `nil` for a name with two capital
  /// letters in a row.
  private static func wordsWithoutAcronyms(_ name: String) -> String? {
    let letters = Array(name.utf8)
    var snake: [UInt8] = []
    snake.reserveCapacity(2 * letters.count)
    var isAfterCapital = false
    for byte in letters {
      let isCapital = isCapital(byte)
      if isCapital, isAfterCapital { return nil }
      if isCapital, !snake.isEmpty { snake.append(UInt8(ascii: "_")) }
      snake.append(isCapital ? byte + 32 : byte)
      isAfterCapital = isCapital
    }
    return String(decoding: snake, as: UTF8.self)
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    (65...90).contains(byte)
  }

  /// The camel-case name, e.g. `avatarURL` for `avatar_url`.
  package func camelCase(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "_")) else { return name == "ios" ? "iOS" : name }
    let parts = name.split(separator: "_").map(String.init)
    guard let first = parts.first else { return name }
    let start = first == "ios" ? "iOS" : first
    return start + parts.dropFirst().map(capitalized).joined()
  }

  /// The upper-camel-case name, e.g. `TaskItem` for `task_item`, with acronyms in upper case.
  package func upperCamelCase(_ name: String) -> String {
    name.split(separator: "_").map { capitalized(String($0)) }.joined()
  }

  private func capitalized(_ part: String) -> String {
    if acronyms.contains(part) { return part.uppercased() }
    if part.last == "s", acronyms.contains(String(part.dropLast())) {
      return part.dropLast().uppercased() + "s"
    }
    return Self.firstLetterRaised(part)
  }

  private static func firstLetterRaised(_ part: String) -> String {
    part.prefix(1).uppercased() + part.dropFirst()
  }

  /// The words of a camel-case name in lower case.
  private func words(_ name: String) -> [String] {
    var splitter = WordSplitter(name) { self.acronyms(in: $0[...]) != nil }
    return splitter.words().flatMap(splitAcronyms)
  }

  /// The known acronyms that a word in capitals consists of, or the word itself.
  private func splitAcronyms(_ word: WordSplitter.Word) -> [String] {
    guard word.isCapitals, !isAcronym(word.text[...]) else { return [word.text] }
    return acronyms(in: word.text[...]) ?? [word.text]
  }

  private func acronyms(in text: Substring) -> [String]? {
    guard !text.isEmpty else { return [] }
    for length in stride(from: min(longestAcronym + 1, text.count), to: 0, by: -1) {
      let head = text.prefix(length)
      guard isAcronym(head), let rest = acronyms(in: text.dropFirst(length)) else { continue }
      return [String(head)] + rest
    }
    return nil
  }

  private func isAcronym(_ text: Substring) -> Bool {
    acronyms.contains(String(text))
      || text.last == "s" && acronyms.contains(String(text.dropLast()))
  }
}
