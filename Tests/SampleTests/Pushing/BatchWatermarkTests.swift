import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing
import Tracker

/// Watermarks in the protocol `batch`: of several entities, and clocks that cannot be watermarks.
@Suite struct BatchWatermarkTests {
  /// A backend that uses one `updated_at` and responds with everything since then.
  private final class Backend: @unchecked Sendable {
    private let lock = NSLock()
    private var rows: [String: [(clock: String, json: String)]] = [:]
    private var sent = 0

    func add(_ key: String, at clock: String, _ json: String) {
      lock.withLock { rows[key, default: []].append((clock, json)) }
    }

    /// The number of rows sent since the last call.
    func takeCount() -> Int {
      lock.withLock {
        defer { sent = 0 }
        return sent
      }
    }

    func response(_ request: HTTP.Request) throws -> HTTP.Response {
      let body = try request.bodyJSON ?? .null
      let since = body["updated_at"]?.text ?? ""
      let lists = lock.withLock {
        body.keys.filter { $0 != "updated_at" }.map { key in
          let found = rows[key, default: []].filter { $0.clock >= since }.map(\.json)
          sent += found.count
          let pushed = (body[key]?.elements ?? []).compactMap { $0["id"]?.text }
          let taken = pushed.map { #"{"id": "\#($0)"}"# }
          let success = (taken + found).joined(separator: ",")
          return #""\#(key)": {"success": [\#(success)], "error": []}"#
        }
      }
      return HTTP.Response(
        status: 200, headers: ["Date": "Wed, 01 Apr 2026 08:00:00 GMT"],
        body: Data("{\(lists.joined(separator: ","))}".utf8))
    }
  }

  private func task(_ number: Int, at clock: String) -> String {
    """
    {"id": "\(TrackerIDs.task(number))", "title": "Todo \(number)", "updated_at": "\(clock)", \
    "created_at": "\(clock)", "project_id": "\(TrackerIDs.project)"}
    """
  }

  private func endpoint(_ sample: PushSample) -> PushEndpoint {
    let client = APIClient(baseURL: .server("https://tracker.example"), transport: sample.server)
    var endpoint = PushEndpoint(
      .batch, EndpointRequest(.post, "/api/sync"),
      of: [PushedEntity(Project.self), PushedEntity(Todo.self)], by: client)
    endpoint.watermarkKey = "updated_at"
    return endpoint
  }

  /// An entity without rows on the server must not make every push download the rows of the others.
  @Test func emptyEntityDoesNotHoldBackWatermark() async throws {
    let sample = try await PushSample()
    let backend = Backend()
    for number in 10..<60 {
      let clock = "2026-03-01T08:00:\(number)Z"
      backend.add("tasks", at: clock, task(number, at: clock))
    }
    sample.server.respond(to: .post, "/api/sync") { try backend.response($0) }
    let endpoint = endpoint(sample)
    try await sample.store.push(to: endpoint)
    #expect(try await sample.store.count(Todo.where { $0.title.hasPrefix("Todo ") }) == 50)
    _ = backend.takeCount()
    for _ in 0..<3 {
      try await sample.store.push(to: endpoint)
      // The rows of the last second, which arrive again because of the overlap.
      #expect(backend.takeCount() <= 2)
    }
    let clock = "2026-03-02T08:00:00Z"
    backend.add("tasks", at: clock, task(70, at: clock))
    try await sample.edit(1, title: "Mine")
    let summary = try await sample.store.push(to: endpoint)
    #expect(summary.rows.confirmed == 1)
    #expect(try await sample.task(70) != nil && backend.takeCount() <= 4)
  }

  /// The first rows of an entity arrive completely, regardless of the rows of other entities.
  @Test func pullsOldRowsOfFormerlyEmptyEntity() async throws {
    let sample = try await PushSample()
    let backend = Backend()
    backend.add("tasks", at: "2026-03-05T08:00:00Z", task(20, at: "2026-03-05T08:00:00Z"))
    sample.server.respond(to: .post, "/api/sync") { try backend.response($0) }
    let endpoint = endpoint(sample)
    try await sample.store.push(to: endpoint)
    let id = UUID()
    backend.add(
      "projects", at: "2026-01-01T00:00:00Z",
      """
      {"id": "\(id)", "name": "P", "code": "P1", "owner_id": "\(TrackerIDs.ada)", "revision": 1, \
      "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z"}
      """)
    try await sample.store.push(to: endpoint)
    #expect(try await sample.store.fetch(Project.self, id: id) != nil)
  }

  @Test func entitiesShareRequest() async throws {
    let sample = try await PushSample()
    let backend = Backend()
    sample.server.respond(to: .post, "/api/sync") { try backend.response($0) }
    try await sample.store.push(to: endpoint(sample))
    #expect(try sample.bodies().map(\.keys) == [["projects", "tasks", "updated_at"]])
  }

  // MARK: - Clocks far ahead

  private func push(
    _ sample: PushSample, _ clocks: [String], date: String? = "Wed, 01 Apr 2026 08:00:00 GMT"
  ) async throws {
    let rows = clocks.enumerated().map { task(80 + $0, at: $1) }
    var headers: HTTP.Headers = [:]
    headers["Date"] = date
    let json = #"{"tasks": {"success": [\#(rows.joined(separator: ","))]}}"#
    sample.server.respond(to: .post, "/api/sync", headers: headers, json: json)
    sample.server.respond(
      to: .post, "/api/sync", headers: headers, json: #"{"tasks": {"success": []}}"#)
    try await sample.store.push(to: sample.endpoint(.batch))
  }

  @Test func futureClockDoesNotRaiseWatermark() async throws {
    let sample = try await PushSample()
    try await push(sample, ["9999-12-31T23:59:59Z", "2026-03-31T08:00:00Z"])
    #expect(try await sample.task(80)?.title == "Todo 80")
    #expect(
      try sample.bodies().map { $0["updated_at"]?.text } == [nil, "2026-03-31T07:59:59Z"])
    #expect(
      sample.logged == [
        "push /api/sync: 1 row with a clock more than a day ahead of the response, e.g. "
          + "9999-12-31T23:59:59.000000Z, did not raise the watermark"
      ])
  }

  @Test(arguments: [
    ("2026-04-02T08:00:00Z", "2026-04-02T07:59:59Z"), ("2026-04-02T08:00:01Z", nil),
  ])
  func acceptsClockUpToOneDayAhead(_ clock: String, _ watermark: String?) async throws {
    let sample = try await PushSample()
    try await push(sample, [clock])
    try await sample.store.push(to: sample.endpoint(.batch))
    #expect(try sample.bodies().last?["updated_at"]?.text == watermark)
  }

  @Test func usesDeviceTimeWithoutDateHeader() async throws {
    let sample = try await PushSample()
    let now = Date()
    let tomorrow = now.addingTimeInterval(80_000).formatted(.iso8601)
    let later = now.addingTimeInterval(90_000).formatted(.iso8601)
    try await push(sample, [tomorrow, later], date: nil)
    let expected = now.addingTimeInterval(79_999).formatted(.iso8601)
    #expect(try sample.bodies().last?["updated_at"]?.text == expected)
  }

  /// A watermark that is already too far ahead is dropped, so that everything arrives again.
  @Test func dropsFutureWatermark() async throws {
    let sample = try await PushSample()
    try await push(sample, ["2026-03-31T08:00:00Z"])
    try OtherProgram(at: sample.database).run(
      "UPDATE swiftsync_watermarks SET clock = '9999-12-31T23:59:59.000000Z'")
    sample.server.respond(
      to: .post, "/api/sync", headers: ["Date": "Wed, 01 Apr 2026 08:00:00 GMT"],
      json: #"{"tasks": {"success": []}}"#)
    try await sample.store.push(to: sample.endpoint(.batch))
    #expect(
      try sample.bodies().suffix(2).map { $0["updated_at"]?.text } == ["9999-12-31T23:59:58Z", nil])
  }

  // MARK: - Limits

  /// A server whose clock rises with each response does not keep a device busy forever.
  @Test func pushRespectsTransferLimits() async throws {
    let sample = try await PushSample()
    let number = Counter()
    sample.server.respond(to: .post, "/api/sync") { _ in
      let clock = "2026-03-01T08:00:\(10 + number.next() % 50)Z"
      let row = #"{"id": "\#(TrackerIDs.task(2))", "updated_at": "\#(clock)"}"#
      return HTTP.Response(status: 200, body: Data(#"{"tasks": {"success": [\#(row)]}}"#.utf8))
    }
    var limits = TransferLimits()
    limits.requestsPerRun = 20
    let client = APIClient(
      baseURL: .server("https://tracker.example"), transport: sample.server, limits: limits)
    let endpoint = PushEndpoint(
      .batch, EndpointRequest(.post, "/api/sync"), of: [PushedEntity(Todo.self)], by: client)
    await #expect(
      throws: APIError.limitExceeded(TransferLimits.Exceeded(.requestsPerRun, of: limits))
    ) {
      try await sample.store.push(to: endpoint)
    }
    #expect(sample.server.requests.count == 20)
    limits.requestsPerRun = 10_000
    limits.runTime = .zero
    let late = APIClient(
      baseURL: .server("https://tracker.example"), transport: sample.server, limits: limits)
    let other = PushEndpoint(
      .batch, EndpointRequest(.post, "/api/sync"), of: [PushedEntity(Todo.self)], by: late)
    await #expect(throws: APIError.limitExceeded(TransferLimits.Exceeded(.runTime, of: limits))) {
      try await sample.store.push(to: other)
    }
  }
}

/// A counter.
///
/// `@unchecked`: mutable state is accessed only under the lock.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0

  func next() -> Int {
    lock.withLock {
      value += 1
      return value
    }
  }
}
