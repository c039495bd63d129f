import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Leases changes from the queue and writes the body that pushes them.
final class PushRequestWriter {
  /// A body and the changes that it pushes, in order.
  struct Request: Sendable {
    let body: Data
    let changes: [PushedChange]
    /// The entities whose lists the body contains, by their positions in the schema, for the
    /// protocol `batch`.
    let entities: Set<Int>
    /// Changes that the protocol cannot push, with the reasons.
    let refused: [PushedChange: ProblemReason]
    /// The number of changes that the request contains. The others exceed its size limit.
    let taken: Int
  }

  private let endpoint: PushEndpoint
  private let schema: SchemaPlan
  private let connection: Connection
  private let groups: PullGroups
  private let plans: [(plan: EntityPlan, key: String)]

  init(
    _ endpoint: PushEndpoint, _ schema: SchemaPlan, on connection: Connection,
    after progress: PullProgress = PullProgress()
  ) throws(SyncError) {
    self.endpoint = endpoint
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
    groups = try PullGroups(
      endpoint, endpoint.wireProtocol == .batch ? plans.map(\.plan) : [], progress,
      Watermarks(schema.metadata, on: connection))
  }

  // MARK: - Handing out

  /// The due changes, with rows before those that refer to them; deletions in reverse order.
  func due() throws(SyncError) -> [PushedChange] {
    let queue = ChangeQueue(on: connection)
    let order = EntityOrder(plans.map(\.plan))
    var upserts: [PushedChange] = []
    var deletions: [PushedChange] = []
    var hasCircle = false
    for plan in order.sorted {
      let sorted = try PushOrder(plan, on: connection).sorted(queue.due(of: plan), &hasCircle)
        .map { PushedChange(entity: plan.index, change: $0) }
      upserts += sorted.filter { $0.change.operation != .delete }
      deletions = sorted.filter { $0.change.operation == .delete } + deletions
    }
    let changed = Set(upserts.map(\.entity))
    if hasCircle || order.hasCircle(of: changed) { upserts = try withoutCircles(upserts) }
    return upserts + deletions
  }

  /// New and changed rows, each after the new rows that it refers to, even if their entities refer
  /// to each other. If new rows form a cycle, one of them is created without a reference, which is
  /// sent in a later update.
  private func withoutCircles(_ upserts: [PushedChange]) throws(SyncError) -> [PushedChange] {
    let found = try NewRows(schema, upserts, on: connection).dependencies(of: upserts) { pushed in
      RowMembers(
        pushed.change, in: schema.entities[pushed.entity],
        isWhole: pushed.change.operation == .insert || endpoint.rows == .whole)
    }
    // A row that refers to a rejected one is sent nevertheless: the server may accept it.
    var schedule = RowSchedule(upserts, found.dependencies, blocked: [], deletions: [])
    var sorted: [PushedChange] = []
    while true {
      let ready = schedule.next(upserts.count).sorted()
      if ready.isEmpty { break }
      for item in ready {
        var pushed = upserts[item]
        pushed.postponed = schedule.postponedFields(of: item)
        sorted.append(pushed)
        schedule.finish(item)
      }
    }
    // Rows in a cycle of required references, which no server can accept one after another.
    let known = Set(sorted.map(\.key))
    return sorted + upserts.filter { !known.contains($0.key) }
  }

  /// The new rows whose push got no response, so that they may have arrived. They are leased again.
  func repeatedInserts() throws(SyncError) -> [PushedChange] {
    let queue = ChangeQueue(on: connection)
    var handed: [PushedChange] = []
    for plan in EntityOrder(plans.map(\.plan)).sorted {
      for change in try queue.repeatedInserts(of: plan) {
        guard try hasRow(change, plan) else {
          try queue.drop(change)
          continue
        }
        try queue.lease(change)
        handed.append(PushedChange(entity: plan.index, change: change))
      }
    }
    return handed
  }

  private func hasRow(_ change: QueuedChange, _ plan: EntityPlan) throws(SyncError) -> Bool {
    let query = try connection.statement(plan.sql.rowID(identity: plan.identity))
    defer { query.reset() }
    query.bind(change.key)
    return try query.step()
  }

  /// Leases changes in their current state and writes the body that pushes them. Changes that are
  /// gone are left out.
  ///
  /// - Parameter wanted: The entities that must still be pulled.
  func lease(
    _ changes: ArraySlice<PushedChange>, pulling wanted: Set<Int> = []
  ) throws(SyncError) -> Request {
    let queue = ChangeQueue(on: connection)
    let rows = PushedRows(endpoint, schema, on: connection)
    let group = groups.group(with: changes.first?.entity, wanted: wanted)
    var taken = 0
    for pushed in changes {
      let isFull = taken > 0 && rows.byteCount >= endpoint.byteLimit
      guard !isFull, isBatch ? groups.takes(pushed.entity, in: group) : true else { break }
      taken += 1
      let plan = schema.entities[pushed.entity]
      guard let change = try queue.current(pushed.change, of: plan) else { continue }
      let postponed = change.operation == .insert ? pushed.postponed : []
      if try rows.write(
        PushedChange(entity: pushed.entity, change: change, postponed: postponed))
      {
        try queue.lease(change)
        if !postponed.isEmpty { try queue.keepForLater(change, postponed) }
      } else {
        try queue.drop(change)
      }
    }
    return try request(rows, group, taken: taken)
  }

  private var isBatch: Bool { endpoint.wireProtocol == .batch }

  // MARK: - Bodies

  /// The body that pushes leased changes, except for rows that have since been deleted.
  func request(_ changes: [PushedChange]) throws(SyncError) -> Request {
    let rows = PushedRows(endpoint, schema, on: connection)
    for pushed in changes { _ = try rows.write(pushed) }
    return try request(rows, groups.group(of: Set(changes.map(\.entity))), taken: changes.count)
  }

  /// The body that asks what happened to new rows of an entity, without sending them.
  func question(about changes: [PushedChange], of entity: Int) throws(SyncError) -> Request {
    let rows = PushedRows(endpoint, schema, on: connection)
    return Request(
      body: body(of: rows, groups.group(of: [entity])), changes: changes, entities: [entity],
      refused: [:], taken: changes.count)
  }

  /// The requests that find out whether the server has newer rows of an entity than a clock.
  ///
  /// - Returns: `nil` if the usual request asks for exactly these rows.
  func stallCheck(of entity: Int, after clock: StoredValue?) throws(SyncError) -> StallCheck
    .Requests?
  {
    let plan = schema.entities[entity]
    guard let clock, let column = plan.clockColumn,
      case .date = plan.fields[column].type, endpoint.overlap > .zero
    else { return nil }
    let output = ExportOutput()
    try output.append(
      clock.later(byMicroseconds: StallCheck.step, in: plan.metadata.columns[column].storage),
      column: column, of: plan)
    let group = PullGroups.Group(entities: [entity], watermark: output.data)
    let rows = PushedRows(endpoint, schema, on: connection)
    return StallCheck.Requests(
      request: Request(
        body: body(of: rows, group), changes: [], entities: [entity], refused: [:], taken: 0),
      usual: try question(about: [], of: entity), clock: clock,
      list: plans.first { $0.plan.index == entity }?.key ?? plan.metadata.name)
  }

  private func request(
    _ rows: PushedRows, _ group: PullGroups.Group, taken: Int
  ) throws(SyncError) -> Request {
    let entities = group.entities.union(rows.rows.map(\.change.entity))
    let group = PullGroups.Group(entities: entities, watermark: group.watermark)
    return Request(
      body: body(of: rows, group), changes: rows.rows.map(\.change), entities: entities,
      refused: rows.refused, taken: taken)
  }

  private func body(of rows: PushedRows, _ group: PullGroups.Group) -> Data {
    let output = ExportOutput()
    switch endpoint.wireProtocol {
    case .operations:
      output.append(literal: #"{"operations":["#)
      rows.append(rows.rows, to: output)
      output.append(literal: "]}")
    case .batch, .rest:
      let byEntity = Dictionary(grouping: rows.rows, by: \.change.entity)
      output.append(literal: "{")
      output.append(key: watermarkKey)
      output.append(Array(group.watermark))
      for (plan, key) in plans where group.entities.contains(plan.index) {
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
    let keys = (clock?.remote.first.flatMap(ValuePath.steps) ?? []).compactMap { step -> String? in
      if case .key(let key) = step { key } else { nil }
    }
    return keys.last ?? "updated_at"
  }
}
