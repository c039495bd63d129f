@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) import SwiftSyncRuntime

/// The simplest possible definition of applying a list: for rows with a few values and one
/// reference, without nesting.
struct FlatModel {
  typealias Row = [String: StoredValue]

  let hasClock: Bool
  let hasTombstone: Bool
  var rows: [Int64: Row] = [:]
  /// The identities that `owner_id` can name.
  let owners: Set<Int64>

  /// The rows before the call.
  private var old: [Int64: Row] = [:]
  private var report = ApplyReport()
  private var named: Set<Int64> = []
  private var applied: Set<Int64> = []
  private var stale: Set<Int64> = []
  private var stated: Set<[Int64]> = []

  init(hasClock: Bool, hasTombstone: Bool, owners: Set<Int64>) {
    self.hasClock = hasClock
    self.hasTombstone = hasTombstone
    self.owners = owners
  }

  static let columns = ["id", "name", "note", "size", "flag", "rev", "gone_at", "owner_id"]

  /// Applies a list and returns the expected report.
  mutating func apply(_ list: [FlatRow], deletesMissing: Bool) -> ApplyReport {
    (report, named, applied, stale, stated) = (ApplyReport(), [], [], [], [])
    let before = rows
    old = rows
    for (index, row) in list.enumerated() { apply(row, at: index) }
    if deletesMissing, !report.deletionsWithheld { rows = rows.filter { named.contains($0.key) } }
    count(against: before)
    report.deletionsWithheld = report.deletionsWithheld && deletesMissing
    guard report.rejectedCount == list.count, !list.isEmpty else { return report }
    rows = before
    report.deleted = 0
    return report
  }

  private mutating func apply(_ row: FlatRow, at index: Int) {
    for key in row.unknownKeys { report.unknownKeys[key, default: 0] += 1 }
    guard case .integer(let id) = row.identity else {
      report.deletionsWithheld = true
      return reject(.missingIdentity, "[\(index)]", nil)
    }
    if !named.insert(id).inserted { report.duplicates += 1 }
    let stored = rows[id]
    if hasClock, case .integer(let new)? = row.values["rev"],
      case .integer(let old)? = stored?["rev"], new < old
    {
      stale.insert(id)
      return
    }
    if let key = row.badKey { return reject(.badValue, "[\(index)].\(key)", id) }
    if hasTombstone, let mark = row.values["gone_at"], mark != .null {
      rows[id] = nil
      return
    }
    write(row, id, at: index)
  }

  private mutating func write(_ row: FlatRow, _ id: Int64, at index: Int) {
    var values = row.values
    if values["size"] == .null { values["size"] = .integer(7) }
    if values["name"] == .null { return reject(.nullRequired, "[\(index)].name", id) }
    if rows[id] == nil, values["name"] == nil {
      return reject(.missingRequired, "[\(index)].name", id)
    }
    var new: Row = ["id": .integer(id), "size": .integer(7)]
    // A row that is restored after its tombstone keeps a link that the payload does not mention.
    if let owner = old[id]?["owner_id"] { new["owner_id"] = owner }
    rows[id, default: new].merge(values) { $1 }
    applied.insert(id)
    if case .integer(let owner)? = values["owner_id"] { stated.insert([id, owner]) }
  }

  private mutating func reject(_ rule: ApplyReport.RejectedRow.Rule, _ path: String, _ id: Int64?) {
    report.rejectedCount += 1
    report.rejected.append(
      ApplyReport.RejectedRow(path: path, identity: id.map(String.init), rule: rule, message: ""))
  }

  /// Counts each row once, by its outcome.
  private mutating func count(against before: [Int64: Row]) {
    report.inserted = rows.keys.count { before[$0] == nil }
    report.deleted = before.keys.count { rows[$0] == nil }
    let kept = before.filter { rows[$0.key] != nil }
    report.updated = kept.count { rows[$0.key]?.filled != $0.value.filled }
    let same = kept.keys.filter { rows[$0]?.filled == before[$0]?.filled }
    report.unchanged = same.count { applied.contains($0) }
    report.stale = same.count { stale.contains($0) && !applied.contains($0) }
    let missing = stated.map { $0[1] }.filter { !owners.contains($0) }
    report.unresolvedReferences = missing.count
    report.unresolvedRows = .counting(missing.map { "Owner/\($0)" })
  }
}

extension [String: StoredValue] {
  /// The row as the table stores it, with null for missing values.
  var filled: [StoredValue] { FlatModel.columns.map { self[$0] ?? .null } }
}
