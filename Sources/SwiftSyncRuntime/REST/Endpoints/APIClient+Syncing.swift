import SwiftSyncFoundation

/// Endpoints whose responses go straight into a store.
extension APIClient {
  /// Fetches the rows of an endpoint into a store.
  ///
  /// An endpoint with pages is requested page by page until a page is empty. Each page is one transaction, so
  /// pages that were applied before an error remain. An endpoint with a watermark is requested for changes
  /// since the last successful call.
  ///
  /// - Returns: The counts of all pages together.
  /// - Throws: `APIError.store` if the store throws, `.repeatedPage`, `.limitExceeded` if the call needs more
  ///   pages or more time than `limits` allows, and the errors of `send(_:)` for a request.
  @discardableResult
  public func sync<E: SyncedEndpoint>(
    _ endpoint: E, into store: SyncStore
  ) async throws(APIError) -> SyncReport {
    var request = try E.request(for: endpoint)
    let sync = E.sync(for: endpoint)
    guard let since = sync.since else { return try await fetch(request, sync, into: store) }
    let watermark = EndpointWatermark(of: E.Entity.metadata.name, from: request)
    let known = try await stored { () async throws(SyncError) in
      try await store.value(of: watermark)
    }
    if let known { request.addQuery(since, text: known.text) }
    let newest = NewestClock()
    let report = try await fetch(request, sync, into: store, noting: newest)
    try await stored { () async throws(SyncError) in
      try await store.raise(watermark, to: newest, from: known?.clock)
    }
    return report
  }

  /// Fetches the document of an endpoint into a store, in one transaction.
  ///
  /// - Returns: The counts by entity, in `related`.
  /// - Throws: `APIError.store` if the store throws, and the errors of `send(_:)` for a request.
  @discardableResult
  public func sync<E: DocumentEndpoint>(
    _ endpoint: E, into store: SyncStore
  ) async throws(APIError) -> SyncReport {
    let response = try await send(E.request(for: endpoint))
    return try await stored { () async throws(SyncError) in
      try await store.sync(.data(response.body), as: E.Response.self)
    }
  }

  private func fetch<Entity>(
    _ request: EndpointRequest, _ sync: EndpointSync<Entity>, into store: SyncStore,
    noting newest: NewestClock? = nil
  ) async throws(APIError) -> SyncReport {
    guard let page = sync.page else {
      return try await apply(send(request), sync, to: store, newest).report
    }
    var total = SyncReport()
    var last: Data?
    var budget = RunBudget(limits)
    for number in 1... {
      try budget.spend()
      var request = request
      request.addQuery(page, text: String(number))
      let response = try await send(request)
      guard response.body != last else { throw .repeatedPage(number) }
      last = response.body
      let page = try await apply(response, sync, to: store, newest)
      guard page.rows > 0 else { break }
      total.add(page.report)
    }
    return total
  }

  /// Applies a response and counts the rows that it has.
  private func apply<Entity>(
    _ response: HTTPResponse, _ sync: EndpointSync<Entity>, to store: SyncStore,
    _ newest: NewestClock?
  ) async throws(APIError) -> (report: SyncReport, rows: Int) {
    let progress = SyncProgress()
    newest?.beginResponse(PlausibleClocks(response))
    let report = try await stored { () async throws(SyncError) in
      defer { progress.finish() }
      var call = try SyncCall(
        Entity.self, sync.scope, sync.options, progress, in: store.metadata)
      call.newestClock = newest
      return try await store.run(call, .data(response.body))
    }
    if let ignored = newest?.ignored { store.log(ignored, of: "sync \(Entity.metadata.name)") }
    var rows = 0
    for await counts in progress { rows = counts.rows }
    return (report, rows)
  }

  /// What the store gives, or its error as one of the call.
  private func stored<Value: Sendable>(
    _ body: () async throws(SyncError) -> Value
  ) async throws(APIError) -> Value {
    do {
      return try await body()
    } catch {
      throw error == .cancelled ? .cancelled : .store(error)
    }
  }
}

/// Calls of typed endpoints.
extension APIClient {
  /// Sends the request of an endpoint and returns the decoded body of its response.
  ///
  /// - Throws: `APIError.undecodableBody` if the body does not have the type of the endpoint's response, and
  ///   the errors of `send(_:)` for a request.
  public func send<E: Endpoint>(_ endpoint: E) async throws(APIError) -> E.Response {
    let response = try await response(to: E.request(for: endpoint))
    guard response.isSuccess else { throw .status(ResponseSummary(response)) }
    // What is not looked at may be of any type, e.g. the text of a 202.
    if let nothing = () as? E.Response { return nothing }
    guard response.body.isEmpty || response.maySayJSON else {
      throw .contentType(ResponseSummary(response))
    }
    return try Self.read(response, E.response)
  }

  /// An empty body is one of `null`, so that an endpoint that may return nothing can respond with 204.
  private static func read<Value>(
    _ response: HTTPResponse, _ form: WireFormat<Value>
  ) throws(APIError) -> Value {
    do {
      let body = response.body.isEmpty ? Data("null".utf8) : response.body
      return try FormCoding.read(body, form)
    } catch {
      let found = (error as? DecodingError)?.reason ?? String(describing: error)
      let reason = response.body.isEmpty ? "it is empty" : found
      throw .undecodableBody(ResponseSummary(response), reason: reason)
    }
  }
}
