import Foundation
import SwiftSyncRuntime
import Testing

/// The order of the requests for single rows, and their contents.
@Suite struct RowOrderTests {
  @Test func sendsReferencedRowsFirst() async throws {
    let sample = try await RowSample()
    let ticket = Ticket(title: "Lamp", areaID: nil)
    try await sample.store.insert(ticket)
    let area = Area(name: "Hall")
    try await sample.store.insert(area)
    try await sample.store.update(Ticket.self, id: ticket.id, .init(areaID: .value(area.id)))

    let summary = try await sample.push()

    #expect(summary.rows.confirmed == 2 && summary.requests == 2)
    #expect(
      await sample.server.requests == [
        #"POST /api/areas {"name":"Hall","code":null,"parent_id":null}"#,
        #"POST /api/tickets {"ticket":{"title":"Lamp","state":"temporary","rank":null,"area_id":101}}"#,
      ])
    #expect(try sample.queue() == [])
    #expect(try sample.rows("SELECT id, area_id FROM tickets") == ["102|101"])
    #expect(try await sample.store.fetch(Ticket.self, id: ticket.id)?.id == 102)
  }

  @Test func patchSendsChangedFieldsAndPutWholeRow() async throws {
    let sample = try await RowSample()
    let area = Area(name: "Hall", code: "H")
    let ticket = Ticket(title: "Lamp", areaID: area.id)
    try await sample.store.insert(area)
    try await sample.store.insert(ticket)
    try await sample.push()
    await sample.server.forgetRequests()
    try await sample.store.update(Area.self, id: area.id, .init(name: .value("Lobby")))
    try await sample.store.update(Ticket.self, id: ticket.id, .init(rank: .value(3)))

    try await sample.push()

    #expect(
      await sample.server.requests.sorted() == [
        #"PATCH /api/areas/101 {"name":"Lobby"}"#,
        #"PUT /api/tickets/102 {"ticket":{"id":102,"title":"Lamp","state":"temporary","rank":3,"area_id":101}}"#,
      ])
    #expect(try sample.queue() == [])
  }

  @Test func deletesChildrenFirst() async throws {
    let sample = try await RowSample()
    let area = Area(name: "Hall")
    let ticket = Ticket(title: "Lamp", areaID: area.id)
    try await sample.store.insert(area)
    try await sample.store.insert(ticket)
    try await sample.push()
    await sample.server.forgetRequests()
    try await sample.store.delete(Ticket.self, id: ticket.id)
    try await sample.store.delete(Area.self, id: area.id)
    try await sample.store.insert(Area(name: "Yard"))

    try await sample.push()

    #expect(
      await sample.server.requests == [
        #"POST /api/areas {"name":"Yard","code":null,"parent_id":null}"#,
        "DELETE /api/v2/tickets/102", "DELETE /api/areas/101",
      ])
    #expect(try sample.queue() == [])
  }

  @Test func closesCycleWithUpdate() async throws {
    let sample = try await RowSample()
    let (first, second) = (Area(name: "First"), Area(name: "Second"))
    try await sample.store.insert([first, second])
    try await sample.store.update(Area.self, id: first.id, .init(parentID: .value(second.id)))
    try await sample.store.update(Area.self, id: second.id, .init(parentID: .value(first.id)))

    let summary = try await sample.push()

    #expect(summary.rows.confirmed == 3)
    #expect(
      await sample.server.requests == [
        #"POST /api/areas {"name":"First","code":null}"#,
        #"POST /api/areas {"name":"Second","code":null,"parent_id":101}"#,
        #"PATCH /api/areas/101 {"parent_id":102}"#,
      ])
    #expect(try sample.queue() == [])
    #expect(
      try sample.rows("SELECT id, name, parent_id FROM areas ORDER BY id") == [
        "101|First|102", "102|Second|101",
      ])
  }

  @Test func setsSelfReferenceWithUpdate() async throws {
    let sample = try await RowSample()
    let area = Area(name: "Own")
    try await sample.store.insert(area)
    try await sample.store.update(Area.self, id: area.id, .init(parentID: .value(area.id)))

    try await sample.push()

    #expect(
      await sample.server.requests == [
        #"POST /api/areas {"name":"Own","code":null}"#, #"PATCH /api/areas/101 {"parent_id":101}"#,
      ])
    #expect(try sample.queue() == [])
  }

  @Test func creationInPartsIsQuarantinedIfResponseHasAnotherRow() async throws {
    let sample = try await RowSample()
    let area = Area(name: "Own")
    try await sample.store.insert(area)
    try await sample.store.update(Area.self, id: area.id, .init(parentID: .value(area.id)))
    let other = Data(#"{"id": -1000, "name": "Other", "code": null, "parent_id": null}"#.utf8)
    await sample.server.fail("POST /api/areas", .response(201, other))

    let summary = try await sample.push()

    #expect(summary.rows.rejected == 1 && summary.rows.quarantined == 1)
    #expect(summary.rows.confirmed == 0 && summary.requests == 1)
    let pending = try await sample.store.fetch(PendingChange.of(Area.self))
    #expect(pending.map(\.operation) == [.insert] && pending.map(\.isQuarantined) == [true])
    #expect(
      pending.map(\.lastError) == ["the response contains the row -1000 instead of \(area.id)"])
    #expect(try sample.queue() == ["insert Area \(area.id) ,parent,"])
    #expect(
      try sample.rows("SELECT id, name, parent_id FROM areas") == ["\(area.id)|Own|\(area.id)"])
    #expect(try await sample.push().requests == 0)

    // The whole row is sent once the app asks for it.
    #expect(try await sample.store.retryPendingChange(of: Area.self, id: area.id))
    await sample.server.forgetRequests()
    #expect(try await sample.push().rows.confirmed == 2)
    #expect(
      await sample.server.requests == [
        #"POST /api/areas {"name":"Own","code":null}"#, #"PATCH /api/areas/101 {"parent_id":101}"#,
      ])
    #expect(try sample.queue() == [])
    #expect(try sample.rows("SELECT id, name, parent_id FROM areas") == ["101|Own|101"])
  }

  @Test func pathsContainReferencesAndIdentities() async throws {
    let sample = try await RowSample()
    let area = Area(name: "Hall")
    try await sample.store.insert(area)
    let stage = Stage(text: "Plan", areaID: area.id)
    try await sample.store.insert(stage)

    try await sample.push()
    try await sample.store.update(
      Stage.self, id: .init(areaID: 101, number: 102), .init(text: .value("Plans")))
    try await sample.push()

    #expect(
      await sample.server.requests == [
        #"POST /api/areas {"name":"Hall","code":null,"parent_id":null}"#,
        #"POST /api/areas/101/stages {"text":"Plan","area_id":101}"#,
        #"PATCH /api/areas/101/stages/102 {"text":"Plans"}"#,
      ])
    #expect(try sample.queue() == [])
  }

  @Test func sendsIndependentRowsConcurrently() async throws {
    let sample = try await RowSample()
    await sample.server.setDelay(0.02)
    try await sample.store.insert((0..<12).map { Area(name: "A\($0)") })

    try await sample.push { $0.concurrency = 3 }

    #expect(await sample.server.largestNumberAtOnce == 3)
    #expect(await sample.server.rows["areas"]?.count == 12)
  }

  @Test func operationWithoutEndpointStaysPending() async throws {
    let sample = try await RowSample()
    let words = [Keyword(name: "one"), Keyword(name: "two")]
    try await sample.store.insert(words)
    try await sample.push()
    for word in words {
      try await sample.store.update(Keyword.self, id: word.id, .init(name: .value("new")))
    }
    try await sample.store.insert(Area(name: "Hall"))

    let summary = try await sample.push()

    #expect(summary.rows.confirmed == 1 && summary.count(of: .notPushable) == 2)
    #expect(try sample.queue().count == 2)
    #expect(
      sample.log.lines.filter { $0.contains("cannot be pushed") } == [
        "push sync: 2 updates of 'Keyword' cannot be pushed: the schema has no endpoint for the "
          + "operation"
      ])
  }

  @Test func sendsWritesMadeDuringPush() async throws {
    let sample = try await RowSample()
    let area = Area(name: "Hall")
    try await sample.store.insert(area)
    await sample.server.setDelay(0.2)
    async let push = sample.store.push(to: sample.endpoint())
    while await sample.server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    try await sample.store.update(Area.self, id: area.id, .init(name: .value("Lobby")))

    let summary = try await push

    #expect(summary.rows.confirmed == 2)
    #expect(
      await sample.server.requests == [
        #"POST /api/areas {"name":"Hall","code":null,"parent_id":null}"#,
        #"PATCH /api/areas/101 {"name":"Lobby"}"#,
      ])
    #expect(try sample.rows("SELECT id, name FROM areas") == ["101|Lobby"])
  }
}
