import Foundation

/// Takes changes out of the queue and writes the body that pushes them.
struct PushRequestWriter {
  /// A body and what it pushes, in this order.
  struct Request: Sendable {
    let body: Data
    let changes: [PushedChange]
    /// Changes that the protocol cannot push, and why.
    let refused: [PushedChange: String]
  }

  private let endpoint: PushEndpoint
  private let schema: SchemaPlan
  private let connection: Connection
  private let progress: PullProgress
  private let plans: [(plan: EntityPlan, key: String)]
  private let output = ExportOutput()

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

  /// Hands changes out as they are now; those that are gone are left out.
  func handOut(_ changes: some Sequence<PushedChange>) throws(SyncError) -> [PushedChange] {
    let queue = ChangeQueue(on: connection)
    var handed: [PushedChange] = []
    for pushed in changes {
      let plan = schema.entities[pushed.entity]
      guard let change = try queue.current(pushed.change, of: plan) else { continue }
      guard try hasRow(change, plan) else {
        try queue.drop(change)
        continue
      }
      try queue.handOut(change)
      handed.append(PushedChange(entity: pushed.entity, change: change))
    }
    return handed
  }

  /// Whether there is a row to be sent; a deletion needs none.
  private func hasRow(_ change: QueuedChange, _ plan: EntityPlan) throws(SyncError) -> Bool {
    if change.operation == .delete { return true }
    let query = try connection.statement(plan.sql.rowID)
    defer { query.reset() }
    query.bind(change.key)
    return try query.step()
  }

  // MARK: - Bodies

  /// The body that pushes changes which were handed out, but for rows that are gone since.
  func request(_ changes: [PushedChange]) throws(SyncError) -> Request {
    var present: [PushedChange] = []
    for pushed in changes where try hasRow(pushed.change, schema.entities[pushed.entity]) {
      present.append(pushed)
    }
    return try write(present)
  }

  private func write(_ changes: [PushedChange]) throws(SyncError) -> Request {
    switch endpoint.wireProtocol {
    case .batch: try batch(changes)
    case .operations: try operations(changes)
    }
  }

  private func batch(_ changes: [PushedChange]) throws(SyncError) -> Request {
    let byEntity = Dictionary(grouping: changes, by: \.entity)
    var pushed: [PushedChange] = []
    var refused: [PushedChange: String] = [:]
    output.append(literal: "{")
    append(key: watermarkKey)
    try appendWatermark()
    for (plan, key) in plans {
      output.append(literal: ",")
      append(key: key)
      output.append(literal: "[")
      let rows = PushedRowWriter(schema, plan, on: connection, to: output)
      var separator: StaticString = ""
      for change in byEntity[plan.index] ?? [] {
        if change.change.operation == .delete, plan.tombstoneColumn == nil {
          refused[change] = "'\(plan.metadata.name)' has no tombstone to push a deletion with"
          continue
        }
        output.append(literal: separator)
        separator = ","
        try append(change.change, rows)
        pushed.append(change)
      }
      output.append(literal: "]")
    }
    output.append(literal: "}")
    return Request(body: output.data, changes: pushed, refused: refused)
  }

  private func append(_ change: QueuedChange, _ rows: PushedRowWriter) throws(SyncError) {
    switch change.operation {
    case .insert: try rows.writeWhole(change)
    case .update where endpoint.rows == .whole: try rows.writeWhole(change)
    case .update: try rows.writeChanged(change)
    case .delete: try rows.writeDeleted(change)
    }
  }

  private func operations(_ changes: [PushedChange]) throws(SyncError) -> Request {
    var writers: [Int: PushedRowWriter] = [:]
    var isFirst = true
    output.append(literal: #"{"operations":["#)
    for pushed in changes {
      let plan = schema.entities[pushed.entity]
      let rows = writers[pushed.entity] ?? PushedRowWriter(schema, plan, on: connection, to: output)
      writers[pushed.entity] = rows
      if !isFirst { output.append(literal: ",") }
      isFirst = false
      try append(pushed.change, of: plan, rows)
    }
    output.append(literal: "]}")
    return Request(body: output.data, changes: changes, refused: [:])
  }

  private func append(
    _ change: QueuedChange, of plan: EntityPlan, _ rows: PushedRowWriter
  ) throws(SyncError) {
    let isDeletion = change.operation == .delete
    output.append(literal: isDeletion ? #"{"operation":"delete""# : #"{"operation":"upsert""#)
    output.append(literal: #","type":"#)
    append(text: plan.metadata.name)
    output.append(literal: #","id":"#)
    try appendIdentity(of: change, plan)
    if let clock = plan.clockColumn {
      output.append(literal: #","updatedAt":"#)
      try append(base(of: change, plan), column: clock, of: plan)
    }
    output.append(literal: #","data":"#)
    switch change.operation {
    case .insert: try rows.writeWhole(change)
    case .update: try rows.writeChanged(change)
    case .delete: try rows.writeDeleted(change)
    }
    output.append(literal: "}")
  }

  /// The clock of the server's row that a change was made from, so that clocks of devices decide nothing; without one
  /// that of the stored row.
  ///
  /// A new row that may have arrived has none: it was made from no row of the server, so if there is one by now, that is
  /// newer whatever the device's clock says, and has what others have done to it.
  private func base(of change: QueuedChange, _ plan: EntityPlan) throws(SyncError) -> StoredValue {
    if change.operation == .insert, change.isRepeated { return .null }
    guard change.clock == .null, let clock = plan.clockColumn else { return change.clock }
    let query = try connection.statement(plan.sql.lookup)
    defer { query.reset() }
    query.reset()
    query.bind(change.key)
    return try query.step() ? query.value(Int32(clock + 1)).stored : .null
  }

  // MARK: - Values

  private var watermarkKey: String {
    if let key = endpoint.watermarkKey { return key }
    let clock = plans.lazy.compactMap { plan, _ in
      plan.metadata.sync.clock.map { plan.metadata.attributes[$0] }
    }.first
    let path = clock?.remote.first?.split(separator: ".").last
    return path.map(String.init) ?? "updated_at"
  }

  /// Appends the oldest watermark of the entities, as they share one request.
  private func appendWatermark() throws(SyncError) {
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
    try append(clock, column: oldest.column, of: oldest.plan)
  }

  private func appendIdentity(of change: QueuedChange, _ plan: EntityPlan) throws(SyncError) {
    guard plan.identity.count == 1 else {
      return append(text: change.key.map(\.text).joined(separator: "/"))
    }
    try append(change.key[0], column: plan.identity[0], of: plan)
  }

  private func append(
    _ value: StoredValue, column: Int, of plan: EntityPlan
  ) throws(SyncError) {
    var text: [UInt8] = []
    let type = plan.fields[column].type
    guard value.withBound({ JSONText.append($0, of: type, form: .export(dates: nil), to: &text) })
    else {
      throw .invalidStoredValue(
        entity: plan.metadata.name, column: plan.metadata.columns[column].name,
        expected: plan.fields[column].expectation, found: value.text)
    }
    output.append(text)
  }

  private func append(key: String) {
    append(text: key)
    output.append(literal: ":")
  }

  private func append(text: String) {
    var bytes: [UInt8] = []
    JSONText.append(string: text, to: &bytes)
    output.append(bytes)
  }
}
