import SwiftSyncFoundation

/// Takes changes out of the queue and writes the body that pushes them.
struct PushRequestWriter {
  /// A body and what it pushes, in this order.
  struct Request: Sendable {
    let body: Data
    let changes: [PushedChange]
    /// Changes that the protocol cannot push, and why.
    let refused: [PushedChange: String]
    /// How many of the changes that were to be pushed the request is made of: the others find no room in it.
    let taken: Int
  }

  private let endpoint: PushEndpoint
  private let schema: SchemaPlan
  private let connection: Connection
  private let progress: PullProgress
  private let plans: [(plan: EntityPlan, key: String)]

  init(
    _ endpoint: PushEndpoint, _ schema: SchemaPlan, on connection: Connection,
    behind progress: PullProgress = PullProgress()
  ) throws(SyncError) {
    self.endpoint = endpoint
    self.progress = progress
    self.schema = schema
    self.connection = connection
    var plans: [(plan: EntityPlan, key: String)] = []
    for entity in endpoint.entities {
      guard let plan = schema.entity(entity.name) else {
        throw .unknownEntity(entity.name, known: schema.entityNames)
      }
      plans.append((plan, entity.key))
    }
    self.plans = plans
  }

  // MARK: - Handing out

  /// What is due, rows before those that refer to them; deletions the other way round.
  func due() throws(SyncError) -> [PushedChange] {
    let queue = ChangeQueue(on: connection)
    var upserts: [PushedChange] = []
    var deletions: [PushedChange] = []
    for plan in EntityOrder(plans.map(\.plan)).sorted {
      let sorted = try PushOrder(plan, on: connection).sorted(queue.due(of: plan))
        .map { PushedChange(entity: plan.index, change: $0) }
      upserts += sorted.filter { $0.change.operation != .delete }
      deletions = sorted.filter { $0.change.operation == .delete } + deletions
    }
    return upserts + deletions
  }

  /// The new rows that may have arrived already: their upload got no answer. They are handed out again.
  func repeatedInserts() throws(SyncError) -> [PushedChange] {
    let queue = ChangeQueue(on: connection)
    var handed: [PushedChange] = []
    for plan in EntityOrder(plans.map(\.plan)).sorted {
      for change in try queue.repeatedInserts(of: plan) {
        guard try hasRow(change, plan) else {
          try queue.drop(change)
          continue
        }
        try queue.handOut(change)
        handed.append(PushedChange(entity: plan.index, change: change))
      }
    }
    return handed
  }

  private func hasRow(_ change: QueuedChange, _ plan: EntityPlan) throws(SyncError) -> Bool {
    let query = try connection.statement(plan.sql.rowID)
    defer { query.reset() }
    query.bind(change.key)
    return try query.step()
  }

  /// Hands changes out as they are now, and writes the body that pushes them. Those that are gone are left out.
  func handOut(_ changes: some Sequence<PushedChange>) throws(SyncError) -> Request {
    let queue = ChangeQueue(on: connection)
    let rows = PushedRows(endpoint, schema, on: connection)
    var taken = 0
    for pushed in changes where taken == 0 || rows.byteCount < endpoint.byteLimit {
      taken += 1
      let plan = schema.entities[pushed.entity]
      guard let change = try queue.current(pushed.change, of: plan) else { continue }
      if try rows.write(PushedChange(entity: pushed.entity, change: change)) {
        try queue.handOut(change)
      } else {
        try queue.drop(change)
      }
    }
    return try request(rows, taken: taken)
  }

  // MARK: - Bodies

  /// The body that pushes changes which were handed out, but for rows that are gone since.
  func request(_ changes: [PushedChange]) throws(SyncError) -> Request {
    let rows = PushedRows(endpoint, schema, on: connection)
    for pushed in changes { _ = try rows.write(pushed) }
    return try request(rows, taken: changes.count)
  }

  private func request(_ rows: PushedRows, taken: Int) throws(SyncError) -> Request {
    Request(
      body: try body(of: rows), changes: rows.rows.map(\.change), refused: rows.refused,
      taken: taken)
  }

  private func body(of rows: PushedRows) throws(SyncError) -> Data {
    let output = ExportOutput()
    switch endpoint.wireProtocol {
    case .operations:
      output.append(literal: #"{"operations":["#)
      rows.append(rows.rows, to: output)
      output.append(literal: "]}")
    case .batch:
      let byEntity = Dictionary(grouping: rows.rows, by: \.change.entity)
      output.append(literal: "{")
      output.append(key: watermarkKey)
      try appendWatermark(to: output)
      for (plan, key) in plans {
        output.append(literal: ",")
        output.append(key: key)
        output.append(literal: "[")
        rows.append(byEntity[plan.index] ?? [], to: output)
        output.append(literal: "]")
      }
      output.append(literal: "}")
    }
    return output.data
  }

  // MARK: - The watermark

  private var watermarkKey: String {
    if let key = endpoint.watermarkKey { return key }
    let clock = plans.lazy.compactMap { plan, _ in
      plan.metadata.sync.clock.map { plan.metadata.attributes[$0] }
    }.first
    let path = clock?.remote.first?.split(separator: ".").last
    return path.map(String.init) ?? "updated_at"
  }

  /// Appends the oldest watermark of the entities, as they share one request.
  private func appendWatermark(to output: ExportOutput) throws(SyncError) {
    let watermarks = Watermarks(schema.metadata, on: connection)
    var oldest: (clock: StoredValue, plan: EntityPlan, column: Int)?
    for (plan, _) in plans {
      guard let column = plan.clockColumn else { continue }
      let watermark = try watermarks.clock(of: plan, from: endpoint.source)
      guard let clock = progress.position(of: plan, from: watermark) else {
        oldest = nil
        break
      }
      if oldest.map({ $0.clock.isNewer(than: clock) }) ?? true { oldest = (clock, plan, column) }
    }
    guard let oldest else { return output.append(literal: "null") }
    let clock = oldest.clock.earlier(
      by: endpoint.overlap, of: oldest.plan.fields[oldest.column].type,
      in: oldest.plan.metadata.columns[oldest.column].storage)
    try output.append(clock, column: oldest.column, of: oldest.plan)
  }
}
