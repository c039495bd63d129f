import Foundation
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing

/// Endpoints for single rows: the `rest` protocol.
@Suite struct RowTests {
  private let sample = KioskSample()

  private var backend: SimulatedBackend { sample.backend }
  private var api: KioskAPI { sample.api }

  @Test func makesIDs() async throws {
    let first = try await api.createRack(Rack(name: "Left"))
    let second = try await api.createRack(Rack(name: "Right", code: "R"))
    #expect(first.id == 1 && second.id == 2)
    #expect(try backend.rows(of: Rack.self) == [Rack(id: 1, name: "Left"), second])
    #expect(try await api.rack(id: 2) == Rack(id: 2, name: "Right", code: "R"))
  }

  @Test func keepsIDsOfDevices() async throws {
    let paper = Paper(
      title: "Daily", pages: 12, price: Money(minorUnits: 250, currency: "EUR"),
      printedOn: CalendarDay(year: 2026, month: 3, day: 2))
    let created = try await api.createPaper(paper)
    #expect(created.id == paper.id && created.pages == 12 && created.deletedAt == nil)
    #expect(created.price == Money(minorUnits: 250, currency: "EUR"))
    #expect(created.printedOn == CalendarDay(year: 2026, month: 3, day: 2))
    #expect(await status { _ = try await api.createPaper(paper) } == 409)
  }

  @Test func setsClock() async throws {
    let early = Date(timeIntervalSince1970: 0)
    let created = try await api.createPaper(Paper(title: "Daily", updatedAt: early))
    #expect(created.updatedAt > early)
    let changed = try #require(
      try await api.updatePaper(id: created.id, Paper.Patch(pages: .value(2))))
    #expect(changed.updatedAt > created.updatedAt)
    #expect(changed.title == "Daily" && changed.pages == 2)
  }

  @Test func respondsToUnknownRows() async throws {
    #expect(await status { _ = try await api.rack(id: 7) } == 404)
    #expect(
      await status { _ = try await api.updateRack(id: 7, Rack.Patch(name: .value("?"))) } == 404)
    #expect(await status { try await api.deleteRack(id: 7) } == 404)
  }

  @Test func deletesRows() async throws {
    let rack = try await api.createRack(Rack(name: "Left"))
    let paper = try await api.createPaper(Paper(title: "Daily", rackID: rack.id))
    try await api.deleteRack(id: rack.id)
    #expect(try backend.rows(of: Rack.self) == [])
    // `on-delete: nullify`
    #expect(try backend.rows(of: Paper.self).map(\.rackID) == [nil])
    #expect(await status { _ = try await api.rack(id: rack.id) } == 404)

    try await api.deletePaper(id: paper.id)
    #expect(try backend.rows(of: Paper.self) == [])
    #expect(try await api.paper(id: paper.id).deletedAt != nil)
    #expect(await status { try await api.deletePaper(id: paper.id) } == 410)
    let title = Paper.Patch(title: .value("Late"))
    #expect(await status { _ = try await api.updatePaper(id: paper.id, title) } == 410)
    let restored = try #require(
      try await api.updatePaper(
        id: paper.id, Paper.Patch(title: .value("Back"), deletedAt: .null)))
    #expect(restored.title == "Back" && restored.deletedAt == nil)
  }

  @Test func comparesEntityTags() async throws {
    let created = try await api.response(to: .createRack(Rack(name: "Left")))
    #expect(created.status == 201)
    let tag = try #require(created.headers["ETag"])
    let changed = try await api.response(
      to: .updateRack(id: 1, Rack.Patch(name: .value("Middle"))))
    #expect(changed.headers["ETag"] != tag && changed.headers["ETag"] != nil)
    let late = KioskAPI(transport: backend, middleware: [.headers { ["If-Match": tag] }])
    #expect(
      await status { _ = try await late.updateRack(id: 1, Rack.Patch(name: .value("Right"))) }
        == 412)
    #expect(await status { try await late.deleteRack(id: 1) } == 412)
    #expect(try backend.rows(of: Rack.self).map(\.name) == ["Middle"])
  }

  @Test func checksValues() async throws {
    #expect(await status { _ = try await api.createPaper(Paper(title: "Empty", pages: 0)) } == 422)
    _ = try await api.createRack(Rack(name: "Left", code: "L"))
    do {
      _ = try await api.createRack(Rack(name: "Other", code: "L"))
      Issue.record("two racks have one code")
    } catch {
      #expect(error.response?.status == 409)
      #expect(
        error.response?.text
          == #"{"code":"conflict","errors":{"code":["is taken"]},"message":"code is taken"}"#)
    }
  }

  @Test func writesLists() async throws {
    let sample = try KioskSample.withTopics()
    let paper = try await sample.api.createPaper(Paper(title: "Daily"))
    _ = try await sample.api.updatePaper(id: paper.id, Paper.Patch(topicIDs: .value(["b", "d"])))
    let store = try await sample.device()
    try await sample.api.topics(into: store)
    try await sample.api.papers(into: store)
    let stored = try #require(try await store.fetch(Paper.self, id: paper.id))
    #expect(try await stored.topics(in: store).map(\.id).sorted() == ["b", "d"])
    let found = try await sample.api.foundPapers(topics: "d")
    #expect(found.map(\.title) == ["Daily"])
    #expect(try await sample.api.foundPapers(topics: "a") == [])
  }

  @Test func listsLackDeletedRows() async throws {
    let sample = try KioskSample.withTopics()
    let paper = try await sample.api.createPaper(Paper(title: "Daily"))
    _ = try await sample.api.updatePaper(id: paper.id, Paper.Patch(topicIDs: .value(["b"])))
    let id = paper.id.uuidString.lowercased()
    #expect(try await topics(of: sample) == [[], [id], [], [], []])
    // The paper is only soft-deleted.
    try await sample.api.deletePaper(id: paper.id)
    #expect(try await topics(of: sample) == [[], [], [], [], []])
  }

  /// The papers of each topic in the response of the server.
  private func topics(of sample: KioskSample) async throws -> [[String]] {
    let url = try #require(URL(string: "https://kiosk.example/api/topics"))
    let response = try await sample.backend.send(HTTP.Request(.get, url))
    let json = try JSONValue(json: String(decoding: response.body, as: UTF8.self))
    return (json.array ?? []).map { topic in
      (topic["paper_ids"]?.array ?? []).compactMap(\.string)
    }
  }

  /// Rows with an identity of two parts have no ids.
  @Test func writesListsOfObjects() async throws {
    try backend.edit { server in
      try server.insert([
        Shelf(aisle: "A", number: 1, label: nil), Shelf(aisle: "B", number: 2, label: nil),
      ])
    }
    let (phone, tablet) = (try await sample.device(), try await sample.device())
    let paper = Paper(title: "Daily")
    try await phone.insert(paper)
    try await api.shelves(into: phone)
    try await phone.link(Shelf.Identity(aisle: "B", number: 2), to: \.shelves, of: paper)
    #expect(try await phone.push(to: api.resources).problems == [])
    try await api.shelves(into: tablet)
    try await api.papers(into: tablet)
    let stored = try #require(try await tablet.fetch(Paper.self, id: paper.id))
    #expect(try await stored.shelves(in: tablet).map(\.aisle) == ["B"])
  }

  @Test func putsRows() async throws {
    let sample = try KioskSample.withTopics()
    let topic = try await sample.api.putTopic(id: "a", Topic(id: "a", name: "News", rank: 9))
    #expect(topic == Topic(id: "a", name: "News", rank: 9))
    #expect(try sample.backend.rows(of: Topic.self).first == topic)
  }

  @Test func flagsResponses() async throws {
    let paper = try await api.createPaper(Paper(title: "Daily"))
    let found = try await api.paper2(id: paper.id)
    #expect(found.ok && found.paper?.title == "Daily")
    do {
      _ = try await api.paper2(id: UUID())
      Issue.record("there is no such paper")
    } catch {
      guard case .failed(let response, let code) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(response.status == 200 && code == "not-found")
    }
  }
}
