import SwiftSyncFoundation
@_spi(Generated) public import SwiftSyncREST
@_spi(Generated) import SwiftSyncStore

/// The endpoint that fetches one row, used for rejected rows of another endpoint.
@_spi(Generated)
public struct EndpointItem: Sendable {
  /// The path, with a placeholder for each part of the identity.
  let path: String
  /// The names of the placeholders, in the order of the parts.
  let parts: [String]
  /// The path of the row in a response.
  let root: String?
  /// The header fields of the request.
  let headers: HTTP.Headers
  /// The parameters of the query.
  let query: KeyValuePairs<String, String>
  /// The time within which a response must be complete.
  let timeout: Duration?
  /// The keys of values in a response that errors must not show.
  let secretKeys: Set<String>
  /// How a response with a status from 200 to 299 indicates a failure.
  let failure: ResponseFailure?

  /// Creates a description of the endpoint. Called by generated code.
  public init(
    _ path: String, parts: [String], root: String? = nil, headers: HTTP.Headers = [:],
    query: KeyValuePairs<String, String> = [:], timeout: Duration? = nil,
    secretKeys: Set<String> = [], failure: ResponseFailure? = nil
  ) {
    self.path = path
    self.parts = parts
    self.root = root
    self.headers = headers
    self.query = query
    self.timeout = timeout
    self.secretKeys = secretKeys
    self.failure = failure
  }

  fileprivate func request(_ key: RowKey) -> EndpointRequest {
    var request = EndpointRequest(.get, path, timeout: timeout)
    request.headers = headers
    for (name, value) in query { request.addQuery(name, text: value) }
    request.secretKeys = secretKeys
    request.failure = failure
    for (part, value) in zip(parts, key) { request.setPath(part, text: value.text) }
    return request
  }
}

/// Rows that were rejected because of their own values are older than the watermark, so they are
/// fetched one by one.
extension APIClient {
  /// The number of rows that a call fetches.
  private static let limit = 100

  /// Fetches the rejected rows of an endpoint that are due. A failure delays rows but does not fail
  /// the call.
  ///
  /// - Returns: The report, including the outcome of these rows.
  /// - Throws: `APIError.cancelled`, and `APIError.store` if the database fails.
  func fetchRejected<Entity>(
    _ item: EndpointItem, of watermark: EndpointWatermark, _ sync: EndpointSync<Entity>,
    into store: SyncStore, _ budget: inout RunBudget, after report: ApplyReport
  ) async throws(APIError) -> ApplyReport {
    let due = try await stored { () async throws(SyncError) in
      try await store.dueRejections(of: watermark, limit: Self.limit)
    }
    var report = report
    for key in due {
      let fetched = await fetch(item, key, &budget)
      if case .failure(.cancelled) = fetched { throw .cancelled }
      if case .failure(let error) = fetched {
        store.log(.unfetchedRow(key.map(\.text), reason: error.description), of: watermark)
      }
      switch RejectedRowFate(fetched) {
      case .gone:
        try await stored { () async throws(SyncError) in
          try await store.removeRejection(key, of: watermark)
        }
      case .present(let response):
        let rule = try await apply(response, item, sync, to: store, &report)
        try await noteAttempt(key, rule, watermark, store)
      case .refused: try await noteAttempt(key, nil, watermark, store)
      case .broken:
        // The next row may succeed, but not in this call.
        try await noteAttempt(key, nil, watermark, store)
        return report
      case .unavailable: return report
      }
    }
    return report
  }

  private func noteAttempt(
    _ key: RowKey, _ rule: ApplyReport.RejectedRow.Rule?, _ watermark: EndpointWatermark,
    _ store: SyncStore
  ) async throws(APIError) {
    try await stored { () async throws(SyncError) in
      try await store.noteAttempt(key, rule, of: watermark)
    }
  }

  private func fetch(
    _ item: EndpointItem, _ key: RowKey, _ budget: inout RunBudget
  ) async -> Result<HTTP.Response, APIError> {
    do throws(APIError) {
      try budget.spend()
      let request = item.request(key)
      let response = try await response(to: request)
      if [404, 410].contains(response.status) { return .success(response) }
      try check(response, to: request)
      return .success(response)
    } catch {
      return .failure(error)
    }
  }

  /// - Returns: The reason why the row is rejected again; `nil` if it was applied, or if the
  ///   response does not contain the row.
  private func apply<Entity>(
    _ response: HTTP.Response, _ item: EndpointItem, _ sync: EndpointSync<Entity>,
    to store: SyncStore, _ report: inout ApplyReport
  ) async throws(APIError) -> ApplyReport.RejectedRow.Rule? {
    var options = sync.options
    options.isItem = true
    options.missingRows = .keep
    options.entityTag = response.headers["ETag"]
    options.isStrict = false
    options.root = item.root
    options.keyedBy = nil
    do throws(SyncError) {
      let call = try SyncCall(Entity.self, sync.scope, options, nil, in: store.metadata)
      report.add(try await store.run(call, .data(response.body)))
      return nil
    } catch .refused(_, let refused) {
      return refused.rejected.first?.rule
    } catch .invalidPayload {
      return nil
    } catch {
      throw error == .cancelled ? .cancelled : .store(error)
    }
  }
}

/// The result of fetching a rejected row again.
private enum RejectedRowFate {
  /// The server does not have the row.
  case gone
  case present(HTTP.Response)
  /// The server does not return the row.
  case refused
  /// The server failed because of the row.
  case broken
  /// Requests for other rows would fail too: the connection, the login or a limit is the cause.
  case unavailable

  init(_ fetched: Result<HTTP.Response, APIError>) {
    switch fetched {
    case .success(let response): self = response.isSuccess ? .present(response) : .gone
    case .failure(.status(let response)):
      switch response.status {
      case 401, 408, 425, 429: self = .unavailable
      case 500...: self = .broken
      default: self = .refused
      }
    case .failure(.contentType), .failure(.failed): self = .refused
    case .failure: self = .unavailable
    }
  }
}

extension SyncStore {
  fileprivate func dueRejections(
    of watermark: EndpointWatermark, limit: Int
  ) async throws(SyncError) -> [RowKey] {
    try await readPlanned { (connection, schema) throws(SyncError) in
      guard let plan = schema.entity(watermark.entity) else { return [] }
      return try UnreadableRows(on: connection).due(
        of: plan, from: watermark.source, version: schema.metadata.version, limit: limit)
    }
  }

  fileprivate func log(_ event: SyncLog.Event, of watermark: EndpointWatermark) {
    log(event, of: "sync \(watermark.entity)")
  }

  fileprivate func noteAttempt(
    _ key: RowKey, _ rule: ApplyReport.RejectedRow.Rule?, of watermark: EndpointWatermark
  ) async throws(SyncError) {
    try await editRejections(of: watermark) { [metadata] (rejections) throws(SyncError) in
      try rejections.noteAttempt(
        key, rule, from: watermark.source, version: metadata.version, .rows)
    }
  }

  fileprivate func removeRejection(
    _ key: RowKey, of watermark: EndpointWatermark
  ) async throws(SyncError) {
    try await editRejections(of: watermark) { (rejections) throws(SyncError) in
      try rejections.remove(key, from: watermark.source)
    }
  }

  private func editRejections(
    of watermark: EndpointWatermark,
    _ edit: @escaping @Sendable (UnreadableRows) throws(SyncError) -> Void
  ) async throws(SyncError) {
    try await write(operation: "sync \(watermark.entity)") { (writer) throws(SyncError) in
      try writer.transaction { (_) throws(SyncError) in
        try edit(UnreadableRows(on: writer.connection))
        return ((), .commit)
      }
    }
  }
}
