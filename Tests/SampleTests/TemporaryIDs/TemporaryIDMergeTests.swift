import Foundation
import SwiftSyncRuntime
import Testing

/// Rows of the server that were pulled before the response to their creation arrived.
@Suite struct TemporaryIDMergeTests {
  @Test func mergesBothRows() async throws {
    let sample = try await DeskSample()
    let area = Area(name: "Move")
    let ticket = Ticket(title: "Pack", areaID: area.id)
    let keyword = Keyword(name: "urgent")
    try await sample.store.insert(area)
    try await sample.store.insert(ticket)
    try await sample.store.insert(keyword)
    try await sample.store.update(
      Area.self, id: area.id, Area.Patch(keywordIDs: .value([keyword.id])))
    let server = sample.server
    _ = server
    // During the push, a pull stores the server's row, and the user edits the temporary one.
    try await sample.store.withPendingChanges(of: Area.self) { _ in
      _ = try await sample.store.apply(
        .data(Data(#"[{"id": 42, "name": "Theirs", "code": "M"}]"#.utf8)), as: "Area")
      try await sample.store.update(
        Area.self, id: area.id, Area.Patch(name: .value("Mine")))
      #expect(try await sample.store.replaceTemporaryID(of: Area.self, area.id, with: 42))
      return []
    }
    #expect(try sample.rows("SELECT id, name, code FROM areas") == ["42|Mine|M"])
    #expect(try sample.rows("SELECT area_id FROM tickets") == ["42"])
    #expect(try sample.rows("SELECT area_id FROM area_keywords") == ["42"])
    #expect(
      try sample.rows("SELECT id, operation, fields FROM swiftsync_changes WHERE entity = 'Area'")
        == ["42|update|,name,"])
  }

  @Test func mergesIfResponseFollowsPull() async throws {
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    _ = try await sample.store.apply(
      .data(Data(#"[{"id": 7, "title": "Pack", "state": "open", "rank": 3}]"#.utf8)), as: "Ticket")
    // The pull has not deleted the pending row.
    #expect(try sample.rows("SELECT count(*) FROM tickets") == ["2"])
    sample.response(
      DeskSample.results(
        DeskSample.applied(
          "Ticket", "\(ticket.id)", #"{"id": 7, "title": "Pack", "state": "open", "rank": 3}"#)))
    _ = try await sample.store.push(to: sample.endpoint(.operations))
    #expect(try sample.rows("SELECT id, title, state, rank FROM tickets") == ["7|Pack|open|3"])
    #expect(try sample.queue() == [])
  }

  @Test func keepsPendingChangesOfBothRows() async throws {
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    _ = try await sample.store.apply(
      .data(Data(#"[{"id": 7, "title": "Pack", "state": "open"}]"#.utf8)), as: "Ticket")
    try await sample.store.withPendingChanges(of: Ticket.self) { _ in
      try await sample.store.update(Ticket.self, id: 7, Ticket.Patch(rank: .value(5)))
      try await sample.store.update(Ticket.self, id: ticket.id, Ticket.Patch(title: .value("New")))
      try await sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 7)
      return []
    }
    #expect(try sample.rows("SELECT id, title, rank FROM tickets") == ["7|New|5"])
    #expect(
      try sample.rows("SELECT id, operation, fields FROM swiftsync_changes")
        == ["7|update|,rank,title,"])
  }

  /// The user deleted the row during its creation, so the server's row is deleted, too.
  @Test func deletionAppliesToServerRow() async throws {
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    try await sample.store.withPendingChanges(of: Ticket.self) { _ in
      _ = try await sample.store.apply(
        .data(Data(#"[{"id": 7, "title": "Pack", "state": "open"}]"#.utf8)), as: "Ticket")
      try await sample.store.delete(Ticket.self, id: ticket.id)
      try await sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 7)
      return []
    }
    #expect(try sample.rows("SELECT count(*) FROM tickets") == ["0"])
    #expect(try sample.queue() == ["Ticket|7|delete|,"])
  }

  @Test func deletionUsesServerID() async throws {
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    try await sample.store.withPendingChanges(of: Ticket.self) { _ in
      try await sample.store.delete(Ticket.self, id: ticket.id)
      try await sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 7)
      return []
    }
    #expect(try sample.queue() == ["Ticket|7|delete|,"])
  }

  /// Rows whose identity contains the replaced one are merged with those of the server.
  @Test func mergesChildren() async throws {
    let sample = try await DeskSample()
    let area = Area(name: "Move")
    try await sample.store.insert(area)
    try await sample.store.insert(Stage(number: 1, text: "Mine", areaID: area.id))
    _ = try await sample.store.apply(
      .data(
        Data(#"[{"id": 42, "name": "Move", "stages": [{"number": 1, "text": "Theirs"}]}]"#.utf8)),
      as: "Area")
    try await sample.store.replaceTemporaryID(of: Area.self, area.id, with: 42)
    #expect(try sample.rows("SELECT area_id, number, text FROM stages") == ["42|1|Mine"])
  }

  /// A ticket cannot have two seals: the local one stays, and the server keeps the other one.
  @Test func localRowKeepsUniqueReference() async throws {
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    let seal = Seal(colour: "red", ticketID: ticket.id)
    try await sample.store.insert(ticket)
    try await sample.store.insert(seal)
    _ = try await sample.store.apply(
      .data(
        Data(
          #"""
          [{"id": 7, "title": "Pack", "state": "open",
          "seal": {"id": "0b0c8f3e-1111-4222-8333-944455566677", "colour": "blue"}}]
          """#.utf8)), as: "Ticket")
    try await sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 7)
    #expect(try sample.rows("SELECT ticket_id, colour FROM seals") == ["7|red"])
    #expect(try sample.rows("PRAGMA foreign_key_check") == [])
  }
}
