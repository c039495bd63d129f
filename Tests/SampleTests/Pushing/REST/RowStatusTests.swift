import Foundation
@_spi(Generated) import SwiftSyncREST
@_spi(Generated) @testable import SwiftSyncSession
@_spi(Generated) @testable import SwiftSyncStore
import Testing

/// The effect of each status of a response.
@Suite struct RowStatusTests {
  private func sample(_ server: RowServer = RowServer()) async throws -> RowSample {
    try await .withAreas(server)
  }

  private func rename(_ sample: RowSample, _ id: Int, _ name: String) async throws {
    try await sample.store.update(Area.self, id: id, .init(name: .value(name)))
  }

  @Test(arguments: [404, 410]) func confirmsDeletionOfMissingRow(
    status: Int
  ) async throws {
    let sample = try await sample()
    await sample.server.fail("DELETE", .status(status))
    try await sample.store.delete(Ticket.self, id: 103)

    let summary = try await sample.push()

    #expect(summary.rows.confirmed == 1)
    #expect(try sample.queue() == [])
  }

  @Test func failureInBodyRejectsChange() async throws {
    let sample = try await sample()
    await sample.server.fail("DELETE", .failure("ticket_locked"))
    try await sample.store.delete(Ticket.self, id: 103)

    let summary = try await sample.push()

    #expect(summary.rows.rejected == 1)
    let rejected = try await sample.store.problems(.rejected)
    #expect(
      rejected.first?.message
        == #"the server says that the request failed with 'ticket_locked': {"ok": false, "error": "ticket_locked"}"#
    )
    #expect(await sample.server.values("tickets", "title") == ["Lamp"])
  }

  @Test(arguments: [400, 403, 404, 409, 412, 422]) func rejectsFailedCreation(
    status: Int
  ) async throws {
    let sample = try await sample()
    await sample.server.fail("POST /api/areas", .status(status))
    let area = Area(name: "Bad")
    try await sample.store.insert(area)
    try await sample.store.insert(Ticket(title: "Waits", areaID: area.id))
    try await sample.store.insert(Ticket(title: "Goes", areaID: 101))

    let summary = try await sample.push()

    #expect(summary.rows.rejected == 1 && summary.rows.confirmed == 1)
    let rejected = try await sample.store.problems(.rejected)
    #expect(rejected.map(\.entity) == ["Area"])
    #expect(
      rejected.first?.message == "the status is \(status), expected 200 to 299: an empty body")
    #expect(await sample.server.values("tickets", "title") == ["Goes", "Lamp"])
    // The area waits for a retry, and so does its ticket.
    #expect(try await sample.push().requests == 0)
    try await sample.store.retryPendingChange(of: Area.self, id: area.id)
    try await sample.push()
    #expect(await sample.server.values("tickets", "title") == ["Goes", "Lamp", "Waits"])
    #expect(try sample.queue() == [])
  }

  @Test(arguments: [408, 425, 500, 503]) func transientFailureDoesNotBlockOtherRows(
    status: Int
  ) async throws {
    let sample = try await sample()
    await sample.server.fail("PATCH /api/areas/101", .status(status))
    try await rename(sample, 101, "Lobby")
    try await rename(sample, 102, "Garden")

    let summary = try await sample.push()

    #expect(summary.rows.confirmed == 1 && summary.count(of: .postponed) == 1)
    #expect(await sample.server.values("areas", "name") == ["Garden", "Hall"])
    #expect(try await sample.push().rows.confirmed == 1)
    #expect(await sample.server.values("areas", "name") == ["Garden", "Lobby"])
  }

  @Test func postponedRowWaits() async throws {
    let sample = try await sample()
    await sample.server.fail("PATCH /api/areas/101", .status(500))
    try await rename(sample, 101, "Lobby")
    try await rename(sample, 102, "Garden")
    let patient = HTTP.RetryPolicy(
      maxAttempts: 3, initialDelay: .seconds(600), maxDelay: .seconds(600))

    try await sample.push { $0.laterAttempts = patient }

    #expect(try await sample.push().requests == 0)
    #expect(try sample.queue() == ["update Area 101 ,"])
  }

  @Test func unavailableServerEndsPush() async throws {
    let sample = try await sample()
    for _ in 0..<20 { await sample.server.fail("PATCH", .status(503)) }
    try await rename(sample, 101, "Lobby")
    try await rename(sample, 102, "Garden")

    await #expect(throws: APIError.self) { try await sample.push() }

    #expect(await sample.server.requests.count == 2)
    #expect(
      try sample.rows("SELECT count(*) FROM swiftsync_changes WHERE retry_at IS NULL") == ["2"])
  }

  /// Five rows that always lose the connection look like an outage, and must not do so forever.
  @Test func connectionLossDoesNotBlockOtherRows() async throws {
    let sample = try await RowSample()
    for _ in 0..<100 { await sample.server.fail("PATCH /api/areas", .lostRequest) }
    for number in 1...7 { try await sample.store.insert(Area(name: "Area \(number)")) }
    try await sample.push()
    for id in 101...107 { try await rename(sample, id, "Renamed \(id)") }
    await sample.server.remedy("PATCH /api/areas/106", "PATCH /api/areas/107")
    let later = HTTP.RetryPolicy(
      maxAttempts: 3, initialDelay: .seconds(600), maxDelay: .seconds(600))
    func push() async throws {
      try await sample.push {
        $0.laterAttempts = later; $0.concurrency = 1
      }
    }

    for _ in 0..<2 { await #expect(throws: APIError.self) { try await push() } }
    #expect(
      try sample.rows("SELECT count(*) FROM swiftsync_changes WHERE retry_at IS NULL") == ["2"])
    try await push()

    #expect(
      await sample.server.values("areas", "name").suffix(2) == ["Renamed 106", "Renamed 107"])
    #expect(try sample.queue().count == 5)
  }

  @Test func unauthorizedStopsPush() async throws {
    let sample = try await sample()
    await sample.server.fail("POST /api/areas", .status(401))
    try await sample.store.insert((0..<5).map { Area(name: "New \($0)") })

    do {
      try await sample.push { $0.concurrency = 1 }
      Issue.record("the push ends without an error")
    } catch APIError.status(let response) {
      #expect(response.status == 401)
    }

    #expect(await sample.server.requests.count == 1)
    #expect(try await sample.store.problems(.uncertain).isEmpty)
    #expect(try await sample.push().rows.confirmed == 5)
  }

  @Test(arguments: [
    RowServer.Fault.status(429, ["Retry-After": "7"]),
    .status(403, ["Retry-After": "7"]),
  ]) func rateLimitPausesAllRequests(fault: RowServer.Fault) async throws {
    let sample = try await sample()
    await sample.server.fail("PATCH /api/areas/101", fault)
    try await rename(sample, 101, "Lobby")
    try await rename(sample, 102, "Garden")
    let waits = LogLines()
    let endpoint = sample.endpoint { $0.concurrency = 1 }

    let session = SyncSession(sample.store, Steps(uploads: [endpoint])) { time in
      waits.add("\(time)")
    }
    let summary = try await session.run()

    #expect(summary.isComplete)
    #expect(waits.lines == ["7.0 seconds"])
    #expect(
      await sample.server.requests.map { $0.prefix(21) } == [
        "PATCH /api/areas/101 ", "PATCH /api/areas/102 ", "PATCH /api/areas/101 ",
      ])
    #expect(await sample.server.values("areas", "name") == ["Garden", "Lobby"])
  }

  @Test func exhaustedRateLimitPausesRequests() async throws {
    let sample = try await sample()
    await sample.server.fail("PATCH", .noRequestsLeft(seconds: 100))
    try await rename(sample, 101, "Lobby")
    let waits = LogLines()

    let session = SyncSession(sample.store, Steps(uploads: [sample.endpoint()])) {
      waits.add("\($0 > .seconds(10) && $0 <= .seconds(100))")
    }
    let summary = try await session.run()

    #expect(summary.isComplete && waits.lines == ["true"])
  }

  // MARK: - Versions

  @Test func sendsETagsWithUpdatesAndDeletions() async throws {
    let server = RowServer()
    await server.sendTags()
    let sample = try await sample(server)
    try await rename(sample, 101, "Lobby")
    try await sample.push()
    try await rename(sample, 101, "Foyer")
    try await sample.push()
    try await sample.store.delete(Area.self, id: 102)
    try await sample.push()

    #expect(
      await server.received.map { $0.headers["If-Match"] } == [#""1""#, #""2""#, #""1""#])
    #expect(try sample.rows("SELECT id, etag FROM swiftsync_etags") == [#"101|"3""#])
  }

  @Test func storesETagOfFetchedRow() async throws {
    let server = RowServer()
    await server.sendTags()
    let sample = try await sample(server)
    await server.put("areas", "101", ["code": "H2"])
    try await sample.api.area(id: 101, into: sample.store)
    let tags = "SELECT id, etag FROM swiftsync_etags ORDER BY id"
    #expect(try sample.rows(tags) == [#"101|"2""#, #"102|"1""#])
    // The same row again, now unchanged.
    try await sample.api.area(id: 101, into: sample.store)
    #expect(try sample.rows(tags) == [#"101|"2""#, #"102|"1""#])

    await server.forgetRequests()
    try await rename(sample, 101, "Lobby")
    try await sample.push()
    #expect(await server.received.map { $0.headers["If-Match"] } == [#""2""#])
  }

  @Test func storesNoETagWithoutHeader() async throws {
    let server = RowServer()
    await server.sendTags()
    let sample = try await sample(server)
    _ = try await sample.store.apply(.data(server.payload("areas")), as: "Area")
    #expect(try sample.rows("SELECT count(*) FROM swiftsync_etags") == ["0"])

    try await rename(sample, 101, "Lobby")
    try await sample.push()
    #expect(await server.received.map { $0.headers["If-Match"] } == [nil])
  }

  @Test func mergesAndResendsStaleUpdate() async throws {
    let server = RowServer()
    await server.sendTags()
    let sample = try await sample(server)
    await server.put("areas", "101", ["code": "H2"])
    try await rename(sample, 101, "Lobby")

    let summary = try await sample.push()

    #expect(
      await server.requests == [
        #"PATCH /api/areas/101 {"name":"Lobby"}"#, "GET /api/areas/101",
        #"PATCH /api/areas/101 {"name":"Lobby"}"#,
      ])
    #expect(summary.stale == 1 && summary.rows.confirmed == 1)
    #expect(try sample.rows("SELECT name, code FROM areas WHERE id = 101") == ["Lobby|H2"])
    #expect(try sample.queue() == [])
  }

  @Test func staleUpdateYieldsIfServerWins() async throws {
    let server = RowServer()
    await server.sendTags()
    let sample = try await sample(server)
    await server.put("areas", "101", ["name": "Entrance"])
    try await rename(sample, 101, "Lobby")

    try await sample.push { $0.conflict = .serverWins }

    #expect(await server.values("areas", "name") == ["Entrance", "Yard"])
    #expect(try sample.rows("SELECT name FROM areas WHERE id = 101") == ["Entrance"])
    #expect(try sample.queue() == [])
  }

  @Test func resendsStaleUpdateThreeTimes() async throws {
    let sample = try await sample()
    for _ in 0..<9 { await sample.server.fail("PATCH /api/areas/101", .status(412)) }
    try await rename(sample, 101, "Lobby")

    let summary = try await sample.push()

    let requests = await sample.server.requests.filter { $0.hasPrefix("PATCH /api/areas/101") }
    #expect(requests.count == 4)
    #expect(summary.rows.rejected == 0 && summary.stale == 4 && summary.count(of: .postponed) == 1)
    #expect(try sample.queue() == ["update Area 101 ,"])
  }

  @Test func rejectsStaleUpdateWithoutFetchEndpoint() async throws {
    let sample = try await sample()
    await sample.server.fail("PUT", .status(412))
    try await sample.store.update(Ticket.self, id: 103, .init(rank: .value(1)))

    let summary = try await sample.push()

    #expect(summary.rows.rejected == 1)
    #expect(
      try await sample.store.problems(.rejected).map(\.message) == [
        "the server's row has changed, and no endpoint fetches it"
      ])
  }
}
