/// Scans statements that become part of a transaction.
struct SQLScript {
  /// A description of anything that would leave the transaction or end in the middle, for messages;
  /// `nil` if there is none.
  ///
  /// It does not check whether SQLite can compile the statements.
  static func flaw(of script: String) -> String? {
    var reader = SQLScript(bytes: Array(script.utf8))
    return reader.flaw()
  }

  /// The first words of statements that are not permitted inside a transaction.
  private static let forbidden: Set<String> = [
    "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH", "VACUUM",
    "PRAGMA",
  ]

  private let bytes: [UInt8]
  private var index = 0
  /// The first words of the statement, as many as are needed to recognize a trigger.
  private var words: [String] = []
  /// Whether there has been a trigger, to which its statements and 'END' belong.
  private var hasTrigger = false

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func flaw() -> String? {
    while index < bytes.count {
      if let closing = SQLCondition.closing(of: bytes[index]) {
        guard let end = bytes[(index + 1)...].firstIndex(of: closing) else {
          return "an unclosed quotation"
        }
        index = end + 1
      } else if startsComment() {
        skipComment()
      } else if bytes[index] == UInt8(ascii: ";") {
        words = []
        index += 1
      } else if Self.isLetter(bytes[index]) {
        if let flaw = takeWord() { return flaw }
      } else {
        index += 1
      }
    }
    return nil
  }

  private mutating func takeWord() -> String? {
    let end = bytes[index...].firstIndex { !Self.isLetter($0) } ?? bytes.endIndex
    let word = String(decoding: bytes[index..<end], as: UTF8.self).uppercased()
    index = end
    let isFirst = words.isEmpty
    if words.count < 4 { words.append(word) }
    if words.first == "CREATE", word == "TRIGGER", words.count < 4 { hasTrigger = true }
    let isOfTrigger = hasTrigger && word == "END"
    return isFirst && Self.forbidden.contains(word) && !isOfTrigger ? "'\(word)'" : nil
  }

  private func startsComment() -> Bool {
    let pair = bytes[index...].prefix(2)
    return pair.elementsEqual("--".utf8) || pair.elementsEqual("/*".utf8)
  }

  private mutating func skipComment() {
    guard bytes[index] == UInt8(ascii: "/") else {
      index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      return
    }
    index += 2
    while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) { index += 1 }
    index += 2
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
  }
}
