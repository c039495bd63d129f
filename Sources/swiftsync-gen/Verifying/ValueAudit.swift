@_spi(Generated) import SwiftSyncSession
import SyncGenCommandLine
import SyncGenMigration
import SyncGenSchema

/// Reads values that a step has written as their types, by the rules by which a store writes them.
struct ValueAudit: Sendable {
  /// The first value in a wrong form.
  struct Problem {
    let text: String
    /// Its column, e.g. `orders.code`.
    let column: String
    var advice: String?
  }

  private struct Table: Sendable {
    let name: String
    let key: [String]
    let columns: [StoredColumn]
    /// Both columns of each amount of money.
    let amounts: [[String]]
  }

  private let tables: [Table]

  /// - Parameter isWhole: Whether all values are read, or only those whose form differs from the
  ///   previous version.
  init(_ step: VersionStep, isWhole: Bool) {
    let changed = isWhole ? nil : step.changedColumns
    var tables: [Table] = []
    let entities = SchemaMetadata.entities(json: Pipeline.metadata(of: step.new))
    for metadata in entities {
      let names = metadata.columns.map(\.name)
      func isRead(_ name: String) -> Bool { changed?.contains("\(metadata.table).\(name)") ?? true }
      let columns = metadata.storedColumns.sorted { $0.key < $1.key }.map(\.value)
      tables.append(
        Table(
          name: metadata.table, key: metadata.identity.map { names[$0] },
          columns: columns.filter { isRead($0.name) },
          amounts: metadata.attributes.filter { $0.isAmount && isRead(names[$0.column]) }
            .map { [names[$0.column], names[$0.column + 1]] }))
    }
    for table in step.new.joinTables where table.through == nil {
      let columns = [table.left, table.right].compactMap { end in
        StoredColumn(of: end.column.name, identifying: entities[end.entity.index])
      }
      tables.append(
        Table(
          name: table.name.name, key: columns.map(\.name),
          columns: columns.filter { changed?.contains("\(table.name.name).\($0.name)") ?? true },
          amounts: []))
    }
    self.tables = tables.filter { !$0.columns.isEmpty }
  }

  /// The first value that the new version could not have written; `nil` if there is none.
  func problem(in database: ScratchDatabase) throws(SyncError) -> Problem? {
    for table in tables {
      if let problem = try Self.problem(of: table, in: database) { return problem }
      for amount in table.amounts {
        if let problem = try Self.problem(of: amount, table, in: database) { return problem }
      }
    }
    return nil
  }

  private static func problem(
    of table: Table, in database: ScratchDatabase
  ) throws(SyncError) -> Problem? {
    let names = table.key + table.columns.map(\.name)
    let list = names.map { SQLIdentifier($0).quoted }.joined(separator: ", ")
    let rows = try database.values("SELECT \(list) FROM \(SQLIdentifier(table.name).quoted)")
    for (place, column) in table.columns.enumerated() {
      let wrong = rows.filter { !column.accepts($0[table.key.count + place]) }
      guard let first = wrong.first else { continue }
      let identity = first.prefix(table.key.count).map(\.shortText).joined(separator: "/")
      let found = words(for: first[table.key.count + place], in: column)
      return Problem(
        text: "in \(wrong.count) of \(rows.count) rows, the column '\(column.name)' of table "
          + "'\(table.name)' \(found.problem): row \(identity) contains \(found.example)",
        column: "\(table.name).\(column.name)", advice: found.advice)
    }
    return nil
  }

  /// What is wrong with a value, and its correct form if only the form is wrong.
  private static func words(
    for value: StoredValue, in column: StoredColumn
  ) -> (problem: String, example: String, advice: String?) {
    guard let stored = column.storedText(insteadOf: value) else {
      return ("is not \(column.expected)", value.shortText, nil)
    }
    let advice =
      "a store writes keys in the order of their bytes, without blanks and, in values of types, "
      + "without null fields: 'json(…)' removes blanks, and 'json_patch('{}', …)' also removes null fields"
    return (
      "is not in canonical form",
      "\(value.shortText), expected \(StoredValue.text(stored).shortText)",
      stored.hasPrefix("{") || stored.hasPrefix("[") ? advice : nil
    )
  }

  private static func problem(
    of amount: [String], _ table: Table, in database: ScratchDatabase
  ) throws(SyncError) -> Problem? {
    let halves = amount.map { "(\(SQLIdentifier($0).quoted) IS NULL)" }.joined(separator: " <> ")
    let count = try database.count(
      "SELECT count(*) FROM \(SQLIdentifier(table.name).quoted) WHERE \(halves)")
    if count == 0 { return nil }
    let rows = count == 1 ? "1 row" : "\(count) rows"
    return Problem(
      text: "\(rows) of table '\(table.name)' \(count == 1 ? "contains" : "contain") only one of "
        + "'\(amount[0])' and '\(amount[1])'",
      column: "\(table.name).\(amount[0])")
  }
}

extension StoredValue {
  /// The value for messages, e.g. `'Ada'`, `12`, `NULL`.
  var shortText: String {
    switch self {
    case .null: return "NULL"
    case .integer(let number): return "\(number)"
    case .real(let number): return "\(number)"
    case .text(let text):
      return "'" + (text.count > 40 ? text.prefix(39) + "…" : text[...]) + "'"
    case .blob(let bytes): return "\(bytes.count) bytes"
    }
  }
}
