import Foundation
@_spi(Generated) import SwiftSyncRuntime
import TestHelpers
import Testing

/// Creations whose responses are lost.
@Suite struct RowCreationTests {
  private let lost: [RowServer.Fault] = [.lostResponse, .statusAfter(500), .page]

  // MARK: - With a key

  @Test(arguments: [RowServer.Fault.lostResponse, .lostRequest, .statusAfter(502), .page])
  func keyedRetryRepeatsSameBody(fault: RowServer.Fault) async throws {
    let server = RowServer(keyHeader: "X-Request")
    let sample = try await RowSample(server)
    await server.fail("POST /api/areas", fault)
    let area = Area(name: "Hall")
    try await sample.store.insert(area)
    try await sample.store.insert(Ticket(title: "Lamp", areaID: area.id))
    await #expect(throws: APIError.self) { try await sample.push(keyed) }
    try await sample.store.update(Area.self, id: area.id, .init(name: .value("Lobby")))

    try await sample.push(keyed)

    let requests = await server.received
    #expect(requests[0].headers["X-Request"] != nil)
    #expect(requests[1].headers["X-Request"] == requests[0].headers["X-Request"])
    #expect(
      await server.requests == [
        #"POST /api/areas {"name":"Hall","code":null,"parent_id":null}"#,
        #"POST /api/areas {"name":"Hall","code":null,"parent_id":null}"#,
        #"POST /api/tickets {"ticket":{"title":"Lamp","state":"temporary","rank":null,"area_id":101}}"#,
        #"PATCH /api/areas/101 {"name":"Lobby"}"#,
      ])
    #expect(try sample.queue() == [])
    #expect(await server.values("areas", "name") == ["Lobby"])
  }

  @Test func deletionAfterLostCreationReachesServer() async throws {
    let server = RowServer(keyHeader: "X-Request")
    let sample = try await RowSample(server)
    await server.fail("POST /api/areas", .lostResponse)
    let area = Area(name: "Hall")
    try await sample.store.insert(area)
    await #expect(throws: APIError.self) { try await sample.push(keyed) }
    try await sample.store.delete(Area.self, id: area.id)

    try await sample.push(keyed)

    #expect(await server.requests.last == "DELETE /api/areas/101")
    #expect(await server.rows["areas"] == [:])
    #expect(try sample.queue() == [])
    #expect(try sample.rows("SELECT count(*) FROM areas") == ["0"])
  }

  @Test func expiredKeyLeavesCreationUncertain() async throws {
    let server = RowServer(keyHeader: "X-Request")
    let sample = try await RowSample(server)
    await server.fail("POST /api/areas", .lostResponse)
    try await sample.store.insert(Area(name: "Hall"))
    await #expect(throws: APIError.self) { try await sample.push(keyed) }
    try OtherProgram(at: sample.database).run(
      "UPDATE swiftsync_requests SET sent_at = '2020-01-01T00:00:00.000Z'")

    let summary = try await sample.push(keyed)

    #expect(summary.count(of: .uncertain) == 1 && summary.requests == 0)
    #expect(try await sample.store.problems(.uncertain).count == 1)
  }

  private func keyed(_ endpoint: inout PushEndpoint) {
    endpoint.idempotencyKey = PushEndpoint.IdempotencyKey(
      header: "X-Request", validFor: .seconds(3600))
  }

  // MARK: - With an identity of the device

  @Test(arguments: [true, false]) func fetchSettlesCreationWithDeviceIdentity(
    hasArrived: Bool
  ) async throws {
    let sample = try await RowSample()
    let remark = Remark(text: "First")
    let id = remark.id.uuidString.lowercased()
    await sample.server.fail("POST /api/remarks", hasArrived ? .lostResponse : .lostRequest)
    try await sample.store.insert(remark)
    await #expect(throws: APIError.self) { try await sample.push() }
    try await sample.store.update(Remark.self, id: remark.id, .init(text: .value("Second")))
    await sample.server.forgetRequests()

    try await sample.push()

    let requests = await sample.server.requests
    #expect(requests.first == "GET /api/remarks/\(id)")
    if hasArrived {
      #expect(requests.count == 2 && requests[1] == #"PATCH /api/remarks/\#(id) {"text":"Second"}"#)
    } else {
      #expect(requests.count == 2 && requests[1].hasPrefix("POST /api/remarks"))
    }
    #expect(await sample.server.values("remarks", "text") == ["Second"])
    #expect(try sample.queue() == [])
  }

  // MARK: - Without either

  /// An area whose creation got no response, and a ticket in it.
  private func uncertain() async throws -> (RowSample, Area) {
    let sample = try await RowSample()
    let area = Area(name: "Hall")
    await sample.server.fail("POST /api/areas", .lostResponse)
    try await sample.store.insert(area)
    try await sample.store.insert(Ticket(title: "Lamp", areaID: area.id))
    try await sample.store.insert(Ticket(title: "Free"))
    let summary = try await sample.push()
    #expect(summary.count(of: .uncertain) == 1 && summary.rows.confirmed == 1)
    return (sample, area)
  }

  @Test func uncertainCreationBlocksDependents() async throws {
    let (sample, area) = try await uncertain()
    let found = try await sample.store.problems(.uncertain)

    #expect(found.map(\.identity) == ["\(area.id)"])
    #expect(await sample.server.values("tickets", "title") == ["Free"])
    await sample.server.forgetRequests()
    #expect(try await sample.push().count(of: .uncertain) == 1)
    #expect(await sample.server.requests == [])
    #expect(sample.log.lines.filter { $0.contains("may have arrived") }.count == 1)
  }

  @Test func resolvesAsArrived() async throws {
    let (sample, area) = try await uncertain()
    try await sample.store.update(Area.self, id: area.id, .init(name: .value("Lobby")))

    #expect(
      try await sample.store.resolveCreate(of: Area.self, id: area.id, .arrived(as: 101)))
    let summary = try await sample.push()

    #expect(summary.problems.map(\.description) == [])
    #expect(await sample.server.values("areas", "name") == ["Lobby"])
    #expect(await sample.server.values("tickets", "area_id") == ["101", "null"])
    #expect(try sample.queue() == [])
    #expect(try await sample.store.problems(.uncertain).isEmpty)
  }

  @Test func resolvesBySendingAgain() async throws {
    let (sample, area) = try await uncertain()

    try await sample.store.resolveCreate(of: Area.self, id: area.id, .sendAgain)
    try await sample.push()

    #expect(await sample.server.rows["areas"]?.count == 2)
    #expect(try sample.rows("SELECT id FROM areas") == ["103"])
    #expect(try sample.queue() == [])
  }

  @Test func resolvesByDiscarding() async throws {
    let (sample, area) = try await uncertain()

    try await sample.store.resolveCreate(of: Area.self, id: area.id, .discard)
    try await sample.push()

    #expect(try sample.rows("SELECT count(*) FROM areas") == ["0"])
    #expect(try sample.queue() == [])
    #expect(try await sample.store.problems(.uncertain).isEmpty)
  }

  @Test func resolvesOnlyUncertainCreations() async throws {
    let sample = try await RowSample()
    let area = Area(name: "Hall")
    try await sample.store.insert(area)
    for resolution in [SyncProblem.CreateResolution<Area>.arrived(as: 1), .sendAgain, .discard] {
      #expect(
        try await sample.store.resolveCreate(of: Area.self, id: area.id, resolution) == false)
    }
    #expect(try sample.queue().count == 1)
  }

  @Test func rejectsArrivalWithTemporaryID() async throws {
    let (sample, area) = try await uncertain()
    await #expect(throws: SyncError.self) {
      try await sample.store.resolveCreate(of: Area.self, id: area.id, .arrived(as: area.id))
    }
    #expect(try await sample.store.problems(.uncertain).count == 1)
  }

  @Test func repeatedCreationsMayDuplicateRows() async throws {
    let sample = try await RowSample()
    await sample.server.fail("POST /api/areas", .lostResponse)
    try await sample.store.insert(Area(name: "Hall"))
    await #expect(throws: APIError.self) { try await sample.push { $0.retriesCreates = true } }

    try await sample.push { $0.retriesCreates = true }

    #expect(await sample.server.rows["areas"]?.count == 2)
    #expect(try sample.queue() == [])
  }

  @Test func resendsUnsentCreation() async throws {
    let sample = try await RowSample()
    let transport = Unconnected()
    let endpoint = PushEndpoint(
      rest: sample.api.sync.routes,
      by: APIClient(baseURL: .server("https://desk.example"), transport: transport))
    try await sample.store.insert(Area(name: "Hall"))
    await #expect(throws: APIError.self) { try await sample.store.push(to: endpoint) }
    #expect(try await sample.store.problems(.uncertain).isEmpty)

    try await sample.push()

    #expect(await sample.server.values("areas", "name") == ["Hall"])
  }

  /// A device without a network.
  private struct Unconnected: Transport {
    func send(_ request: HTTP.Request) async throws -> HTTP.Response {
      throw NSError(domain: "NSURLErrorDomain", code: -1009)
    }
  }

  // MARK: - Killed processes

  /// A request is recorded in the database before it is sent, so that another process finds it.
  @Test func killedPushLeavesCreationUncertain() async throws {
    let sample = try await RowSample()
    await sample.server.setDelay(30)
    try await sample.store.insert(Area(name: "Hall"))
    let push = Task { try await sample.push() }
    while await sample.server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    let copy = try Database()
    try OtherProgram(at: sample.database).run("VACUUM INTO '\(copy.url.path)'")
    push.cancel()
    await #expect(throws: (any Error).self) { try await push.value }

    let other = try await RowSample(sample.server, database: copy)
    let summary = try await other.push()

    #expect(summary.count(of: .uncertain) == 1 && summary.requests == 0)
    #expect(try await other.store.problems(.uncertain).count == 1)
  }
}
