/// Splits a camel-case name into words: at a capital letter after a lowercase letter or a digit,
/// and before the last of several capitals if a lowercase letter follows.
struct WordSplitter {
  struct Word {
    /// The text in lower case.
    let text: String
    /// Whether all of its letters were capitals, so that it may be several acronyms in a row.
    let isCapitals: Bool
  }

  private let name: [UInt8]
  /// Whether lowercase letters form one or more acronyms.
  private let isKnown: (String) -> Bool
  private var position = 0

  init(_ name: String, isKnown: @escaping (String) -> Bool) {
    self.name = Array(name.utf8)
    self.isKnown = isKnown
  }

  mutating func words() -> [Word] {
    var words: [Word] = []
    while position < name.count { words.append(next(isFirst: words.isEmpty)) }
    return words
  }

  private mutating func next(isFirst: Bool) -> Word {
    let start = position
    if isFirst, name.starts(with: Array("iOS".utf8)), !isSmall(at: 3) {
      position = 3
      return word(from: start, isCapitals: false)
    }
    while isCapital(at: position) { position += 1 }
    let capitals = position - start
    if capitals > 1, isPluralMark(at: position) {
      position += endsBeforeLastCapital(start) ? -1 : 1
      return word(from: start, isCapitals: true)
    }
    if capitals > 1, isSmall(at: position) {
      position -= 1
      return word(from: start, isCapitals: true)
    }
    while position < name.count, !isCapital(at: position) { position += 1 }
    return word(from: start, isCapitals: capitals > 1 && position - start == capitals)
  }

  /// Whether the `Is` of `userIDIs` is a word rather than the plural of an acronym `IDI`.
  private func endsBeforeLastCapital(_ start: Int) -> Bool {
    let capitals = word(from: start, isCapitals: true).text
    return !isKnown(capitals) && isKnown(String(capitals.dropLast()))
  }

  /// Whether the `s` of a plural such as `IDs` is at the index.
  private func isPluralMark(at index: Int) -> Bool {
    index < name.count && name[index] == UInt8(ascii: "s") && !isSmall(at: index + 1)
  }

  private func isCapital(at index: Int) -> Bool {
    index < name.count && (65...90).contains(name[index])
  }

  private func isSmall(at index: Int) -> Bool {
    index < name.count && (97...122).contains(name[index])
  }

  private func word(from start: Int, isCapitals: Bool) -> Word {
    let bytes = name[start..<position].map { (65...90).contains($0) ? $0 + 32 : $0 }
    return Word(text: String(decoding: bytes, as: UTF8.self), isCapitals: isCapitals)
  }
}
