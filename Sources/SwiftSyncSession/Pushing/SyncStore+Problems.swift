@_spi(Generated) public import SwiftSyncStore

/// What is wrong with rows.
extension SyncStore {
  /// Returns what is wrong with rows: with pending changes, in the order of their first writes, and
  /// then with other rows.
  ///
  /// ```swift
  /// for problem in try await store.problems(.rejected, .goneOnServer) { show(problem) }
  /// ```
  ///
  /// Problems of pending changes remain until the change is confirmed, discarded or written again
  /// and sent. Of the other kinds, `notKept` remains until a later change of the row is confirmed,
  /// and `unreadable` until the row is applied; a row that a pull outside a session, or
  /// `apply(_:as:)`, could not store is only in the report of that call.
  ///
  /// - Parameter kinds: The kinds to return. By default, all.
  /// - Throws: `SyncError.database` if the database cannot be read.
  public func problems(_ kinds: SyncProblem.Kind...) async throws(SyncError) -> [SyncProblem] {
    if isReadOnly { return [] }
    let all = try await readPlanned { [errorReaders] (connection, schema) throws(SyncError) in
      try QueueProblems(on: connection, errorReaders).problems(of: schema.entities)
        + StoredProblems(on: connection).all(of: schema)
    }
    return kinds.isEmpty ? all : all.filter { kinds.contains($0.kind) }
  }

  /// Resolves a problem. See `SyncSession.resolve(_:_:)`, which also synchronizes.
  ///
  /// - Returns: Whether the problem was still there.
  /// - Throws: `SyncError.invalidOption` if the problem cannot be resolved in this way;
  ///   `SyncError.refused` if a row is to be deleted but other rows refer to it with
  ///   `on-delete: deny`.
  @discardableResult
  public func resolve(
    _ problem: SyncProblem, _ resolution: SyncProblem.Resolution
  ) async throws -> Bool {
    guard problem.accepts(resolution) else {
      throw SyncError.invalidOption(
        "\(resolution.words): this is not possible for '\(problem.description)'")
    }
    if problem.kind.isWithoutChange { return try await settle(problem, resolution) }
    let (entity, key) = (problem.entity, problem.key)
    switch (resolution, problem.kind) {
    case (.arrived(let id), _): return try await noteArrival(of: entity, key, as: [id])
    case (.retry, .uncertain): return try await sendCreateAgain(of: entity, key)
    case (.retry, _): return try await retryChange(of: entity, key)
    case (.discard, .uncertain): return try await discardCreate(of: entity, key)
    case (.discard, _): return try await discardChange(of: entity, key)
    case (.createAgain, _): return try await createAgain(entity, key)
    }
  }

  private func settle(
    _ problem: SyncProblem, _ resolution: SyncProblem.Resolution
  ) async throws(SyncError) -> Bool {
    try await write(operation: "resolve") { (writer) throws(SyncError) in
      try writer.transaction { (_) throws(SyncError) in
        let problems = StoredProblems(on: writer.connection)
        let isDiscarded = resolution == .discard
        return (try isDiscarded ? problems.remove(problem) : problems.retry(problem), .commit)
      }
    }
  }

  /// Stores the rows that a pull could not store, in place of those of its last run.
  func keepUnreadable(_ report: ApplyReport, from source: String) async throws(SyncError) {
    let problems = report.rejected.map { SyncProblem(unreadable: $0, of: "") }
    let isEmpty = try await readPlanned { (connection, _) throws(SyncError) in
      try StoredProblems(on: connection).isEmpty
    }
    // Nearly all pulls have nothing to store.
    if isEmpty, problems.isEmpty || isReadOnly { return }
    try await write(operation: "pull \(source)") { (writer) throws(SyncError) in
      try writer.transaction { (_) throws(SyncError) in
        try StoredProblems(on: writer.connection).replace(problems, from: source, writer.plan)
        return ((), .commit)
      }
    }
  }

  /// The problems of the changes that an endpoint receives, within the limits of a summary.
  func problems(at endpoint: PushEndpoint) async throws(SyncError) -> [SyncProblem] {
    let names = endpoint.routes.map(\.entity) + endpoint.entities.map(\.name)
    return try await readPlanned { [errorReaders] (connection, schema) throws(SyncError) in
      try QueueProblems(on: connection, errorReaders).problems(
        of: names.compactMap(schema.entity),
        .init(count: ProblemList.limit, bodyBytes: ProblemList.bodyLimit))
    }
  }

  /// Makes the next push create a row that the server no longer has (`SyncProblem.Kind`
  /// `goneOnServer`), with its current values.
  ///
  /// - Returns: Whether the row has such a problem.
  /// - Throws: `SyncError.invalidOption` if the server assigns the ids of the entity: insert a new
  ///   row instead, and discard this one.
  @discardableResult
  public func createAgain<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await createAgain(Entity.metadata.name, id.storedValues(in: Entity.metadata))
  }

  private func createAgain(_ entity: String, _ key: RowKey) async throws(SyncError) -> Bool {
    try await editQueue(entity, key) { (transaction, entry, plan) throws(SyncError) in
      guard entry.isGone else { return false }
      guard plan.temporaryPart == nil else {
        throw .invalidOption(
          "'\(entity)' gets its ids from the server, so a row cannot be created again "
            + "with its id; insert a new row, and discard the change of this one")
      }
      let connection = try transaction.session().connection
      try ChangeQueue(on: connection).createAgain(entry.sequence, plan)
      return true
    }
  }
}

extension SyncProblem {
  /// Whether the problem can be resolved in this way.
  fileprivate func accepts(_ resolution: Resolution) -> Bool {
    if case .arrived = resolution { return kind == .uncertain && key.count == 1 }
    return resolutions.contains(resolution)
  }
}

extension SyncProblem.Resolution {
  fileprivate var words: String {
    switch self {
    case .retry: "retry"
    case .discard: "discard"
    case .createAgain: "createAgain"
    case .arrived(let id): "arrived(as: \(id.text))"
    }
  }
}
