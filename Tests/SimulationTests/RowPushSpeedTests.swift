import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncURLSession
import TestHelpers
import Testing
import Tracker

@testable import sync_client

/// The number of pushed rows.
private let count =
  Int(ProcessInfo.processInfo.environment["ROW_PUSH_SPEED"] ?? "") ?? 0

/// The speed of a push with single requests, compared with a plain loop over the same transport.
/// `ROW_PUSH_SPEED=10000` sets the number of rows; without it the test is skipped, since its result
/// depends on the load of the machine.
@Suite(
  .enabled(
    if: BackendProcess.isAvailable && count > 0,
    "set ROW_PUSH_SPEED to a number of rows"))
struct RowPushSpeedTests {
  @Test func pushIsNearlyAsFastAsLoop() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("row-push-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let server = try await BackendProcess(
      Scenario(wireProtocol: .rest, seed: 1, rounds: 0, faults: 0), in: folder)
    let store = try await SyncStore(
      TrackerSchema.self, .init(location: .url(folder.appendingPathComponent("client.sqlite")))
    ).opened()
    let api = TrackerAPI(baseURL: .server(server.origin))
    _ = try await api.projects(into: store)
    let project = try #require(UUID(uuidString: Write.id(ofProject: 1)))
    let ids = try (0..<count).map { try #require(UUID(uuidString: Write.id(ofTask: $0))) }
    try await store.insert(
      ids.enumerated().map { Todo(id: $1, title: "Todo \($0)", projectID: project) })
    let client = APIClient(baseURL: .server(server.origin), limits: .patient)
    var endpoint = PushEndpoint(rest: [Self.routes], by: client)
    endpoint.concurrency = 4
    #expect(try await store.push(to: endpoint).rows.confirmed == count)
    for id in ids { try await store.update(Todo.self, id: id, .init(title: .value("Pushed"))) }

    let loop = try await Self.time { try await Self.loop(ids, client) }
    let push = try await Self.time { _ = try await store.push(to: endpoint) }

    print("push by rows: \(push) for \(count) rows, a loop: \(loop), \(push / loop)")
    #expect(push < loop * 1.5)
    await store.close()
    await server.end()
    try FileManager.default.removeItem(at: folder)
  }

  private static var routes: RowEndpoints {
    RowEndpoints(
      Todo.self, create: RowEndpoint(.post, "/api/tasks", body: .whole, returns: .row),
      update: RowEndpoint(.patch, "/api/tasks/{id}", body: .changed, returns: .row))
  }

  /// Sends four requests at a time.
  private static func loop(_ ids: [UUID], _ client: APIClient) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, id) in ids.enumerated() {
        if number >= 4 { try await group.next() }
        group.addTask {
          var request = EndpointRequest(.patch, "/api/tasks/\(id.uuidString.lowercased())")
          request.body = Data(#"{"title":"Looped"}"#.utf8)
          _ = try await client.send(request)
        }
      }
      try await group.waitForAll()
    }
  }

  private static func time(_ body: () async throws -> Void) async throws -> Double {
    let start = ContinuousClock.now
    try await body()
    let duration = ContinuousClock.now - start
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }
}
