import Foundation
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing

/// What the keys of an endpoint do to its requests.
@Suite struct EndpointTests {
  private let sample: KioskSample

  init() throws { sample = try KioskSample.withTopics() }

  private var backend: SimulatedBackend { sample.backend }
  private var api: KioskAPI { sample.api }

  /// The part of the last request's URL after the server.
  private var target: String? {
    backend.requests.last.map {
      $0.url.absoluteString.replacing("https://kiosk.example/api", with: "")
    }
  }

  // MARK: - Query

  @Test func sendsConstants() async throws {
    #expect(try await api.firstTopics().map(\.id) == ["a"])
    #expect(target == "/first-topics?rank=1&name=Topic%20a")
  }

  @Test func sendsDefaults() async throws {
    #expect(try await api.rankedTopics().map(\.id) == ["b"])
    #expect(target == "/ranked?rank=2")
    #expect(try await api.rankedTopics(rank: 3).map(\.id) == ["c"])
    #expect(target == "/ranked?rank=3")
  }

  @Test func joinsLists() async throws {
    #expect(try await api.pickedTopics(id: ["a", "c"]).map(\.id) == ["a", "c"])
    #expect(target == "/picked?id=a%2Cc")
    #expect(try await api.pickedTopics(id: []).count == 5)
    #expect(target == "/picked")
    #expect(try await api.pickedTopics().count == 5)
    #expect(target == "/picked")
  }

  @Test func elementsCannotContainSeparator() async throws {
    let error = await #expect(throws: APIError.self) {
      try await api.pickedTopics(id: ["a", "b,c"])
    }
    #expect(
      error?.description
        == "'id' of the query cannot be sent: 'b,c' contains the separator ','")
    #expect(backend.requests.isEmpty)
  }

  // MARK: - HEAD

  @Test func headReturnsHeaderFields() async throws {
    try backend.edit { try $0.insert(Rack(id: 1, name: "Left")) }
    let fields = try await api.rackHead(id: 1)
    let whole = try await api.response(to: .rack(id: 1))
    #expect(fields["Content-Type"] == "application/json" && fields["ETag"] == whole.headers["ETag"])
    #expect(fields["ETag"] != nil && fields["Content-Length"] == "34")
    #expect(sample.targets == ["HEAD /racks/1", "GET /racks/1"])
    #expect(await status { _ = try await api.rackHead(id: 7) } == 404)
  }

  @Test func headReturnsNilForMissingRow() async throws {
    let paper = Paper(title: "Daily")
    try backend.edit { try $0.insert(paper) }
    #expect(try await api.findPaper(id: paper.id) != nil)
    #expect(try await api.findPaper(id: UUID()) == nil)
  }

  // MARK: - Placeholders and timeouts

  @Test func placeholdersHaveStatedTypes() async throws {
    backend.respond(to: .get, "/sheets/*/*") { _ in
      HTTP.Response(status: 200, headers: ["Content-Type": "image/png"], body: Data(count: 1_000))
    }
    let progress = DownloadProgress()
    let day = try #require(CalendarDay(year: 2026, month: 3, day: 2))
    let file = try await api.sheet(printedOn: day, page: 4, progress: progress)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(target == "/sheets/2026-03-02/4")
    #expect(try Data(contentsOf: file).count == 1_000)
    var counts: [DownloadProgress.Counts] = []
    for await count in progress { counts.append(count) }
    // The transport reports nothing, so the client reports the end.
    #expect(counts.map(\.receivedBytes) == [1_000] && counts.map(\.fraction) == [1])
  }

  @Test func reportsBothDirections() async throws {
    backend.respond(to: .post, "/covers/*") { request in
      HTTP.Response(status: 200, body: Data((request.body ?? Data()).reversed()))
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data([1, 2, 3]).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (sent, received) = (UploadFile.Progress(), DownloadProgress())
    let cover = try await api.cover(
      name: "front", UploadFile(file), progress: sent, downloadProgress: received)
    #expect(cover.elementsEqual([3, 2, 1]))
    for await _ in sent {}
    var last: DownloadProgress.Counts?
    for await count in received { last = count }
    #expect(last == DownloadProgress.Counts(receivedBytes: 3, totalBytes: 3))
  }

  @Test func statesTimeouts() async throws {
    backend.respond(to: .post, "/login", json: #"{"token": "t1"}"#)
    _ = try await api.login(name: "Ann")
    #expect(backend.requests.last?.timeout == .seconds(5))
    #expect(backend.requests.last?.limits.responseTime == .seconds(5))
    _ = try await api.topics()
    #expect(backend.requests.last?.timeout == nil)
    #expect(backend.requests.last?.limits.responseTime == .seconds(1_800))
  }
}
