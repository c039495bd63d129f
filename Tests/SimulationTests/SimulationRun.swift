import Foundation
import TestHelpers

@testable import sync_client

/// One run of a simulation: a server, its clients, and a sequence of actions.
///
/// After each sync and each kill, the run checks that all writes that a client has not seen
/// confirmed are in its queue and in its store. After a sync without faults, it checks that all
/// other rows are those of the server.
actor SimulationRun {
  /// Counts of the actions, to show that the run did something.
  struct Tally: Sendable {
    var writes = 0
    var refused = 0
    var syncs = 0
    var kills = 0
    /// The number of requests by outcome.
    var requests: [String: Int] = [:]
  }

  let scenario: Scenario
  private let folder: URL
  let server: BackendProcess
  /// The clients that have something to do.
  var clients: [Int: ClientProcess] = [:]
  var log = EditLog()
  var tally = Tally()
  var syncCount = 0
  /// What each client had after its last check.
  var views: [Int: ClientView] = [:]

  private init(_ scenario: Scenario) async throws {
    self.scenario = scenario
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("simulation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    server = try await BackendProcess(scenario, in: folder)
  }

  /// Carries out the actions, syncs all clients and runs the judge.
  ///
  /// - Throws: `SimulationFailure` if a rule is violated.
  static func run(_ scenario: Scenario, _ actions: [Action]) async throws -> Tally {
    let run = try await SimulationRun(scenario)
    do {
      try await run.carryOut(actions)
      await run.end()
    } catch {
      await run.end()
      throw error
    }
    return await run.tally
  }

  private func carryOut(_ actions: [Action]) async throws {
    for number in Set(actions.flatMap(\.clients)).sorted() {
      clients[number] = try await ClientProcess(
        number, scenario, origin: server.origin, in: folder)
      try await sync(number, [])
    }
    for action in actions {
      do {
        try await carryOut(action)
      } catch let failure as SimulationFailure {
        throw SimulationFailure("\(failure) (at \(action))")
      }
    }
    try await comeTogether()
  }

  private func end() async {
    for client in clients.values { await client.end() }
    await server.end()
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      // The system removes the folder if this fails.
    }
  }

  // MARK: - Actions

  private func carryOut(_ action: Action) async throws {
    let client = action.client
    switch action.deed {
    case .write(let write): try await self.write(write, client)
    case .killedWrite(let write, let delay): try await self.write(write, client, killedAfter: delay)
    case .sync(let interruptions): try await sync(client, interruptions)
    case .killedSync(let delay): try await sync(client, [], .client(after: delay))
    case .syncWithKilledServer(let delay):
      try await sync(client, [], .server(after: delay))
      try await restartServer()
    case .syncAll:
      try await withThrowingTaskGroup(of: Void.self) { group in
        for client in clients.keys {
          group.addTask { try await self.sync(client, [], isObserved: false) }
        }
        try await group.waitForAll()
      }
      for client in clients.keys { try observe(client) }
    case .kill: try await restart(client)
    case .killServer: try await restartServer()
    case .writeElsewhere(let write):
      if try await server.carryOut(write) { log.add(write, by: nil, confirmedAt: try position()) }
    case .addProject(let number): try await server.addProject(number)
    }
  }

  static func wait(_ microseconds: Int) async throws {
    try await Task.sleep(for: .microseconds(microseconds))
  }

  func restart(_ client: Int) async throws {
    tally.kills += 1
    try await self.client(client).restart()
  }

  func restartServer() async throws {
    tally.kills += 1
    try await server.restart()
  }

  // MARK: - Writes

  func write(_ write: Write, _ client: Int, killedAfter delay: Int? = nil) async throws {
    let isRemoval = [.delete, .discard].contains(write.change)
    let subtree = isRemoval ? try subtree(of: write.row, client) : []
    let order = try self.client(client).order(.write(write))
    if let delay {
      try await Self.wait(delay)
      try self.client(client).kill()
    }
    let reply = try await self.client(client).reply(to: order)
    var isDone = reply == .done
    if reply == nil {
      guard delay != nil else { throw gone(client) }
      isDone = try isStored(write, client, subtree)
    }
    if isDone { log.add(write, by: client) }
    if isDone, isRemoval { try logRemovals(subtree, of: write, client) }
    tally.writes += isDone ? 1 : 0
    tally.refused += isDone ? 0 : 1
    if delay != nil {
      try await restart(client)
      try observe(client)
    }
  }

  /// A task and the tasks under it in a client's store.
  private func subtree(of row: Int, _ client: Int) throws -> Set<Int> {
    Set(
      try self.client(client).database.rows(TaskRows.subtree(of: row))
        .map { TaskRows.number(of: $0[0] ?? "") })
  }

  /// Records what has happened to the tasks that are gone together with another one: they were
  /// deleted, or their edits were given up with its creation.
  private func logRemovals(_ subtree: Set<Int>, of write: Write, _ client: Int) throws {
    let rows = Set(try rows(of: client).map { TaskRows.number(of: $0[0] ?? "") })
    let gone = subtree.subtracting(rows).subtracting([write.row])
    if write.change == .discard { return log.discard(gone, client) }
    for row in gone.sorted() { log.addDeletion(of: row, by: client) }
  }

  /// Whether a write is in a client's store although the client did not report it.
  ///
  /// - Parameter subtree: The tasks that the write deletes, if they existed.
  private func isStored(_ write: Write, _ client: Int, _ subtree: Set<Int>) throws -> Bool {
    let row = try rows(of: client).first { TaskRows.number(of: $0[0] ?? "") == write.row }
    switch write.change {
    case .insert(let project):
      return row?[1] == write.title
        && row?[TaskRows.column(of: .project)] == Write.id(ofProject: project)
    case .spoil: return row?[1] == " "
    case .set(let field): return row?[TaskRows.column(of: field)] == write.text(of: field)
    case .move: return row?[TaskRows.column(of: .parent)] == write.text(of: .parent)
    case .delete: return row == nil && subtree.contains(write.row)
    case .discard: return try queue(of: client)[write.row] == nil
    }
  }
}
