@_spi(Generated) import SwiftSyncCoding

/// The waiting rows that a payload contains more than once, with what each occurrence states about
/// unique values and references with a foreign key.
///
/// Of two occurrences, the later one wins for each key (A6), so a value of an earlier one that is
/// replaced need not fit. If its unique value is taken, the earlier occurrence borrows the later one
/// at once.
final class RepeatedRows {
  private struct Place: Hashable {
    let row: RowIdentity
    let column: Int
  }

  private struct Loan {
    let own: BoundValue
    let lender: RowNode
    /// Whether the row has a value that no other row has instead.
    var isSetAside = false
  }

  /// The occurrences that state a column, in the order of the payload.
  private var statements: [Place: [RowNode]] = [:]
  private var borrowers: [RowNode] = []
  private var loans: [ObjectIdentifier: [Int: Loan]] = [:]

  init(_ rows: [DeferredRow]) {
    for row in rows { add(row.node) }
    for place in statements.keys { statements[place]?.sort { $0.number < $1.number } }
  }

  private func add(_ node: RowNode) {
    if node.hasIdentity {
      let row = RowIdentity(node)
      for column in node.plan.columnsToJudge where node.states(inTheEnd: column) {
        statements[Place(row: row, column: column), default: []].append(node)
      }
    }
    guard node.hasLinks else { return }
    for content in node.relations {
      for nested in content.rows { add(nested.node) }
    }
  }

  /// The latest occurrence that states a column, if it follows the given one.
  ///
  /// - Parameter isOut: Whether an occurrence is not written. It does not count any more.
  private func latest(
    _ column: Int, after node: RowNode, isOut: (RowNode) -> Bool
  ) -> RowNode? {
    let place = Place(row: RowIdentity(node), column: column)
    while let last = statements[place]?.last, isOut(last) { statements[place]?.removeLast() }
    guard let last = statements[place]?.last, last.number > node.number else { return nil }
    return last
  }

  /// Whether a written occurrence after the given one replaces its value of a column.
  func isReplaced(
    _ column: Int, of node: RowNode, isOut: (RowNode) -> Bool, isWritten: (RowNode) -> Bool
  ) -> Bool {
    guard latest(column, after: node, isOut: isOut) != nil else { return false }
    let later = statements[Place(row: RowIdentity(node), column: column)] ?? []
    return later.reversed().prefix { $0.number > node.number }.contains(where: isWritten)
  }
}

// MARK: - Borrowed values

extension RepeatedRows {
  /// Replaces the borrowed values of a row with values that no other row has, and returns whether
  /// there were any.
  func setAside(_ columns: [Int], of node: RowNode) -> Bool {
    var hasChanged = false
    for column in columns {
      guard let loan = loans[ObjectIdentifier(node)]?[column], !loan.isSetAside else { continue }
      loans[ObjectIdentifier(node)]?[column]?.isSetAside = true
      node.values[column] = loan.lender.parkedValue(column)
      hasChanged = true
    }
    return hasChanged
  }

  /// Gives a row the values that some of its columns have in the end, and returns the occurrences
  /// that state them; none if no value changes.
  func borrow(
    _ columns: [Int], for node: RowNode, isOut: (RowNode) -> Bool
  ) -> [RowNode]? {
    var hasChanged = false
    var lenders: [RowNode] = []
    for column in columns where node.plan.mayBorrow(column) {
      let known = loans[ObjectIdentifier(node)]?[column]
      let lender = latest(column, after: node, isOut: isOut)
      if let lender { lenders.append(lender) }
      if known?.lender === lender { continue }
      hasChanged = true
      let own = known?.own ?? node.values[column]
      if known == nil { borrowers.append(node) }
      loans[ObjectIdentifier(node), default: [:]][column] = lender.map {
        Loan(own: own, lender: $0)
      }
      node.values[column] = lender?.lent(column) ?? own
    }
    return hasChanged ? lenders : nil
  }

  /// Gives all rows their own values.
  func returnValues() {
    for node in borrowers {
      for (column, loan) in loans.removeValue(forKey: ObjectIdentifier(node)) ?? [:] {
        node.values[column] = loan.own
      }
    }
    borrowers = []
  }
}

extension EntityPlan {
  var hasForeignKeys: Bool { references.contains(where: \.hasForeignKey) }

  /// The columns that are judged when all rows are written.
  fileprivate var columnsToJudge: Set<Int> {
    Set(metadata.uniques.joined()).union(references.filter(\.hasForeignKey).map(\.column))
      .subtracting(identity)
  }

  /// Whether a column is a value of its own, not a link.
  fileprivate func mayBorrow(_ column: Int) -> Bool {
    if case .attribute = fields[column].source { true } else { false }
  }
}

extension RowNode {
  /// Whether the row determines a column's value if it is the latest occurrence.
  fileprivate func states(inTheEnd column: Int) -> Bool {
    if isTombstone { return true }
    let kind = values[column].kind
    // A required value that is null is the default, or rejects the row.
    return kind == .null ? plan.fields[column].isOptional : kind != .missing
  }

  /// The value that earlier occurrences get; for a row that its tombstone deletes, one that no other
  /// row has.
  fileprivate func lent(_ column: Int) -> BoundValue {
    isTombstone ? parkedValue(column) : values[column]
  }

  /// A value that no other row has.
  fileprivate func parkedValue(_ column: Int) -> BoundValue {
    plan.parkedValue(of: column, rowID: -Int64(number), mayBeNull: true, in: ownArena)
  }
}
