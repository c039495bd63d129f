import Foundation

/// Calls of typed endpoints.
extension APIClient {
  /// Sends the request of an endpoint and returns what its answer carries.
  ///
  /// - Throws: `APIError.undecodableBody` if the body is not what the endpoint returns, and all that
  ///   `send(_:)` throws for a request.
  public func send<E: Endpoint>(_ endpoint: E) async throws(APIError) -> E.Answer {
    let response = try await answer(to: E.request(for: endpoint))
    guard response.isSuccess else { throw .status(AnswerExcerpt(response)) }
    // What is not looked at may be of any type, e.g. the text of a 202.
    if let nothing = () as? E.Answer { return nothing }
    guard response.body.isEmpty || response.maySayJSON else {
      throw .contentType(AnswerExcerpt(response))
    }
    return try Self.read(response, E.answer)
  }

  /// An empty body is one of `null`, so that an endpoint that may return nothing can answer with 204.
  private static func read<Value>(
    _ response: HTTPResponse, _ form: PayloadForm<Value>
  ) throws(APIError) -> Value {
    do {
      let body = response.body.isEmpty ? Data("null".utf8) : response.body
      return try FormCoding.read(body, form)
    } catch {
      let found = (error as? DecodingError)?.reason ?? String(describing: error)
      let reason = response.body.isEmpty ? "it is empty" : found
      throw .undecodableBody(AnswerExcerpt(response), reason: reason)
    }
  }

  /// Fetches the rows of an endpoint into a store.
  ///
  /// An endpoint with pages is asked for one after the other until one is empty. Each page is a transaction of
  /// its own: what came before an error stays.
  ///
  /// - Returns: What was done, over all pages.
  /// - Throws: `APIError.store` if the store does not take an answer, `.repeatedPage`, and all that `send(_:)`
  ///   throws for a request.
  @discardableResult
  public func sync<E: SyncedEndpoint>(
    _ endpoint: E, into store: SyncStore
  ) async throws(APIError) -> SyncReport {
    let request = try E.request(for: endpoint)
    let sync = E.sync(for: endpoint)
    guard let page = sync.page else {
      return try await apply(send(request).body, sync, to: store).report
    }
    return try await fetchPages(page, of: request, sync, into: store)
  }

  private func fetchPages<Entity>(
    _ name: String, of request: EndpointRequest, _ sync: EndpointSync<Entity>,
    into store: SyncStore
  ) async throws(APIError) -> SyncReport {
    var total = SyncReport()
    var last: Data?
    for number in 1... {
      var request = request
      request.addQuery(name, text: String(number))
      let body = try await send(request).body
      guard body != last else { throw .repeatedPage(number) }
      last = body
      let page = try await apply(body, sync, to: store)
      guard page.rows > 0 else { break }
      total.add(page.report)
    }
    return total
  }

  /// Applies an answer and counts the rows that it has.
  private func apply<Entity>(
    _ body: Data, _ sync: EndpointSync<Entity>, to store: SyncStore
  ) async throws(APIError) -> (report: SyncReport, rows: Int) {
    let progress = SyncProgress()
    let report: SyncReport
    do {
      report = try await store.sync(
        body, as: Entity.self, in: sync.scope, options: sync.options, progress: progress)
    } catch {
      throw error == .cancelled ? .cancelled : .store(error)
    }
    var rows = 0
    for await counts in progress { rows = counts.rows }
    return (report, rows)
  }
}
