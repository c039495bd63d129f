/// The number of top-level rows of a payload, and of those that are left out.
package struct TopRows {
  package private(set) var count = 0
  private var rejected = 0
  private var dropped = 0

  /// Counts a row, and returns its position in the list.
  @inline(__always)
  mutating func next() -> Int {
    count += 1
    return count - 1
  }

  /// Counts one of the rows as dropped by the call's transform.
  mutating func countAsDropped() { dropped += 1 }

  mutating func countAsRejected() { rejected += 1 }

  /// Whether there are rows to apply and all of them are rejected.
  var areAllRejected: Bool {
    let rows = count - dropped
    return rows > 0 && rejected == rows
  }
}

/// The rows of a payload that are not applied, and the deletions that are therefore withheld (A4,
/// A5).
struct RejectionLog {
  static let rowLimit = 100

  /// The number of rejected rows, of which `rows` contains the first ones.
  private(set) var count = 0
  private(set) var rows: [ApplyReport.RejectedRow] = []
  private(set) var lastRule: ApplyReport.RejectedRow.Rule?
  /// The applied entities with a row that cannot be identified, so that no row is known to be
  /// missing.
  private var unidentified: Set<Int> = []
  /// Whether a parent's children were not pruned because a listed one cannot be identified.
  private(set) var hasUnprunedList = false

  mutating func add(_ row: ApplyReport.RejectedRow) {
    count += 1
    lastRule = row.rule
    if rows.count < Self.rowLimit { rows.append(row) }
  }

  mutating func noteUnidentifiedRow(of plan: EntityPlan) { unidentified.insert(plan.index) }

  func hasUnidentifiedRow(of plan: EntityPlan) -> Bool { unidentified.contains(plan.index) }

  mutating func noteUnprunedList() { hasUnprunedList = true }
}
