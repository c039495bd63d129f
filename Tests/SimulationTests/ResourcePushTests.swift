import Foundation
import SwiftSyncRuntime
import SwiftSyncURLSession
import TestHelpers
import Testing

@testable import sync_client

/// A resource over HTTP: the endpoints and the upload that it stands for pull and push rows.
@Suite(.enabled(if: BackendProcess.isAvailable, "there is no python3"))
struct ResourcePushTests {
  @Test func localRowsReachTheServer() async throws {
    let run = try await ShelfRun()
    try await run.store.insert(ShelfList(name: "One"))
    try await run.store.insert(ShelfList(name: "Two"))
    #expect(try await run.store.push(to: run.api.uploads).rows.confirmed == 2)
    #expect(try await run.ids() == [1, 2])
    try await run.store.update(ShelfList.self, id: 1, .init(name: .value("First")))
    try await run.store.delete(ShelfList.self, id: 2)
    #expect(try await run.store.push(to: run.api.uploads).rows.confirmed == 2)
    #expect(try await run.api.shelfLists().map(\.name) == ["First"])
    #expect(try await run.store.fetch(PendingChange.all) == [])
    await run.end()
  }

  @Test func listOfTheServerIsComplete() async throws {
    let run = try await ShelfRun()
    for name in ["One", "Two"] {
      try await run.send(.post, "/api/crud/lists", ["name": .string(name)])
    }
    #expect(try await run.api.shelfLists(into: run.store).inserted == 2)
    try await run.send(.patch, "/api/crud/lists/1", ["name": "First"])
    try await run.send(.delete, "/api/crud/lists/2")
    let report = try await run.api.shelfLists(into: run.store)
    #expect((report.updated, report.deleted) == (1, 1))
    #expect(try await run.ids() == [1])
    try await run.send(.patch, "/api/crud/lists/1", ["name": "Second"])
    #expect(try await run.api.shelfList(id: 1, into: run.store).updated == 1)
    await run.end()
  }
}

/// A device and the sample backend.
private struct ShelfRun {
  let api: ShelfAPI
  let store: SyncStore
  private let server: BackendProcess
  private let client: APIClient
  private let folder: URL

  init() async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    server = try await BackendProcess(
      Scenario(wireProtocol: .rest, seed: 1, rounds: 0, faults: 0), in: folder)
    store = try await SyncStore(
      ShelfSchema.self, .init(location: .url(folder.appendingPathComponent("client.sqlite")))
    ).opened()
    client = APIClient(baseURL: .server(server.origin), limits: .patient)
    api = ShelfAPI(client)
  }

  func end() async {
    await store.close()
    await server.end()
    // The system removes the folder if this fails.
    _ = try? FileManager.default.removeItem(at: folder)
  }

  func ids() async throws -> [Int] {
    try await store.fetch(ShelfList.order(\.id)).map(\.id)
  }

  func send(_ method: HTTP.Method, _ path: String, _ body: JSONValue? = nil) async throws {
    var request = EndpointRequest(method, path)
    request.body = body.map { Data($0.json.utf8) }
    _ = try await client.send(request)
  }
}
