import SwiftSyncFoundation

extension SyncStore {
  /// The results of a query: one at the start, and one after each commit that changes the result.
  ///
  /// Each loop is a separate observation, which begins with the loop and ends when the loop is left
  /// or its task is cancelled. A result that equals the previous one is not emitted. Commits that are
  /// made while the query runs, or while the loop is busy, result in one more element.
  ///
  /// The loop keeps the store open. It throws `SyncError.closed` when the store is closed, or the
  /// error that the query throws.
  public struct ObservedValues<Element: Sendable>: AsyncSequence, Sendable {
    let store: SyncStore
    let interest: ChangeMailbox.Interest?
    /// Whether reading needs a separate thread.
    let isLong: Bool
    /// The time zones on whose current day the result depends.
    var zones: Set<TimeZone> = []
    /// The result that was read before the loop begins.
    package var known: Element?
    /// The tables that the result depends on.
    let tables: @Sendable () async throws(SyncError) -> ObservedTables
    let isEqual: @Sendable (Element, Element) -> Bool
    let read: @Sendable (Connection) throws(SyncError) -> Element

    /// The iterator of a loop.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private let source: ObservedValues
      let mailbox: ChangeMailbox
      private var subscription: Subscription?
      private var days: DayWatch?
      private var last: Element?
      private var isAtStart = true

      init(_ source: ObservedValues) {
        self.source = source
        last = source.known
        mailbox = ChangeMailbox(source.interest)
      }

      /// Waits for the next result. Returns `nil` when the task is cancelled.
      ///
      /// - Throws: `SyncError`.
      public mutating func next() async throws -> Element? {
        do {
          if subscription == nil { subscription = try await subscribe() }
          if days == nil, !source.zones.isEmpty {
            days = DayWatch(source.zones) { [mailbox] in mailbox.postUnknown() }
          }
          return try await changedValue()
        } catch SyncError.cancelled {
          return nil
        }
      }

      private mutating func changedValue() async throws(SyncError) -> Element? {
        while true {
          if !isAtStart {
            guard try await mailbox.next() != nil else { return nil }
          }
          let value = try await source.store.readRows(
            operation: SyncStore.observation, long: source.isLong, source.read)
          isAtStart = false
          if let last, source.isEqual(value, last) { continue }
          last = value
          return value
        }
      }

      /// Subscribes on the writing thread: commits after this job are reported, and earlier ones are
      /// read.
      private func subscribe() async throws(SyncError) -> Subscription {
        if let failure = source.store.gate.failure { throw failure }
        let tables = try await source.tables()
        return try await source.store.writeShort(
          operation: SyncStore.observation, as: CancellationToken(), changesRows: false
        ) {
          [observers = source.store.observers, mailbox] (_) throws(SyncError) in
          observers.add(mailbox, tables)
        }
      }
    }

    /// Starts an observation.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(self)
    }
  }
}
