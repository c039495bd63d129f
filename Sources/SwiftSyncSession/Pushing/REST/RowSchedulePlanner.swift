@_spi(Generated) import SwiftSyncStore

/// Determines which pending changes can be sent as single requests, and their order.
final class RowSchedulePlanner {
  /// The work of one pass of a push.
  struct Pass: Sendable {
    var schedule = RowSchedule()
    /// Creations that only the app can settle.
    var uncertain: [PushedChange] = []
    /// Changes without an endpoint, by entity and operation.
    var notPushable: [NotPushable: [QueuedChange]] = [:]
    /// Earlier requests that are not settled, by sequence number in the queue.
    var sent: [Int64: SentRequest] = [:]
  }

  /// An operation for which an entity has no endpoint.
  struct NotPushable: Hashable, Sendable {
    let entity: String
    let operation: PendingChange.Operation

    var reason: ProblemReason {
      ProblemReason("the upload has no endpoint for the \(operation.rawValue)")
    }
  }

  private let endpoint: PushEndpoint
  private let schema: SchemaPlan
  private let connection: Connection
  private let routes: [(plan: EntityPlan, endpoints: RowEndpoints)]

  init(_ endpoint: PushEndpoint, _ schema: SchemaPlan, on connection: Connection) throws(SyncError)
  {
    self.endpoint = endpoint
    self.schema = schema
    self.connection = connection
    var routes: [(plan: EntityPlan, endpoints: RowEndpoints)] = []
    for endpoints in endpoint.routes {
      guard let plan = schema.entity(endpoints.entity) else {
        throw .unknownEntity(endpoints.entity, known: schema.entityNames)
      }
      routes.append((plan, endpoints))
    }
    self.routes = routes
  }

  /// - Parameter isWanted: Whether a change may be sent in this pass.
  func pass(_ isWanted: (QueuedChange) -> Bool) throws(SyncError) -> Pass {
    let queue = ChangeQueue(on: connection)
    var pass = Pass()
    pass.sent = try SentRequests(on: connection).all()
    var upserts: [PushedChange] = []
    var deletions: [[PushedChange]] = []
    let order = EntityOrder(routes.map(\.plan)).sorted
    for plan in order {
      var deleted: [PushedChange] = []
      for change in try queue.due(of: plan) where isWanted(change) {
        let pushed = PushedChange(entity: plan.index, change: change)
        guard isPushable(pushed, &pass) else { continue }
        if change.operation == .delete { deleted.append(pushed) } else { upserts.append(pushed) }
      }
      if !deleted.isEmpty { deletions.insert(deleted, at: 0) }
    }
    let created = try NewRows(schema, upserts, on: connection)
    let found = try created.dependencies(of: upserts) { change in members(of: change) }
    pass.schedule = RowSchedule(
      upserts, found.dependencies, blocked: found.blocked, deletions: deletions)
    return pass
  }

  private func isPushable(_ pushed: PushedChange, _ pass: inout Pass) -> Bool {
    let plan = schema.entities[pushed.entity]
    let routes = endpoint.routes(of: plan)
    let fate = endpoint.fate(of: pushed.change, in: plan, pass.sent[pushed.change.sequence])
    if fate == .drop { return true }
    guard routes?.endpoint(for: pushed.change.operation) != nil else {
      let missing = NotPushable(entity: plan.metadata.name, operation: pushed.change.operation)
      pass.notPushable[missing, default: []].append(pushed.change)
      return false
    }
    guard fate == .uncertain else { return true }
    pass.uncertain.append(pushed)
    return false
  }

  /// The members of a row that its request contains; `nil` for all exported members.
  private func members(of pushed: PushedChange) -> RowMembers {
    let plan = schema.entities[pushed.entity]
    let route = endpoint.routes(of: plan)?.endpoint(for: pushed.change.operation)
    return RowMembers(
      pushed.change, in: plan, isWhole: pushed.change.operation == .insert || route?.body == .whole,
      placeholders: route?.placeholders ?? [])
  }
}

/// The members of a row that a request contains.
struct RowMembers: Hashable, Sendable {
  /// The names of the members in the body.
  let written: Set<String>
  /// The names of the members in the path.
  let placed: Set<String>

  init(
    _ change: QueuedChange, in plan: EntityPlan, isWhole: Bool, placeholders: [String] = []
  ) {
    placed = Set(placeholders)
    guard isWhole else {
      written = change.fields.names
      return
    }
    let references = plan.references.map { plan.metadata.relations[$0.relation].name }
    written = change.fields.names.union(references).union(plan.metadata.attributes.map(\.name))
  }

  /// Whether the request refers to the row of a relationship. A path does so even if the body never
  /// has the relationship.
  func refer(by relation: RelationPlan, of plan: EntityPlan) -> Bool {
    let names = plan.partNames(of: relation.index) ?? [relation.metadata.name]
    if names.contains(where: placed.contains) { return true }
    return relation.metadata.direction.isPushed && names.contains(where: written.contains)
  }
}
