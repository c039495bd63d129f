import Foundation
import SwiftSyncRuntime

/// A deliberate mistake, to prove that the judge finds mistakes.
struct PlantedBug: Sendable {
  enum Kind: String, Sendable {
    /// Removes a row from an upload and reports that the server has accepted it.
    case lose
    /// Sends an upload again, much later.
    case `repeat`
    /// Sends the last watermark although the runtime wants all rows.
    case forget
    /// Gives up a new row of which the server says that it has a row with this identity.
    case yield
    /// Takes the status `stale` without a row as a confirmation.
    case confirm
  }

  let kind: Kind
  /// The number of uploads with rows per mistake.
  let period: Int

  /// - Parameter text: `lose-7`
  init(_ text: String) throws {
    let parts = text.split(separator: "-")
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])),
      let period = Int(parts[1]), period > 0
    else {
      throw Unusable(
        description: "'\(text)' is no bug: expected lose, repeat, forget, yield or confirm, as in"
          + " lose-7")
    }
    (self.kind, self.period) = (kind, period)
  }
}

/// Makes the planted mistake, between the runtime and the server.
///
/// `@unchecked`: the lock protects all mutable state.
final class PlantedBugMiddleware: Middleware, @unchecked Sendable {
  private typealias JSON = [String: Any]

  private let bug: PlantedBug
  private let isBatch: Bool
  private let isByRow: Bool
  private let lock = NSLock()
  private var count = 0
  private var kept: HTTP.Request?
  /// The last watermark for each path.
  private var watermarks: [String: String] = [:]

  init(_ bug: PlantedBug, _ kind: PushEndpoint.WireProtocol) {
    self.bug = bug
    isBatch = kind == .batch
    isByRow = kind == .rest
  }

  func send(
    _ request: HTTP.Request, next: @Sendable (HTTP.Request) async throws -> HTTP.Response
  ) async throws -> HTTP.Response {
    switch bug.kind {
    case .forget: return try await next(try keepingWatermark(request))
    case .yield, .confirm: return try accepting(try await next(request), to: request)
    case .lose, .repeat: break
    }
    if isByRow { return try await sendRow(request, next) }
    guard let (body, row) = try lastRow(of: request), isDue() else {
      return try await next(request)
    }
    switch bug.kind {
    case .lose:
      var shortened = request
      shortened.body = body
      return try confirm(row, in: try await next(shortened))
    case .repeat:
      let earlier = lock.withLock {
        defer { kept = request }
        return kept
      }
      let response = try await next(request)
      if let earlier { _ = try await next(earlier) }
      return response
    case .forget, .yield, .confirm: return try await next(request)
    }
  }

  /// Drops a request of the protocol `rest`, whose body is one row.
  private func sendRow(
    _ request: HTTP.Request, _ next: @Sendable (HTTP.Request) async throws -> HTTP.Response
  ) async throws -> HTTP.Response {
    guard request.body != nil, bug.kind == .lose, isDue() else { return try await next(request) }
    return HTTP.Response(status: 204)
  }

  /// The request with the last watermark, if it has none.
  private func keepingWatermark(_ request: HTTP.Request) throws -> HTTP.Request {
    var request = request
    let path = request.url.path
    if isBatch, let data = request.body,
      var body = try JSONSerialization.jsonObject(with: data) as? JSON
    {
      guard let known = watermark(body["updated_at"] as? String, path) else { return request }
      body["updated_at"] = known
      request.body = try JSONSerialization.data(withJSONObject: body)
    } else if var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false) {
      let query = parts.queryItems ?? []
      let since = query.first { $0.name == "since" }?.value
      guard let known = watermark(since, path) else { return request }
      parts.queryItems = query + [URLQueryItem(name: "since", value: known)]
      request.url = parts.url ?? request.url
    }
    return request
  }

  /// The watermark to send instead of none; `nil` if the request has one, or there was none before.
  private func watermark(_ sent: String?, _ path: String) -> String? {
    let known = lock.withLock {
      if let sent { watermarks[path] = sent }
      return watermarks[path]
    }
    return sent == nil && known != nil && isDue() ? known : nil
  }

  /// The response with results that are `stale` changed to `applied`, if they are those of the bug.
  private func accepting(_ response: HTTP.Response, to request: HTTP.Request) throws
    -> HTTP.Response
  {
    guard response.isSuccess, response.mediaType == "application/json",
      let data = request.body,
      let sent = try JSONSerialization.jsonObject(with: data) as? JSON,
      let operations = sent["operations"] as? [JSON],
      var body = try JSONSerialization.jsonObject(with: response.body) as? JSON,
      let results = body["results"] as? [JSON]
    else { return response }
    let creations = Set(
      operations.filter { ($0["data"] as? JSON)?["created_at"] != nil }.map { $0["id"] as? String })
    body["results"] = results.map { result in
      let isMeant =
        bug.kind == .yield
        ? result["data"] != nil && creations.contains(result["id"] as? String)
        : result["data"] == nil
      guard result["status"] as? String == "stale", isMeant, isDue() else { return result }
      return result.merging(["status": "applied"]) { $1 }
    }
    var changed = response
    changed.body = try JSONSerialization.data(withJSONObject: body)
    return changed
  }

  private func isDue() -> Bool {
    lock.withLock {
      count += 1
      return count % bug.period == 0
    }
  }

  /// The body without its last row, and that row; `nil` if the request uploads nothing.
  private func lastRow(of request: HTTP.Request) throws -> (Data, JSON)? {
    guard let data = request.body,
      var body = try JSONSerialization.jsonObject(with: data) as? JSON
    else { return nil }
    let key = isBatch ? "tasks" : "operations"
    guard var rows = body[key] as? [JSON], let row = rows.popLast() else { return nil }
    body[key] = rows
    return (try JSONSerialization.data(withJSONObject: body), row)
  }

  /// The response with the row added as accepted.
  private func confirm(_ row: JSON, in response: HTTP.Response) throws -> HTTP.Response {
    guard response.isSuccess, response.mediaType == "application/json",
      var body = try JSONSerialization.jsonObject(with: response.body) as? JSON
    else { return response }
    let id = row["id"] ?? NSNull()
    if isBatch {
      var tasks = body["tasks"] as? JSON ?? [:]
      tasks["success"] = (tasks["success"] as? [Any] ?? []) + [["id": id]]
      body["tasks"] = tasks
    } else {
      let result: JSON = ["type": "Task", "id": id, "status": "applied"]
      body["results"] = (body["results"] as? [Any] ?? []) + [result]
    }
    var changed = response
    changed.body = try JSONSerialization.data(withJSONObject: body)
    return changed
  }
}
