import Foundation
import SwiftSyncRuntime
import TestHelpers
import Testing

/// Random histories of two devices and a server: rows that are moved to a parent that someone else
/// deletes, identities that both devices create, lost requests and responses, rejections, and
/// `stale` with and without data.
///
/// `PUSH_HISTORIES=20000` tests more, `PUSH_HISTORY=17` only one.
@Suite struct PushHistoryTests {
  private static let schema = """
    entities:
      Project:
        attributes: { id: int, name: string, updatedAt: date?, deletedAt: date? }
        relations: { items: { to: [Item], inverse: project } }
        sync: { clock: updatedAt, tombstone: deletedAt, push: true }
      Item:
        attributes: { id: int, title: string, note: string?, updatedAt: date?, deletedAt: date? }
        relations: { project: { to: Project, inverse: items, on-delete: cascade } }
        sync: { clock: updatedAt, tombstone: deletedAt, push: true }
    """

  private static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["PUSH_HISTORY"].flatMap(UInt64.init) { return [seed] }
    let count = environment["PUSH_HISTORIES"].flatMap(UInt64.init) ?? 16
    return Array(1...max(1, count))
  }()

  @Test(arguments: [PushEndpoint.WireProtocol.batch, .operations])
  func devicesConvergeAndKeepTheirEdits(_ wireProtocol: PushEndpoint.WireProtocol) async throws {
    for seed in Self.seeds {
      let history = try await PushHistory(Self.schema, wireProtocol, seed)
      let violations = try await history.run()
      guard violations.isEmpty else {
        let lines =
          ["\(wireProtocol.rawValue), PUSH_HISTORY=\(seed):"] + violations + history.steps
        Issue.record(Comment(rawValue: lines.joined(separator: "\n")))
        return
      }
    }
  }
}

/// One history.
private final class PushHistory {
  private struct Edit {
    let device: Int
    let id: Int
    let title: String
    /// Whether it is the title with which the row was created.
    let isFirst: Bool
  }

  private let wireProtocol: PushEndpoint.WireProtocol
  private let server = ModelServer()
  private let devices: [ScriptedSync]
  private var random: SeededRandom
  private var edits: [Edit] = []
  /// Items that were moved or created on a device, whose edits a deleted project may undo.
  private var moved: Set<String> = []
  private(set) var steps: [String] = []

  init(
    _ schema: String, _ wireProtocol: PushEndpoint.WireProtocol, _ seed: UInt64
  ) async throws {
    self.wireProtocol = wireProtocol
    random = SeededRandom(seed)
    devices = [try await ScriptedSync(schema), try await ScriptedSync(schema)]
    for device in devices { device.answer { [server] in server.answer($0) } }
  }

  func run() async throws -> [String] {
    for device in devices.indices {
      for project in 1...3 {
        try write(device, "INSERT INTO projects (id, name) VALUES (\(project), 'P\(project)')")
      }
      try await sync(device, .none)
    }
    for _ in 0..<random.number(in: 5..<40) { try await step() }
    for device in [0, 1, 0, 1, 0, 1, 0, 1] { try await sync(device, .none) }
    return try await violations()
  }

  private func endpoint(_ device: Int) -> PushEndpoint {
    var endpoint = devices[device].endpoint(wireProtocol)
    endpoint.retry = HTTP.RetryPolicy(maxAttempts: 1_000, initialDelay: .zero, maxDelay: .zero)
    return endpoint
  }

  private func write(_ device: Int, _ sql: String) throws {
    steps.append("device \(device): \(sql)")
    try devices[device].write(sql)
  }

  /// A device pushes; with `operations`, it then applies all rows of the server.
  private func sync(_ device: Int, _ fault: ModelServer.Fault) async throws {
    server.fail(fault)
    let outcome = await devices[device].push(endpoint(device))
    steps.append(
      "device \(device) pushes (\(fault)): \(outcome.split(separator: "\n")[0].prefix(120))")
    server.fail(.none)
    guard wireProtocol == .operations, fault == .none else { return }
    try await devices[device].apply("Project", server.payload(of: "projects"))
    try await devices[device].apply("Item", server.payload(of: "items"))
  }

  private func step() async throws {
    let device = random.number(in: 0..<2)
    let id = random.number(in: 1..<7)
    let title = "t\(edits.count)"
    let exists = try devices[device].rows("SELECT 1 FROM items WHERE id = \(id)") == ["1"]
    let projects = try devices[device].rows("SELECT id FROM projects ORDER BY id")
    switch random.number(in: 0..<20) {
    case 0..<4 where !exists && !projects.isEmpty && !server.isDeleted("items", id):
      let project = projects[random.number(in: 0..<projects.count)]
      try write(
        device, "INSERT INTO items (id, title, project_id) VALUES (\(id), '\(title)', \(project))")
      edits.append(Edit(device: device, id: id, title: title, isFirst: true))
      if wireProtocol == .batch { moved.insert("\(device) \(id)") }
    case 4..<9 where exists:
      try write(device, "UPDATE items SET title = '\(title)' WHERE id = \(id)")
      edits.append(Edit(device: device, id: id, title: title, isFirst: false))
    case 9..<12 where exists && !projects.isEmpty:
      let project = projects[random.number(in: 0..<projects.count)]
      try write(device, "UPDATE items SET project_id = \(project) WHERE id = \(id)")
      moved.insert("\(device) \(id)")
    case 12 where exists:
      try write(device, "DELETE FROM items WHERE id = \(id)")
    case 13 where projects.count > 1 && wireProtocol == .batch:
      let project = projects[random.number(in: 0..<projects.count)]
      try write(
        device,
        "PRAGMA foreign_keys = ON; DELETE FROM items WHERE project_id = \(project); "
          + "DELETE FROM projects WHERE id = \(project)")
    default:
      let faults = ModelServer.Fault.allCases
      let fault = random.chance(share: 0.5) ? .none : faults[random.number(in: 0..<faults.count)]
      try await sync(device, fault)
    }
  }

  // MARK: - The end

  private func violations() async throws -> [String] {
    var found: [String] = []
    let rows = server.text("items", ["title", "note", "project_id"])
    for (number, device) in devices.enumerated() {
      let queue = try await device.queue()
      if !queue.isEmpty { found.append("device \(number) has not pushed \(queue)") }
      let own = try device.rows(
        "SELECT id, title, note, project_id FROM items WHERE deleted_at IS NULL ORDER BY id")
      if own != rows { found.append("device \(number) has \(own), the server \(rows)") }
    }
    return found + lostEdits
  }

  /// Edits that the server has never accepted. A device may replace its own edit before it is sent,
  /// a deletion wins, a deleted project takes its items with it, and the values of a creation
  /// without a response give way to those of a row that the server has.
  private var lostEdits: [String] {
    var latest: Set<String> = []
    return edits.reversed().compactMap { edit in
      guard latest.insert("\(edit.device) \(edit.id)").inserted, !edit.isFirst,
        !server.isDeleted("items", edit.id), !moved.contains("\(edit.device) \(edit.id)"),
        !server.hasAccepted("items \(edit.id) title \(edit.title)")
      else { return nil }
      return "the server has never had the title '\(edit.title)' of item \(edit.id)"
    }
  }
}
