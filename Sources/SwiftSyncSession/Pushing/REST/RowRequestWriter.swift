import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues
@_spi(Generated) import SwiftSyncREST

/// A request that creates, updates, deletes or fetches one row.
struct RowRequest: Sendable {
  enum Purpose: Sendable {
    /// It sends a change.
    case change
    /// It checks whether a creation without a response has arrived.
    case question
    /// It fetches a row that the server has changed.
    case refresh
  }

  /// The position in the schedule.
  let item: Int
  /// The change as it was selected.
  let pushed: PushedChange
  let purpose: Purpose
  let message: EndpointRequest
  let endpoint: RowEndpoint
  /// Whether it creates a row.
  var isCreation: Bool { purpose == .change && creates }
  let creates: Bool
  /// Whether the server recognizes a repeated request by a key.
  var hasKey = false
}

/// Selects pending changes and writes the requests that push them.
final class RowRequestWriter {
  /// The result for a change that was selected.
  enum Result: Sendable {
    case request(RowRequest)
    /// Nothing is left to send.
    case dropped
    /// The row was written since the pass was planned, in a way that changes the order.
    case changed
    /// The change cannot be sent, for the given reason.
    case refused(PushedChange, String)
  }

  private let endpoint: PushEndpoint
  private let schema: SchemaPlan
  private let connection: Connection
  private let queue: ChangeQueue
  private let bodies: RowBodyWriter
  private let sent: SentRequests

  init(_ endpoint: PushEndpoint, _ schema: SchemaPlan, on connection: Connection) {
    self.endpoint = endpoint
    self.schema = schema
    self.connection = connection
    queue = ChangeQueue(on: connection)
    bodies = RowBodyWriter(schema, on: connection)
    sent = SentRequests(on: connection)
  }

  /// Writes the request for a change and marks the change as sent.
  ///
  /// - Parameters:
  ///   - postponed: Relationships of a new row that are sent in a later update.
  func request(
    _ item: Int, _ pushed: PushedChange, postponing postponed: Set<String>
  ) throws(SyncError) -> Result {
    let plan = schema.entities[pushed.entity]
    guard let routes = endpoint.routes(of: plan),
      let change = try queue.current(named(pushed.change, plan), of: plan)
    else { return .dropped }
    let current = PushedChange(entity: plan.index, change: change)
    if Self.hasMoved(change, since: pushed.change, in: plan) { return .changed }
    let earlier = try sent.request(of: change.sequence)
    switch endpoint.fate(of: change, in: plan, earlier) {
    case .uncertain:
      return .dropped
    case .drop:
      try queue.drop(change)
      return .dropped
    case .sendAgain:
      guard let earlier else { return .dropped }
      return repetition(item, current, earlier, routes)
    case .ask:
      return try fetch(item, current, earlier, routes, .question)
    case .send:
      guard let route = routes.endpoint(for: change.operation) else { return .dropped }
      return try sending(item, current, route, plan, postponed)
    }
  }

  /// Whether a row was deleted, or refers to others, since the pass was planned: those may have to
  /// be sent first.
  private static func hasMoved(
    _ change: QueuedChange, since planned: QueuedChange, in plan: EntityPlan
  ) -> Bool {
    guard change.revision != planned.revision else { return false }
    if change.operation != planned.operation { return true }
    let references = plan.references.map { plan.metadata.relations[$0.relation].name }
    return change.operation == .insert
      ? !references.isEmpty : !change.fields.names.isDisjoint(with: references)
  }

  /// The change with its current identity, which may contain one that has since been replaced.
  private func named(_ change: QueuedChange, _ plan: EntityPlan) throws(SyncError) -> QueuedChange {
    guard plan.mayBeRenamed, plan.isTemporary(change.key) else { return change }
    let ids = TemporaryIDs(on: connection)
    guard let new = try ids.replacement(of: change.key, in: plan.metadata) else { return change }
    return change.renamed(new)
  }

  // MARK: - Changes

  private func sending(
    _ item: Int, _ pushed: PushedChange, _ route: RowEndpoint, _ plan: EntityPlan,
    _ postponed: Set<String>
  ) throws(SyncError) -> Result {
    let change = pushed.change
    guard let message = try message(for: change, route, plan, postponed) else {
      try queue.drop(change)
      return .dropped
    }
    if let missing = message.missing {
      return .refused(pushed, "the path '\(route.request.path)' needs a value for '\(missing)'")
    }
    var request = message.request
    if change.operation == .update { try sent.noteRestored(change) }
    try queue.markSent(change)
    if !postponed.isEmpty { try queue.keepForLater(change, postponed) }
    let isCreation = change.operation == .insert
    var pushed = pushed
    pushed.postponed = postponed
    if isCreation {
      let key = endpoint.idempotencyKey.map { _ in UUID().uuidString.lowercased() }
      try sent.note(change, path: request.path, body: request.body, key: key)
      setKey(key, of: &request)
    } else if plan.metadata.sync.hasETags {
      let tag = try EntityTags(on: connection).tag(of: change.key, plan)
      if let tag { request.headers["If-Match"] = tag }
    }
    return .request(
      RowRequest(
        item: item, pushed: pushed, purpose: .change, message: request, endpoint: route,
        creates: isCreation, hasKey: isCreation && endpoint.idempotencyKey != nil))
  }

  private func setKey(_ key: String?, of request: inout EndpointRequest) {
    guard let key, let header = endpoint.idempotencyKey?.header else { return }
    request.headers[header] = key
  }

  /// Repeats a creation with its original body.
  private func repetition(
    _ item: Int, _ pushed: PushedChange, _ earlier: SentRequest, _ routes: RowEndpoints
  ) -> Result {
    guard let route = routes.create, let path = earlier.path else { return .dropped }
    var request = EndpointRequest(route.request.method, path)
    request.headers = route.request.headers
    request.body = earlier.body
    request.setMediaType(of: schema.entities[pushed.entity])
    setKey(earlier.key, of: &request)
    return .request(
      RowRequest(
        item: item, pushed: pushed.asSent(earlier), purpose: .change, message: request,
        endpoint: route, creates: true, hasKey: earlier.key != nil))
  }

  private func message(
    for change: QueuedChange, _ route: RowEndpoint, _ plan: EntityPlan, _ postponed: Set<String>
  ) throws(SyncError) -> RowMessage? {
    let path = RowPath(route, plan, on: connection)
    guard change.operation != .delete else { return try path.message(ofDeleted: change) }
    guard var message = try path.message(of: change) else { return nil }
    let body: Data?
    switch route.body {
    case .none: body = nil
    case .whole: body = try bodies.whole(change, plan, at: route.bodyRoot, besides: postponed)
    case .changed: body = try bodies.changed(change, plan, at: route.bodyRoot)
    }
    message.request.body = body
    message.request.setMediaType(of: plan)
    return message
  }

  // MARK: - Questions

  /// The request that fetches the server's row; `nil` if the schema declares no endpoint that
  /// returns one row.
  func refresh(_ item: Int, _ pushed: PushedChange) throws(SyncError) -> RowRequest? {
    let plan = schema.entities[pushed.entity]
    guard let routes = endpoint.routes(of: plan),
      case .request(let request) = try fetch(item, pushed, nil, routes, .refresh)
    else { return nil }
    return request
  }

  private func fetch(
    _ item: Int, _ pushed: PushedChange, _ earlier: SentRequest?, _ routes: RowEndpoints,
    _ purpose: RowRequest.Purpose
  ) throws(SyncError) -> Result {
    let plan = schema.entities[pushed.entity]
    guard let route = routes.fetch else { return .dropped }
    let path = RowPath(route, plan, on: connection)
    guard let message = try path.message(ofDeleted: pushed.change), message.missing == nil else {
      return .dropped
    }
    var request = message.request
    request.setMediaType(of: plan)
    let change = earlier.map(pushed.asSent) ?? pushed
    return .request(
      RowRequest(
        item: item, pushed: change, purpose: purpose, message: request, endpoint: route,
        creates: false))
  }
}

extension PushedChange {
  /// The change as it was when it was first sent, without later writes.
  func asSent(_ earlier: SentRequest) -> PushedChange {
    guard earlier.isCreation else { return self }
    return PushedChange(
      entity: entity,
      change: QueuedChange(
        sequence: change.sequence, revision: earlier.revision, operation: .insert,
        fields: QueuedFields(list: earlier.fields), clock: change.clock,
        changedAt: change.changedAt, isRepeated: true, key: change.key))
  }
}

extension EndpointRequest {
  /// Sets the media types of JSON:API if the body or the response is a JSON:API document.
  mutating func setMediaType(of plan: EntityPlan) {
    if plan.metadata.resourceType != nil { acceptResourceObjects(sends: true) }
  }
}
