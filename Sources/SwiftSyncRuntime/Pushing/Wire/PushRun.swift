import SwiftSyncFoundation

/// One push to an endpoint: requests until nothing is left to be sent, and in the protocol `batch` to be pulled.
struct PushRun {
  /// How often one state of a row is sent in a run: once, and again where the server was ahead.
  private static let tries = 3
  /// Of so many rows that are refused one by one while none is taken, the rows are not to blame.
  private static let refusals = 5

  private let store: SyncStore
  private let endpoint: PushEndpoint
  private let progress: (@Sendable (PushSummary) -> Void)?
  /// What was done so far, also if the run fails.
  private(set) var summary = PushSummary()
  private var tries: [TriedState: Int] = [:]
  private var refusedAlone = 0
  private var pulled = PullProgress()
  /// What is still to be handed out, as it was when the queue was read.
  private var waiting: ArraySlice<PushedChange> = []

  init(
    _ store: SyncStore, _ endpoint: PushEndpoint, _ progress: (@Sendable (PushSummary) -> Void)?
  ) {
    self.store = store
    self.endpoint = endpoint
    self.progress = progress
  }

  mutating func run() async throws {
    let isBatch = endpoint.wireProtocol == .batch
    if isBatch { try await askForArrivals() }
    var mayHaveMore = isBatch
    while true {
      try _Concurrency.Task.checkCancellation()
      let request = try await handOut()
      let changes = request.handedOut
      guard !changes.isEmpty || mayHaveMore || !waiting.isEmpty else { return }
      let answered = try await exchange(changes[...], request)
      mayHaveMore = isBatch && answered
    }
  }

  // MARK: - Requests

  /// The next changes and the request that pushes them. The queue is read anew when all that was due is handed out.
  private mutating func handOut() async throws(SyncError) -> PushRequestWriter.Request {
    if waiting.isEmpty {
      let due = try await job { [endpoint] (writer, _) throws(SyncError) in
        try PushRequestWriter(endpoint, writer.plan, on: writer.connection).due()
      }
      waiting = due.filter { tries[$0.change.tried, default: 0] < Self.tries }[...]
    }
    let next = waiting.prefix(max(1, endpoint.rowLimit))
    let request = try await job { [endpoint, pulled] (writer, _) throws(SyncError) in
      try PushRequestWriter(endpoint, writer.plan, on: writer.connection, behind: pulled)
        .handOut(next)
    }
    waiting = waiting.dropFirst(request.taken)
    for pushed in request.handedOut { tries[pushed.change.tried, default: 0] += 1 }
    return request
  }

  /// Sends changes, in halves if the server refuses the request as a whole, so that one row holds up no other.
  ///
  /// - Parameter request: The request that pushes them, if it is written already.
  /// - Returns: Whether the server may have more rows.
  private mutating func exchange(
    _ changes: ArraySlice<PushedChange>, _ request: PushRequestWriter.Request? = nil
  ) async throws -> Bool {
    do {
      if let request { return try await send(request, isQuestion: false) }
      return try await send(changes)
    } catch let error as APIError where error.blamesBody && !changes.isEmpty {
      guard changes.count == 1, let change = changes.first else {
        let middle = changes.startIndex + changes.count / 2
        let first = try await exchange(changes[..<middle])
        return try await exchange(changes[middle...]) || first
      }
      refusedAlone += 1
      if refusedAlone > Self.refusals, summary.rows.confirmed == 0 { throw error }
      try await reject(change, error.description)
      return true
    }
  }

  private mutating func send(_ changes: ArraySlice<PushedChange>) async throws -> Bool {
    let changes = Array(changes)
    let request = try await job { [endpoint, pulled] (writer, _) throws(SyncError) in
      try PushRequestWriter(endpoint, writer.plan, on: writer.connection, behind: pulled)
        .request(changes)
    }
    return try await send(request, isQuestion: false)
  }

  /// Asks which new rows have arrived although their upload got no answer: sent again as they were, they would undo
  /// what others have done to them since.
  private mutating func askForArrivals() async throws {
    let request = try await job {
      [endpoint] (writer, _) throws(SyncError) -> PushRequestWriter.Request? in
      let bodies = try PushRequestWriter(endpoint, writer.plan, on: writer.connection)
      let changes = try bodies.repeatedInserts()
      guard !changes.isEmpty else { return nil }
      return PushRequestWriter.Request(
        body: try bodies.request([]).body, changes: changes, refused: [:], taken: changes.count)
    }
    if let request { _ = try await send(request, isQuestion: true) }
  }

  private mutating func send(
    _ request: PushRequestWriter.Request, isQuestion: Bool
  ) async throws -> Bool {
    // Rows that are gone meanwhile may leave nothing to be sent.
    if request.changes.isEmpty, endpoint.wireProtocol == .operations { return false }
    var message = endpoint.request
    message.body = request.body
    let response = try await endpoint.client.send(message)
    let outcome = try await settle(request, response, isQuestion: isQuestion)
    summary = summary + outcome.summary
    pulled = outcome.progress
    progress?(summary)
    return outcome.mayHaveMore
  }

  // MARK: - Answers

  private func settle(
    _ request: PushRequestWriter.Request, _ response: HTTPResponse, isQuestion: Bool
  ) async throws -> PushSettlement.Outcome {
    do throws(SyncError) {
      return try await job { [endpoint, pulled] (writer, transaction) throws(SyncError) in
        var answer = try endpoint.answer(response.body, to: request, writer.plan)
        if isQuestion { answer.takeAsArrived(request.changes) }
        return try PushSettlement(endpoint, writer, transaction)
          .settle(request, answer, response.body, behind: pulled, isQuestion: isQuestion)
      }
    } catch {
      guard case .invalidPayload(let problem) = error else { throw error }
      throw APIError.undecodableBody(AnswerExcerpt(response), reason: problem.description)
    }
  }

  private mutating func reject(_ change: PushedChange, _ message: String) async throws(SyncError) {
    let rejected = try await job { [endpoint] (writer, transaction) throws(SyncError) in
      var summary = PushSummary()
      try PushSettlement(endpoint, writer, transaction).reject([change: message], &summary)
      return summary
    }
    summary = summary + rejected
    progress?(summary)
  }

  private func job<Value: Sendable>(
    _ body: @escaping @Sendable (Writer, SyncTransaction) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    try await store.write(operation: "push \(endpoint.source)") { (writer) throws(SyncError) in
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
  let operation: PendingRow.Operation
}

extension QueuedChange {
  fileprivate var tried: TriedState {
    TriedState(sequence: sequence, revision: revision, operation: operation)
  }
}

extension PushRequestWriter.Request {
  /// What is on its way, or cannot be.
  fileprivate var handedOut: [PushedChange] { changes + refused.keys }
}

extension PushEndpoint {
  fileprivate func answer(
    _ body: Data, to request: PushRequestWriter.Request, _ schema: SchemaPlan
  ) throws(SyncError) -> PushAnswer {
    let reader = AnswerReader(schema)
    switch wireProtocol {
    case .operations: return try reader.operations(body, request.changes.map(\.key))
    case .batch:
      var keys: [String: Int] = [:]
      for entity in entities { keys[entity.key] = schema.entity(entity.name)?.index }
      return try reader.batch(body, keys)
    }
  }
}

extension PushAnswer {
  /// Takes rows that the server has as ones that arrived earlier.
  fileprivate mutating func takeAsArrived(_ changes: [PushedChange]) {
    stale = accepted.intersection(changes.map(\.key))
    accepted.subtract(stale)
  }
}

extension APIError {
  /// Whether the server may refuse the request because of what is in it.
  fileprivate var blamesBody: Bool {
    guard case .status(let answer) = self else { return false }
    return [400, 409, 413, 422].contains(answer.status)
  }
}
