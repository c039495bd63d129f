import SwiftSyncFoundation
@_spi(Generated) public import SwiftSyncREST
@_spi(Generated) public import SwiftSyncStore

/// Endpoints whose responses are applied to a store.
extension APIClient {
  /// Fetches the rows of an endpoint into a store.
  ///
  /// An endpoint with pages is requested page by page. Each page is one transaction, so pages
  /// applied before an error are kept. An endpoint with a watermark is asked for changes since the
  /// last successful call.
  ///
  /// ```swift
  /// try await api.tasks(project: id, into: store) { $0.conflict = .serverWins }
  /// ```
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint.
  ///   - store: The store.
  ///   - options: Modifies the options of this call, which are initially those of the schema.
  /// - Returns: The combined counts of all pages.
  /// - Throws: `APIError.store` if the store throws, `.repeatedPage`, `.foreignPage`,
  ///   `.tooManyPages`, `.limitExceeded` if the call needs more pages or more time than `limits`
  ///   allows, and the errors of `send(_:)` for a request.
  @discardableResult
  public func sync<E: SyncedEndpoint>(
    _ endpoint: E, into store: SyncStore,
    options: @Sendable (inout ApplyOptions) -> Void = { _ in }
  ) async throws(APIError) -> ApplyReport {
    try await stored { () async throws(SyncError) in try store.checkWritable() }
    let request = try E.request(for: endpoint)
    let sync = try E.sync(for: endpoint).changed(by: options)
    var budget = RunBudget(limits)
    guard let since = sync.since else {
      let (report, rows) = try await fetch(request, sync, into: store, &budget)
      try Self.checkApplied(report, of: rows)
      return report
    }
    // A row that is fetched on its own does not state the scope that it belongs to.
    let watermark = EndpointWatermark(
      of: E.Entity.metadata.name, from: request, fetchesRows: sync.item != nil && sync.scope == nil)
    var report: ApplyReport?
    var isComplete = false
    while !isComplete {
      let pull = try await fetch(request, since, watermark, sync, into: store, &budget)
      report?.add(pull.report)
      report = report ?? pull.report
      isComplete = pull.isComplete
    }
    let sum = report ?? ApplyReport()
    guard let item = sync.item, !sync.options.isDryRun else { return sum }
    return try await fetchRejected(item, of: watermark, sync, into: store, &budget, after: sum)
  }

  /// Fetches the rows since the watermark, and raises it.
  ///
  /// - Returns: The report, and whether the store has all rows. If the watermark was reset in the
  ///   meantime, it does not.
  private func fetch<Entity>(
    _ request: EndpointRequest, _ since: String, _ watermark: EndpointWatermark,
    _ sync: EndpointSync<Entity>, into store: SyncStore, _ budget: inout RunBudget
  ) async throws(APIError) -> (report: ApplyReport, isComplete: Bool) {
    let start = try await stored { () async throws(SyncError) in
      try await store.start(of: watermark)
    }
    var request = request
    if let value = start.value { request.addQuery(since, text: value.text) }
    let newest = NewestClock()
    let (report, rows) = try await fetch(request, sync, into: store, &budget, noting: newest)
    if newest.rejected.isEmpty { try Self.checkApplied(report, of: rows) }
    // Rows that were rolled back must be sent again.
    if sync.options.isDryRun { return (report, true) }
    let isRaised = try await stored { () async throws(SyncError) in
      try await store.raise(watermark, to: newest, from: start)
    }
    return (report, isRaised)
  }

  /// Fetches the document of an endpoint into a store, in one transaction.
  ///
  /// - Returns: The counts by entity, in `related`.
  /// - Throws: `APIError.store` if the store throws, and the errors of `send(_:)` for a request.
  @discardableResult
  public func sync<E: DocumentEndpoint>(
    _ endpoint: E, into store: SyncStore
  ) async throws(APIError) -> ApplyReport {
    try await stored { () async throws(SyncError) in try store.checkWritable() }
    let response = try await send(E.request(for: endpoint))
    return try await stored { () async throws(SyncError) in
      var options = ApplyOptions()
      options.goesOn = LinkHeader.hasNext(response)
      return try await store.apply(.data(response.body), as: E.Response.self, options: options)
    }
  }

  /// Checks that not all rows of all pages were rejected, which is nearly always caused by the
  /// schema.
  static func checkApplied(_ report: ApplyReport?, of rows: Int) throws(APIError) {
    if let report, rows > 0, report.rejectedCount >= rows, report.hasAppliedNothing {
      throw .store(.refused(.everyRowRejected, report: report))
    }
  }

  /// - Returns: The report of all pages, and the number of their top-level rows.
  private func fetch<Entity>(
    _ request: EndpointRequest, _ sync: EndpointSync<Entity>, into store: SyncStore,
    _ budget: inout RunBudget, noting newest: NewestClock? = nil
  ) async throws(APIError) -> (report: ApplyReport, rows: Int) {
    let run = try await StoredPageRun(
      request, sync, into: store, by: self, budget, noting: newest)
    defer { budget = run.budget }
    while try await run.next() != nil {}
    return (run.report ?? ApplyReport(), run.rows)
  }

  /// Applies a response and counts its rows.
  func apply<Entity>(
    _ response: HTTP.Response, _ sync: EndpointSync<Entity>, to store: SyncStore,
    _ newest: NewestClock?
  ) async throws(APIError) -> (report: ApplyReport, rows: Int) {
    let progress = ApplyReport.Progress()
    newest?.beginResponse(PlausibleClocks(response))
    let report = try await stored { () async throws(SyncError) in
      defer { progress.finish() }
      var options = sync.options
      options.entityTag = response.headers["ETag"]
      options.isPage = sync.pages != nil
      options.goesOn = sync.pages == nil && LinkHeader.hasNext(response)
      var call = try SyncCall(Entity.self, sync.scope, options, progress, in: store.metadata)
      call.newestClock = newest
      return try await store.run(call, .data(response.body))
    }
    if let ignored = newest?.ignored { store.log(ignored, of: "sync \(Entity.metadata.name)") }
    var rows = 0
    for await counts in progress { rows = counts.rows }
    return (report, rows)
  }

  /// Returns the store's result, and throws its error as an `APIError`.
  func stored<Value: Sendable>(
    _ body: () async throws(SyncError) -> Value
  ) async throws(APIError) -> Value {
    do {
      return try await body()
    } catch {
      throw error == .cancelled ? .cancelled : .store(error)
    }
  }
}

extension ApplyReport {
  /// Whether no row was stored, deleted, or found unchanged.
  fileprivate var hasAppliedNothing: Bool {
    inserted == 0 && updated == 0 && unchanged == 0 && deleted == 0 && stale == 0
  }
}

extension EndpointSync {
  /// The endpoint with the options of a call.
  ///
  /// - Throws: `APIError.store` if missing rows would be deleted by responses that contain only
  ///   some of the rows.
  func changed(
    by change: (inout ApplyOptions) -> Void
  ) throws(APIError) -> EndpointSync {
    var changed = self
    change(&changed.options)
    if since != nil, changed.options.missingRows != .keep {
      throw .store(
        .invalidOption(
          "missingRows: 'delete' needs a complete list, and an endpoint with 'since' returns a part of it"
        ))
    }
    if pages != nil, case .keepIf(_) = changed.options.missingRows {
      throw .store(
        .invalidOption(
          "missingRows: 'keep-if' needs a list in one response, and the endpoint has pages"))
    }
    // Pages that are rolled back one by one cannot determine which rows none of them contains.
    if pages != nil, changed.options.isDryRun { changed.options.missingRows = .keep }
    return changed
  }
}
