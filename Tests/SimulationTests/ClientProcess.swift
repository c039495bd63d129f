import TestHelpers
import Foundation
import Programs
import SwiftSyncRuntime

@testable import sync_client

/// A client of the simulation: its process, and a connection to its database for the judge.
///
/// `@unchecked`: a simulation uses it for one thing at a time.
final class ClientProcess: @unchecked Sendable {
  private let arguments: [String]
  private let errors: URL
  private(set) var process: ChildProcess
  private var orderCount = 0
  let database: Database

  init(_ number: Int, _ scenario: Scenario, origin: String, in folder: URL) async throws {
    let file = folder.appendingPathComponent("client\(number).sqlite")
    arguments =
      [file.path, origin, scenario.wireProtocol.rawValue] + (scenario.bug.map { [$0] } ?? [])
    errors = folder.appendingPathComponent("client\(number).log")
    process = try await Self.start(arguments, errors)
    database = try Database(at: file.path, wait: 10_000)
  }

  private static func start(_ arguments: [String], _ errors: URL) async throws -> ChildProcess {
    let process = try ChildProcess(Program(built: "sync-client", arguments), errors: errors)
    guard try await process.line() != nil else {
      throw SimulationFailure("a client does not start: \(process.complaints)")
    }
    return process
  }

  /// Sends an order and returns its number.
  func order(_ deed: Order.Deed) throws -> Int {
    orderCount += 1
    process.write(try JSONEncoder().encode(Order(id: orderCount, deed: deed)))
    return orderCount
  }

  /// The reply to an order; `nil` if the process has ended.
  func reply(to order: Int) async throws -> Reply.Event? {
    while let line = try await process.line() {
      let reply = try JSONDecoder().decode(Reply.self, from: Data(line.utf8))
      if reply.id == order { return reply.event }
    }
    return nil
  }

  func kill() {
    process.kill()
  }

  /// Kills the process and restarts it with the same store.
  func restart() async throws {
    await process.end()
    process = try await Self.start(arguments, errors)
  }

  func end() async {
    await process.end()
  }
}
