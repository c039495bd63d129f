import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing

/// Ids that the server assigns (Identity and references).
@Suite struct TemporaryIDTests {
  @Test func newRowsHaveTemporaryIDs() async throws {
    let sample = try await DeskSample()
    let area = Area(name: "Move")
    let keyword = Keyword(name: "urgent")
    let ticket = Ticket(title: "Pack", areaID: area.id)
    let seal = Seal(ticketID: ticket.id)
    #expect(TemporaryID.isTemporary(area.id) && TemporaryID.isTemporary(keyword.id))
    #expect(TemporaryID.isTemporary(seal.id) && !TemporaryID.isTemporary(UUID()))
    #expect(!TemporaryID.isTemporary(7) && !TemporaryID.isTemporary("7"))
    #expect(ticket.state == "temporary")
    try await sample.store.insert(area)
    try await sample.store.insert(keyword)
    try await sample.store.insert(ticket)
    try await sample.store.insert(seal)
    // An id that the app received from the server is not temporary.
    try await sample.store.insert(Area(id: 9, name: "Known"))
    #expect(
      try sample.rows("SELECT entity, count(new_id) FROM swiftsync_temporary GROUP BY 1")
        == ["Area|0", "Keyword|0", "Seal|0", "Ticket|0"])
  }

  @Test func responseReplacesTemporaryIDEverywhere() async throws {
    let sample = try await DeskSample()
    let area = Area(name: "Move")
    let ticket = Ticket(title: "Pack", areaID: area.id)
    try await sample.store.insert(area)
    try await sample.store.insert(ticket)
    sample.response(
      DeskSample.results(
        DeskSample.applied("Area", "\(area.id)", #"{"id": 42, "name": "Move"}"#),
        DeskSample.applied(
          "Ticket", "\(ticket.id)", #"{"id": 7, "title": "Pack", "area_id": 42}"#)))
    let summary = try await sample.store.push(to: sample.endpoint(.operations))
    #expect(summary.rows.confirmed == 2 && summary.requests == 1)
    #expect(try sample.rows("SELECT id, name FROM areas") == ["42|Move"])
    #expect(try sample.rows("SELECT id, area_id FROM tickets") == ["7|42"])
    #expect(try sample.queue() == [])
    #expect(try await sample.store.fetch(Area.self, id: area.id)?.id == 42)
    #expect(
      try sample.rows("SELECT entity, new_id FROM swiftsync_temporary ORDER BY 1")
        == ["Area|42", "Ticket|7"])
  }

  /// The reference is sent with the server's id if its target was confirmed earlier.
  @Test func laterRequestsSendServerID() async throws {
    let sample = try await DeskSample()
    let area = Area(name: "Move")
    let ticket = Ticket(title: "Pack", areaID: area.id)
    try await sample.store.insert(area)
    try await sample.store.insert(ticket)
    sample.response(
      DeskSample.results(
        DeskSample.applied("Area", "\(area.id)", #"{"id": 42, "name": "Move"}"#)))
    sample.response(
      DeskSample.results(
        DeskSample.applied(
          "Ticket", "\(ticket.id)", #"{"id": 7, "title": "Pack", "area_id": 42}"#)))
    _ = try await sample.store.push(to: sample.endpoint(.operations, limit: 1))
    let bodies = try sample.server.requests.compactMap { try $0.bodyJSON }
    #expect(bodies.count == 2)
    #expect(bodies[1]["operations"]?[0]?["data"]?["area_id"] == 42)
    #expect(try sample.queue() == [])
  }

  @Test func updatesEveryKindOfReference() async throws {
    let sample = try await DeskSample()
    let (area, child) = (Area(name: "Move"), Area(name: "Part"))
    let keyword = Keyword(name: "urgent")
    let ticket = Ticket(title: "Pack", areaID: area.id)
    let seal = Seal(ticketID: ticket.id)
    let stage = Stage(text: "First", areaID: area.id)
    let remarks = [
      Remark(text: "a", subjectType: "area", subjectID: .id(area.id)),
      Remark(text: "b", subjectType: "ticket", subjectID: .id(ticket.id)),
    ]
    try await sample.store.transaction { store in
      try store.insert([area, child])
      try store.insert(keyword)
      try store.insert(ticket)
      try store.insert(seal)
      try store.insert(stage)
      try store.insert(remarks)
      try store.update(Area.self, id: child.id, Area.Patch(parentID: .value(area.id)))
      try store.update(Area.self, id: area.id, Area.Patch(keywordIDs: .value([keyword.id])))
    }
    #expect(try await sample.store.replaceTemporaryID(of: Area.self, area.id, with: 42))
    #expect(try await sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 7))
    #expect(try await sample.store.replaceTemporaryID(of: Keyword.self, keyword.id, with: "u"))
    let real = try #require(UUID(uuidString: "0b0c8f3e-1111-4222-8333-944455566677"))
    #expect(try await sample.store.replaceTemporaryID(of: Seal.self, seal.id, with: real))
    let old = Stage.Identity(areaID: area.id, number: stage.number)
    #expect(
      try await sample.store.replaceTemporaryID(
        of: Stage.self, old, with: Stage.Identity(areaID: 42, number: 1)))
    #expect(try sample.rows("SELECT area_id FROM tickets") == ["42"])
    #expect(try sample.rows("SELECT parent_id FROM areas WHERE id < 0") == ["42"])
    #expect(try sample.rows("SELECT ticket_id FROM seals") == ["7"])
    #expect(try sample.rows("SELECT area_id, number FROM stages") == ["42|1"])
    #expect(
      try sample.rows("SELECT subject_type, subject_id FROM remarks ORDER BY text")
        == ["area|42", "ticket|7"])
    #expect(
      try sample.rows("SELECT area_id, keyword_id, position FROM area_keywords") == ["42|u|0"])
    #expect(try await sample.store.fetch(Stage.self, id: old)?.number == 1)
    #expect(
      try sample.rows("SELECT count(*) FROM swiftsync_changes WHERE id LIKE '%-%' AND id < 0")
        == ["1"])
    #expect(try sample.rows("PRAGMA foreign_key_check") == [])
  }

  /// References with a column for each part, and members of join tables with several parts.
  @Test func updatesCompositeReferences() async throws {
    let sample = try await DeskSample()
    let area = Area(name: "Move")
    let stage = Stage(text: "First", areaID: area.id)
    let remark = Remark(text: "a", stageAreaID: area.id, stageNumber: stage.number)
    let keyword = Keyword(name: "urgent")
    let old = Stage.Identity(areaID: area.id, number: stage.number)
    try await sample.store.transaction { store in
      try store.insert(area)
      try store.insert(stage)
      try store.insert(remark)
      try store.insert(keyword)
      try store.execute(
        "INSERT INTO keyword_stages (keyword_id, stage_area_id, stage_number) "
          + "SELECT keywords.id, area_id, number FROM keywords, stages")
    }
    #expect(try await sample.store.replaceTemporaryID(of: Area.self, area.id, with: 42))
    let number = stage.number
    #expect(try sample.rows("SELECT stage_area_id, stage_number FROM remarks") == ["42|\(number)"])
    #expect(
      try sample.rows("SELECT stage_area_id, stage_number FROM keyword_stages") == ["42|\(number)"])
    #expect(
      try await sample.store.replaceTemporaryID(
        of: Stage.self, Stage.Identity(areaID: 42, number: number),
        with: Stage.Identity(areaID: 42, number: 1)))
    #expect(try sample.rows("SELECT stage_area_id, stage_number FROM remarks") == ["42|1"])
    #expect(try sample.rows("SELECT stage_area_id, stage_number FROM keyword_stages") == ["42|1"])
    #expect(try await sample.store.fetch(Stage.self, id: old)?.number == 1)
    // The app still uses the old identity when it writes another remark.
    try await sample.store.insert(
      Remark(text: "b", stageAreaID: area.id, stageNumber: stage.number))
    #expect(
      try sample.rows("SELECT stage_area_id, stage_number FROM remarks ORDER BY text")
        == ["42|1", "42|1"])
    #expect(try sample.rows("PRAGMA foreign_key_check") == [])
  }

  /// The queue is queried with the id that the app has.
  @Test func findsPendingChangesByTemporaryID() async throws {
    let sample = try await DeskSample()
    let area = Area(name: "Move")
    try await sample.store.insert(area)
    #expect(try await sample.store.replaceTemporaryID(of: Area.self, area.id, with: 42))
    try await sample.store.update(Area.self, id: area.id, Area.Patch(name: .value("Moved")))
    #expect(try await sample.store.retryPendingChange(of: Area.self, id: area.id))
    #expect(try await sample.store.discardPendingChange(of: Area.self, id: area.id))
    #expect(try sample.queue() == [])
  }

  /// Unresolved links name rows that are not stored by their ids, in both directions.
  @Test func updatesUnresolvedLinks() async throws {
    let sample = try await DeskSample()
    let area = Area(name: "Move")
    try await sample.store.insert(area)
    try await sample.store.update(
      Area.self, id: area.id, Area.Patch(ticketIDs: .value([70, 71])))
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    #expect(
      try sample.rows("SELECT child_id FROM swiftsync_links ORDER BY 1") == ["70", "71"])
    try await sample.store.replaceTemporaryID(of: Area.self, area.id, with: 42)
    #expect(
      try sample.rows("SELECT parent_id, child_id FROM swiftsync_links ORDER BY 2")
        == ["42|70", "42|71"])
    try await sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 70)
    #expect(try sample.rows("SELECT id, area_id FROM tickets") == ["70|42"])
    #expect(try sample.rows("SELECT child_id FROM swiftsync_links") == ["71"])
  }

  // MARK: - The old id

  @Test func resolvesTemporaryIDAfterReplacement() async throws {
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    let area = Area(name: "Move")
    try await sample.store.insert(area)
    try await sample.store.insert(ticket)
    try await sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 7)
    try await sample.store.replaceTemporaryID(of: Area.self, area.id, with: 42)
    #expect(
      try await sample.store.update(
        Ticket.self, id: ticket.id,
        Ticket.Patch(title: .value("Pack now"), areaID: .value(area.id))))
    #expect(
      try sample.rows("SELECT id, title, area_id FROM tickets") == ["7|Pack now|42"])
    // A struct that the app still has refers to the row by its old id.
    let other = Ticket(title: "Carry", areaID: area.id)
    try await sample.store.insert(other)
    #expect(try await sample.store.fetch(Ticket.self, id: other.id)?.areaID == 42)
    #expect(try await sample.store.delete(Ticket.self, id: ticket.id))
    #expect(try await sample.store.fetch(Ticket.self, id: ticket.id) == nil)
    #expect(try sample.rows("SELECT count(*) FROM tickets WHERE id = 7") == ["0"])
  }

  @Test func rejectsInsertWithReplacedID() async throws {
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    try await sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 7)
    try await sample.store.delete(Ticket.self, id: 7)
    await #expect(
      throws: SyncError.replacedID(entity: "Ticket", identity: "\(ticket.id)", new: "7")
    ) {
      try await sample.store.insert(ticket)
    }
    #expect(throws: (any Error).self) {
      try OtherProgram(at: sample.database).run(
        "INSERT INTO tickets (id, title, state) VALUES (\(ticket.id), 'x', 'y')")
    }
  }

  @Test func replacesIDOnlyOnce() async throws {
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    #expect(try await sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 7))
    #expect(try await sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 7))
    #expect(try await !sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 8))
    #expect(try await !sample.store.replaceTemporaryID(of: Ticket.self, 7, with: 8))
    #expect(try await !sample.store.replaceTemporaryID(of: Ticket.self, -1, with: 8))
    #expect(try sample.rows("SELECT id FROM tickets") == ["7"])
  }

  @Test func replacedIDsSurviveReopening() async throws {
    let database = try Database()
    let ticket = Ticket(title: "Pack")
    let waiting = Ticket(title: "Carry")
    do {
      let sample = try await DeskSample(database)
      try await sample.store.insert([ticket, waiting])
      try await sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 7)
      await sample.store.close()
    }
    let sample = try await DeskSample(database)
    #expect(try await sample.store.fetch(Ticket.self, id: ticket.id)?.id == 7)
    #expect(try await sample.store.replaceTemporaryID(of: Ticket.self, waiting.id, with: 8))
    #expect(try await sample.store.fetch(Ticket.self, id: waiting.id)?.id == 8)
  }

  // MARK: - Errors in between

  @Test func rollbackRestoresTemporaryID() async throws {
    struct Failure: Error {}
    let sample = try await DeskSample()
    let area = Area(name: "Move")
    let ticket = Ticket(title: "Pack", areaID: area.id)
    try await sample.store.insert(area)
    try await sample.store.insert(ticket)
    let before = try sample.queue()
    await #expect(throws: Failure.self) {
      try await sample.store.transaction { store in
        try store.replaceTemporaryID(of: Area.self, area.id, with: 42)
        throw Failure()
      }
    }
    #expect(try sample.queue() == before)
    #expect(try sample.rows("SELECT area_id FROM tickets") == ["\(area.id)"])
    #expect(try sample.rows("SELECT count(new_id) FROM swiftsync_temporary") == ["0"])
    #expect(try sample.rows("SELECT count(*) FROM swiftsync_applying") == ["0"])
  }

  @Test func responseWithoutRowRejectsChange() async throws {
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    sample.response(#"{"results": [{"status": "applied"}]}"#)
    let summary = try await sample.store.push(to: sample.endpoint(.operations))
    #expect(summary.rows.rejected == 1 && summary.rows.confirmed == 0)
    let pending = try await sample.store.fetch(PendingChange.of(Ticket.self))
    #expect(
      pending.first?.lastError == "the response lacks the row with the id that the server gave it")
  }

  /// An app that sends rows itself reports their new ids.
  @Test func customPushReplacesIDs() async throws {
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    let counts = try await sample.store.withPendingChanges(of: Ticket.self) { batch in
      for row in batch.inserted {
        try await sample.store.replaceTemporaryID(of: Ticket.self, row.id, with: 7)
      }
      return []
    }
    #expect(counts.confirmed == 1)
    #expect(try sample.queue() == [])
    #expect(try sample.rows("SELECT id FROM tickets") == ["7"])
  }

  /// The row was created although the upload failed, so the next upload is an update.
  @Test func sendsCreatedRowAsUpdateAfterFailedPush() async throws {
    struct Failure: Error {}
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    await #expect(throws: Failure.self) {
      try await sample.store.withPendingChanges(of: Ticket.self) { batch in
        for row in batch.inserted {
          try await sample.store.replaceTemporaryID(of: Ticket.self, row.id, with: 7)
        }
        throw Failure()
      }
    }
    try await sample.store.withPendingChanges(of: Ticket.self) { batch in
      #expect(batch.inserted.isEmpty && batch.updated.map(\.id) == [7])
      return []
    }
    #expect(try sample.queue() == [])
  }
}
