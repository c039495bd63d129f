@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncVerifying

/// The effect of an app's function on the rows of a database.
struct StageEffect {
  let before: [String: TableContent]
  let after: [String: TableContent]

  var isNothing: Bool { before == after }

  /// The damage to rows and values that come from the old version and must be kept, keyed by table
  /// or column, e.g. `tasks.title`.
  ///
  /// - Parameters:
  ///   - function: The name of the app's function, for the sentences.
  ///   - open: Tables and columns that the function may change.
  func damage(by function: String, except open: Set<String>) -> [String: String] {
    var damage: [String: String] = [:]
    for (name, table) in before where !open.contains(name) && !name.hasPrefix("swiftsync_") {
      let found = Self.damage(to: name, table, after[name], by: function, except: open)
      damage.merge(found) { first, _ in first }
    }
    return damage
  }

  private static func damage(
    to name: String, _ table: TableContent, _ result: TableContent?, by function: String,
    except open: Set<String>
  ) -> [String: String] {
    guard let result, result.columns == table.columns else {
      return [
        name: "'\(function)' changes the columns of table '\(name)', which only the plan may change"
      ]
    }
    var damage: [String: String] = [:]
    let found = result.rowsByKey()
    let lost = table.rows.filter { found[table.identity(of: $0)] == nil }
    if let first = lost.first {
      let identity = table.identity(of: first).map(\.example).joined(separator: "/")
      damage[name] =
        "'\(function)' loses \(lost.count) of \(table.rows.count) rows of table '\(name)', which the plan "
        + "keeps, e.g. \(identity)"
    }
    for (place, column) in table.columns.enumerated() where !open.contains("\(name).\(column)") {
      let changes = table.rows.compactMap { row -> (StoredValue, StoredValue)? in
        guard let other = found[table.identity(of: row)], !row[place].isSame(as: other[place])
        else {
          return nil
        }
        return (row[place], other[place])
      }
      guard let (former, current) = changes.first else { continue }
      damage["\(name).\(column)"] =
        "'\(function)' changes '\(name).\(column)', which the plan keeps, in \(changes.count) of "
        + "\(table.rows.count) rows, e.g. from \(former.example) to \(current.example)"
    }
    return damage
  }
}

extension StoredValue {
  /// Equal Swift strings can be stored as different text, e.g. with composed characters.
  fileprivate func isSame(as other: StoredValue) -> Bool {
    if case .text(let text) = self, case .text(let otherText) = other {
      return text.utf8.elementsEqual(otherText.utf8)
    }
    return self == other
  }
}
