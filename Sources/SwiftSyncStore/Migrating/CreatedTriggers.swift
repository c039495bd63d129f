import SwiftSyncValues

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
  private static func table(_ words: inout SQLWords) -> SQLScanner.Token? {
    while let word = words.next() {
      if words.isKeyword(word, "on") { return words.next() }
    }
    return nil
  }

  /// The `END` of a trigger's body; `nil` if the script ends before it.
  private static func end(_ words: inout SQLWords) -> SQLScanner.Token? {
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
  private let bytes: UnsafeBufferPointer<UInt8>
  private var scanner: SQLScanner

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    scanner = SQLScanner(bytes)
  }

  mutating func next() -> SQLScanner.Token? {
    while let token = scanner.next() {
      if token.kind == .word || token.kind == .name { return token }
    }
    return nil
  }

  /// Whether the word is the keyword, which is given in lower case.
  func isKeyword(_ word: SQLScanner.Token, _ keyword: StaticString) -> Bool {
    guard word.kind == .word, word.range.count == keyword.utf8CodeUnitCount else { return false }
    return keyword.withUTF8Buffer { letters in
      zip(word.range, letters).allSatisfy { bytes[$0] | 0x20 == $1 }
    }
  }

  /// The word without its quotation marks.
  func text(_ word: SQLScanner.Token) -> String {
    String(decoding: bytes[word.content], as: UTF8.self)
  }

  /// The script from the start of one word to the end of another.
  func text(from first: SQLScanner.Token, to last: SQLScanner.Token) -> String {
    String(decoding: bytes[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
  }
}
