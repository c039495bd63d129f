@_spi(Generated) import SwiftSyncSession
import SwiftSyncVerifying
import SyncGenMigration

extension StatementWatch.Damage {
  /// Whether the SQL deletes or soft-deletes rows.
  var losesRows: Bool {
    switch effect {
    case .deletes, .changesIdentities, .softDeletes: true
    case .changesOwnTable, .changesOther, .empties, .givesAll: false
    }
  }

  var text: String {
    let rows = "\(count) of \(total) rows"
    switch effect {
    case .changesOwnTable:
      return "'sql' changes \(count == 1 ? "1 row" : "\(count) rows") of table '\(table)', which "
        + "belongs to the runtime" + (MayChangeRule.ownTables.contains(table) ? hint : "")
    case .deletes: return "'sql' deletes \(rows) of table '\(table)', e.g. \(example)" + hint
    case .changesIdentities:
      return "'sql' changes the identities of \(rows) of table '\(table)', e.g. \(example)" + hint
    case .softDeletes:
      return "'sql' soft-deletes \(rows) of table '\(table)', e.g. \(example)" + hint
    case .changesOther: return "'sql' changes '\(name)' in \(rows) and does not name it" + hint
    case .empties: return "'sql' empties '\(name)' in \(rows)" + hint
    case .givesAll(_, let sql):
      return "'sql' gives all \(total) rows of '\(name)' the value \(sql)" + hint
    }
  }

  private var hint: String {
    "; if this is intended, add 'may-change: [\(name)]' to the step"
  }
}

extension ValueAudit.Problem {
  var text: String {
    switch self {
    case .wrongValue(let wrong):
      let identity = wrong.identity.map(\.example).joined(separator: "/")
      return "\(wrong.place) \(wrong.words.problem): row \(identity) contains "
        + wrong.words.example
    case .halfAmount(let columns, let table, let count):
      return "\(count == 1 ? "1 row" : "\(count) rows") of table '\(table)' "
        + "\(count == 1 ? "contains" : "contain") only one of '\(columns[0])' and '\(columns[1])'"
    }
  }

  var advice: String? {
    if case .wrongValue(let wrong) = self { wrong.words.advice } else { nil }
  }
}

extension ValueAudit.WrongValue {
  /// What is wrong with the value, and its correct form if only the form is wrong.
  fileprivate var words: (problem: String, example: String, advice: String?) {
    guard let stored = column.storedText(insteadOf: value) else {
      return ("is not \(column.expected)", value.example, nil)
    }
    let advice =
      "a store writes keys in the order of their bytes, without blanks and, in values of types, "
      + "without null fields: 'json(…)' removes blanks, and 'json_patch('{}', …)' also removes null fields"
    return (
      "is not in canonical form",
      "\(value.example), expected \(StoredValue.text(stored).example)",
      stored.hasPrefix("{") || stored.hasPrefix("[") ? advice : nil
    )
  }
}
