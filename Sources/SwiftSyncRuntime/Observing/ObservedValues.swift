/// The result of a query: at once, and again after each commit that changed it.
///
/// A commit that touches what the query reads and leaves the result equal (`==`) gives no element.
/// Commits that are made while the query runs, or while no one asks, lead to one more element, not to
/// one each. Leaving the loop, or cancelling its task, ends the observation; one sequence is for one
/// loop. It keeps the store open, and ends by throwing: `SyncError.closed` when the store is closed,
/// or what the query throws.
public struct ObservedValues<Element: Equatable & Sendable>: AsyncSequence, Sendable {
  let store: SyncStore
  let subscription: Subscription
  let mailbox: ChangeMailbox
  let read: @Sendable (Connection) throws(SyncError) -> Element

  /// Runs the query; it is made by `for try await`.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let source: ObservedValues
    private let end: IterationEnd
    private var last: Element?

    init(_ source: ObservedValues) {
      self.source = source
      end = IterationEnd(source.subscription)
    }

    /// What the query gives next; `nil` when the task is cancelled.
    public mutating func next() async throws -> Element? {
      while true {
        if last != nil {
          guard try await source.mailbox.next() != nil else { return nil }
        }
        guard let value = try await read() else { return nil }
        if value == last { continue }
        last = value
        return value
      }
    }

    /// The result as it is now; `nil` when the task is cancelled.
    private func read() async throws(SyncError) -> Element? {
      do {
        return try await source.store.read(operation: "observe", source.read)
      } catch .cancelled {
        return nil
      }
    }
  }

  /// Begins the loop.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(self)
  }
}
