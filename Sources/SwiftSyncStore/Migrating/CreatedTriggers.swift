/// The runtime's own triggers that an SQL script creates, read from its text.
///
/// Running the script would take longer than all the rest of opening a database.
package struct CreatedTriggers {
  /// The SQL of the triggers as stored in `sqlite_schema`, by name.
  private(set) var own: [String: String] = [:]
  /// The names in the order of the script, which determines the order in which the triggers of a
  /// table run.
  private(set) var names: [String] = []
  /// The table of each trigger, by the trigger's name.
  private(set) var tables: [String: String] = [:]
  /// The number of bytes in the script before the first trigger.
  private var start: Int?

  package init(in script: String) {
    var script = script
    script.withUTF8 { bytes in
      var words = SQLWords(bytes)
      while let word = words.next() {
        if words.isKeyword(word, "create") { noteTrigger(&words, from: word.range.lowerBound) }
      }
    }
  }

  /// A script that creates the triggers in the order of the original script.
  package var script: String {
    names.compactMap { own[$0] }.map { $0 + ";\n" }.joined()
  }

  /// The statements before the first trigger in the original script.
  package func statementsBefore(in script: String) -> String {
    start.flatMap { String(script.utf8.prefix($0)) } ?? script
  }

  /// Reads the statement after `CREATE`.
  private mutating func noteTrigger(_ words: inout SQLWords, from place: Int) {
    guard let type = words.next(), words.isKeyword(type, "trigger"), let name = words.next(),
      words.text(name).lowercased().hasPrefix("swiftsync_"), let table = Self.table(&words),
      let end = Self.end(&words)
    else { return }
    if start == nil { start = place }
    names.append(words.text(name))
    own[words.text(name)] = "CREATE TRIGGER " + words.text(from: name, to: end)
    tables[words.text(name)] = words.text(table)
  }

  /// The table, which follows `ON`; `nil` if the script ends before it.
  private static func table(_ words: inout SQLWords) -> SQLWords.Word? {
    while let word = words.next() {
      if words.isKeyword(word, "on") { return words.next() }
    }
    return nil
  }

  /// The `END` of a trigger's body; `nil` if the script ends before it.
  private static func end(_ words: inout SQLWords) -> SQLWords.Word? {
    var openCases = 0
    while let word = words.next() {
      if words.isKeyword(word, "case") { openCases += 1 }
      guard words.isKeyword(word, "end") else { continue }
      if openCases == 0 { return word }
      openCases -= 1
    }
    return nil
  }
}

/// The words of an SQL script, in order. Comments, numbers and strings are skipped.
private struct SQLWords {
  /// A keyword, or a name without its quotes.
  struct Word {
    let range: Range<Int>
    let isQuoted: Bool
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  mutating func next() -> Word? {
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "'"): pass(after: byte)
      case UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(upTo: byte)
      case UInt8(ascii: "["): return quoted(upTo: UInt8(ascii: "]"))
      case UInt8(ascii: "-") where follows(UInt8(ascii: "-")): pass(after: UInt8(ascii: "\n"))
      case UInt8(ascii: "/") where follows(UInt8(ascii: "*")): passComment()
      case _ where Self.isPart(byte): return plain()
      default: offset += 1
      }
    }
    return nil
  }

  /// Whether the word is the keyword, which is given in lower case.
  func isKeyword(_ word: Word, _ keyword: StaticString) -> Bool {
    guard !word.isQuoted, word.range.count == keyword.utf8CodeUnitCount else { return false }
    return keyword.withUTF8Buffer { letters in
      zip(word.range, letters).allSatisfy { bytes[$0] | 0x20 == $1 }
    }
  }

  func text(_ word: Word) -> String {
    String(decoding: bytes[word.range], as: UTF8.self)
  }

  /// The script from the start of one word, including its quotes, to the end of another.
  func text(from first: Word, to last: Word) -> String {
    let start = first.range.lowerBound - (first.isQuoted ? 1 : 0)
    return String(decoding: bytes[start..<last.range.upperBound], as: UTF8.self)
  }

  private mutating func plain() -> Word {
    let start = offset
    while offset < bytes.count, Self.isPart(bytes[offset]) { offset += 1 }
    return Word(range: start..<offset, isQuoted: false)
  }

  private mutating func quoted(upTo end: UInt8) -> Word {
    let start = offset + 1
    pass(after: end)
    return Word(range: start..<max(start, offset - 1), isQuoted: true)
  }

  /// Continues after the next occurrence of a byte. A doubled quote begins another string, which is
  /// also skipped.
  private mutating func pass(after end: UInt8) {
    offset += 1
    while offset < bytes.count, bytes[offset] != end { offset += 1 }
    offset += 1
  }

  private mutating func passComment() {
    offset += 2
    while offset < bytes.count,
      bytes[offset] != UInt8(ascii: "*") || !follows(UInt8(ascii: "/"))
    { offset += 1 }
    offset += 2
  }

  private func follows(_ byte: UInt8) -> Bool {
    offset + 1 < bytes.count && bytes[offset + 1] == byte
  }

  /// Whether a byte can be part of a word. Non-ASCII bytes can. Digits cannot begin a word, but
  /// this does not matter here.
  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default:
      false
    }
  }
}
