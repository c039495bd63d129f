import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore

/// Determines which entities of an endpoint can share a request of the `batch` protocol.
///
/// A request has one watermark. If the oldest one were sent for all entities, an entity of which
/// the server has no row, or only old ones, would make every push fetch the others again. So only
/// entities with the same watermark share a request.
///
/// An entity without a clock has no watermark. It is part of every request that has one, so that a
/// watermark which another entity has got from a response is never newer than the state that this
/// entity was requested for. Only if there are no others, all of its rows are pulled.
struct PullGroups {
  /// The entities of one request, and its watermark as JSON.
  struct Group {
    let entities: Set<Int>
    let watermark: Data
  }

  private struct Cursor {
    let clock: StoredValue
    let text: Data
  }

  private static let null = Data("null".utf8)

  private let plans: [EntityPlan]
  /// The watermarks by the entity's position in the schema, for entities that have one.
  private var cursors: [Int: Cursor] = [:]

  init(
    _ endpoint: PushEndpoint, _ plans: [EntityPlan], _ progress: PullProgress,
    _ watermarks: Watermarks
  ) throws(SyncError) {
    self.plans = plans
    for plan in plans {
      guard let column = plan.clockColumn,
        let clock = progress.position(
          of: plan, from: try watermarks.clock(of: plan, from: endpoint.source))
      else { continue }
      let start = clock.earlier(
        by: endpoint.overlap / .seconds(1), of: plan.fields[column].type,
        in: plan.metadata.columns[column].storage)
      let output = ExportOutput()
      try output.append(start, column: column, of: plan)
      cursors[plan.index] = Cursor(clock: clock, text: output.data)
    }
  }

  /// The entities that are pulled together with another one.
  ///
  /// - Parameters:
  ///   - entity: The entity whose rows are pushed; `nil` if none are, so that the first of `wanted`
  ///     decides.
  ///   - wanted: The entities that must still be pulled.
  func group(with entity: Int?, wanted: Set<Int>) -> Group {
    let first = entity ?? plans.first { wanted.contains($0.index) && $0.clockColumn != nil }?.index
    let text = first.map(text) ?? oldest
    let shared = plans.filter { plan in
      guard plan.clockColumn != nil else { return hasPlace(plan, in: text) }
      return self.text(of: plan.index) == text && wanted.contains(plan.index)
    }
    return Group(
      entities: Set(shared.map(\.index)).union(entity.map { [$0] } ?? []), watermark: text)
  }

  /// Whether rows of an entity can be pushed by a request.
  func takes(_ entity: Int, in group: Group) -> Bool {
    guard let plan = plans.first(where: { $0.index == entity }) else { return false }
    return plan.clockColumn == nil
      ? hasPlace(plan, in: group.watermark) : text(of: entity) == group.watermark
  }

  /// A request for some entities with different watermarks, of which the oldest is used.
  func group(of entities: Set<Int>) -> Group {
    let clocked = plans.filter { entities.contains($0.index) && $0.clockColumn != nil }
    let hasAll = clocked.allSatisfy { cursors[$0.index] != nil }
    let text = hasAll ? oldest(of: clocked.isEmpty ? plans : clocked) : Self.null
    return Group(entities: entities, watermark: text)
  }

  private func hasPlace(_ plan: EntityPlan, in watermark: Data) -> Bool {
    watermark != Self.null || cursors.isEmpty
  }

  private func text(of entity: Int) -> Data {
    if let cursor = cursors[entity] { return cursor.text }
    let hasClock = plans.contains { $0.index == entity && $0.clockColumn != nil }
    return hasClock ? Self.null : oldest
  }

  private var oldest: Data { oldest(of: plans) }

  private func oldest(of plans: [EntityPlan]) -> Data {
    var oldest: Cursor?
    for cursor in plans.compactMap({ cursors[$0.index] }) {
      if oldest.map({ $0.clock.isNewer(than: cursor.clock) }) ?? true { oldest = cursor }
    }
    return oldest?.text ?? Self.null
  }
}

/// The progress of a push with the server's rows.
///
/// A row that cannot be applied because of another one, e.g. because it belongs to a project that
/// is not stored yet, would never be sent again once the watermark has passed it. The watermark
/// therefore waits for it, and each push receives it once more. Within one push the requests
/// continue, so that it does not block other rows.
struct PullProgress: Sendable {
  /// The newest clocks that this push has received, by the entity's position in the schema.
  private var reached: [Int: StoredValue] = [:]
  /// The oldest clocks of rows that wait for others.
  private var held: [Int: StoredValue] = [:]
  /// How often the watermarks of the entities had been reset when the push began.
  private var resets: [Int: Int64] = [:]

  init() {}

  init(of plans: [EntityPlan], _ watermarks: Watermarks) throws(SyncError) {
    for plan in plans { resets[plan.index] = try watermarks.resets(of: plan) }
  }

  /// Starts again with an entity if its watermarks were reset since the last call, because a row
  /// that was received is missing.
  ///
  /// - Returns: Whether it starts again.
  mutating func restart(
    _ plan: EntityPlan, isRefetched: Bool, _ watermarks: Watermarks, from source: String
  ) throws(SyncError) -> Bool {
    let count = try watermarks.resets(of: plan)
    let known = resets.updateValue(count, forKey: plan.index)
    guard let known, known != count else { return false }
    let watermark = try watermarks.clock(of: plan, from: source)
    guard isRefetched || watermark == nil else { return false }
    forget(plan)
    return true
  }

  /// Starts again with an entity.
  mutating func forget(_ plan: EntityPlan) {
    reached[plan.index] = nil
    held[plan.index] = nil
  }

  /// The start of the next request.
  ///
  /// - Parameter watermark: The start of the push.
  func position(of plan: EntityPlan, from watermark: StoredValue?) -> StoredValue? {
    guard let reached = reached[plan.index] else { return watermark }
    guard let watermark, watermark.isNewer(than: reached) else { return reached }
    return watermark
  }

  /// Records the clock of a row that waits for others.
  mutating func hold(_ clock: StoredValue, of plan: EntityPlan) {
    guard clock != .null else { return }
    if let known = held[plan.index], !known.isNewer(than: clock) { return }
    held[plan.index] = clock
  }

  /// Records the newest clock of a response.
  ///
  /// - Returns: Whether it is newer than the previous one.
  mutating func reach(
    _ clock: StoredValue, of plan: EntityPlan, from watermark: StoredValue?
  ) -> Bool {
    let before = position(of: plan, from: watermark)
    if let before, !clock.isNewer(than: before) { return false }
    reached[plan.index] = clock
    return true
  }

  /// The watermark for a clock: before all rows that wait.
  func watermark(_ clock: StoredValue, of plan: EntityPlan) -> StoredValue {
    held[plan.index].map { clock.held(before: $0, of: plan) } ?? clock
  }
}
