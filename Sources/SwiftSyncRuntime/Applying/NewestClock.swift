import SwiftSyncValues

/// The clocks of the rows at the top of payloads, as far as a watermark needs them.
///
/// `@unchecked`: the calls that it is given to write it, one after the other; whoever made them reads it when they are
/// done.
final class NewestClock: @unchecked Sendable {
  private(set) var value: StoredValue?
  /// The oldest one of rows that were not applied because of other rows, which may change that.
  private(set) var oldestWaiting: StoredValue?
  /// Which clocks of the response that is applied can be watermarks; `nil`: all.
  private(set) var plausible: PlausibleClocks?
  private var ignoredClocks = ImplausibleClocks()

  /// Begins with the rows of a response.
  func beginResponse(_ plausible: PlausibleClocks) {
    self.plausible = plausible
    ignoredClocks = ImplausibleClocks()
  }

  /// The clocks of the response that are not used as watermarks, for the log; `nil` if there are none.
  var ignored: SyncLog.Event? { ignoredClocks.event }

  func take(_ clock: StoredValue, of plan: EntityPlan) {
    guard clock != .null else { return }
    if let plausible, !plausible.includes(clock, of: plan) { return ignoredClocks.add(clock) }
    if value.map({ clock.isNewer(than: $0) }) ?? true { value = clock }
  }

  func hold(_ clock: StoredValue) {
    guard clock != .null else { return }
    if oldestWaiting.map({ $0.isNewer(than: clock) }) ?? true { oldestWaiting = clock }
  }

  /// What is known for sure: the newest clock, or if rows wait, all before the oldest one of them.
  func watermark(of plan: EntityPlan) -> StoredValue? {
    guard let value, let oldestWaiting else { return value }
    return value.held(before: oldestWaiting, of: plan)
  }
}

extension StoredValue {
  /// What a clock is as a watermark while a row waits: a step before that row's clock, if that is not newer.
  func held(before waiting: StoredValue, of plan: EntityPlan) -> StoredValue {
    guard let column = plan.clockColumn, !waiting.isNewer(than: self) else { return self }
    let type = plan.fields[column].type
    if case .date = type {
      // A microsecond, which is as exact as dates are.
      return waiting.earlier(by: 0.000_001, of: type, in: plan.metadata.columns[column].storage)
    }
    guard case .integer(let number) = waiting else { return waiting }
    return .integer(number &- 1)
  }
}

/// Which clocks of a response can be watermarks.
///
/// A server that has once sent a row of the year 9999 would otherwise never be asked for anything older again. Such a
/// row is applied, and the watermark stays below it.
struct PlausibleClocks: Sendable {
  /// How far a clock may be ahead of the response, in seconds: clocks of servers differ, and dates may lack a time zone.
  private static let tolerance = 86_400.0

  /// In microseconds since 1970.
  private let latest: Int64

  /// Clocks up to a day ahead of a time in seconds since 1970.
  init(now seconds: Double) {
    latest = Int64((seconds + Self.tolerance) * 1_000_000)
  }

  /// Whether a clock can be a watermark. A number that counts revisions always can.
  func includes(_ clock: StoredValue, of plan: EntityPlan) -> Bool {
    guard let column = plan.clockColumn, case .date = plan.fields[column].type else { return true }
    switch clock {
    case .integer(let microseconds): return microseconds <= latest
    case .text(var text):
      let microseconds = text.withUTF8 { DateText.microseconds(JSONSlice($0)) }
      return microseconds.map { $0 <= latest } ?? true
    default: return true
    }
  }
}

/// The clocks of a response that are not used as watermarks.
struct ImplausibleClocks: Sendable {
  private var count = 0
  private var example: StoredValue?

  mutating func add(_ clock: StoredValue) {
    count += 1
    if example == nil { example = clock }
  }

  /// What the log gets; `nil` if there are none.
  var event: SyncLog.Event? {
    example.map { .implausibleClocks(count, example: $0.text) }
  }
}
