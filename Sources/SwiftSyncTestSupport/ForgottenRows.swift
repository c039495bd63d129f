@_spi(Generated) import SwiftSyncRuntime

/// The old rows whose values a function of the app should have copied but has not.
///
/// If a function creates a row of a new table for each old row, from values of dropped columns, it
/// must do so for every old row that has such a value. Otherwise it has forgotten some.
struct ForgottenRows {
  /// The tables before the step.
  let old: [String: TableContent]
  let effect: StageEffect

  /// The problems: a sentence for each dropped column with values of forgotten rows, keyed by e.g.
  /// `people.bio`.
  ///
  /// - Parameter allowed: The columns of which rows may be forgotten.
  func damage(by function: String, except allowed: Set<String>) -> [String: String] {
    var damage: [String: String] = [:]
    for (name, table) in old where table.key.count == 1 && !name.hasPrefix("swiftsync_") {
      let kept = effect.after[name]?.columns ?? []
      let goes = table.columns.indices.filter { place in
        !kept.contains(table.columns[place]) && !table.key.contains(place)
          && !allowed.contains("\(name).\(table.columns[place])")
      }
      for (target, rows) in newRows() {
        for place in goes {
          guard let count = forgotten(place, of: table, in: rows) else { continue }
          damage["\(name).\(table.columns[place])"] =
            "'\(function)' creates rows of table '\(target)' for rows of '\(name)', but not for "
            + "\(count) of the "
            + "rows that have a '\(table.columns[place])', so their values are lost"
        }
      }
    }
    return damage
  }

  /// The rows that the function has created, by table.
  private func newRows() -> [(table: String, rows: [Set<StoredValue>])] {
    effect.after.compactMap { name, table in
      let known = effect.before[name]?.rowsByKey() ?? [:]
      let rows = table.rows.filter { known[table.identity(of: $0)] == nil }
      return rows.isEmpty || name.hasPrefix("swiftsync_") ? nil : (name, rows.map { Set($0) })
    }
  }

  /// The number of old rows with a value in a column that have no new row; `nil` if there are none,
  /// or if the new rows are not made from such values.
  private func forgotten(_ place: Int, of table: TableContent, in rows: [Set<StoredValue>]) -> Int?
  {
    var origins: Set<StoredValue> = []
    var isCarried = false
    let oldRows = table.rowsByKey()
    for row in rows {
      let keys = row.filter { $0.isText && oldRows[[$0]] != nil }
      // With more than one candidate, the match would be a guess.
      guard keys.count == 1, let key = keys.first, let value = oldRows[[key]]?[place] else {
        return nil
      }
      if value.isThere {
        guard row.contains(value) else { return nil }
        isCarried = true
      }
      origins.insert(key)
    }
    guard isCarried else { return nil }
    let count = oldRows.values.filter { row in
      row[place].isThere && !origins.contains(row[table.key[0]])
    }.count
    return count == 0 ? nil : count
  }
}

extension StoredValue {
  fileprivate var isText: Bool {
    if case .text = self { true } else { false }
  }

  /// Whether there is a value to lose.
  fileprivate var isThere: Bool { self != .null && self != "" }
}
