/// The changes of an entity's rows, one element for each commit that touched them.
///
/// Whoever is slower than the commits gets those that were made meanwhile as one element. Leaving the
/// loop, or cancelling its task, ends the observation; one sequence is for one loop. It keeps the
/// store open, and ends by throwing: `SyncError.closed` when the store is closed.
public struct ObservedChanges<Entity: SyncedEntity>: AsyncSequence, Sendable {
  /// What one or more commits have done.
  public typealias Element = EntityChanges<Entity>

  let store: SyncStore
  let subscription: Subscription
  let mailbox: ChangeMailbox
  let initialRows: [Entity]?

  /// Waits for the changes; it is made by `for try await`.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let source: ObservedChanges
    private let end: IterationEnd
    private var initialRows: [Entity]?

    init(_ source: ObservedChanges) {
      self.source = source
      end = IterationEnd(source.subscription)
      initialRows = source.initialRows
    }

    /// The next changes; `nil` when the task is cancelled.
    public mutating func next() async throws -> EntityChanges<Entity>? {
      if let rows = initialRows {
        initialRows = nil
        return EntityChanges(initialRows: rows)
      }
      return try await source.mailbox.next().map { changes throws(SyncError) in
        try EntityChanges(changes)
      }
    }
  }

  /// Begins the loop.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(self)
  }
}
