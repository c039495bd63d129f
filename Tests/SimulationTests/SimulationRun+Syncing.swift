import Foundation
import SwiftSyncRuntime

@testable import sync_client

/// Syncs, and the events during a sync.
extension SimulationRun {
  /// A kill at a given time, in microseconds after the beginning of a sync.
  enum TimedKill {
    case client(after: Int)
    case server(after: Int)
  }

  /// - Parameters:
  ///   - interruptions: The events during the sync.
  ///   - isNested: Whether it is an event during the sync of another client. With `rest`, that client
  ///     sends other requests while one is paused.
  func sync(
    _ number: Int, _ interruptions: [Action.Interruption], _ kill: TimedKill? = nil,
    isObserved: Bool = true, isNested: Bool = false
  ) async throws {
    syncCount += 1
    tally.syncs += 1
    let isUndisturbed = !isNested || scenario.wireProtocol != .rest
    var course = SyncCourse(
      name: "sync \(syncCount)",
      isAlone: interruptions.isEmpty && kill == nil && isUndisturbed)
    let client = try client(number)
    let pauses = Array(Set(interruptions.map(\.pause)))
    let order = try client.order(.sync(name: course.name, pauses: pauses))
    let killer = kill.map { kill in Task { try await carryOut(kill, during: number) } }
    var isKilled = false
    if case .client = kill { isKilled = true }
    reading: while true {
      switch try await client.reply(to: order) {
      case .paused(let pause):
        for interruption in interruptions where interruption.pause == pause {
          if interruption.event == .kill { isKilled = true }
          try await carryOut(interruption.event, during: number, isKilled: isKilled)
        }
        _ = try client.order(.resume)
      case .synced(let outcomes):
        for outcome in outcomes { tally.requests[outcome, default: 0] += 1 }
        course.outcomes = outcomes
        break reading
      case .done, .refused: throw SimulationFailure("client \(number) replies out of turn")
      case nil:
        guard isKilled else { throw gone(number) }
        break reading
      }
    }
    try await killer?.value
    if isKilled { try await restart(number) }
    if isObserved {
      // A killed server is not running yet.
      if kill == nil, course.outcomes != nil {
        course.faults = try await server.faults(of: course.name)
      }
      try observe(number, after: course)
    }
  }

  private func carryOut(_ kill: TimedKill, during number: Int) async throws {
    switch kill {
    case .client(let delay):
      try await Self.wait(delay)
      try client(number).kill()
    case .server(let delay):
      try await Self.wait(delay)
      server.kill()
    }
  }

  private func carryOut(
    _ event: Action.Interruption.Event, during number: Int, isKilled: Bool
  ) async throws {
    switch event {
    case .write(let write):
      if !isKilled { try await self.write(write, number) }
    case .sync(let other): try await sync(other, [], isNested: true)
    case .kill: try client(number).kill()
    case .killServer: try await restartServer()
    }
  }

  func client(_ number: Int) throws -> ClientProcess {
    guard let client = clients[number] else {
      throw SimulationFailure("there is no client \(number)")
    }
    return client
  }

  func gone(_ client: Int) -> SimulationFailure {
    SimulationFailure(
      "client \(client) has ended: \(clients[client]?.process.complaints ?? "")")
  }
}
