import Foundation
@_spi(Generated) import SwiftSyncRuntime

/// The types of a table's values that SQL does not state, read from a line of
/// `MigrationPlan.types`.
///
/// ```text
/// tasks Task offline; id uuid; due_on day; state "todo"|"done"; project_id -> projects at project_place
/// ```
struct TableTypes: Sendable {
  /// The content of a column.
  enum Content: Sendable {
    case value(ValueType)
    /// The identity of a row of a table. Its position in a list is in another column.
    case reference(table: String, position: String?)
  }

  /// The entity whose rows the table holds; `nil` for a join table.
  private(set) var entity: String?
  /// Whether local writes are recorded.
  private(set) var isOffline = false
  /// The contents by column; only those whose content differs from their storage class.
  private(set) var columns: [String: Content] = [:]
  /// The column that marks a row as soft-deleted.
  private(set) var tombstone: String?
  /// The column that marks a row as archived.
  private(set) var archiveFlag: String?

  /// The lines of the string, by table. Unreadable lines are left out.
  static func all(in text: String) -> [String: TableTypes] {
    var found: [String: TableTypes] = [:]
    for line in text.split(separator: "\n") {
      var words = TypeWords(line)
      guard let table = words.next()?.text else { continue }
      found[table] = TableTypes(&words)
    }
    return found
  }

  private init(_ words: inout TypeWords) {
    if let word = words.next(), !word.isMark {
      entity = word.text
      isOffline = words.next()?.text == "offline"
    }
    while let column = words.next() {
      if column.isMark { continue }
      readColumn(column.text, &words)
    }
  }

  /// Reads the words of a column up to its semicolon.
  private mutating func readColumn(_ name: String, _ words: inout TypeWords) {
    var parts: [TypeWords.Word] = []
    while let word = words.next(), word.isEnd == false { parts.append(word) }
    if parts.first?.text == "->", parts.count > 1 {
      columns[name] = .reference(
        table: parts[1].text, position: parts.count > 3 ? parts[3].text : nil)
      return
    }
    if parts.contains(where: { $0.isPlain("tombstone") }) { tombstone = name }
    if parts.contains(where: { $0.isPlain("archived") }) { archiveFlag = name }
    let type = parts.filter { !$0.isPlain("tombstone") && !$0.isPlain("archived") }
    if let value = Self.type(type[...]) { columns[name] = .value(value) }
  }

  private static func type(_ words: ArraySlice<TypeWords.Word>) -> ValueType? {
    guard let first = words.first else { return nil }
    if first.isPlain("[") || first.isPlain("{") {
      guard let element = type(words.dropFirst().dropLast()) else { return nil }
      return first.isPlain("[") ? .array(element) : .dictionary(element)
    }
    let texts = words.filter(\.isQuoted).map(\.text)
    if first.isPlain("value"), texts.count == 2 {
      return .value(ValueShape.read(texts[0], texts[1]))
    }
    if first.isQuoted { return .textEnum(allowing: words.filter(\.isQuoted).map(\.text)) }
    let numbers = words.compactMap { Int64($0.text) }
    if !numbers.isEmpty { return .integerEnum(allowing: numbers) }
    return scalar(first.text)
  }

  private static func scalar(_ name: String) -> ValueType? {
    switch name {
    case "string": .string
    case "int": .int
    case "double": .double
    case "decimal": .decimal
    case "bool": .bool
    case "date": .date(DateForm(remote: .iso8601, storage: .text))
    case "seconds": .date(DateForm(remote: .iso8601, storage: .seconds))
    case "reference-date": .date(DateForm(remote: .iso8601, storage: .referenceDate))
    case "uuidBlob": .uuidBlob
    case "day": .day
    case "uuid": .uuid
    case "url": .url
    case "data": .data
    case "json": .json
    case "money": .money
    default: nil
    }
  }
}

/// The words of a line of types: names, JSON strings and punctuation.
private struct TypeWords {
  struct Word {
    let text: String
    let isQuoted: Bool

    var isEnd: Bool { isPlain(";") }
    var isMark: Bool { isEnd || isPlain("|") }

    func isPlain(_ other: String) -> Bool { !isQuoted && text == other }
  }

  private static let marks: Set<Character> = [";", "|", "[", "]", "{", "}"]
  private var rest: Substring

  init(_ line: Substring) {
    rest = line
  }

  mutating func next() -> Word? {
    rest = rest.drop { $0 == " " }
    guard let first = rest.first else { return nil }
    if first == "\"" { return quoted() }
    if Self.marks.contains(first) {
      rest = rest.dropFirst()
      return Word(text: String(first), isQuoted: false)
    }
    let word = rest.prefix { $0 != " " && !Self.marks.contains($0) }
    rest = rest.dropFirst(word.count)
    return Word(text: String(word), isQuoted: false)
  }

  private mutating func quoted() -> Word? {
    var end = rest.index(after: rest.startIndex)
    while end < rest.endIndex, rest[end] != "\"" {
      let isEscape = rest[end] == "\\"
      end = rest.index(after: end)
      if isEscape, end < rest.endIndex { end = rest.index(after: end) }
    }
    guard end < rest.endIndex else { return nil }
    let literal = rest[...end]
    rest = rest[rest.index(after: end)...]
    do {
      let texts = try JSONDecoder().decode([String].self, from: Data("[\(literal)]".utf8))
      return texts.first.map { Word(text: $0, isQuoted: true) }
    } catch {
      return nil
    }
  }
}
