import Foundation
import SwiftSyncRuntime
import TestHelpers
import Testing

@testable import sync_client

/// A client is killed between two pages.
@Suite(.enabled(if: BackendProcess.isAvailable, "there is no python3"))
struct PageKillTests {
  @Test(arguments: 2...4)
  func keepsWholePagesAndFetchesRest(_ request: Int) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("killed-page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let scenario = Scenario(wireProtocol: .operations, seed: 1, rounds: 0, faults: 0)
    let server = try await BackendProcess(scenario, in: folder)
    for row in 0..<100 {
      #expect(try await server.carryOut(Write(number: row, row: row, change: .insert(project: 1))))
    }
    let client = try await ClientProcess(1, scenario, origin: server.origin, in: folder)

    // The first request fetches the projects, the next ones fetch pages of forty tasks.
    let pause = Pause(request: request, moment: .after)
    let killed = try client.order(.sync(name: "a", pauses: [pause]))
    #expect(try await client.reply(to: killed) == .paused(pause))
    try await client.restart()
    #expect(try Self.count(client) == (request - 2) * 40)

    let order = try client.order(.sync(name: "b", pauses: []))
    #expect(try await client.reply(to: order) != nil)
    #expect(try Self.count(client) == 100)
    await client.end()
    await server.end()
    try FileManager.default.removeItem(at: folder)
  }

  private static func count(_ client: ClientProcess) throws -> Int {
    try client.database.rows("SELECT id FROM tasks").count
  }
}
