import TestHelpers
import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncURLSession
import Testing
import Tracker

@testable import sync_client

/// Pushes a thousand new rows to the sample backend, which accepts all but one.
@Suite(.enabled(if: BackendProcess.isAvailable, "there is no python3"))
struct RejectedRowTests {
  private static let bad = 700

  @Test(arguments: PushEndpoint.WireProtocol.allCases)
  func rejectedRowDoesNotBlockOthers(_ wireProtocol: PushEndpoint.WireProtocol) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rejected-row-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let server = try await BackendProcess(
      Scenario(wireProtocol: wireProtocol, seed: 1, rounds: 0, faults: 0), in: folder)
    let store = try await SyncStore(
      TrackerSchema.self, .init(location: .url(folder.appendingPathComponent("client.sqlite")))
    ).opened()
    let api = TrackerAPI(baseURL: .server(server.origin))
    _ = try await api.projects(into: store)
    try await store.insert(try tasks())

    let summary = try await store.push(to: endpoint(wireProtocol, server))

    #expect(summary.rows.confirmed == 999 && summary.rows.rejected == 1)
    #expect(summary.unacknowledged == 0)
    let pending = try await store.fetch(PendingChange.all)
    #expect(pending.map(\.identity) == [[.text(Write.id(ofTask: Self.bad))]])
    let error = try #require(pending.first?.lastError)
    #expect(error.contains("'title': expected a string that is not blank"))
    let found = try server.database.rows("SELECT id FROM rows WHERE type = 'Task' ORDER BY id")
    #expect(found == (0..<1000).filter { $0 != Self.bad }.map { [Write.id(ofTask: $0)] })
    await store.close()
    await server.end()
    try FileManager.default.removeItem(at: folder)
  }

  private func tasks() throws -> [Todo] {
    try (0..<1000).map { number in
      Todo(
        id: try #require(UUID(uuidString: Write.id(ofTask: number))),
        title: number == Self.bad ? " " : "Todo \(number)",
        projectID: try #require(UUID(uuidString: Write.id(ofProject: 1))))
    }
  }

  private func endpoint(
    _ wireProtocol: PushEndpoint.WireProtocol, _ server: BackendProcess
  ) -> PushEndpoint {
    let client = APIClient(baseURL: .server(server.origin), limits: .patient)
    if wireProtocol == .rest {
      let create = RowEndpoint(.post, "/api/tasks", body: .whole, returns: .row)
      return PushEndpoint(rest: [RowEndpoints(Todo.self, create: create)], by: client)
    }
    return PushEndpoint(
      wireProtocol,
      EndpointRequest(.post, wireProtocol == .batch ? "/api/sync" : "/api/operations"),
      of: [PushedEntity(Todo.self)], by: client)
  }
}
