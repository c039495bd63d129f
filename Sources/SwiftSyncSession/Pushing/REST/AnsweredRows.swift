import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore

/// A row that a response contains.
struct AnsweredRow {
  let pushed: PushedChange
  let row: RowAnswer?
  /// The queue entry that now only keeps the clock.
  let touch: LocalChange?
  let tag: String?
  /// Whether the request was a change rather than a fetch.
  let isOwn: Bool
}

/// The rows of several responses, which are applied together.
struct AnsweredRows {
  private var rows: [AnsweredRow] = []

  mutating func add(_ row: AnsweredRow) {
    rows.append(row)
  }

  /// - Returns: Events to log.
  func apply(
    with settlement: RowSettlement, _ summary: inout PushSummary
  ) throws(SyncError) -> [SyncLog.Event] {
    var events: [SyncLog.Event] = []
    guard !rows.isEmpty else { return events }
    let byEntity = Dictionary(grouping: rows, by: \.pushed.entity)
    let plans = byEntity.keys.compactlySorted().map { settlement.schema.entities[$0] }
    for plan in EntityOrder(plans).sorted {
      let rows = byEntity[plan.index] ?? []
      // The response to a change does not conflict with writes made after the change.
      let own = rows.filter(\.isOwn)
      let check = KeptCheck(own.map(\.pushed), of: plan, on: settlement.connection)
      try apply(own, plan, .merge, settlement, check, &summary)
      let findings = try check.findings()
      summary.add(findings.problems)
      try settlement.keep(findings.problems)
      events += findings.events
      try apply(
        rows.filter { !$0.isOwn }, plan, settlement.endpoint.conflict, settlement, nil, &summary)
      guard plan.metadata.sync.hasETags else { continue }
      let tags = EntityTags(on: settlement.connection)
      for row in rows {
        let isGone = row.isOwn && row.pushed.change.operation == .delete
        try tags.set(isGone ? nil : row.tag, of: row.pushed.change.key, plan)
      }
    }
    return events
  }

  private func apply(
    _ rows: [AnsweredRow], _ plan: EntityPlan, _ conflict: ApplyOptions.Conflict,
    _ settlement: RowSettlement, _ check: KeptCheck?, _ summary: inout PushSummary
  ) throws(SyncError) {
    let answered = rows.filter { $0.row != nil }
    guard !answered.isEmpty else { return }
    var touches: [RowKey: LocalChange] = [:]
    for row in answered { touches[row.pushed.change.key] = row.touch }
    let report = try settlement.transaction.apply(
      DataStream(Self.list(answered.compactMap(\.row))), of: plan, conflict, expecting: touches,
      comparing: check, &summary)
    guard report.rejectedCount == 0 else { return }
    let changes = answered.map(\.pushed.change)
    if conflict == .merge, answered[0].isOwn { try settlement.queue.dropTouches(changes) }
    for row in answered where !row.isOwn {
      guard let clock = row.row?.clock, clock != .null else { continue }
      try settlement.queue.setClock(clock, of: row.pushed.change)
    }
  }

  private static func list(_ rows: [RowAnswer]) -> Data {
    var list = Data(capacity: rows.reduce(2) { $0 + $1.text.count + 1 })
    list.append(UInt8(ascii: "["))
    for (index, row) in rows.enumerated() {
      if index > 0 { list.append(UInt8(ascii: ",")) }
      list.append(row.text)
    }
    list.append(UInt8(ascii: "]"))
    return list
  }
}
