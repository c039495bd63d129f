import SwiftSyncValues
import SyncGenSchema

/// The columns from which later versions compute amounts of money.
///
/// An amount is a 64-bit integer, so `round(price * 100)` has no valid result for a price of 1e300,
/// which no app stores. The samples of these columns are realistic amounts.
package enum AmountColumns {
  /// The columns, as `orders.price`, by the position of their version: the version from which each
  /// step starts, and finally the newest one.
  package static func all(of steps: [VersionStep]) -> [Set<String>] {
    var found: [Set<String>] = [[]]
    for step in steps.reversed() {
      found.append(columns(before: step, amounts: found[found.count - 1]))
    }
    return found.reversed()
  }

  private static func columns(before step: VersionStep, amounts: Set<String>) -> Set<String> {
    var found: Set<String> = []
    for table in step.tables {
      guard case .entity(let id) = table.new.owner else { continue }
      for column in table.columns {
        let isAmount = amounts.contains("\(table.new.name.name).\(column.definition.name)")
        guard isAmount || step.new[id].columns[column.position].source.isMinor else { continue }
        if let sql = column.source.expression {
          found.formUnion(columns(in: sql, of: table.old, all: step.tables.map(\.old)))
        } else if isAmount, let former = column.former {
          found.insert("\(table.old.name.name).\(former.name)")
        }
      }
    }
    return found
  }

  /// The columns of a table, and of those that an expression names, whose names it contains.
  static func columns(
    in sql: String, of own: TableShape, all tables: [TableShape]
  ) -> [String] {
    let words = SQLToken.names(in: sql)
    let read = [own] + tables.filter { words.contains($0.name.name.lowercased()) }
    return read.flatMap { table in
      table.columns.filter { words.contains($0.name.lowercased()) }
        .map { "\(table.name.name).\($0.name)" }
    }
  }
}

extension Column.Source {
  fileprivate var isMinor: Bool { if case .moneyMinor = self { true } else { false } }
}
