import Foundation

@testable import sync_client

/// One run of a simulation: a server, its clients, and the actions one after the other.
///
/// Checked on the way, behind each sync and each kill: what a client has written and not seen confirmed is in its queue
/// and in its store.
actor SimulationRun {
  /// What was done, to show that something was.
  struct Tally: Sendable {
    var writes = 0
    var refused = 0
    var syncs = 0
    var kills = 0
    /// How many requests had which outcome.
    var requests: [String: Int] = [:]
  }

  private let scenario: Scenario
  private let folder: URL
  private let server: BackendProcess
  /// Those that have something to do.
  private var clients: [Int: ClientProcess] = [:]
  private var log = EditLog()
  private(set) var tally = Tally()
  private var syncCount = 0

  private init(_ scenario: Scenario) async throws {
    self.scenario = scenario
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("simulation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    server = try await BackendProcess(scenario, in: folder)
  }

  /// Carries actions out, brings everybody together and judges.
  ///
  /// - Throws: `SimulationFailure` if something happened that must not happen.
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
      // The system removes temporary files, too.
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

  private static func wait(_ microseconds: Int) async throws {
    try await Task.sleep(for: .microseconds(microseconds))
  }

  private func restart(_ client: Int) async throws {
    tally.kills += 1
    try await self.client(client).restart()
  }

  private func restartServer() async throws {
    tally.kills += 1
    try await server.restart()
  }

  // MARK: - Writes

  private func write(_ write: Write, _ client: Int, killedAfter delay: Int? = nil) async throws {
    let order = try self.client(client).order(.write(write))
    if let delay {
      try await Self.wait(delay)
      try self.client(client).kill()
    }
    let reply = try await self.client(client).reply(to: order)
    var isDone = reply == .done
    if reply == nil {
      guard delay != nil else { throw gone(client) }
      isDone = try isStored(write, client)
    }
    if isDone { log.add(write, by: client) }
    tally.writes += isDone ? 1 : 0
    tally.refused += isDone ? 0 : 1
    if delay != nil {
      try await restart(client)
      try observe(client)
    }
  }

  /// Whether a write is in a client's store although nobody has said so.
  private func isStored(_ write: Write, _ client: Int) throws -> Bool {
    let row = try rows(of: client).first { TaskRows.number(of: $0[0] ?? "") == write.row }
    switch write.change {
    case .insert: return row != nil
    case .spoil: return row?[1] == " "
    case .set(let field):
      let column = (TaskRows.fields.firstIndex(of: field) ?? 0) + 1
      return row?[column] == write.text(of: field)
    case .delete:
      return try queue(of: client)[write.row]?.isDeleted == true
    }
  }

  // MARK: - Syncs

  /// A kill at a moment of its own, in microseconds behind the beginning of a sync.
  private enum TimedKill {
    case client(after: Int)
    case server(after: Int)
  }

  /// - Parameter interruptions: What happens at moments of the sync.
  private func sync(
    _ number: Int, _ interruptions: [Action.Interruption], _ kill: TimedKill? = nil,
    isObserved: Bool = true
  ) async throws {
    syncCount += 1
    tally.syncs += 1
    let client = try client(number)
    let pauses = Array(Set(interruptions.map(\.pause)))
    let order = try client.order(.sync(name: "sync \(syncCount)", pauses: pauses))
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
        break reading
      case .done, .refused: throw SimulationFailure("client \(number) replies out of turn")
      case nil:
        guard isKilled else { throw gone(number) }
        break reading
      }
    }
    try await killer?.value
    if isKilled { try await restart(number) }
    if isObserved { try observe(number) }
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
    case .sync(let other): try await sync(other, [])
    case .kill: try client(number).kill()
    case .killServer: try await restartServer()
    }
  }

  private func client(_ number: Int) throws -> ClientProcess {
    guard let client = clients[number] else {
      throw SimulationFailure("there is no client \(number)")
    }
    return client
  }

  private func gone(_ client: Int) -> SimulationFailure {
    SimulationFailure(
      "client \(client) has ended: \(clients[client]?.process.complaints ?? "")")
  }

  // MARK: - Checks on the way

  /// What a client's queue says of a task.
  private struct Entry {
    let isDeleted: Bool
    let isWhole: Bool
    let fields: Set<String>

    func holds(_ field: Write.Field) -> Bool { isWhole || fields.contains(field.rawValue) }
  }

  private func queue(of client: Int) throws -> [Int: Entry] {
    let rows = try self.client(client).database.rows(
      """
      SELECT id, operation, fields || coalesce(sent_fields, '') FROM swiftsync_changes
      WHERE entity = 'Task' AND operation <> 'touch'
      """)
    var entries: [Int: Entry] = [:]
    for row in rows {
      entries[TaskRows.number(of: row[0] ?? "")] = Entry(
        isDeleted: row[1] == "delete", isWhole: row[1] == "insert",
        fields: Set((row[2] ?? "").split(separator: ",").map(String.init)))
    }
    return entries
  }

  private func rows(of client: Int) throws -> [[String?]] {
    try self.client(client).database.rows(TaskRows.ofClient)
  }

  private func position() throws -> Int {
    let found = try server.database.rows("SELECT coalesce(max(sequence), 0) FROM versions")
    return Int(found[0][0] ?? "") ?? 0
  }

  /// Notes what a client has seen confirmed, and checks that the rest is still there.
  private func observe(_ client: Int) throws {
    let entries = try queue(of: client)
    log.confirm(by: client, at: try position()) { entries[$0.row]?.holds($0.field) == true }
    let open = log.latestOpen(of: client)
    guard !open.isEmpty else { return }
    let rows = Dictionary(
      try rows(of: client).map { (TaskRows.number(of: $0[0] ?? ""), $0) }
    ) { first, _ in first }
    for edit in open {
      let column = (TaskRows.fields.firstIndex(of: edit.field) ?? 0) + 1
      guard let row = rows[edit.row], row[column] != edit.value else { continue }
      throw SimulationFailure(
        "client \(client) has lost what it has not pushed yet: \(edit.field) of task \(edit.row) is"
          + " '\(row[column] ?? "null")', not '\(edit.value)'")
    }
  }

  // MARK: - The end

  /// Syncs without failures until everybody has everything, and judges.
  private func comeTogether() async throws {
    try await server.endFaults()
    var difference = ""
    for pass in 0..<8 {
      for client in clients.keys.sorted() {
        try await repair(client, pass)
        try await sync(client, [])
      }
      difference = try self.difference()
      if difference.isEmpty { break }
    }
    guard difference.isEmpty else { throw SimulationFailure(difference) }
    let violations = Judge.violations(log, try versions()) + (try repeatedNumbers())
    guard violations.isEmpty else {
      throw SimulationFailure(violations.prefix(5).joined(separator: "\n"))
    }
  }

  /// Gives tasks that the server rejects a title again.
  private func repair(_ client: Int, _ pass: Int) async throws {
    for row in try rows(of: client) where row[1] == " " {
      let number = TaskRows.number(of: row[0] ?? "")
      try await write(
        Write(
          number: 1_000_000 + pass * 100_000 + client * 10_000 + number, row: number,
          change: .set(.title)), client)
    }
  }

  /// What somebody has and another has not, or what waits in a queue.
  private func difference() throws -> String {
    let truth = try server.database.rows(TaskRows.ofServer)
    var differences: [String] = []
    for client in clients.keys.sorted() {
      for entry in try self.client(client).database.rows(
        """
        SELECT id, operation, fields, sent_fields, attempts, last_error, retry_at
        FROM swiftsync_changes
        WHERE operation <> 'touch'
        """)
      {
        differences.append("client \(client) has not pushed \(entry.map { $0 ?? "null" })")
      }
      let rows = try rows(of: client)
      for row in Set(rows).symmetricDifference(Set(truth)).sorted(by: { text($0) < text($1) }) {
        differences.append(
          "\(rows.contains(row) ? "client \(client)" : "only the server") has \(text(row))")
      }
      if rows.count != Set(rows).count { differences.append("client \(client) has rows twice") }
    }
    return differences.prefix(8).joined(separator: "\n")
  }

  private func text(_ row: [String?]) -> String {
    row.map { $0 ?? "null" }.joined(separator: "|")
  }

  private func versions() throws -> [Judge.Version] {
    try server.database.rows(TaskRows.versions).map { row in
      Judge.Version(
        position: Int(row[0] ?? "") ?? 0, row: TaskRows.number(of: row[1] ?? ""),
        isDeleted: row[2] != nil, values: Array(row[3..<3 + Judge.fields.count]))
    }
  }

  /// Numbers that the server has given to two tasks of a project.
  private func repeatedNumbers() throws -> [String] {
    try server.database.rows(
      """
      SELECT json_extract(body, '$.project_id') AS project, json_extract(body, '$.number') AS number
      FROM rows WHERE type = 'Task' GROUP BY project, number HAVING count(*) > 1
      """
    ).map { "doubled: number \($0[1] ?? "") in project \($0[0] ?? "")" }
  }
}
