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
