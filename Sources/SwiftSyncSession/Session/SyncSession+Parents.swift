import SwiftSyncREST
@_spi(Generated) public import SwiftSyncStore

extension SyncSession.Pull {
  /// Returns a step that fetches a list for each stored row of an entity, such as the tasks of each
  /// project.
  ///
  /// ```swift
  /// let tasks = SyncSession.Pull.each(Project.self) { project, store in
  ///   try await api.tasks(project: project.id, into: store)
  /// }
  /// let session = SyncSession(store, api, .init(pulls: [tasks]))
  /// ```
  ///
  /// - Parameters:
  ///   - entity: The entity of the parents.
  ///   - name: The name of the step in summaries, by default `each Project`.
  ///   - pull: Fetches the list of a parent and applies it to the session's store. It may be called
  ///     several times for a parent, so it must be repeatable.
  public static func each<Parent: SyncedEntity>(
    _ entity: Parent.Type, named name: String? = nil,
    _ pull: @escaping @Sendable (_ parent: Parent, _ store: SyncStore) async throws -> ApplyReport
  ) -> Self {
    each(Query(entity), named: name, pull)
  }

  /// Returns a step that fetches a list for each row of a query.
  ///
  /// ```swift
  /// SyncSession.Pull.each(Project.where { !$0.isArchived }) { project, store in
  ///   try await api.tasks(project: project.id, into: store)
  /// }
  /// ```
  ///
  /// The parents are read when the step runs, and are requested one after another. Rows that still
  /// have a temporary id are left out, because the server does not know them.
  ///
  /// A parent whose list has status 404 or 410 is gone: it is skipped, and the report names it under
  /// `goneParents`. The pull of the parents deletes it.
  ///
  /// If a parent fails otherwise, the step continues with the next one, and fails with the first
  /// error in the end. After an error that would affect all parents, such as a lost connection or
  /// status 401, it fails immediately.
  ///
  /// - Parameters:
  ///   - parents: The parents, in this order.
  ///   - name: The name of the step in summaries, by default `each Project`.
  ///   - pull: Fetches the list of a parent and applies it to the session's store. It may be called
  ///     several times for a parent, so it must be repeatable.
  public static func each<Parent: SyncedEntity>(
    _ parents: Query<Parent>, named name: String? = nil,
    _ pull: @escaping @Sendable (_ parent: Parent, _ store: SyncStore) async throws -> ApplyReport
  ) -> Self {
    Self(name ?? "each \(Parent.metadata.name)") { store in
      var lists = ParentLists()
      for parent in try await store.knownRows(of: parents) {
        do {
          lists.add(try await pull(parent, store))
        } catch {
          try Task.checkCancellation()
          try lists.add(error, of: parent)
        }
      }
      return try lists.result()
    }
  }
}

/// What has come of the lists of parents.
private struct ParentLists {
  private var report: ApplyReport?
  private var goneParents: [String] = []
  private var failure: APIError?

  mutating func add(_ list: ApplyReport) {
    report?.add(list)
    report = report ?? list
  }

  /// - Throws: The error, if it would affect all parents.
  mutating func add<Parent: SyncedEntity>(_ error: any Error, of parent: Parent) throws {
    guard let error = error as? APIError, !error.endsSession else { throw error }
    if error.isOfMissingResource {
      let key = parent.identity.storedValues(in: Parent.metadata).map(\.text)
      goneParents.append("\(Parent.metadata.name)/\(key.joined(separator: "/"))")
    } else {
      failure = failure ?? error
    }
  }

  /// - Throws: The first error.
  func result() throws(APIError) -> ApplyReport {
    if let failure { throw failure }
    var report = report ?? ApplyReport()
    report.goneParents += goneParents
    return report
  }
}

extension SyncStore {
  /// The rows of a query that have an id of the server.
  fileprivate func knownRows<Row: SyncedEntity>(
    of query: Query<Row>
  ) async throws(SyncError) -> [Row] {
    let rows = try await fetch(query)
    let keys = rows.map { $0.identity.storedValues(in: Row.metadata) }
    let known = try await readPlanned { (_, schema) throws(SyncError) -> [Bool]? in
      guard let plan = schema.entity(Row.metadata.name), plan.mayBeRenamed else { return nil }
      return keys.map { !plan.isTemporary($0) }
    }
    guard let known else { return rows }
    return zip(rows, known).filter(\.1).map(\.0)
  }
}
