import SwiftSyncFoundation
@_spi(Generated) public import SwiftSyncREST
@_spi(Generated) public import SwiftSyncStore

extension APIClient {
  /// The pages of an endpoint, each of which is stored when a loop asks for it.
  ///
  /// ```swift
  /// for try await report in api.tasksPages(project: project.id, into: store) {
  ///   print(report.inserted)
  /// }
  /// ```
  ///
  /// Each loop begins with the first page. Leaving the loop stops further requests, and keeps the
  /// rows of the pages before.
  ///
  /// A view that loads more rows when the user scrolls keeps the iterator, and asks it for one page
  /// at a time:
  ///
  /// ```swift
  /// let pages = api.tasksPages(project: project.id, into: store).makeAsyncIterator()
  /// func loadMore() async throws { hasMore = try await pages.next() != nil }
  /// ```
  public struct StoredPages<Endpoint: SyncedEndpoint>: AsyncSequence, Sendable {
    /// The counts of a page.
    public typealias Element = ApplyReport

    fileprivate let client: APIClient
    fileprivate let endpoint: Endpoint
    fileprivate let store: SyncStore
    fileprivate let options: @Sendable (inout ApplyOptions) -> Void

    /// Returns the iterator of a loop.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// The iterator of a loop. Calls of `next()` from several tasks run one after another.
    ///
    /// `@unchecked`: the mutex protects all mutable state.
    public final class AsyncIterator: AsyncIteratorProtocol, @unchecked Sendable {
      private let pages: StoredPages
      private let mutex = AsyncMutex()
      /// `nil` until the first page is requested.
      private var run: StoredPageRun<Endpoint.Entity>?

      fileprivate init(_ pages: StoredPages) {
        self.pages = pages
      }

      /// Requests the next page and stores its rows in one transaction. Returns `nil` after the last
      /// page.
      ///
      /// If the request fails, e.g. because of a lost connection, call it again to request the same
      /// page. After a page that could not be stored, it returns `nil`.
      ///
      /// If the end of the list is a status instead of a page, and rows that the list lacks are
      /// deleted, the last report contains only these deletions.
      ///
      /// - Throws: The errors of `APIClient.sync(_:into:options:)`.
      public func next() async throws(APIError) -> ApplyReport? {
        do {
          return try await mutex.run { try await store() }
        } catch {
          throw error as? APIError ?? .cancelled
        }
      }

      private func store() async throws(APIError) -> ApplyReport? {
        let run =
          if let run { run } else { try await pages.begin() }
        self.run = run
        guard let report = try await run.next() else { return nil }
        try APIClient.checkApplied(run.report, of: run.rows)
        return report
      }
    }

    fileprivate func begin() async throws(APIError) -> StoredPageRun<Endpoint.Entity> {
      try await client.stored { () async throws(SyncError) in try store.checkWritable() }
      return try await StoredPageRun(
        Endpoint.request(for: endpoint), Endpoint.sync(for: endpoint).changed(by: options),
        into: store, by: client, RunBudget(client.limits, hasRunTime: false))
    }
  }

  /// Returns the pages of an endpoint, which are requested and stored one at a time.
  ///
  /// An endpoint without `page` has one page.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint. Its watermark is neither sent nor raised, so the pages contain all
  ///     rows.
  ///   - store: The store.
  ///   - options: Modifies the options of each page, which are initially those of the schema.
  public func pages<E: SyncedEndpoint>(
    of endpoint: E, into store: SyncStore,
    options: @escaping @Sendable (inout ApplyOptions) -> Void = { _ in }
  ) -> StoredPages<E> {
    StoredPages(client: self, endpoint: endpoint, store: store, options: options)
  }
}
