import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing

/// Ids that the server assigns in the protocol `batch`.
@Suite struct TemporaryIDBatchTests {
  private func success(_ lists: [String: String]) -> String {
    let members = lists.sorted { $0.key < $1.key }.map {
      #""\#($0.key)": {"success": \#($0.value)}"#
    }
    return "{\(members.joined(separator: ", "))}"
  }

  @Test func responseMapsTemporaryIDs() async throws {
    let sample = try await DeskSample()
    let area = Area(name: "Move")
    let ticket = Ticket(title: "Pack", areaID: area.id)
    let stage = Stage(text: "First", areaID: area.id)
    try await sample.store.insert(area)
    try await sample.store.insert(ticket)
    try await sample.store.insert(stage)
    let answer = success([
      "areas": """
      [{"id": 42, "temporary_id": \(area.id), "name": "Move"}, {"id": 43, "name": "Other"}]
      """,
      "tickets": """
      [{"id": 7, "temporary_id": \(ticket.id), "title": "Pack", "state": "open", "area_id": 42}]
      """,
      "stages": """
      [{"number": 1, "temporary_id": \(stage.number), "text": "First", "area_id": 42}]
      """,
    ])
    sample.response(answer)
    let empty = success(["areas": "[]", "tickets": "[]", "stages": "[]"])
    sample.response(empty)
    let summary = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(summary.rows.confirmed == 3)
    #expect(try sample.rows("SELECT id FROM areas ORDER BY 1") == ["42", "43"])
    #expect(try sample.rows("SELECT id, area_id FROM tickets") == ["7|42"])
    #expect(try sample.rows("SELECT area_id, number FROM stages") == ["42|1"])
    #expect(try sample.queue() == [])
    let body = try #require(try sample.server.requests.first?.bodyJSON)
    #expect(body["tickets"]?[0]?["area_id"] == .number(JSONValue.Number(area.id)))
  }

  /// A lost response arrives again with a pull, which identifies the row.
  @Test func pullMapsTemporaryIDAfterLostResponse() async throws {
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    sample.server.respond(to: .post, "/sync", status: 503, json: "{}")
    let answer = success([
      "areas": "[]",
      "tickets":
        #"[{"id": 7, "temporary_id": \#(ticket.id), "title": "Pack", "state": "open"}]"#,
    ])
    sample.response(answer)
    sample.response(success(["areas": "[]", "tickets": "[]"]))
    await #expect(throws: (any Error).self) {
      try await sample.store.push(to: sample.endpoint(.batch))
    }
    _ = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(try sample.rows("SELECT id, state FROM tickets") == ["7|open"])
    #expect(try sample.queue() == [])
  }

  @Test func ignoresTemporaryIDOfOtherDevice() async throws {
    let sample = try await DeskSample()
    sample.response(
      success([
        "areas": "[]",
        "tickets": #"[{"id": 7, "temporary_id": -99, "title": "Pack", "state": "open"}]"#,
      ]))
    _ = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(try sample.rows("SELECT id FROM tickets") == ["7"])
    #expect(try sample.rows("SELECT count(*) FROM swiftsync_temporary") == ["0"])
  }
}
