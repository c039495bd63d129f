import Foundation
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing
import Tracker

/// The backend as a whole: devices, the network, faults, and what it does not answer.
@Suite struct BackendTests {
  private let sample = KioskSample()

  private var backend: SimulatedBackend { sample.backend }
  private var api: KioskAPI { sample.api }

  @Test func offlineRowsArriveLater() async throws {
    let store = try await sample.device()
    backend.isOnline = false
    try await store.insert(Paper(title: "Daily"))
    try await store.insert(Rack(name: "Left"))
    await #expect(throws: APIError.self) { try await store.push(to: api.rows) }
    #expect(backend.requests == [])
    #expect(try await store.problems(.uncertain) == [], "the request never left the device")
    backend.isOnline = true
    let session = SyncSession(store, api)
    let summary = try await session.run()
    #expect(summary.isComplete, "\(summary)")
    #expect(try backend.rows(of: Paper.self).map(\.title) == ["Daily"])
    #expect(try backend.rows(of: Rack.self) == [Rack(id: 1, name: "Left")])
    #expect(try await store.fetch(Rack.all) == [Rack(id: 1, name: "Left")])
    #expect(try await store.fetch(PendingChange.all) == [])
  }

  @Test func devicesSeeEachOther() async throws {
    let (phone, tablet) = (try await sample.session(), try await sample.session())
    try await phone.store.insert(Rack(name: "Left"))
    #expect(try await phone.run().isComplete)
    let rack = try #require(try await phone.store.fetch(Rack.all).first)
    let paper = Paper(title: "Daily", rackID: rack.id)
    try await phone.store.insert(paper)
    #expect(try await phone.run().isComplete)
    #expect(try await tablet.run().isComplete)
    #expect(try await tablet.store.fetch(Paper.all).map(\.rackID) == [1])

    try await tablet.store.delete(Paper.self, id: paper.id)
    try await tablet.store.delete(rack)
    #expect(try await tablet.run().isComplete)
    #expect(try await phone.run().isComplete)
    #expect(try await phone.store.fetch(Paper.all) == [])
    #expect(try await phone.store.fetch(Rack.all) == [])
  }

  @Test func otherDevicesGetIDs() async throws {
    try backend.edit { try $0.insert(Rack(name: "Left")) }
    #expect(try backend.rows(of: Rack.self) == [Rack(id: 1, name: "Left")])
    #expect(try await api.createRack(Rack(name: "Right")).id == 2)
  }

  @Test func undoesFailedEdits() async throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try backend.edit { transaction in
        try transaction.insert(Topic(id: "a", name: "News"))
        throw Failure()
      }
    }
    #expect(try backend.rows(of: Topic.self) == [])
    #expect(try await api.topics() == [])
  }

  @Test func failsAsPlanned() async throws {
    backend.fail(.get, "/topics", with: .status(503, headers: ["Retry-After": "3"]), times: 2)
    backend.fail(.get, "/racks/*", with: .status(403, json: #"{"message": "no"}"#))
    backend.fail(.post, "/api/racks", with: .status(422))
    for _ in 1...2 { #expect(await status { _ = try await api.topics() } == 503) }
    #expect(try await api.topics() == [])
    #expect(await status { _ = try await api.createRack(Rack(name: "Left")) } == 422)
    #expect(try await api.createRack(Rack(name: "Left")).id == 1)
    #expect(await status { _ = try await api.rack(id: 1) } == 403)
    #expect(try await api.rack(id: 1).name == "Left")
  }

  @Test func losesResponses() async throws {
    backend.fail(with: .loseResponse)
    #expect(await status { _ = try await api.createRack(Rack(name: "Left")) } == nil)
    #expect(try backend.rows(of: Rack.self).map(\.name) == ["Left"])
    #expect(backend.requests.map(\.method) == [.post])
  }

  /// Views in previews show these words.
  @Test func failuresHaveWordsOfSystem() async throws {
    backend.fail(with: .loseResponse)
    #expect(await failure() == "The network connection was lost.")
    backend.isOnline = false
    #expect(await failure() == "The Internet connection appears to be offline.")
  }

  private func failure() async -> String? {
    do {
      _ = try await api.topics()
    } catch APIError.transportFailed(let failure) {
      return (failure.cause as NSError).localizedDescription
    } catch {
      Issue.record(error)
    }
    return nil
  }

  @Test func delaysResponses() async throws {
    backend.fail(.get, "/topics", with: .delay(.milliseconds(50)))
    let clock = ContinuousClock()
    let start = clock.now
    _ = try await api.topics()
    #expect(clock.now - start >= .milliseconds(50))
  }

  @Test func declinesWhatSchemaDoesNotSay() async throws {
    #expect(
      await reason { _ = try await api.login(name: "Ada") }
        == "the schema does not say what 'login' does with rows")
    #expect(
      await reason { _ = try await api.counted() }
        == "the schema does not say what 'count' of 'counted' is")
    #expect(
      await reason { _ = try await api.createTill(Till(id: 1, opened: 0)) }
        == "a new Till needs 'opened', which only the server sets, and the schema has no default "
        + "for it")
    _ = try await api.createRack(Rack(name: "Left"))
    #expect(
      await reason { _ = try await api.quota(id: 1) }
        == "the schema does not say what 'quota' does with rows")
    _ = try await api.newTopic(Topic(id: "a", name: "News"))
    #expect(
      await reason { _ = try await api.newTopic(Topic(id: "a", name: "News")) }
        == "'newTopic' declares a type for errors with status 409 whose values the backend does not "
        + "know; 'there is already a Topic a' is the error")
  }

  /// A client without the code that describes its endpoints.
  private struct PlainAPI: SyncedAPI {
    typealias GeneratedSchema = KioskSchema

    static func pulls(of api: PlainAPI) -> [SyncSession.Pull] { [] }
  }

  @Test func needsDescriptionOfEndpoints() async throws {
    let plain = SimulatedBackend(PlainAPI.self)
    let cause =
      "PlainAPI does not describe its endpoints; compile its target for debugging, or with "
      + "-D SWIFTSYNC_FIXTURES"
    let failure = "the simulated backend cannot be used: \(cause)"
    #expect { try plain.rows(of: Rack.self) } throws: { "\($0)" == failure }
    #expect { try plain.edit { try $0.insert(Rack(name: "Left")) } } throws: { "\($0)" == failure }
    let kiosk = KioskAPI(transport: plain)
    #expect(await reason { _ = try await kiosk.topics() } == cause)
  }

  @Test func usesResponsesOfTests() async throws {
    backend.respond(to: .post, "/login", json: #"{"token": "t"}"#)
    #expect(try await api.login(name: "Ada").token == "t")
    backend.respond(to: .post, "/login", status: 401, json: "{}")
    #expect(await status { _ = try await api.login(name: "Ada") } == 401)
  }

  @Test func respondsWithDeclaredErrors() async throws {
    let url = try #require(URL(string: "https://kiosk.example/api/found?pages=many"))
    let response = try await backend.send(HTTP.Request(.get, url))
    #expect(response.status == 400)
    #expect(
      String(decoding: response.body, as: UTF8.self)
        == #"{"error":"'many' is not a value of 'pages'"}"#)
  }

  @Test func startsWithSampleRows() async throws {
    let backend = SimulatedBackend(TrackerAPI.self, with: Fixtures.tracker)
    let projects = try backend.rows(of: Project.self)
    #expect(!projects.isEmpty)
    let server = try #require(URL(string: "https://tracker.example"))
    let api = TrackerAPI(baseURL: server, transport: backend)
    #expect(Set(try await api.projects().map(\.id)) == Set(projects.map(\.id)))
    let project = try #require(try backend.rows(of: Todo.self).first).projectID
    let tasks = try await api.tasks(project: project)
    #expect(Set(tasks.map(\.projectID)) == [project])
    let store = try await SyncStore.inMemory(TrackerSchema.self, log: .none)
    try await api.projects(into: store)
    try await api.tasks(project: project, into: store)
    #expect(try await store.count(Todo.where { $0.projectID == project }) == tasks.count)
  }
}
