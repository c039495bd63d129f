@_spi(Generated) import SwiftSyncRuntime

/// The effect of SQL under `sql:` of the schema on rows.
///
/// The SQL may set columns. It is considered a mistake if it deletes or soft-deletes rows, empties
/// columns, gives all rows one value, or changes the runtime's tables.
struct StatementEffect {
  let before: [String: TableContent]
  let after: [String: TableContent]
  /// The columns that mark soft-deleted rows, by their tables.
  let tombstones: [String: String]
  /// The target version of the step, for the sentences.
  let version: Int

  /// Whether the tables are unchanged apart from their rows.
  var keepsTables: Bool {
    before.mapValues(\.columns) == after.mapValues(\.columns)
  }

  /// The damage: a sentence for each table or column, keyed by e.g. `tasks.title`.
  func damage(except open: Set<String>) -> [String: String] {
    var damage: [String: String] = [:]
    for (name, table) in before where !open.contains(name) {
      guard let result = after[name] else { continue }
      if name.hasPrefix("swiftsync_") {
        if Set(table.rows) != Set(result.rows) {
          damage[name] =
            "'sql' of version \(version) changes table '\(name)', which belongs to the runtime"
        }
        continue
      }
      damage.merge(self.damage(to: name, table, result, except: open)) { first, _ in first }
    }
    return damage
  }

  private func damage(
    to name: String, _ table: TableContent, _ result: TableContent, except open: Set<String>
  ) -> [String: String] {
    let found = result.rowsByKey()
    let pairs = table.rows.compactMap { row in found[table.identity(of: row)].map { (row, $0) } }
    if pairs.count < table.rows.count {
      let count = table.rows.count - pairs.count
      return [
        name:
          "'sql' of version \(version) deletes \(count) of \(table.rows.count) rows of table '\(name)'"
      ]
    }
    var damage: [String: String] = [:]
    if let column = tombstones[name], !open.contains("\(name).\(column)"),
      let place = table.columns.firstIndex(of: column)
    {
      // A flag is 0 or 1, a date is null or a value.
      func isMarked(_ row: [StoredValue]) -> Bool { row[place] != .null && row[place] != 0 }
      let count = pairs.filter { !isMarked($0) && isMarked($1) }.count
      if count > 0 {
        return [
          "\(name).\(column)":
            "'sql' of version \(version) soft-deletes \(count) of \(pairs.count) rows of table '\(name)'"
        ]
      }
    }
    for (place, column) in table.columns.enumerated() where !open.contains("\(name).\(column)") {
      let what = Self.damage(to: pairs.map { ($0[place], $1[place]) })
      guard let what else { continue }
      damage["\(name).\(column)"] =
        "'sql' of version \(version) \(what) of '\(name).\(column)'"
    }
    return damage
  }

  private static func damage(to values: [(before: StoredValue, after: StoredValue)]) -> String? {
    let emptied = values.filter { $0.before != .null && $0.before != "" && $0.after == .null }
    if !emptied.isEmpty { return "empties \(emptied.count) of \(values.count) values" }
    let results = Set(values.map(\.after))
    if results.count == 1, Set(values.map(\.before)).count > 1, let value = results.first {
      return "gives all \(values.count) rows \(value.shortText) as the value"
    }
    return nil
  }
}
