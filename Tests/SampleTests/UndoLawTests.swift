import Foundation
import SwiftSyncRuntime
import TestHelpers
import Testing
import Tracker

/// Whatever the app writes: undo restores the rows before a step, and redo the rows after it.
/// `LAW_SEEDS=2000` tries more.
@Suite struct UndoLawTests {
  private static let usualSeeds = 32

  @Test(arguments: 0..<4) func undoesAndRedoesRandomSteps(batch: Int) async throws {
    for seed in StatedSeeds.seeds(usually: Self.usualSeeds, part: batch, of: 4) {
      var walk = try await UndoWalk(seed: UInt64(seed))
      do {
        try await walk.run()
      } catch {
        Issue.record("seed \(seed): \(error)\n\(walk.trace.joined(separator: "\n"))")
        return
      }
    }
  }

  @Test(arguments: 0..<2) func undoesAndRedoesEveryKindOfReference(batch: Int) async throws {
    for seed in StatedSeeds.seeds(usually: Self.usualSeeds, part: batch, of: 2) {
      var walk = try await BoardWalk(seed: UInt64(seed))
      do {
        try await walk.run()
      } catch {
        Issue.record("seed \(seed): \(error)\n\(walk.trace.joined(separator: "\n"))")
        return
      }
    }
  }
}

private struct Broken: Error, CustomStringConvertible {
  let description: String
}

/// The contents of the tables after each step, and a check that undo and redo restore them.
private struct Snapshots {
  private let store: SyncStore
  private var states: [[String]] = []
  private var place = 0

  init(_ store: SyncStore) async throws {
    self.store = store
    store.undo.start(limit: 1_000)
    states = [try await rows()]
  }

  /// Notes the rows after a write, which is a step if it has changed any row.
  mutating func note() async throws {
    let rows = try await rows()
    let count = store.undo.state.undoable.count
    guard (count > place) == (rows != states[place]) else {
      throw Broken(description: count > place ? "a step without changes" : "no step was recorded")
    }
    guard count > place else { return }
    states = Array(states[...place]) + [rows]
    place += 1
    if store.undo.state.canRedo { throw Broken(description: "a step to redo is left") }
  }

  mutating func goBack() async throws {
    guard place > 0 else { return }
    place -= 1
    try await check(try await store.undo.undo(), "undo")
  }

  mutating func goForth() async throws {
    guard place + 1 < states.count else { return }
    place += 1
    try await check(try await store.undo.redo(), "redo")
  }

  mutating func goBackToTheStart() async throws { while place > 0 { try await goBack() } }

  mutating func goToTheEnd() async throws { while place + 1 < states.count { try await goForth() } }

  private func check(_ outcome: StoreUndo.Outcome, _ name: String) async throws {
    guard case .done = outcome else { throw Broken(description: "\(name): \(outcome)") }
    let rows = try await rows()
    let expected = states[place]
    if rows == expected { return }
    let lacking = expected.filter { !rows.contains($0) }.map { "  lacks \($0)" }
    let others = rows.filter { !expected.contains($0) }.map { "  has   \($0)" }
    throw Broken(description: "\(name):\n" + (lacking + others).joined(separator: "\n"))
  }

  /// The rows of all tables without the dates that every write sets, and the export.
  private func rows() async throws -> [String] {
    let names = try await store.query(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' "
        + "AND (name NOT LIKE 'swiftsync%' OR name = 'swiftsync_links') ORDER BY 1"
    ).compactMap { $0["name"] as StoredValue? }
    var rows: [String] = []
    for case .text(let name) in names {
      for row in try await store.query("SELECT * FROM \"\(name)\"") {
        let values = row.names.filter { $0 != "updated_at" }.map { column in
          "\(column) \(row[column].map { "\($0)" } ?? "")"
        }
        rows.append("\(name): \(values.joined(separator: ", "))")
      }
    }
    if names.contains(.text("tasks")) {
      let data = try await store.export(entity: "Todo")
      rows.append(
        String(decoding: data, as: UTF8.self)
          .replacing(/"updated_at":\s*"[^"]*"/, with: ""))
    }
    return rows.sorted()
  }
}

/// Random writes to projects and tasks.
private struct UndoWalk {
  private let store: SyncStore
  private var snapshots: Snapshots
  private var random: SeededRandom
  private(set) var trace: [String] = []

  private static func id(_ group: Int, _ number: Int) -> UUID {
    let bytes = [UInt8](repeating: 0, count: 14) + [UInt8(group), UInt8(number)]
    return bytes.withUnsafeBytes { UUID(uuid: $0.load(as: uuid_t.self)) }
  }

  init(seed: UInt64) async throws {
    random = SeededRandom(seed)
    store = try await SyncStore.inMemory(TrackerSchema.self)
    try await store.transaction { transaction in
      for number in 0..<3 {
        try transaction.insert(
          Project(
            id: Self.id(1, number), name: "p", code: "P\(number)", ownerID: Self.id(2, number)))
        try transaction.insert(Person(id: Self.id(2, number), displayName: "n\(number)"))
        try transaction.insert(Label(slug: "l\(number)", name: "\(number)"))
      }
      for number in 0..<6 {
        try transaction.insert(
          Todo(
            id: Self.id(3, number), title: "t", projectID: Self.id(1, number % 3),
            parentID: number > 3 ? Self.id(3, number - 3) : nil))
        try transaction.insert(
          ChecklistItem(number: 1, text: "i", taskID: Self.id(3, number)))
      }
    }
    snapshots = try await Snapshots(store)
  }

  mutating func run() async throws {
    for _ in 0..<14 {
      switch random.below(6) {
      case 0:
        trace.append("undo")
        try await snapshots.goBack()
      case 1:
        trace.append("redo")
        try await snapshots.goForth()
      default: try await write()
      }
    }
    try await snapshots.goBackToTheStart()
    try await snapshots.goToTheEnd()
    try await snapshots.goBackToTheStart()
  }

  private mutating func write() async throws {
    let writes = (0..<random.number(1...3)).map { _ in oneWrite() }
    do {
      try await store.transaction { transaction in
        for write in writes { try write(transaction) }
      }
      trace.append("  committed")
    } catch let error as SyncError {
      trace.append("  \(error)")
    }
    try await snapshots.note()
  }

  private typealias Write = @Sendable (SyncTransaction) throws -> Void

  private mutating func oneWrite() -> Write {
    let (todo, other) = (Self.id(3, random.below(8)), Self.id(3, random.below(8)))
    let (project, person) = (Self.id(1, random.below(4)), Self.id(2, random.below(4)))
    let label = "l\(random.below(4))"
    switch random.below(17) {
    case 0: return named("delete todo \(todo)") { try $0.delete(Todo.self, id: todo) }
    case 1: return named("delete person \(person)") { try $0.delete(Person.self, id: person) }
    case 2: return named("purge person \(person)") { try $0.purge(Person.self, id: person) }
    case 3: return named("purge project \(project)") { try $0.purge(Project.self, id: project) }
    case 4: return named("archive \(project)") { try $0.archive(Project.self, id: project) }
    case 5: return named("delete label \(label)") { try $0.delete(Label.self, id: label) }
    case 6:
      let row = Todo(id: todo, title: "new", projectID: project, assigneeID: person)
      return named("put todo \(todo)") { try $0.put(row) }
    case 7:
      let row = Profile(id: Self.id(4, random.below(3)), personID: person)
      return named("insert profile \(row.id) of \(person)") { try $0.put(row) }
    case 8:
      return named("move \(todo) after \(other)") {
        try $0.move(Todo.self, id: todo, after: other, in: .project)
      }
    case 9:
      return named("swap codes") {
        try $0.execute("UPDATE projects SET code = 'x' || code")
        try $0.execute(
          "UPDATE projects SET code = CASE code WHEN 'xP0' THEN 'P1' WHEN 'xP1' THEN 'P0' "
            + "ELSE substr(code, 2) END")
      }
    case 10:
      return named("rename label \(label)") {
        try $0.execute("UPDATE labels SET slug = slug || 'x' WHERE slug = ?", [.text(label)])
      }
    case 11:
      return named("replace \(label)") {
        try $0.execute(
          "INSERT OR REPLACE INTO labels (slug, name) VALUES (?, 'replaced')", [.text(label)])
      }
    case 12:
      return named("delete late ones") { try $0.delete(Todo.where { $0.title == "u" }.limit(2)) }
    default:
      let patch = patch()
      return named("update \(todo) \(patch)") { try $0.update(Todo.self, id: todo, patch) }
    }
  }

  private mutating func named<Result>(
    _ name: String, _ write: @escaping @Sendable (SyncTransaction) throws -> Result
  ) -> Write {
    trace.append(name)
    return { _ = try write($0) }
  }

  private mutating func patch() -> Todo.Patch {
    var patch = Todo.Patch()
    if random.chance(40) { patch.title = .value(random.pick(["t", "u"])) }
    if random.chance(30) { patch.details = random.chance(50) ? .null : .value("d") }
    if random.chance(20) {
      patch.assigneeID = random.chance(40) ? .null : .value(Self.id(2, random.below(4)))
    }
    if random.chance(20) { patch.projectID = .value(Self.id(1, random.below(3))) }
    if random.chance(30) { patch.labelIDs = .value(random.pick([[], ["l1", "l2"], ["l3"]])) }
    if random.chance(30) { patch.itemIDs = .value(random.pick([[], [1], [2, 1]])) }
    if random.chance(20) { patch.watcherIDs = .value([Self.id(2, random.below(3))]) }
    if random.chance(20) { patch.blockerIDs = .value([Self.id(3, random.below(7))]) }
    if random.chance(20) { patch.subtaskIDs = .value([Self.id(3, random.below(7))]) }
    return patch
  }
}

/// Random writes to rows with one-to-ones, identities of several parts, and references to one of several entities.
private struct BoardWalk {
  private let store: SyncStore
  private var snapshots: Snapshots
  private var random: SeededRandom
  private(set) var trace: [String] = []

  init(seed: UInt64) async throws {
    random = SeededRandom(seed)
    store = try await SyncStore.inMemory(BoardSchema.self)
    snapshots = try await Snapshots(store)
  }

  mutating func run() async throws {
    for _ in 0..<20 {
      switch random.below(7) {
      case 0: try await snapshots.goBack()
      case 1: try await snapshots.goForth()
      default: try await write()
      }
    }
    try await snapshots.goBackToTheStart()
    try await snapshots.goToTheEnd()
  }

  private mutating func write() async throws {
    let write = oneWrite()
    do {
      try await store.transaction { try write($0) }
    } catch let error as SyncError {
      trace.append("  \(error)")
    }
    try await snapshots.note()
  }

  private typealias Write = @Sendable (SyncTransaction) throws -> Void

  private mutating func oneWrite() -> Write {
    let (id, other) = (random.below(4), random.below(4))
    let optional = random.chance(40) ? nil : other
    trace.append("\(id) \(optional.map(String.init) ?? "-")")
    switch random.below(15) {
    case 0: return { try $0.put(Board(id: id)) }
    case 1, 2:
      let row = Card(id: id, rank: Double(other), boardID: optional, ownerID: other)
      return { try $0.put(row) }
    case 3: return { try $0.put(Pin(id: id, cardID: optional)) }
    case 4: return { try $0.put(Lid(id: id, cardID: other)) }
    case 5: return { try $0.put(Slot(number: id, rank: 1, boardID: other)) }
    case 6: return { try $0.put(Sticker(id: id, boardID: other)) }
    case 7: return { try $0.put(Magnet(id: id, boardID: optional)) }
    case 8: return { try $0.put(Player(id: id)) }
    case 9:
      let type = random.pick(["card", "pin"])
      return { try $0.put(Note(id: id, subjectType: type, subjectID: .id(other))) }
    case 10:
      let lists = Board.Patch(cardIDs: .value([id, other]), stickerIDs: .value([other]))
      return { try $0.update(Board.self, id: other, lists) }
    case 11: return { try $0.delete(Board.self, id: id) }
    case 12: return { try $0.delete(Card.self, id: id) }
    case 13: return { try $0.delete(Pin.self, id: id) }
    default: return { try $0.delete(Sticker.self, id: id) }
    }
  }
}
