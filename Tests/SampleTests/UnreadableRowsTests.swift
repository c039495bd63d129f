import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// Rejected rows of endpoints with `since` are remembered and fetched one by one.
@Suite struct UnreadableRowsTests {
  let transport = RecordingTransport()
  let api: ServicesAPI
  let database: Database

  init() throws {
    api = ServicesAPI(APIClient(baseURL: .server("https://service.example"), transport: transport))
    database = try Database()
  }

  /// A separate connection to the database of the store.
  private func direct() throws -> TestHelpers.Database {
    try TestHelpers.Database(at: database.url.path, wait: 5_000)
  }

  private func item(_ id: Int, points: String = "1") -> String {
    """
    {"id": \(id), "name": "n", "points": \(points), "modified_at": "2026-01-02T03:04:0\(id % 10)Z"}
    """
  }

  private func respond(_ path: String, _ json: String) {
    transport.respond(to: .get, path, json: json)
  }

  /// A store with row 1, and row 2 rejected.
  ///
  /// - Parameters:
  ///   - items: The response to the second request of the list.
  ///   - status: The status of the second response with row 2; `row` is its body.
  private func store(
    then items: String = "[]", status: Int = 200, row: String = "{}"
  ) async throws -> SyncStore {
    let store = try await database.open(ServicesSchema.self)
    respond("/api/items", "[\(item(1)), \(item(2, points: "\"many\""))]")
    respond("/api/items", items)
    respond("/api/items/2", #"{"data": \#(item(2, points: "\"many\""))}"#)
    transport.respond(to: .get, "/api/items/2", status: status, json: row)
    let report = try await api.items(into: store)
    #expect(report.rejectedCount == 1)
    return store
  }

  private func makeDue() throws {
    try direct().run("UPDATE swiftsync_rejected SET retry_at = '2020-01-01T00:00:00.000Z'")
  }

  @Test func listsAndRefetchesRejectedRow() async throws {
    let store = try await store(row: #"{"data": \#(item(2))}"#)
    let rows = try await store.unreadableRows()
    #expect(rows.map(\.identity) == ["2"])
    #expect(rows.map(\.entity) == ["AsanaItem"])
    #expect(rows.map(\.rule) == [.badValue])
    #expect(rows.map(\.attempts) == [1])
    try makeDue()
    let report = try await api.items(into: store)
    #expect(report.inserted == 1)
    #expect(try await store.unreadableRows() == [])
    #expect(try direct().rows("SELECT id FROM asana_items ORDER BY id") == [["1"], ["2"]])
  }

  @Test func doesNotFetchRowBeforeItIsDue() async throws {
    let store = try await store()
    let requests = transport.requests.count
    try await api.items(into: store)
    #expect(transport.requests.count == requests + 1)
    #expect(try await store.unreadableRows().map(\.attempts) == [1])
  }

  @Test func forgetsRowMissingOnServer() async throws {
    let store = try await store(status: 404)
    try makeDue()
    try await api.items(into: store)
    #expect(try await store.unreadableRows() == [])
  }

  @Test func failedFetchDoesNotFailCall() async throws {
    let store = try await store(then: "[\(item(3))]", status: 500)
    try makeDue()
    #expect(try await api.items(into: store).inserted == 1)
    #expect(try await store.unreadableRows().map(\.attempts) == [2])
  }

  @Test func forgetsRowAppliedByOtherCall() async throws {
    let store = try await store()
    try await store.apply(.data(Data(item(2).utf8)), as: AsanaItem.self)
    #expect(try await store.unreadableRows() == [])
  }

  /// A changed row that is rejected must not prevent the others, or itself, from arriving.
  @Test func rejectedRowRaisesWatermark() async throws {
    let store = try await database.open(ServicesSchema.self)
    respond("/api/items", "[\(item(1))]")
    respond("/api/items", "[\(item(2, points: "\"many\""))]")
    respond("/api/items", "[]")
    transport.respond(to: .get, "/api/items/2", status: 503, json: "{}")
    try await api.items(into: store)
    #expect(try await api.items(into: store).rejectedCount == 1)
    #expect(try await store.unreadableRows().map(\.identity) == ["2"])
    try await api.items(into: store)
    #expect(
      transport.requests.filter { $0.url.path == "/api/items" }.map { $0.query["modified_since"] }
        == [nil, ["2026-01-02T03:04:00Z"], ["2026-01-02T03:04:01Z"]])
  }

  @Test func rowsWithoutIdentityFailCall() async throws {
    let store = try await database.open(ServicesSchema.self)
    respond("/api/items", #"[{"gid": 1}, {"gid": 2}]"#)
    let error = await #expect(throws: APIError.self) { try await api.items(into: store) }
    guard case .store(.refused(.everyRowRejected, let report))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(report.rejectedCount == 2)
  }

  @Test func keepsLatestReason() async throws {
    let store = try await store(
      row: #"{"data": {"id": 2, "name": "n", "points": 1, "modified_at": null}}"#)
    #expect(try await store.unreadableRows().map(\.rule) == [.badValue])
    try makeDue()
    try await api.items(into: store)
    #expect(try await store.unreadableRows().map(\.rule) == [.nullRequired])
  }

  @Test func unauthorizedStopsFetchingWithoutAttempt() async throws {
    let store = try await database.open(ServicesSchema.self)
    respond("/api/items", "[\(item(1)), \(item(2, points: "[]")), \(item(3, points: "[]"))]")
    transport.respond(to: .get, "/api/items/*", status: 401, json: "{}")
    try await api.items(into: store)
    #expect(transport.requests.map(\.url.path) == ["/api/items", "/api/items/2"])
    #expect(try await store.unreadableRows().map(\.attempts) == [0, 0])
  }

  @Test func serverErrorDelaysRowAndStopsFetching() async throws {
    let store = try await database.open(ServicesSchema.self)
    respond("/api/items", "[\(item(1)), \(item(2, points: "[]")), \(item(3, points: "[]"))]")
    respond("/api/items", "[]")
    transport.respond(to: .get, "/api/items/2", status: 500, json: "{}")
    respond("/api/items/3", #"{"data": \#(item(3))}"#)
    try await api.items(into: store)
    #expect(try await store.unreadableRows().map(\.attempts) == [1, 0])
    // The next call continues with the other one.
    #expect(try await api.items(into: store).inserted == 1)
    #expect(try await store.unreadableRows().map(\.identity) == ["2"])
  }

  // MARK: - Sessions

  /// A session whose only pull has received row 1, and row 2 rejected.
  private func session(thenRow row: String) async throws -> SyncSession {
    let store = try await database.open(ServicesSchema.self)
    respond("/api/items", "[\(item(1)), \(item(2, points: "\"many\""))]")
    respond("/api/items", "[]")
    respond("/api/items/2", #"{"data": \#(item(2, points: "\"many\""))}"#)
    respond("/api/items/2", row)
    let pull = SyncSession.Pull("items") { [api] store in try await api.items(into: store) }
    let session = SyncSession(store, Steps(pulls: [pull]))
    try await session.run()
    #expect(session.state.problems.map(\.identity) == ["2"])
    // The row is not due yet.
    try await session.run()
    #expect(session.state.problems.map(\.identity) == ["2"])
    #expect(requestsOfRow == 1)
    return session
  }

  private var requestsOfRow: Int {
    transport.requests.filter { $0.url.path == "/api/items/2" }.count
  }

  private func stored() throws -> [[String?]] {
    try direct().rows("SELECT id FROM asana_items ORDER BY id")
  }

  @Test func refreshFetchesRowThatWaits() async throws {
    let session = try await session(thenRow: #"{"data": \#(item(2))}"#)
    try await session.refresh()
    #expect(requestsOfRow == 2)
    #expect(try stored() == [["1"], ["2"]])
    #expect(session.state.problems == [])
  }

  @Test func retriedProblemIsFetchedAgain() async throws {
    let session = try await session(thenRow: #"{"data": \#(item(2))}"#)
    #expect(try await session.resolve(.retry, for: .unreadable) == 1)
    try await session.run()
    #expect(requestsOfRow == 2)
    #expect(try stored() == [["1"], ["2"]])
    #expect(session.state.problems == [])
  }

  @Test func discardedProblemIsNotFetchedAgain() async throws {
    let session = try await session(thenRow: #"{"data": \#(item(2))}"#)
    #expect(try await session.resolve(.discard, for: .unreadable) == 1)
    try await session.refresh()
    #expect(requestsOfRow == 1)
    #expect(try await session.store.unreadableRows() == [])
    #expect(try stored() == [["1"]])
    #expect(session.state.problems == [])
  }

  @Test func watermarkStopsAfterThousandRejectedRows() async throws {
    let store = try await database.open(ServicesSchema.self)
    let rows = (1...1_001).map { number in
      """
      {"id": \(number), "name": "n", "points": "many", "modified_at": \
      "2026-01-02T\(String(format: "%02d:%02d:%02d", number / 3600, number / 60 % 60, number % 60))Z"}
      """
    }
    respond("/api/items", "[\(item(9_999)), \(rows.joined(separator: ", "))]")
    transport.respond(to: .get, "/api/items/*", status: 503, json: "{}")
    try await api.items(into: store)
    #expect(try await store.unreadableRows().count == 1_000)
    let watermark = try direct().rows("SELECT clock FROM swiftsync_watermarks")
    #expect(watermark == [["2026-01-02T00:16:40.999999Z"]])
  }
}
