@_spi(Generated) public import SwiftSyncStore

extension SyncProblem {
  /// How the app resolves a creation whose response was lost.
  public enum CreateResolution<Entity: SyncedEntity>: Hashable, Sendable {
    /// The server has created the row with this identity, which replaces a temporary one.
    case arrived(as: Entity.Identity)
    /// The server does not have the row. The next push sends it.
    case sendAgain
    /// The row is deleted here, and nothing is sent.
    case discard
  }
}

/// Creations whose responses were lost (`SyncProblem.Kind.uncertain`).
extension SyncStore {
  /// Resolves a creation whose response was lost.
  ///
  /// ```swift
  /// for problem in try await store.problems(.uncertain) { show(problem) }
  /// try await store.resolveCreate(of: Note.self, id: note.id, .arrived(as: 42))
  /// ```
  ///
  /// - Returns: Whether the row has a creation without a response.
  /// - Throws: `SyncError.invalidOption` if the identity of `.arrived` is that of another row
  ///   although the row's identity is not temporary; `SyncError.refused` if the row is to be
  ///   discarded but other rows refer to it with `on-delete: deny`.
  @discardableResult
  public func resolveCreate<Entity: SyncedEntity>(
    of entity: Entity.Type, id: Entity.Identity, _ resolution: SyncProblem.CreateResolution<Entity>
  ) async throws -> Bool {
    let key = id.storedValues(in: Entity.metadata)
    let name = Entity.metadata.name
    switch resolution {
    case .arrived(let new):
      return try await noteArrival(of: name, key, as: new.storedValues(in: Entity.metadata))
    case .sendAgain: return try await sendCreateAgain(of: name, key)
    case .discard: return try await discardCreate(of: name, key)
    }
  }

  func noteArrival(of entity: String, _ key: RowKey, as new: RowKey) async throws -> Bool {
    try await uploads.run {
      try await settleCreate(of: entity, key) { (settling) throws(SyncError) in
        try settling.arrive(as: new)
      }
    }
  }

  func sendCreateAgain(of entity: String, _ key: RowKey) async throws -> Bool {
    try await uploads.run {
      try await settleCreate(of: entity, key) { (settling) throws(SyncError) in
        try settling.sendAgain()
      }
    }
  }

  func discardCreate(of entity: String, _ key: RowKey) async throws -> Bool {
    try await uploads.run {
      let isOpen = try await settleCreate(of: entity, key) { (_) throws(SyncError) in }
      guard isOpen else { return false }
      return try await discardChange(of: entity, key)
    }
  }

  private func settleCreate(
    operation: String = "resolveCreate", of entity: String, _ key: RowKey,
    _ body: @escaping @Sendable (OpenCreation) throws(SyncError) -> Void
  ) async throws(SyncError) -> Bool {
    try await write(operation: operation) { (writer) throws(SyncError) in
      let plan = try writer.entity(entity)
      return try writer.transaction { (transaction) throws(SyncError) in
        guard let creation = try OpenCreation(key, of: plan, writer, transaction) else {
          return (false, .commit)
        }
        try body(creation)
        return (true, .commit)
      }
    }
  }
}

/// A creation that is being sent, or whose response was lost.
struct OpenCreation {
  private let change: QueuedChange
  private let isDeleted: Bool
  private let plan: EntityPlan
  private let connection: Connection
  private let transaction: SyncTransaction

  init?(
    _ key: RowKey, of plan: EntityPlan, _ writer: Writer, _ transaction: SyncTransaction
  ) throws(SyncError) {
    let query = try writer.connection.statement(
      "SELECT sequence, operation, sent_revision, sent_fields FROM swiftsync_changes "
        + "WHERE entity = ?1 AND sent_operation = 'insert' AND id = \(TemporaryIDs.id(key))")
    defer { query.reset() }
    query.bind(1, plan.metadata.name)
    for (index, value) in key.enumerated() { query.bind(Int32(index + 2), value) }
    guard try query.step() else { return nil }
    change = QueuedChange(
      sequence: query.integer(0), revision: query.integer(2), operation: .insert,
      fields: QueuedFields(list: query.text(3) ?? ","), clock: .null, changedAt: "",
      isRepeated: true, key: key)
    isDeleted = query.text(1) == "delete"
    self.plan = plan
    connection = writer.connection
    self.transaction = transaction
  }

  func arrive(as new: RowKey) throws(SyncError) {
    if new != change.key {
      guard try transaction.replaceTemporaryID(change.key, with: new, of: plan) else {
        throw .invalidOption(
          "arrived(as: \(new.map(\.text).joined(separator: "/"))): the identity "
            + "\(change.key.map(\.text).joined(separator: "/")) of '\(plan.metadata.name)' is not "
            + "temporary, so the server cannot have given it another one")
      }
    } else if plan.mayBeRenamed, plan.isTemporary(new) {
      throw .invalidOption(
        "arrived(as: \(new.map(\.text).joined(separator: "/"))): this is the temporary identity; "
          + "pass the one that the server assigned to the row")
    }
    try SentRequests(on: connection).remove(change.sequence)
    try ChangeQueue(on: connection).confirm(change.renamed(new), of: plan)
  }

  func sendAgain() throws(SyncError) {
    let queue = ChangeQueue(on: connection)
    try SentRequests(on: connection).remove(change.sequence)
    // A row that has since been deleted was never on the server.
    if isDeleted { try queue.drop(change) } else { try queue.release(change) }
  }
}
