extension SyncStore {
  /// The changes of an entity's rows, one element for each commit that touched them.
  ///
  /// Each loop is a separate observation, which begins with the loop and ends when the loop is left
  /// or its task is cancelled. Commits that are made while the loop is busy are merged into one
  /// element.
  ///
  /// The loop keeps the store open. It throws `SyncError.closed` when the store is closed.
  public struct ObservedChanges<Entity: SyncedEntity>: AsyncSequence, Sendable {
    /// The net effect of one or more commits.
    public typealias Element = CommittedChanges<Entity>

    let store: SyncStore
    let startsWithRows: Bool

    /// The iterator of a loop.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private let store: SyncStore
      private let target: Result<ChangeTarget, SyncError>
      /// `nil` until the initial rows are read.
      private var subscription: Subscription?

      init(_ store: SyncStore, startsWithRows: Bool) {
        self.store = store
        target = Result { () throws(SyncError) -> ChangeTarget in
          if let failure = store.gate.failure { throw failure }
          return try ChangeTarget(of: Entity.self, in: store.metadata)
        }
        if !startsWithRows, case .success(let target) = target {
          subscription = store.observers.add(target.mailbox, target.tables)
        }
      }

      /// Waits for the next changes. Returns `nil` when the task is cancelled.
      ///
      /// - Throws: `SyncError`.
      public mutating func next() async throws -> CommittedChanges<Entity>? {
        let target = try target.get()
        if subscription == nil {
          guard let start = try await start(of: target) else { return nil }
          subscription = start.subscription
          return CommittedChanges(initialRows: start.rows)
        }
        return try await target.mailbox.next().map { changes throws(SyncError) in
          try CommittedChanges(changes)
        }
      }

      /// Subscribes and reads the rows between two commits; returns `nil` when the task is cancelled.
      private func start(
        of target: ChangeTarget
      ) async throws(SyncError) -> (subscription: Subscription, rows: [Entity])? {
        do {
          return try await store.write(changesRows: false) {
            [observers = store.observers] (writer) throws(SyncError) in
            let query = Entity.all.softDeleted(.include)
            let rows = try query.rows(on: writer.connection, writer.plan.metadata)
            return (observers.add(target.mailbox, target.tables), rows)
          }
        } catch .cancelled {
          return nil
        }
      }
    }

    /// Starts an observation, which includes all transactions that begin afterwards.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(store, startsWithRows: startsWithRows)
    }
  }
}

/// The tables that an observer of an entity watches, and the source of their changes.
struct ChangeTarget: Sendable {
  let mailbox: ChangeMailbox
  let tables: ObservedTables

  init(of entity: (some SyncedEntity).Type, in schema: SchemaMetadata) throws(SyncError) {
    let position = try schema.position(of: entity.metadata.name)
    let fields = schema.entities[position].fields
    mailbox = ChangeMailbox(ChangeMailbox.Interest(entity: position, fields: fields))
    tables = ObservedTables(tables: schema.tables(of: position))
  }
}
