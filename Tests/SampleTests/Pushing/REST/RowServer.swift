import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers

/// A backend with an endpoint for each operation. It assigns the ids of areas, tickets and stages.
actor RowServer {
  struct Lost: Error {}

  /// A fault in place of a response.
  enum Fault: Equatable, Sendable {
    /// The request does not arrive.
    case lostRequest
    /// The request is executed, but the response does not arrive.
    case lostResponse
    /// The request is not executed.
    case status(Int, HTTP.Headers = [:])
    /// The request is not executed, and neither are other requests for some seconds.
    case noRequestsLeft(seconds: Int)
    /// The request is executed, but the response reports a failure.
    case statusAfter(Int)
    /// The request is executed, but the response is a page of a proxy.
    case page
    /// The request is not executed, and the response has a body.
    case response(Int, Data)
    /// Status 200 with a body that reports a failure.
    case failure(String)
  }

  private struct Keyed {
    let body: Data
    let response: HTTP.Response
  }

  /// Rows by collection and id.
  private(set) var rows: [String: [String: [String: JSONValue]]] = [:]
  /// The method, the path and the body of each request.
  private(set) var requests: [String] = []
  private(set) var received: [HTTP.Request] = []
  private(set) var largestNumberAtOnce = 0
  private var running = 0
  var faults: [(request: String, fault: Fault)] = []
  private var remedied: [String] = []
  private var keyed: [String: Keyed] = [:]
  private var versions: [String: Int] = [:]
  private var lastID = 100
  private let keyHeader: String?
  private var sendsTags = false
  private var delay = 0.0

  /// - Parameter keyHeader: The header field that identifies a repeated creation.
  init(keyHeader: String? = nil) {
    self.keyHeader = keyHeader
  }

  func sendTags() { sendsTags = true }
  func setDelay(_ seconds: Double) { delay = seconds }

  /// Makes the next requests that begin with a text, e.g. `POST /api/areas`, fail in this way.
  func fail(_ request: String, _ faults: Fault...) {
    for fault in faults { self.faults.append((request, fault)) }
  }

  /// Requests that begin with one of the texts do not fail, even if longer or shorter beginnings are in `fail`.
  func remedy(_ requests: String...) { remedied += requests }

  func forgetRequests() {
    requests = []
    received = []
  }

  /// Writes a row as another client would.
  func put(_ collection: String, _ id: String, _ row: [String: JSONValue]) {
    rows[collection, default: [:]][id] = (rows[collection]?[id] ?? [:]).merging(row) { $1 }
    versions["\(collection)/\(id)", default: 0] += 1
  }

  func remove(_ collection: String, _ id: String) { rows[collection]?[id] = nil }

  // MARK: - Requests

  func respond(to request: HTTP.Request) async throws -> HTTP.Response {
    let name = "\(request.method.rawValue) \(request.url.path)"
    requests.append(request.bodyText.map { $0.isEmpty ? name : "\(name) \($0)" } ?? name)
    received.append(request)
    running += 1
    largestNumberAtOnce = max(largestNumberAtOnce, running)
    defer { running -= 1 }
    if delay > 0 { try await Task.sleep(for: .seconds(delay)) }
    switch takeFault(of: name) {
    case nil: return try carryOut(request)
    case .lostRequest: throw Lost()
    case .lostResponse:
      _ = try carryOut(request)
      throw Lost()
    case .status(let status, let headers): return HTTP.Response(status: status, headers: headers)
    case .response(let status, let body): return HTTP.Response(status: status, body: body)
    case .noRequestsLeft(let seconds):
      let reset = Int(Date().timeIntervalSince1970) + seconds
      return HTTP.Response(
        status: 403, headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(reset)"])
    case .statusAfter(let status):
      _ = try carryOut(request)
      return HTTP.Response(status: status)
    case .failure(let code):
      return HTTP.Response(
        status: 200, headers: ["Content-Type": "application/json"],
        body: Data(#"{"ok": false, "error": "\#(code)"}"#.utf8))
    case .page:
      _ = try carryOut(request)
      return HTTP.Response(
        status: 200, headers: ["Content-Type": "text/html"], body: Data("<p>Sign in".utf8))
    }
  }

  private func takeFault(of name: String) -> Fault? {
    guard !remedied.contains(where: name.hasPrefix),
      let index = faults.firstIndex(where: { name.hasPrefix($0.request) })
    else { return nil }
    return faults.remove(at: index).fault
  }

  private func carryOut(_ request: HTTP.Request) throws -> HTTP.Response {
    guard let keyHeader, let key = request.headers[keyHeader] else { return try answer(request) }
    if let known = keyed[key] {
      return known.body == request.body ? known.response : HTTP.Response(status: 422)
    }
    let response = try answer(request)
    if response.isSuccess { keyed[key] = Keyed(body: request.body ?? Data(), response: response) }
    return response
  }

  private func answer(_ request: HTTP.Request) throws -> HTTP.Response {
    var parts = request.url.path.split(separator: "/").map(String.init).dropFirst()
    if parts.first == "v2" { parts = parts.dropFirst() }
    // /areas/{area}/stages belongs to the collection of stages.
    let parent = parts.count >= 3 ? parts.dropFirst().first : nil
    if parent != nil { parts = parts.dropFirst(2) }
    guard let collection = parts.first else { return HTTP.Response(status: 404) }
    let id = parts.dropFirst().first
    let place = [parent, id].compactMap { $0 }.joined(separator: "/")
    let body = try body(of: request, in: collection)
    switch request.method {
    case .post: return try create(collection, body, parent)
    case .get: return try existing(collection, place) ?? HTTP.Response(status: 404)
    case .delete:
      guard rows[collection]?[place] != nil else { return HTTP.Response(status: 404) }
      if isOutdated(request, collection, place) { return HTTP.Response(status: 412) }
      rows[collection]?[place] = nil
      return HTTP.Response(status: 204)
    default:
      guard rows[collection]?[place] != nil else { return HTTP.Response(status: 404) }
      if isOutdated(request, collection, place) { return HTTP.Response(status: 412) }
      put(collection, place, body)
      return try existing(collection, place) ?? HTTP.Response(status: 404)
    }
  }

  private func body(of request: HTTP.Request, in collection: String) throws -> [String: JSONValue] {
    guard case .object(let body)? = try request.bodyJSON else { return [:] }
    guard collection == "tickets" else { return body }
    guard case .object(let ticket)? = body["ticket"] else { return [:] }
    return ticket
  }

  private func isOutdated(_ request: HTTP.Request, _ collection: String, _ id: String) -> Bool {
    guard let tag = request.headers["If-Match"] else { return false }
    return tag != self.tag("\(collection)/\(id)")
  }

  private func tag(_ place: String) -> String { "\"\(versions[place] ?? 0)\"" }

  private func create(
    _ collection: String, _ body: [String: JSONValue], _ parent: String?
  ) throws -> HTTP.Response {
    var row = body
    let key = collection == "stages" ? "number" : "id"
    if collection != "remarks" {
      lastID += 1
      row[key] =
        collection == "keywords"
        ? .string("k\(lastID)") : .number(JSONValue.Number(lastID))
    }
    let id = row[key].map { $0.text ?? $0.json } ?? ""
    let place = [parent, id].compactMap { $0 }.joined(separator: "/")
    guard rows[collection]?[place] == nil else { return HTTP.Response(status: 409) }
    put(collection, place, row)
    return try existing(collection, place, status: 201) ?? HTTP.Response(status: 404)
  }

  private func existing(
    _ collection: String, _ id: String, status: Int = 200
  ) throws -> HTTP.Response? {
    guard let row = rows[collection]?[id] else { return nil }
    let json: JSONValue = collection == "tickets" ? ["ticket": .object(row)] : .object(row)
    var headers: HTTP.Headers = ["Content-Type": "application/json"]
    if sendsTags { headers["ETag"] = tag("\(collection)/\(id)") }
    return HTTP.Response(status: status, headers: headers, body: try JSONEncoder().encode(json))
  }

  /// All rows of a collection as a payload.
  func payload(_ collection: String) throws -> Data {
    let all = (rows[collection] ?? [:]).sorted { $0.key < $1.key }.map {
      JSONValue.object($0.value)
    }
    return try JSONEncoder().encode(JSONValue.array(all))
  }

  /// The values of a field in a collection, sorted.
  func values(_ collection: String, _ field: String) -> [String] {
    (rows[collection] ?? [:]).values.map { $0[field].map { $0.text ?? $0.json } ?? "" }.sorted()
  }
}

/// A store with tickets, and a backend with an endpoint for each operation.
struct RowSample {
  let database: Database
  let store: SyncStore
  let server: RowServer
  let api: DeskAPI
  let log = LogLines()

  init(_ server: RowServer = RowServer(), database: Database? = nil) async throws {
    let database = try database ?? Database()
    self.database = database
    self.server = server
    store = try await SyncStore(DeskSchema.self, .init(location: .url(database.url), log: log.log))
      .opened()
    let transport = RecordingTransport()
    for method in [HTTP.Method.get, .post, .put, .patch, .delete] {
      for path in ["/api/*", "/api/*/*", "/api/*/*/*", "/api/*/*/*/*", "/api/v2/*/*"] {
        transport.respond(to: method, path) { try await server.respond(to: $0) }
      }
    }
    api = DeskAPI(baseURL: .server("https://desk.example"), transport: transport)
  }

  /// The uploads of the schema, without delays.
  func endpoint(_ change: (inout PushEndpoint) -> Void = { _ in }) -> PushEndpoint {
    var endpoint = api.sync
    endpoint.laterAttempts = HTTP.RetryPolicy(maxAttempts: 3, initialDelay: .zero, maxDelay: .zero)
    change(&endpoint)
    return endpoint
  }

  @discardableResult
  func push(_ change: (inout PushEndpoint) -> Void = { _ in }) async throws -> PushSummary {
    try await store.push(to: endpoint(change))
  }

  func rows(_ sql: String) throws -> [String] {
    try OtherProgram(at: database).rows(sql)
  }

  /// The entries that are left in the queue.
  func queue() throws -> [String] {
    try rows(
      "SELECT operation || ' ' || entity || ' ' || id || ' ' || fields FROM swiftsync_changes "
        + "WHERE operation <> 'touch' ORDER BY sequence")
  }
}

extension RowSample {
  /// A store with the areas 101 and 102, and the ticket 103 in the first one, all of them pushed.
  static func withAreas(_ server: RowServer = RowServer()) async throws -> RowSample {
    let sample = try await RowSample(server)
    let areas = [Area(name: "Hall"), Area(name: "Yard")]
    for area in areas {
      try await sample.store.insert(area)
      try await sample.push()
    }
    try await sample.store.insert(Ticket(title: "Lamp", areaID: areas[0].id))
    try await sample.push()
    await server.forgetRequests()
    return sample
  }
}
