import SwiftSyncRuntime
import TestHelpers
import Testing

/// Rows that make the server fail.
@Suite struct FailingRowTests {
  private static let schema = """
    entities:
      Project:
        attributes: { id: int, name: string, updatedAt: date?, deletedAt: date? }
        sync: { clock: updatedAt, tombstone: deletedAt, push: true }
    """

  private static func rows(in request: JSON) -> [JSON] {
    request["projects"]?.list ?? (request["operations"]?.list ?? []).compactMap { $0["data"] }
  }

  private static func accepted(_ request: JSON) -> JSON {
    if let rows = request["projects"] { return .object(["projects": .object(["success": rows])]) }
    let results = (request["operations"]?.list ?? []).map { operation in
      JSON.object(["id": operation["id"] ?? .null, "status": .string("applied")])
    }
    return .object(["results": .array(results)])
  }

  /// A server that fails if a row has the name 'poison'.
  private func sync(_ names: [String], status: Int = 500) async throws -> ScriptedSync {
    let sync = try await ScriptedSync(Self.schema)
    for (id, name) in names.enumerated() {
      try sync.write("INSERT INTO projects (id, name) VALUES (\(id), '\(name)')")
    }
    sync.answer { request in
      let fails = Self.rows(in: request).contains { $0["name"]?.text == "poison" }
      return fails ? (status, .object(["error": .string("failed")])) : (200, Self.accepted(request))
    }
    return sync
  }

  @Test(arguments: [PushEndpoint.WireProtocol.batch, .operations], [500, 502, 504])
  func otherRowsArrive(_ wireProtocol: PushEndpoint.WireProtocol, _ status: Int) async throws {
    let sync = try await sync(["one", "poison", "two", "three"], status: status)
    let line = await sync.push(wireProtocol).split(separator: "\n")[0]
    #expect(line.hasPrefix("3 confirmed, 0 rejected, 1 postponed, "))
    #expect(try await sync.queue() == ["insert Project 1"])
    // It waits, and later pushes do not send it.
    #expect(
      try sync.rows("SELECT id FROM swiftsync_changes WHERE retry_at > changed_at") == ["1"])
    try sync.write(
      "UPDATE swiftsync_changes SET retry_at = '9999-01-01T00:00:00.000Z' WHERE id = 1")
    let count = try sync.sent().count
    await sync.push(wireProtocol)
    #expect(try sync.sent().dropFirst(count).allSatisfy { Self.rows(in: $0).isEmpty })
  }

  /// The row does not prevent a pull, although it is the only one.
  @Test func onlyRowIsPostponedIfThePullSucceeds() async throws {
    let sync = try await sync(["poison"])
    let line = await sync.push(.batch).split(separator: "\n")[0]
    #expect(line == "0 confirmed, 0 rejected, 1 postponed, 2 requests")
    #expect(
      try sync.rows("SELECT retry_at > changed_at FROM swiftsync_changes") == ["1"])
  }

  /// Without another request, the server may have failed for any reason. After five pushes, the row
  /// is the likely cause.
  @Test func onlyRowOfOperationsIsPostponedAfterFivePushes() async throws {
    let sync = try await sync(["poison"])
    for _ in 0..<5 {
      #expect(
        await sync.push(.operations)
          == #"error: the status is 500, expected 200 to 299: {"error":"failed"}"#)
    }
    let sixth = await sync.push(.operations)
    #expect(
      sixth == """
        0 confirmed, 0 rejected, 1 postponed, 0 requests
          Project/0 was postponed: the status is 500, expected 200 to 299: {"error":"failed"}
        """)
    // A row that succeeds in the end starts again with no failures.
    try sync.write("UPDATE projects SET name = 'well'")
    await sync.push(.operations)
    #expect(try sync.rows("SELECT count(*) FROM swiftsync_requests") == ["0"])
  }

  /// An outage ends the push after a limited number of requests.
  @Test func outageEndsThePush() async throws {
    let sync = try await ScriptedSync(Self.schema)
    for id in 0..<200 { try sync.write("INSERT INTO projects (id, name) VALUES (\(id), 'a')") }
    sync.answer("{}", status: 500)
    #expect(await sync.push(.batch) == "error: the status is 500, expected 200 to 299: {}")
    #expect(try sync.sent().count == 20)
    #expect(try await sync.queue().count == 200)
  }

  /// The status says that the server is unavailable, whatever the request contains.
  @Test func unavailableServerEndsThePushAtOnce() async throws {
    let sync = try await ScriptedSync(Self.schema)
    for id in 0..<4 { try sync.write("INSERT INTO projects (id, name) VALUES (\(id), 'a')") }
    sync.answer("{}", status: 503)
    #expect(await sync.push(.batch) == "error: the status is 503, expected 200 to 299: {}")
    #expect(try sync.sent().count == 1)
  }
}
