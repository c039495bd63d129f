import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The clocks of top-level rows of payloads, as far as a watermark needs them.
///
/// `@unchecked`: calls write it one after another, and it is read when they have ended.
package final class NewestClock: @unchecked Sendable {
  /// The number of rejected rows of an endpoint that the database remembers.
  package static let rejectionLimit = 1_000

  private(set) var value: StoredValue?
  /// The oldest clock of rows that were not applied because of other rows, which may change later.
  private(set) var oldestWaiting: StoredValue?
  /// The rows that were rejected because of their own values, which do not hold back the watermark.
  ///
  /// Rows beyond the number that the database remembers hold it back instead.
  private var rejectedRows: [RowKey: RejectedTopRow] = [:]
  private var rejectedKeys: [RowKey] = []
  /// The plausible watermarks among the clocks of the applied response; `nil` if all are.
  package private(set) var plausible: PlausibleClocks?
  private var ignoredClocks = ImplausibleClocks()

  package init() {}

  /// Begins with the rows of a response.
  package func beginResponse(_ plausible: PlausibleClocks) {
    self.plausible = plausible
    ignoredClocks = ImplausibleClocks()
  }

  /// The clocks of the response that are not used as watermarks, for the log; `nil` if there are
  /// none.
  package var ignored: SyncLog.Event? { ignoredClocks.event }

  func take(_ clock: StoredValue, of plan: EntityPlan) {
    guard clock != .null else { return }
    if let plausible, !plausible.includes(clock, of: plan) { return ignoredClocks.add(clock) }
    if value.map({ clock.isNewer(than: $0) }) ?? true { value = clock }
  }

  /// The rows that were rejected and not accepted since, in the order of their first rejection.
  package var rejected: [RejectedTopRow] {
    var seen: Set<RowKey> = []
    return rejectedKeys.compactMap { seen.insert($0).inserted ? rejectedRows[$0] : nil }
  }

  func reject(_ row: RejectedTopRow) {
    if rejectedRows.updateValue(row, forKey: row.key) != nil { return }
    guard rejectedRows.count <= Self.rejectionLimit else {
      rejectedRows[row.key] = nil
      return hold(row.clock)
    }
    rejectedKeys.append(row.key)
    if rejectedKeys.count > 2 * Self.rejectionLimit {
      rejectedKeys.removeAll { rejectedRows[$0] == nil }
    }
  }

  /// Records that a row is stored or deleted, regardless of earlier rejections.
  func accept(_ key: RowKey) {
    if !rejectedRows.isEmpty { rejectedRows[key] = nil }
  }

  package func hold(_ clock: StoredValue) {
    guard clock != .null else { return }
    if oldestWaiting.map({ $0.isNewer(than: clock) }) ?? true { oldestWaiting = clock }
  }

  /// The clock up to which everything is known: the newest clock or, if rows wait, a clock before
  /// the oldest of them.
  package func watermark(of plan: EntityPlan) -> StoredValue? {
    guard let value, let oldestWaiting else { return value }
    return value.held(before: oldestWaiting, of: plan)
  }
}

extension StoredValue {
  /// The watermark for a clock while a row waits: one step before that row's clock, unless that is
  /// newer.
  package func held(before waiting: StoredValue, of plan: EntityPlan) -> StoredValue {
    guard let column = plan.clockColumn, !waiting.isNewer(than: self) else { return self }
    let type = plan.fields[column].type
    if case .date = type {
      // A microsecond, which is as exact as dates are; a column of whole seconds makes a second of it.
      return waiting.earlier(by: 0.000_001, of: type, in: plan.metadata.columns[column].storage)
    }
    guard case .integer(let number) = waiting else { return waiting }
    return .integer(number &- 1)
  }
}

/// Decides which clocks of a response can be watermarks.
///
/// Otherwise, a server that has once sent a row of the year 9999 would never be asked for anything
/// older again. Such a row is applied, but the watermark remains below its clock.
package struct PlausibleClocks: Sendable {
  /// The maximum number of seconds that a clock may be ahead of the response: the clocks of servers
  /// differ, and dates may lack a time zone.
  private static let tolerance = 86_400.0

  /// The latest plausible clock, in microseconds since 1970.
  private let latest: Int64

  /// Accepts clocks up to a day after a time in seconds since 1970.
  package init(now seconds: Double) {
    latest = Int64((seconds + Self.tolerance) * 1_000_000)
  }

  /// Whether a clock can be a watermark. A number that counts revisions always can.
  package func includes(_ clock: StoredValue, of plan: EntityPlan) -> Bool {
    guard let column = plan.clockColumn, case .date = plan.fields[column].type else { return true }
    let form = DateForm.Storage(in: plan.metadata.columns[column].storage)
    return clock.withBound(form.microseconds).map { $0 <= latest } ?? true
  }
}

/// The clocks of a response that are not used as watermarks.
package struct ImplausibleClocks: Sendable {
  private var count = 0
  private var example: StoredValue?

  package init() {}

  package mutating func add(_ clock: StoredValue) {
    count += 1
    if example == nil { example = clock }
  }

  package mutating func add(_ others: ImplausibleClocks) {
    count += others.count
    example = example ?? others.example
  }

  /// The event for the log; `nil` if there are none.
  package var event: SyncLog.Event? {
    example.map { .implausibleClocks(count, example: $0.text) }
  }
}
