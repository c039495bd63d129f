import Foundation
@_spi(Generated) @testable import SwiftSyncREST
@_spi(Generated) @testable import SwiftSyncSession
@_spi(Generated) @testable import SwiftSyncStore
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// Requests that are repeated, and requests that are never sent twice.
@Suite struct RowRepetitionTests {
  private func sample(_ server: RowServer = RowServer()) async throws -> RowSample {
    try await .withAreas(server)
  }

  /// The server may have created the row, and redirects to it.
  @Test func redirectedCreationIsNotResent() async throws {
    let sample = try await sample()
    await sample.server.fail("POST /api/areas", .status(303, ["Location": "/api/areas/104"]))
    try await sample.store.insert(Area(name: "New"))

    let error = await #expect(throws: APIError.self) { try await sample.push() }

    guard case .refusedRedirect? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await sample.store.problems(.uncertain).map(\.entity) == ["Area"])
    #expect(try await sample.push().requests == 0)
  }

  /// Only a creation without a key is left to the app.
  @Test(arguments: [402, 403, 404, 410, 412]) func repeatedCreationKeepsKey(
    status: Int
  ) async throws {
    let sample = try await sample(RowServer(keyHeader: "X-Request"))
    await sample.server.fail("POST /api/areas", .lostResponse, .status(status))
    try await sample.store.insert(Area(name: "New"))
    for _ in 0..<3 { _ = try? await sample.push(keyed) }

    let keys = await sample.server.received.filter { $0.method == .post }.compactMap {
      $0.headers["X-Request"]
    }
    #expect(keys.count == 3 && Set(keys).count == 1)
    #expect(await sample.server.values("areas", "name") == ["Hall", "New", "Yard"])
    #expect(try sample.queue() == [])
  }

  @Test(arguments: [400, 422]) func invalidRepeatedCreationIsRejected(
    status: Int
  ) async throws {
    let sample = try await sample(RowServer(keyHeader: "X-Request"))
    await sample.server.fail("POST /api/areas", .lostRequest, .status(status))
    try await sample.store.insert(Area(name: "New"))
    for _ in 0..<2 { _ = try? await sample.push(keyed) }
    #expect(try await sample.store.problems(.rejected).map(\.entity) == ["Area"])
  }

  /// The key makes a repetition safe, and middleware may have sent the request more than once.
  @Test func postponedCreationKeepsKey() async throws {
    let sample = try await sample(RowServer(keyHeader: "X-Request"))
    await sample.server.fail("POST /api/areas", .status(425))
    try await sample.store.insert(Area(name: "New"))
    for _ in 0..<2 { _ = try? await sample.push(keyed) }
    let keys = await sample.server.received.compactMap { $0.headers["X-Request"] }
    #expect(keys.count == 2 && Set(keys).count == 1)
    #expect(try sample.queue() == [])
  }

  private func keyed(_ endpoint: inout PushEndpoint) {
    endpoint.idempotencyKey = PushEndpoint.IdempotencyKey(
      header: "X-Request", validFor: .seconds(3_600))
  }

  /// Middleware that cannot get a token throws before the request is sent.
  @Test func middlewareFailureLeavesNothingUncertain() async throws {
    struct SignedOut: Error {}
    let sample = try await sample()
    try await sample.store.insert(Area(name: "New"))
    let client = APIClient(
      baseURL: .server("https://desk.example"), transport: RecordingTransport(),
      middleware: [.headers { throw SignedOut() }])
    let endpoint = DeskAPI(client).sync

    let error = await #expect(throws: APIError.self) { try await sample.store.push(to: endpoint) }

    guard case .transportFailed? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await sample.store.problems(.uncertain).isEmpty)
    try await sample.push()
    #expect(await sample.server.values("areas", "name") == ["Hall", "New", "Yard"])
  }

  @Test func rejectedRowOfCycleWaits() async throws {
    let sample = try await sample()
    await sample.server.fail("POST /api/areas", .status(422))
    let first = Area(name: "A")
    try await sample.store.insert(first)
    let second = Area(name: "B", parentID: first.id)
    try await sample.store.insert(second)
    try await sample.store.update(Area.self, id: first.id, .init(parentID: .value(second.id)))

    #expect(try await sample.push().rows.rejected == 1)
    #expect(try await sample.push().requests == 0)
    for area in [first, second] {
      try await sample.store.retryPendingChange(of: Area.self, id: area.id)
    }
    try await sample.push()
    #expect(await sample.server.values("areas", "name") == ["A", "B", "Hall", "Yard"])
    #expect(try sample.queue() == [])
  }

  @Test func cancelledPushSendsOnlyStartedRequest() async throws {
    let server = RowServer()
    let sample = try await sample(server)
    await server.setDelay(0.2)
    try await sample.store.insert([Area(name: "A"), Area(name: "B"), Area(name: "C")])
    let push = Task { try await sample.push { $0.concurrency = 1 } }
    while await server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    try await Task.sleep(for: .milliseconds(20))
    push.cancel()
    _ = await push.result
    // The first request may have arrived; the others were not sent, so they are not uncertain.
    #expect(await server.requests.count == 1)
    await server.setDelay(0)
    _ = try await sample.push { $0.concurrency = 1 }
    #expect(try await sample.store.problems(.uncertain).count <= 1)
    #expect(await server.values("areas", "name").filter { ["B", "C"].contains($0) } == ["B", "C"])
  }

  // MARK: - Rows that are deleted and inserted again

  @Test func recreatesRowDeletedOnServer() async throws {
    let sample = try await sample()
    let remark = Remark(text: "First")
    try await sample.store.insert(remark)
    try await sample.push()
    await sample.server.fail("DELETE", .lostResponse)
    try await sample.store.delete(Remark.self, id: remark.id)
    await #expect(throws: APIError.self) { try await sample.push() }
    #expect(await sample.server.rows["remarks"] == [:])
    try await sample.store.insert(remark)
    await sample.server.fail("PATCH", .lostRequest)
    await #expect(throws: APIError.self) { try await sample.push() }

    try await sample.push()

    #expect(await sample.server.values("remarks", "text") == ["First"])
    #expect(try sample.rows("SELECT text FROM remarks") == ["First"])
    #expect(try sample.queue() == [])
  }

  /// The server would create it with another id.
  @Test func rejectsRowThatCannotBeRecreated() async throws {
    let sample = try await sample()
    await sample.server.fail("DELETE", .lostResponse)
    try await sample.store.delete(Area.self, id: 102)
    await #expect(throws: APIError.self) { try await sample.push() }
    try await sample.store.insert(Area(id: 102, name: "Yard"))

    try await sample.push()

    #expect(
      try await sample.store.problems(.rejected).map(\.message) == [
        "this device has deleted the row on the server, and cannot create it again with its id"
      ])
    #expect(try sample.rows("SELECT name FROM areas ORDER BY id") == ["Hall", "Yard"])
    #expect(await sample.server.values("areas", "name") == ["Hall"])
  }

  @Test(arguments: [RowServer.Fault.lostRequest, .lostResponse, .status(422)])
  func reinsertedUnsentRowStaysInsert(fault: RowServer.Fault) async throws {
    let sample = try await sample(RowServer(keyHeader: "X-Request"))
    await sample.server.fail("POST /api/areas", fault)
    let area = Area(name: "New")
    try await sample.store.insert(area)
    _ = try? await sample.push(keyed)
    try await sample.store.delete(Area.self, id: area.id)
    #expect(try sample.queue().first?.hasPrefix("delete Area") == true)
    try await sample.store.insert(area)
    #expect(try sample.queue().first?.hasPrefix("insert Area") == true)

    try await sample.push(keyed)

    #expect(await sample.server.values("areas", "name") == ["Hall", "New", "Yard"])
    #expect(try sample.rows("SELECT name FROM areas ORDER BY id") == ["Hall", "Yard", "New"])
    #expect(try sample.queue() == [])
  }

  @Test func deletedRejectedInsertLeavesQueue() async throws {
    let sample = try await sample()
    await sample.server.fail("POST /api/keywords", .status(422))
    let keyword = Keyword(name: "Bad")
    try await sample.store.insert(keyword)
    try await sample.push()
    try await sample.store.delete(Keyword.self, id: keyword.id)

    #expect(try await sample.push().count(of: .notPushable) == 0)
    #expect(try sample.queue() == [])
  }
}
