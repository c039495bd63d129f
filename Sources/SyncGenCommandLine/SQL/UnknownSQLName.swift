import SyncGenDiagnostics

/// A name in the SQL of a schema that SQLite does not know as a column.
struct UnknownSQLName {
  /// The name, such as `prise` or `items.prise`.
  let name: String

  /// - Parameter message: SQLite's message.
  /// - Returns: `nil` if the message is about something else.
  init?(_ message: String) {
    let start = "no such column: "
    guard message.hasPrefix(start) else { return nil }
    var name = message.dropFirst(start.count)
    // Newer versions of SQLite add advice, and keep the quotation marks.
    if let advice = name.firstRange(of: " - should this be") { name = name[..<advice.lowerBound] }
    if name.count > 2, name.hasPrefix("\""), name.hasSuffix("\"") {
      name = name.dropFirst().dropLast()
    }
    self.name = String(name)
  }

  /// The message in the words of all versions of SQLite.
  var message: String { "no such column: \(name)" }

  /// The name without its table.
  var column: String { name.split(separator: ".").last.map(String.init) ?? name }

  /// The column that may be meant, or how to write a string.
  ///
  /// - Parameters:
  ///   - sql: The SQL that contains the name.
  ///   - columns: The columns that the SQL can use.
  func notes(on sql: String, columns: [String], at span: SourceSpan) -> [Diagnostic.Note] {
    if let nearest = Suggestion.nearest(to: column, in: columns) {
      return [Diagnostic.Note("did you mean '\(nearest)'?", at: span)]
    }
    guard sql.contains("\"\(name)\"") else { return [] }
    return [
      Diagnostic.Note(
        "in SQL, double quotes enclose a name; a string has single quotes", at: span)
    ]
  }

  /// The place of the name in a file, or the given one if the file cannot be read again or does not
  /// contain the name there.
  ///
  /// - Parameters:
  ///   - span: The place of the SQL, or of the member whose key is followed by it.
  ///   - key: The key before the SQL, if the span is not that of the SQL itself.
  func span(in span: SourceSpan, after key: String? = nil) -> SourceSpan {
    guard span.path != InputFile.standardInput else { return span }
    let file: SourceFile
    do throws(FileFailure) {
      file = try InputFile.read(span.path)
    } catch {
      // The message remains right without the exact place.
      return span
    }
    guard var start = file.offset(line: span.line, column: span.column),
      var end = file.offset(line: span.endLine, column: span.endColumn)
    else { return span }
    if let key {
      guard let found = file.bytes[start...].firstRange(of: Array(key.utf8)) else { return span }
      (start, end) = (found.upperBound, file.bytes.count)
    }
    return place(in: file, start..<end).map(file.span) ?? span
  }

  /// The most likely one of the places of the name: in double quotes, or else not in a string.
  private func place(in file: SourceFile, _ range: Range<Int>) -> Range<Int>? {
    let places = file.places(of: Array(name.utf8), in: range)
    func character(before place: Range<Int>) -> UInt8? {
      place.lowerBound > range.lowerBound ? file.bytes[place.lowerBound - 1] : nil
    }
    return places.first { character(before: $0) == UInt8(ascii: "\"") }
      ?? places.first { character(before: $0) != UInt8(ascii: "'") } ?? places.first
  }
}

extension SourceFile {
  /// The offset of a place; `nil` if the file has no such line.
  fileprivate func offset(line: Int, column: Int) -> Int? {
    var offset = 0
    for _ in 1..<max(line, 1) {
      guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      offset = end + 1
    }
    var rest = column - 1
    while rest > 0, offset < bytes.count {
      offset += 1
      // Continuation bytes of a UTF-8 sequence are not separate scalars.
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      rest -= 1
    }
    return offset
  }

  /// The places where a word stands that is not part of a longer one.
  fileprivate func places(of word: [UInt8], in range: Range<Int>) -> [Range<Int>] {
    func isPart(_ offset: Int) -> Bool {
      guard bytes.indices.contains(offset) else { return false }
      return switch bytes[offset] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        true
      default: false
      }
    }
    return bytes[range].ranges(of: word).filter {
      !isPart($0.lowerBound - 1) && !isPart($0.upperBound)
    }
  }
}
