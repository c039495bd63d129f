@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncStore

/// Requests the pages of one call, one after another, and stores each of them.
///
/// ```swift
/// while let report = try await run.next() { print(report) }
/// ```
final class StoredPageRun<Entity: SyncedEntity> {
  private let client: APIClient
  private let sync: EndpointSync<Entity>
  private let store: SyncStore
  private let newest: NewestClock?
  private let pages: PageRun
  /// The run that deletes missing rows after the last page; `nil` if none are deleted.
  private var list: ListRun?
  /// Whether a page could not be stored, so that the list has a gap.
  private var hasGap = false
  /// The report of all pages so far; `nil` before the first one.
  private(set) var report: ApplyReport?
  /// The number of top-level rows of all pages so far.
  private(set) var rows = 0

  /// - Parameter newest: Receives the clocks of the rows.
  init(
    _ request: EndpointRequest, _ sync: EndpointSync<Entity>, into store: SyncStore,
    by client: APIClient, _ budget: RunBudget, noting newest: NewestClock? = nil
  ) async throws(APIError) {
    pages = try PageRun(request, PagedList(sync), client, budget)
    list = try await client.beginList(request, sync, in: store)
    self.client = client
    self.sync = sync
    self.store = store
    self.newest = newest
  }

  var budget: RunBudget { pages.budget }

  /// Stores the next page; `nil` after the last one, and after one that could not be stored.
  ///
  /// If a request fails, another call requests the same page.
  ///
  /// - Throws: The errors of `APIClient.sync(_:into:options:)`.
  func next() async throws(APIError) -> ApplyReport? {
    if hasGap { return nil }
    let response = try await requested()
    do throws(APIError) {
      guard let response else { return try await end() }
      return add(try await store(response))
    } catch {
      hasGap = true
      throw error
    }
  }

  private func requested() async throws(APIError) -> HTTP.Response? {
    do throws(APIError) {
      return try await pages.next()
    } catch {
      pages.allowRetry()
      throw error
    }
  }

  private func store(
    _ response: HTTP.Response
  ) async throws(APIError) -> (report: ApplyReport, rows: Int) {
    // The last page of a complete list deletes the rows that none of the pages contains.
    if list != nil { try pages.advance(after: response) }
    list?.isLast = pages.isAtEnd
    let page = try await client.apply(response, sync.with(list), to: store, newest)
    // Rows that a transform drops are not counted, but the page contains them.
    if list == nil {
      try pages.advance(after: response, rows: sync.options.transform == nil ? page.rows : nil)
    }
    return page
  }

  /// Deletes the missing rows of a list whose end was a status instead of a page.
  private func end() async throws(APIError) -> ApplyReport? {
    guard var last = list, !last.isLast else { return nil }
    last.isLast = true
    list = last
    return add((try await client.endList(last, sync, in: store), 0))
  }

  private func add(_ page: (report: ApplyReport, rows: Int)) -> ApplyReport {
    rows += page.rows
    report?.add(page.report)
    report = report ?? page.report
    return page.report
  }
}
