import SwiftSyncRuntime
import TestHelpers
import Testing

/// New rows that refer to each other.
@Suite struct NewRowCycleTests {
  private static let schema = """
    entities:
      Album:
        attributes:
          id: { type: int, default: temporary }
          name: string
          updatedAt: date?
          deletedAt: date?
        relations:
          photos: { to: [Photo], inverse: album }
          cover: { to: "Photo?", inverse: none }
        sync: { clock: updatedAt, tombstone: deletedAt, push: true }
      Photo:
        attributes:
          id: { type: int, default: temporary }
          title: string
          updatedAt: date?
          deletedAt: date?
        relations:
          album: { to: Album, inverse: photos }
          next: { to: "Photo?", inverse: none }
        sync: { clock: updatedAt, tombstone: deletedAt, push: true }
    """

  private static let references = ["cover_id": "photos", "album_id": "albums", "next_id": "photos"]
  private static let now = JSON.string("2026-03-02T10:00:00Z")

  /// A server that knows only the rows of earlier requests, and of the same request in order.
  private final class Server: @unchecked Sendable {
    private var ids: [String: JSON] = [:]

    func process(_ row: JSON, in table: String) -> JSON {
      var row = row.members
      let sent = row["id"] ?? .null
      for (key, target) in references {
        guard case .number(let id)? = row[key], id < 0 else { continue }
        guard let known = ids["\(target) \(id)"] else {
          return .object([
            "id": sent, "status": .string("rejected"), "code": .string("unknown-\(key)"),
          ])
        }
        row[key] = known
      }
      if case .number(let id) = sent, id < 0 {
        let new = ids["\(table) \(id)"] ?? .number(Double(101 + ids.count))
        ids["\(table) \(id)"] = new
        row["id"] = new
      }
      row["updated_at"] = now
      row["temporary_id"] = sent
      return .object(row)
    }

    func operations(_ request: JSON) -> JSON {
      let results = (request["operations"]?.list ?? []).map { operation -> JSON in
        let type = operation["type"] ?? .null
        let row = process(
          operation["data"] ?? .null, in: type.text == "Album" ? "albums" : "photos")
        guard row["status"] == nil else {
          return .object(row.members.merging(["type": type]) { $1 })
        }
        return .object([
          "type": type, "id": operation["id"] ?? .null, "status": .string("applied"), "data": row,
        ])
      }
      return .object(["results": .array(results)])
    }

    /// - Parameter hasOldAlbum: Whether a pull returns an album, so that the entities have different
    ///   watermarks from then on.
    func batch(_ request: JSON, hasOldAlbum: Bool) -> JSON {
      var answer: [String: JSON] = [:]
      for table in ["albums", "photos"] {
        guard let rows = request[table] else { continue }
        let processed = rows.list.map { process($0, in: table) }
        var success = processed.filter { $0["status"] == nil }
        if hasOldAlbum, table == "albums", request["updated_at"] == .null {
          success.append(
            .object([
              "id": .number(1), "name": .string("old"),
              "updated_at": .string("2026-03-01T10:00:00Z"),
            ]))
        }
        answer[table] = .object([
          "success": .array(success), "error": .array(processed.filter { $0["status"] != nil }),
        ])
      }
      return .object(answer)
    }
  }

  private func sync(
    _ wireProtocol: PushEndpoint.WireProtocol, hasOldAlbum: Bool, _ sql: String
  ) async throws -> ScriptedSync {
    let sync = try await ScriptedSync(Self.schema)
    let server = Server()
    sync.answer { request in
      let body =
        wireProtocol == .batch
        ? server.batch(request, hasOldAlbum: hasOldAlbum) : server.operations(request)
      return (200, body)
    }
    if hasOldAlbum { await sync.push(wireProtocol) }
    try sync.write("PRAGMA defer_foreign_keys = ON; \(sql)")
    await sync.push(wireProtocol)
    return sync
  }

  private static let albumWithCover = """
    INSERT INTO albums (id, name, cover_id) VALUES (-1, 'new', -2);
    INSERT INTO photos (id, title, album_id) VALUES (-2, 'cover', -1)
    """

  @Test(arguments: [
    (PushEndpoint.WireProtocol.operations, false), (.batch, false), (.batch, true),
  ])
  func rowsOfTwoEntitiesThatReferToEachOtherArrive(
    _ wireProtocol: PushEndpoint.WireProtocol, _ hasOldAlbum: Bool
  ) async throws {
    let sync = try await sync(wireProtocol, hasOldAlbum: hasOldAlbum, Self.albumWithCover)
    #expect(try await sync.queue() == [])
    #expect(
      try sync.rows(
        """
        SELECT a.name, p.title FROM albums a JOIN photos p ON p.id = a.cover_id AND p.album_id = a.id
        WHERE a.id > 100 AND p.id > 100
        """) == ["new|cover"])
  }

  /// The creation lacks the optional reference that closes the cycle, and an update sends it.
  @Test func optionalReferenceIsSentLater() async throws {
    let sync = try await sync(.operations, hasOldAlbum: false, Self.albumWithCover)
    let sent = try sync.sent().flatMap { $0["operations"]?.list ?? [] }
    #expect(sent.map { $0["type"]?.text } == ["Album", "Photo", "Album"])
    #expect(sent[0]["data"]?["cover_id"] == nil && sent[0]["data"]?["name"]?.text == "new")
    #expect(sent[1]["data"]?["album_id"] == .number(-1))
    #expect(sent[2]["data"] == .object(["id": .number(101), "cover_id": .number(102)]))
  }

  @Test(arguments: [PushEndpoint.WireProtocol.operations, .batch])
  func rowsOfOneEntityThatReferToEachOtherArrive(
    _ wireProtocol: PushEndpoint.WireProtocol
  ) async throws {
    let sync = try await sync(
      wireProtocol, hasOldAlbum: false,
      """
      INSERT INTO albums (id, name) VALUES (-1, 'new');
      INSERT INTO photos (id, title, album_id, next_id)
      VALUES (-2, 'a', -1, -3), (-3, 'b', -1, -4), (-4, 'c', -1, -2)
      """)
    #expect(try await sync.queue() == [])
    #expect(
      try sync.rows(
        "SELECT p.title, n.title FROM photos p JOIN photos n ON n.id = p.next_id ORDER BY p.title")
        == ["a|b", "b|c", "c|a"])
  }

  /// A changed row is sent after the new row of another entity that it refers to.
  @Test func changedRowFollowsNewRowInEitherDirection() async throws {
    let sync = try await ScriptedSync(Self.schema)
    try await sync.apply("Album", #"{"id": 1, "name": "old"}"#)
    try await sync.apply("Photo", #"{"id": 2, "title": "old", "album_id": 1}"#)
    try sync.write(
      """
      INSERT INTO albums (id, name) VALUES (-1, 'new');
      INSERT INTO photos (id, title, album_id) VALUES (-2, 'new', 1);
      UPDATE albums SET cover_id = -2 WHERE id = 1;
      UPDATE photos SET album_id = -1 WHERE id = 2
      """)
    let server = Server()
    sync.answer { (200, server.operations($0)) }
    #expect(await sync.push(.operations).hasPrefix("4 confirmed, 0 rejected, 1 request\n"))
  }

  /// A creation that is rejected waits like any other row, and is then sent in the same way.
  @Test func rejectedCreationOfCycleWaits() async throws {
    let sync = try await ScriptedSync(Self.schema)
    try sync.write("PRAGMA defer_foreign_keys = ON; \(Self.albumWithCover)")
    sync.answer { request in
      let results = (request["operations"]?.list ?? []).map { operation in
        JSON.object([
          "type": operation["type"] ?? .null, "id": operation["id"] ?? .null,
          "status": .string("rejected"), "code": .string("busy"),
        ])
      }
      return (200, .object(["results": .array(results)]))
    }
    let first = await sync.push(.operations)
    let problems = "\n  Album/-1 was rejected: busy\n  Photo/-2 was rejected: busy"
    #expect(first == "0 confirmed, 2 rejected, 1 request" + problems)
    #expect(
      try await sync.queue() == [
        "insert Album -1: cover; rejected once: busy", "insert Photo -2; rejected once: busy",
      ])
    let second = await sync.push(.operations)
    #expect(second == "0 confirmed, 0 rejected, 0 requests" + problems)
  }

  /// A response that never mentions the rows does not keep the device busy.
  @Test func cycleWithoutResultsEnds() async throws {
    let sync = try await ScriptedSync(Self.schema)
    try sync.write("PRAGMA defer_foreign_keys = ON; \(Self.albumWithCover)")
    sync.answer(#"{"results": []}"#)
    #expect(
      await sync.push(.operations) == "0 confirmed, 0 rejected, 6 unacknowledged, 3 requests")
  }
}
