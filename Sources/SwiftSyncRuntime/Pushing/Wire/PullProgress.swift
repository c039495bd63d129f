/// How far a push has come with the server's rows.
///
/// A row that cannot be applied because of another one, say because it belongs to a project that is not here yet, would
/// never come again once the watermark has passed it. So the watermark waits for it, and each push has it once more;
/// within one push the requests go on, so that it keeps no other row away.
struct PullProgress: Sendable {
  /// The newest clocks that this push has seen, by the entity's position in the schema.
  private var reached: [Int: StoredValue] = [:]
  /// The oldest clocks of rows that wait for others.
  private var held: [Int: StoredValue] = [:]

  /// Where the next request begins.
  ///
  /// - Parameter watermark: Where a push begins.
  func position(of plan: EntityPlan, from watermark: StoredValue?) -> StoredValue? {
    guard let reached = reached[plan.index] else { return watermark }
    guard let watermark, watermark.isNewer(than: reached) else { return reached }
    return watermark
  }

  /// Notes rows that wait for others.
  mutating func hold(_ rows: [PushResponse.Row], of plan: EntityPlan) {
    for row in rows where row.clock != .null {
      if let known = held[plan.index], !known.isNewer(than: row.clock) { continue }
      held[plan.index] = row.clock
    }
  }

  /// Notes the newest clock of a response.
  ///
  /// - Returns: Whether it is newer than the one before.
  mutating func reach(
    _ clock: StoredValue, of plan: EntityPlan, from watermark: StoredValue?
  ) -> Bool {
    let before = position(of: plan, from: watermark)
    if let before, !clock.isNewer(than: before) { return false }
    reached[plan.index] = clock
    return true
  }

  /// What a clock is as a watermark: before all rows that wait.
  func watermark(_ clock: StoredValue, of plan: EntityPlan) -> StoredValue {
    held[plan.index].map { clock.held(before: $0, of: plan) } ?? clock
  }
}
