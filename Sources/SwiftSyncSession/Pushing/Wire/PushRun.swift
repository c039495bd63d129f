import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore

/// One push to an endpoint: requests until nothing is left to send and, in the `batch` protocol, to
/// pull.
final class PushRun {
  /// The number of times that a state of a row is sent in a run: once, and again after a conflict.
  private static let tries = 3
  /// The number of rows refused one by one, while none is accepted, after which the push ends.
  private static let refusals = 5
  /// The number of consecutive server errors after which the push ends: the server failed, not the
  /// rows.
  private static let errors = 20
  /// The number of pushes after which a row is postponed although no other request has succeeded,
  /// more than the attempts of one session.
  private static let failures: Int64 = 5

  private let store: SyncStore
  private let endpoint: PushEndpoint
  private let progress: (@Sendable (PushSummary) -> Void)?
  /// The results so far. Also valid if the run fails.
  private(set) var summary = PushSummary()
  private var tries: [TriedState: Int] = [:]
  private var refusedAlone = 0
  /// Rows whose requests the server could not process, although each contained only the row.
  private var failed: [FailedChange] = []
  private var errorsInRow = 0
  private var lastFailure: APIError?
  private var succeeded = false
  private var pulled = PullProgress()
  private var stalls = StallCheck()
  /// Entities of which the server may have more rows, by their positions in the schema.
  private var unpulled: Set<Int> = []
  private var budget: RunBudget
  private let schema: SchemaPlan
  /// The changes that must still be leased, as they were when the queue was read.
  private var waiting: ArraySlice<PushedChange> = []

  init(
    _ store: SyncStore, _ endpoint: PushEndpoint, _ progress: (@Sendable (PushSummary) -> Void)?
  ) {
    self.store = store
    self.endpoint = endpoint
    self.progress = progress
    budget = RunBudget(endpoint.client.limits)
    schema = SchemaPlan(store.metadata)
  }

  func run() async throws {
    do {
      try await sendAll()
    } catch let error as APIError {
      try await postponeFailed()
      throw error
    }
    try await postponeFailed()
    if let lastFailure, !succeeded { throw lastFailure }
  }

  private func sendAll() async throws {
    if endpoint.wireProtocol == .batch {
      unpulled = Set(endpoint.entities.compactMap { schema.entity($0.name)?.index })
      pulled = try await beginPull()
      try await askForArrivals()
    }
    while true {
      try Task.checkCancellation()
      let request = try await lease()
      let changes = request.leased
      guard !changes.isEmpty || !unpulled.isEmpty || !waiting.isEmpty else { return }
      try await exchange(changes[...], request)
    }
  }

  private func beginPull() async throws(SyncError) -> PullProgress {
    try await job { [endpoint] (writer, _) throws(SyncError) in
      let plans = endpoint.entities.compactMap { writer.plan.entity($0.name) }
      // Rows that other calls have made the store lose.
      _ = try RefetchedRows(writer.plan, on: writer.connection).take(from: endpoint.source)
      return try PullProgress(of: plans, Watermarks(writer.plan.metadata, on: writer.connection))
    }
  }

  // MARK: - Requests

  /// The next changes and the request that pushes them. The queue is read again when all due
  /// changes are leased.
  private func lease() async throws(SyncError) -> PushRequestWriter.Request {
    if waiting.isEmpty {
      let due = try await job { [endpoint] (writer, _) throws(SyncError) in
        try PushRequestWriter(endpoint, writer.plan, on: writer.connection).due()
      }
      let given = Set(failed.map(\.pushed.change.sequence))
      waiting =
        due.filter {
          tries[$0.change.tried, default: 0] < Self.tries && !given.contains($0.change.sequence)
        }[...]
    }
    let next = waiting.prefix(max(1, endpoint.rowLimit))
    let request = try await job { [endpoint, pulled, unpulled] (writer, _) throws(SyncError) in
      try PushRequestWriter(endpoint, writer.plan, on: writer.connection, after: pulled)
        .lease(next, pulling: unpulled)
    }
    waiting = waiting.dropFirst(request.taken)
    for pushed in request.leased {
      let count = tries[pushed.change.tried, default: 0] + 1
      tries[pushed.change.tried] = count
      // Postponing references counts as a write, but the row is in the same state.
      if !pushed.postponed.isEmpty { tries[pushed.change.tried.next] = count }
    }
    return request
  }

  /// Sends changes. If the server does not accept the request as a whole, it sends them in halves,
  /// so that one row does not block others.
  ///
  /// - Parameter request: The request that pushes them, if it was already written.
  private func exchange(
    _ changes: ArraySlice<PushedChange>, _ request: PushRequestWriter.Request? = nil
  ) async throws {
    do {
      if let request {
        try await send(request, isQuestion: false)
      } else {
        try await send(changes)
      }
    } catch let error as APIError where error.blamesBody && !changes.isEmpty {
      guard changes.count == 1, let change = changes.first else {
        return try await exchangeHalves(of: changes)
      }
      refusedAlone += 1
      if refusedAlone > Self.refusals, summary.rows.confirmed == 0 { throw error }
      try await reject(change, ProblemReason(error))
    } catch let error as APIError where error.mayBlameBody && !changes.isEmpty {
      lastFailure = error
      errorsInRow += 1
      if changes.count == 1 {
        let reason = ProblemReason(error)
        failed += changes.map { FailedChange(pushed: $0, reason: reason) }
      }
      if errorsInRow >= Self.errors { throw error }
      if changes.count > 1 { try await exchangeHalves(of: changes) }
    }
  }

  private func exchangeHalves(of changes: ArraySlice<PushedChange>) async throws {
    let middle = changes.startIndex + changes.count / 2
    try await exchange(changes[..<middle])
    try await exchange(changes[middle...])
  }

  private func send(_ changes: ArraySlice<PushedChange>) async throws {
    let changes = Array(changes)
    let request = try await job { [endpoint, pulled] (writer, _) throws(SyncError) in
      try PushRequestWriter(endpoint, writer.plan, on: writer.connection, after: pulled)
        .request(changes)
    }
    try await send(request, isQuestion: false)
  }

  /// Asks which new rows have arrived although their push got no response: sent again unchanged,
  /// they would undo what others have done to them since.
  private func askForArrivals() async throws {
    let repeated = try await job { [endpoint] (writer, _) throws(SyncError) in
      try PushRequestWriter(endpoint, writer.plan, on: writer.connection).repeatedInserts()
    }
    for (entity, changes) in Dictionary(grouping: repeated, by: \.entity).compactlySorted(by: {
      $0.key < $1.key
    }) {
      let question = try await job { [endpoint, pulled] (writer, _) throws(SyncError) in
        try PushRequestWriter(endpoint, writer.plan, on: writer.connection, after: pulled)
          .question(about: changes, of: entity)
      }
      try await send(question, isQuestion: true)
    }
  }

  private func send(
    _ request: PushRequestWriter.Request, isQuestion: Bool
  ) async throws {
    // If all rows have since been deleted, nothing is left to send.
    if request.changes.isEmpty, endpoint.wireProtocol == .operations { return }
    try budget.spend()
    guard var message = endpoint.request else { return }
    message.body = request.body
    let response = try await response(to: message)
    succeeded = true
    errorsInRow = 0
    let outcome = try await settle(request, response, isQuestion: isQuestion)
    summary = summary + outcome.summary
    pulled = outcome.progress
    unpulled.subtract(request.entities)
    unpulled.formUnion(outcome.unpulled)
    for event in outcome.events { store.log(event, of: operation) }
    if let event = outcome.implausible.event { store.log(event, of: operation) }
    progress?(summary)
    for entity in outcome.repeated.compactlySorted() where stalls.begin(entity) {
      try await checkStall(of: entity)
    }
  }

  /// Asks whether the server has newer rows of an entity than it has sent.
  private func checkStall(of entity: Int) async throws {
    let check = try await job { [endpoint, pulled] (writer, _) throws(SyncError) in
      let plan = writer.plan.entities[entity]
      let watermarks = Watermarks(writer.plan.metadata, on: writer.connection)
      let clock = pulled.position(
        of: plan, from: try watermarks.clock(of: plan, from: endpoint.source))
      return try PushRequestWriter(endpoint, writer.plan, on: writer.connection, after: pulled)
        .stallCheck(of: entity, after: clock)
    }
    guard let check, var message = endpoint.request else { return }
    try budget.spend()
    message.body = check.request.body
    let response = try await endpoint.client.send(message)
    let rows = try pushResponse(in: response, to: check.request).rows[entity]
    guard rows?.hasNewer(than: check.clock) == true else { return }
    // Others may have written these rows in the meantime. In that case, the usual request finds
    // them too.
    try await send(check.usual, isQuestion: false)
    if unpulled.contains(entity) { return }
    store.log(.unusableResponse(check.reason), of: operation)
    throw APIError.unexpectedShape(HTTP.ResponseSummary(response), reason: check.reason)
  }

  private func response(to message: EndpointRequest) async throws(APIError) -> HTTP.Response {
    do throws(APIError) {
      return try await endpoint.client.send(message)
    } catch {
      if error.response != nil { summary.requests += 1 }
      throw error
    }
  }

  // MARK: - Responses

  private func settle(
    _ request: PushRequestWriter.Request, _ response: HTTP.Response, isQuestion: Bool
  ) async throws -> PushSettlement.Outcome {
    var results = try pushResponse(in: response, to: request)
    if results.unnamed > 0 { store.log(.unmatchedResults(results.unnamed), of: operation) }
    if isQuestion { results.takeAsArrived(request.changes) }
    return try await job { [endpoint, pulled, results] (writer, transaction) throws(SyncError) in
      try PushSettlement(endpoint, writer, transaction)
        .settle(request, results, response, after: pulled, isQuestion: isQuestion)
    }
  }

  private func pushResponse(
    in response: HTTP.Response, to request: PushRequestWriter.Request
  ) throws(APIError) -> PushResponse {
    do throws(PushResponseError) {
      return try endpoint.response(response, to: request, schema)
    } catch {
      switch error {
      case .json(let problem):
        store.note(SyncError.invalidPayload(problem), of: operation)
        throw .undecodableBody(HTTP.ResponseSummary(response), reason: problem.description)
      case .shape(let reason):
        store.log(.unusableResponse(reason), of: operation)
        throw .unexpectedShape(HTTP.ResponseSummary(response), reason: reason)
      }
    }
  }

  private func reject(_ change: PushedChange, _ reason: ProblemReason) async throws(SyncError) {
    let rejected = try await job { [endpoint] (writer, transaction) throws(SyncError) in
      var summary = PushSummary()
      try PushSettlement(endpoint, writer, transaction).reject([change: reason], &summary)
      return summary
    }
    summary = summary + rejected
    progress?(summary)
  }

  /// Delays rows that the server could not process although it has processed other requests.
  ///
  /// A push in which no request succeeded says little about its rows. A row that ends several
  /// pushes in this way may be the cause, so the next push tries the others.
  private func postponeFailed() async throws(SyncError) {
    guard !failed.isEmpty else { return }
    try await job { [endpoint, failed, succeeded] (writer, _) throws(SyncError) in
      let queue = ChangeQueue(on: writer.connection)
      for failure in failed where !failure.pushed.postponed.isEmpty {
        try queue.takeBack(failure.pushed.change)
      }
      try SentRequests(on: writer.connection).postpone(
        failed, ifFailed: succeeded ? 1 : Self.failures, endpoint.laterAttempts)
    }
    progress?(summary)
  }

  private var operation: String { "push \(endpoint.source)" }

  private func job<Value: Sendable>(
    _ body: @escaping @Sendable (Writer, SyncTransaction) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    try await store.write(operation: operation) { (writer) throws(SyncError) in
      try writer.connection.delayingCheckpoints { () throws(SyncError) in
        try writer.transaction { (transaction) throws(SyncError) in
          (try body(writer, transaction), .commit)
        }
      }
    }
  }
}

/// The state of a row that was tried: the entry with its revision.
private struct TriedState: Hashable {
  let sequence: Int64
  let revision: Int64
  let operation: PendingChange.Operation

  var next: TriedState {
    TriedState(sequence: sequence, revision: revision + 1, operation: operation)
  }
}

extension QueuedChange {
  fileprivate var tried: TriedState {
    TriedState(sequence: sequence, revision: revision, operation: operation)
  }
}

extension PushRequestWriter.Request {
  /// The changes that are being sent, or that cannot be sent.
  fileprivate var leased: [PushedChange] { changes + refused.keys }
}

extension PushEndpoint {
  fileprivate func response(
    _ received: HTTP.Response, to request: PushRequestWriter.Request, _ schema: SchemaPlan
  ) throws(PushResponseError) -> PushResponse {
    let reader = ResponseReader(schema)
    var response = try read(received, of: request, reader)
    response.checkIDs(of: request.changes, reader)
    if let problem = response.problem { throw .shape(problem) }
    return response
  }

  private func read(
    _ response: HTTP.Response, of request: PushRequestWriter.Request, _ reader: ResponseReader
  ) throws(PushResponseError) -> PushResponse {
    let schema = reader.schema
    guard wireProtocol == .batch else {
      return try reader.operations(response.body, request.changes.map(\.key))
    }
    let plausible = PlausibleClocks(response)
    let pushed = Dictionary(grouping: request.changes.map(\.key), by: \.entity)
    let lists = entities.compactMap { entity -> BatchList? in
      guard let index = schema.entity(entity.name)?.index, request.entities.contains(index) else {
        return nil
      }
      let (plan, keys) = (schema.entities[index], pushed[index] ?? [])
      return BatchList(
        key: entity.key, entity: index, hasRows: !keys.isEmpty,
        pushed: plan.mayBeRenamed && !keys.isEmpty ? nil : Set(keys.map(\.key)),
        temporary: plan.byTemporaryPart(keys), plausible: plausible)
    }
    return try reader.batch(response.body, lists)
  }
}

extension EntityPlan {
  /// The rows by the temporary part of their identity.
  fileprivate func byTemporaryPart(_ keys: [PushedKey]) -> [StoredValue: PushedKey] {
    guard let part = temporaryPart else { return [:] }
    return Dictionary(keys.map { ($0.key[part], $0) }) { first, _ in first }
  }
}

extension PushResponse {
  /// Treats rows that the server has as having arrived earlier.
  fileprivate mutating func takeAsArrived(_ changes: [PushedChange]) {
    stale = accepted.intersection(changes.map(\.key))
    accepted.subtract(stale)
  }
}

extension APIError {
  /// Whether the server may have refused the request because of its content.
  fileprivate var blamesBody: Bool {
    guard case .status(let response) = self else { return false }
    return [400, 409, 413, 422].contains(response.status)
  }

  /// Whether a row of the request may have made the server fail. Status 503 says that the server is
  /// unavailable, whatever the request contains.
  fileprivate var mayBlameBody: Bool {
    guard case .status(let response) = self else { return false }
    return response.status >= 500 && response.status != 503
  }
}
