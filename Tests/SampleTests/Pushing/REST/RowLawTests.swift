import Foundation
import SwiftSyncRuntime
import TestHelpers
import Testing

/// Whichever responses are lost, the server has each row and each change once, for each way to settle a
/// creation. `LAW_SEEDS=2000` tries more.
@Suite struct RowLawTests {
  enum Mode: String, CaseIterable, Sendable {
    /// A key settles creations.
    case keys
    /// Requests for the rows settle creations with identities of the device.
    case questions
    /// The app settles creations.
    case app
    /// Creations are repeated, so that rows may exist twice.
    case repeats
  }

  private static let usualSeeds = 15

  @Test(arguments: Mode.allCases) func lostResponsesLoseNoChanges(mode: Mode) async throws {
    for seed in StatedSeeds.seeds(usually: Self.usualSeeds) {
      do {
        var run = try await RowLawRun(mode, seed: UInt64(seed), onlyCreations: false)
        try await run.run()
      } catch {
        Issue.record("\(mode), seed \(seed): \(error)")
        return
      }
    }
  }

  @Test(arguments: Mode.allCases) func lostCreationResponsesLoseNoChanges(
    mode: Mode
  ) async throws {
    for seed in StatedSeeds.seeds(usually: Self.usualSeeds) {
      do {
        var run = try await RowLawRun(mode, seed: UInt64(seed), onlyCreations: true)
        try await run.run()
      } catch {
        Issue.record("\(mode), seed \(seed), creations alone: \(error)")
        return
      }
    }
  }
}

/// A device with its own server.
private struct RowLawRun {
  struct Mismatch: Error, CustomStringConvertible {
    let description: String
  }

  private var random: SeededRandom
  private let mode: RowLawTests.Mode
  private let onlyCreations: Bool
  private let sample: RowSample
  /// The permanent code of each area, by its temporary id.
  private var codes: [Int64: String] = [:]
  private var states: [Int64: String] = [:]
  private var trace: [String] = []
  private var count = 0

  init(_ mode: RowLawTests.Mode, seed: UInt64, onlyCreations: Bool) async throws {
    random = SeededRandom(seed)
    self.mode = mode
    self.onlyCreations = onlyCreations
    sample = try await RowSample(RowServer(keyHeader: mode == .keys ? "X-Request" : nil))
  }

  mutating func run() async throws {
    do {
      for _ in 0..<20 { try await step() }
      let before = try contents()
      try await settle()
      guard try contents() == before else {
        throw Mismatch(description: "the store has \(try contents()) instead of \(before)")
      }
      try await compare()
    } catch {
      let requests = await sample.server.requests
      throw Mismatch(description: "\(error)\n" + (trace + requests).joined(separator: "\n"))
    }
  }

  // MARK: - Writes

  private mutating func step() async throws {
    switch random.below(12) {
    case 0, 1: try await insertArea()
    case 2, 3: try await insertTicket()
    case 4, 5: try await insertRemark()
    case 6, 7: try await edit()
    case 8: try await delete()
    default: try await push(hasFaults: true)
    }
  }

  private mutating func text() -> String {
    count += 1
    return "t\(count)"
  }

  private mutating func any(_ table: String) throws -> String? {
    try sample.rows("SELECT id FROM \(table) ORDER BY id").randomElement(using: &random)
  }

  private mutating func insertArea() async throws {
    guard mode != .questions else { return }
    let parent = random.chance(60) ? try any("areas").flatMap { Int($0) } : nil
    let area = Area(name: text(), code: text(), parentID: parent)
    codes[Int64(area.id)] = area.code
    trace.append("insert area \(area.id) \(area.code ?? "") in \(parent ?? 0)")
    try await sample.store.insert(area)
  }

  private mutating func insertTicket() async throws {
    guard mode != .questions else { return }
    let area = random.chance(70) ? try any("areas").flatMap { Int($0) } : nil
    let ticket = Ticket(title: text(), state: text(), areaID: area)
    states[Int64(ticket.id)] = ticket.state
    trace.append("insert ticket \(ticket.id) \(ticket.state) in \(area ?? 0)")
    try await sample.store.insert(ticket)
  }

  private mutating func insertRemark() async throws {
    let remark = Remark(text: text())
    trace.append("insert remark \(remark.id)")
    try await sample.store.insert(remark)
  }

  private mutating func edit() async throws {
    switch random.below(4) {
    case 0:
      guard let id = try any("areas").flatMap({ Int($0) }) else { return }
      trace.append("rename area \(id)")
      try await sample.store.update(Area.self, id: id, .init(name: .value(text())))
    case 1:
      guard let id = try any("areas").flatMap({ Int($0) }) else { return }
      let parent = try any("areas").flatMap { Int($0) }
      trace.append("move area \(id) to \(parent ?? 0)")
      try await sample.store.update(
        Area.self, id: id, .init(parentID: parent.map { .value($0) } ?? .null))
    case 2:
      guard let id = try any("tickets").flatMap({ Int($0) }) else { return }
      trace.append("rename ticket \(id)")
      try await sample.store.update(Ticket.self, id: id, .init(title: .value(text())))
    default:
      guard let id = try any("remarks").flatMap({ UUID(uuidString: $0) }) else { return }
      trace.append("rename remark \(id)")
      try await sample.store.update(Remark.self, id: id, .init(text: .value(text())))
    }
  }

  private mutating func delete() async throws {
    if random.chance(50), let id = try any("tickets").flatMap({ Int($0) }) {
      trace.append("delete ticket \(id)")
      try await sample.store.delete(Ticket.self, id: id)
    } else if let id = try any("remarks").flatMap({ UUID(uuidString: $0) }) {
      trace.append("delete remark \(id)")
      try await sample.store.delete(Remark.self, id: id)
    }
  }

  // MARK: - Pushes

  private mutating func push(hasFaults: Bool) async throws {
    if hasFaults { await addFaults() }
    let isCancelled = hasFaults && !onlyCreations && random.chance(15)
    trace.append(isCancelled ? "push, cancelled" : "push")
    let endpoint = endpoint
    let store = sample.store
    let task = Task { try await store.push(to: endpoint) }
    if isCancelled {
      for _ in 0..<random.below(400) { await Task.yield() }
      task.cancel()
    }
    do {
      trace.append("  \(try await task.value)")
    } catch {
      guard error is APIError || error is CancellationError || error as? SyncError == .cancelled
      else { throw error }
      trace.append("  \(error)")
    }
    await sample.server.clearFaults()
  }

  private mutating func addFaults() async {
    let faults: [RowServer.Fault] = [
      .lostResponse, .lostRequest, .statusAfter(500), .page, .status(503), .status(408),
    ]
    for _ in 0..<random.below(6) {
      let methods = onlyCreations ? ["POST"] : ["POST", "POST", "PATCH", "PUT", "DELETE", "GET"]
      guard let method = methods.randomElement(using: &random),
        let fault = faults.randomElement(using: &random)
      else { return }
      trace.append("fault \(method) \(fault)")
      await sample.server.fail(method, fault)
    }
  }

  private var endpoint: PushEndpoint {
    sample.endpoint {
      if mode == .keys { $0.idempotencyKey = PushEndpoint.IdempotencyKey(header: "X-Request") }
      $0.retriesCreates = mode == .repeats
      // Remarks have an endpoint that fetches them, so that each way can also ask for rows.
      $0.concurrency = 1 + Int(count % 4)
    }
  }

  /// Pushes until the queue is empty.
  private mutating func settle() async throws {
    for _ in 0..<12 {
      try await push(hasFaults: false)
      if mode == .app { try await resolve() }
      if try sample.queue().isEmpty { return }
    }
    throw Mismatch(description: "the queue has \(try sample.queue())")
  }

  /// Looks up the rows on the server, as a user would.
  private mutating func resolve() async throws {
    for problem in try await sample.store.problems(.uncertain) {
      let isArea = problem.entity == "Area"
      let number =
        isArea ? try problem.id(as: Area.self) : try problem.id(as: Ticket.self)
      let id = Int64(try #require(number))
      let found = await sample.server.id(
        in: isArea ? "areas" : "tickets", isArea ? "code" : "state",
        (isArea ? codes[id] : states[id]) ?? "")
      trace.append("resolve \(problem.entity) \(id) as \(found ?? 0)")
      if isArea {
        try await sample.store.resolveCreate(
          of: Area.self, id: Int(id), found.map { .arrived(as: $0) } ?? .sendAgain)
      } else {
        try await sample.store.resolveCreate(
          of: Ticket.self, id: Int(id), found.map { .arrived(as: $0) } ?? .sendAgain)
      }
    }
  }

  // MARK: - Checks

  /// The rows of the store without the identities that the server assigns.
  private func contents() throws -> [String] {
    try sample.rows(
      """
      SELECT 'area ' || a.code || ' ' || a.name || ' ' || coalesce(p.code, '-')
      FROM areas a LEFT JOIN areas p ON p.id = a.parent_id
      UNION ALL SELECT 'ticket ' || t.state || ' ' || t.title || ' ' || coalesce(a.code, '-')
      FROM tickets t LEFT JOIN areas a ON a.id = t.area_id
      UNION ALL SELECT 'remark ' || id || ' ' || text FROM remarks ORDER BY 1
      """)
  }

  /// Checks that the server has the same rows as the store, and no others.
  private func compare() async throws {
    let areas = try sample.rows(
      "SELECT id || ' ' || name || ' ' || code || ' ' || coalesce(parent_id, 'null') FROM areas")
    let tickets = try sample.rows(
      "SELECT id || ' ' || title || ' ' || state || ' ' || coalesce(area_id, 'null') FROM tickets")
    let remarks = try sample.rows("SELECT id || ' ' || text FROM remarks")
    try await compare(areas, "areas", ["id", "name", "code", "parent_id"])
    try await compare(tickets, "tickets", ["id", "title", "state", "area_id"])
    try await compare(remarks, "remarks", ["id", "text"])
  }

  private func compare(_ rows: [String], _ collection: String, _ fields: [String]) async throws {
    let found = await sample.server.texts(collection, fields)
    let missing = Set(rows).subtracting(found)
    let more = Set(found).subtracting(rows)
    guard missing.isEmpty, more.isEmpty || mode == .repeats, rows.count == Set(rows).count else {
      throw Mismatch(
        description:
          "\(collection): the server lacks \(missing.sorted()), the store \(more.sorted())")
    }
  }
}

extension RowServer {
  func clearFaults() { faults = [] }

  /// The identity of the row with a value.
  func id(in collection: String, _ field: String, _ value: String) -> Int? {
    (rows[collection] ?? [:]).first { $0.value[field]?.text == value }.flatMap { Int($0.key) }
  }

  /// The rows of a collection as text.
  func texts(_ collection: String, _ fields: [String]) -> [String] {
    (rows[collection] ?? [:]).values.map { row in
      fields.map { row[$0].map { $0.text ?? $0.json } ?? "null" }.joined(separator: " ")
    }.sorted()
  }
}
