import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Stores whose rows are erased, for example because the user logs out.
@Suite(.timeLimit(.minutes(5))) struct EraseTests {
  private let database: Database

  init() throws {
    database = try Database()
  }

  /// The tables that contain rows.
  private func filledTables() throws -> [String] {
    let program = try OtherProgram(at: database)
    let tables = try program.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    )
    return try tables.filter { table in try !program.rows("SELECT 1 FROM \(table) LIMIT 1").isEmpty
    }
  }

  private func rows(_ sql: String) throws -> [String] {
    try OtherProgram(at: database).rows(sql)
  }

  /// Whether the file or its log contains a text.
  private func filesContain(_ text: String) throws -> Bool {
    for path in [database.url.path, database.url.path + "-wal"] {
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      if bytes.range(of: Data(text.utf8)) != nil { return true }
    }
    return false
  }

  /// A store with rows in all tables: those of the server, an edit, and what the runtime remembers
  /// about syncing.
  private func trackerStore() async throws -> SyncStore {
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    try await store.update(
      Todo.self, id: TrackerIDs.task(1), Todo.Patch(title: .value("Draw two pages")))
    try await store.transaction { transaction in
      for sql in Self.syncing { try transaction.execute(sql) }
    }
    return store
  }

  private static let syncing = [
    "INSERT INTO swiftsync_watermarks VALUES ('/tasks', 'Todo', 'a', 6, '2026-01-01')",
    "INSERT INTO swiftsync_temporary VALUES ('Todo', 'a', 'b')",
    "INSERT INTO swiftsync_page_runs (source, entity, version, number) VALUES ('/tasks', 'Todo', 6, 2)",
    "INSERT INTO swiftsync_page_rows (run, id) VALUES (1, 'a')",
    "INSERT INTO swiftsync_page_parents (run, parent) VALUES (1, 'a')",
    "INSERT INTO swiftsync_rejected (source, entity, id, code, version, rejected_at) "
      + "VALUES ('/tasks', 'Todo', 'a', 'bad-value', 6, '2026-01-01')",
    "INSERT INTO swiftsync_requests (sequence, revision, fields, sent_at) "
      + "VALUES (1, 1, ',title,', '2026-01-01')",
    "INSERT INTO swiftsync_etags VALUES ('Todo', 'a', 'x')",
    "INSERT INTO swiftsync_links VALUES ('Todo.parent', 'a', 'b', 1)",
  ]

  // MARK: - Everything

  @Test func erasesRowsAndSyncing() async throws {
    let store = try await trackerStore()
    let tables = try Set(filledTables())
    #expect(
      tables.isSuperset(of: [
        "checklist", "labels", "projects", "swiftsync_changes", "swiftsync_etags",
        "swiftsync_links", "swiftsync_page_parents", "swiftsync_page_rows", "swiftsync_page_runs",
        "swiftsync_rejected", "swiftsync_requests", "swiftsync_schema", "swiftsync_temporary",
        "swiftsync_watermarks", "task_watchers", "tasks", "todo_labels",
      ]))

    try await store.erase()

    #expect(try filledTables() == ["swiftsync_schema"])
    #expect(try rows("SELECT name FROM sqlite_schema WHERE name = 'swiftsync_erased'") == [])
    try await store.insert(Label(slug: "ui", name: "UI"))
    await store.close()
    let again = try await database.open(TrackerSchema.self)
    #expect(try await again.fetch(Label.all).map(\.slug) == ["ui"])
    await again.close()
  }

  @Test func recordsLaterWrites() async throws {
    let store = try await trackerStore()
    try await store.erase()
    let project = Project(
      id: TrackerIDs.project, name: "Web", code: "WEB", ownerID: TrackerIDs.ada)
    try await store.insert(project)
    try await store.insert(
      Todo(id: TrackerIDs.task(9), title: "new", projectID: TrackerIDs.project))
    #expect(
      try rows("SELECT entity, operation FROM swiftsync_changes WHERE entity = 'Todo'")
        == ["Todo|insert"])
    await store.close()
  }

  @Test func observersSeeDeletions() async throws {
    let store = try await trackerStore()
    store.undo.start()
    try await store.insert(Label(slug: "new", name: "New"))
    #expect(store.undo.state.canUndo)
    var counts: [Int] = []
    for try await labels in store.values(of: Label.all) {
      counts.append(labels.count)
      if labels.isEmpty { break }
      try await store.erase()
    }
    #expect(counts.count == 2 && counts.last == 0)
    #expect(!store.undo.state.canUndo && store.undo.isRecording)
    await store.close()
  }

  @Test func erasesInMemory() async throws {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    try await store.insert(Label(slug: "ui", name: "UI"))
    try await store.erase()
    #expect(try await store.count(Label.all) == 0)
    try await store.insert(Label(slug: "ui", name: "UI"))
    #expect(try await store.count(Label.all) == 1)
  }

  // MARK: - Files

  @Test func filesContainNoText() async throws {
    let store = try await database.open(LedgerSchema.self)
    let account = Account(id: UUID(), title: "Zanzibar", code: "z")
    try await store.insert(account)
    try await store.insert(
      (0..<200).map { Entry(id: UUID(), text: "quokka \($0) was here", accountID: account.id) })
    try await store.delete(Entry.where { $0.text.hasPrefix("quokka 1") })
    #expect(try filesContain("Zanzibar") && filesContain("quokka"))
    #expect(try await store.count(Entry.search("quokka")) == 89)

    try await store.erase()

    #expect(try !filesContain("Zanzibar") && !filesContain("quokka"))
    #expect(try await store.count(Entry.search("quokka")) == 0)
    try await store.insert(Entry(id: UUID(), text: "quokka", accountID: account.id))
    #expect(try await store.count(Entry.search("quokka")) == 1)
    await store.close()
  }

  @Test func keptTextStaysSearchable() async throws {
    let store = try await database.open(LedgerSchema.self)
    let account = Account(id: UUID(), title: "Zanzibar", code: "z")
    try await store.insert(account)
    try await store.insert(Entry(id: UUID(), text: "kept quokka", accountID: account.id))
    try await store.insert(Entry(id: UUID(), text: "former wombat", accountID: account.id))
    try await store.delete(Entry.where { $0.text.hasPrefix("former") })

    try await store.erase(keeping: [Entry.self])

    #expect(try await store.fetch(Entry.search("quokka")).map(\.text) == ["kept quokka"])
    // The reference is required and soft, so it is kept.
    #expect(try await store.fetch(Entry.all).map(\.accountID) == [account.id])
    #expect(try filesContain("quokka") && !filesContain("wombat") && !filesContain("Zanzibar"))
    await store.close()
  }

  /// A process that ends after the rows were deleted leaves a table behind.
  @Test func nextOpeningRewritesFile() async throws {
    let store = try await database.open(TrackerSchema.self)
    try await store.insert(Label(slug: "ui", name: "Zanzibar"))
    await store.close()
    try OtherProgram(at: database).run(
      "PRAGMA secure_delete = OFF; DELETE FROM labels; CREATE TABLE swiftsync_erased (is_due INTEGER)"
    )
    #expect(try filesContain("Zanzibar"))

    let again = try await database.open(TrackerSchema.self)

    #expect(try !filesContain("Zanzibar"))
    #expect(try rows("SELECT name FROM sqlite_schema WHERE name = 'swiftsync_erased'") == [])
    #expect(try await again.count(Label.all) == 0)
    await again.close()
  }

  // MARK: - Kept rows

  @Test func keepsRowsWithoutQueue() async throws {
    let store = try await trackerStore()
    let titles = try rows("SELECT title FROM tasks ORDER BY id")
    #expect(try rows("SELECT count(*) FROM tasks WHERE assignee_id IS NOT NULL") != ["0"])
    let owners = try rows("SELECT owner_id FROM projects")
    #expect(owners != ["null"])

    // A watch of a person who has not arrived, which no deletion concerns.
    let others = try rows(
      "SELECT id FROM task_watchers WHERE person_id NOT IN (SELECT id FROM people) ORDER BY id")
    #expect(try rows("SELECT id FROM task_watchers ORDER BY id") != others)

    try await store.erase(keeping: [Project.self, Todo.self, Watch.self])

    #expect(try rows("SELECT id FROM task_watchers ORDER BY id") == others)
    let filled = try filledTables()
    #expect(
      filled == [
        "projects", "swiftsync_links", "swiftsync_schema", "task_watchers", "tasks",
        "todo_blockers",
      ])
    #expect(try rows("SELECT title FROM tasks ORDER BY id") == titles)
    // 'nullify' clears a reference, and 'keep' does not.
    #expect(try rows("SELECT count(*) FROM tasks WHERE assignee_id IS NOT NULL") == ["0"])
    #expect(try rows("SELECT owner_id FROM projects") == owners)
    await store.close()
  }

  @Test func keepsMembershipsOfKeptRows() async throws {
    let store = try await trackerStore()
    let labels = try rows("SELECT * FROM todo_labels ORDER BY 1, 2")
    #expect(!labels.isEmpty)
    try await store.erase(keeping: [Project.self, Todo.self, Label.self])
    #expect(try rows("SELECT * FROM todo_labels ORDER BY 1, 2") == labels)
    await store.close()
  }

  @Test func keepsWaitingLinksOfKeptRows() async throws {
    let store = try await trackerStore()
    try await store.erase(keeping: [Project.self, Todo.self])
    #expect(try rows("SELECT * FROM swiftsync_links") == ["Todo.parent|a|b|1"])
    try await store.erase(keeping: [Project.self])
    #expect(try rows("SELECT * FROM swiftsync_links") == [])
    await store.close()
  }

  @Test func denyRefusesBeforeAnythingIsErased() async throws {
    let store = try await trackerStore()
    let tables = try filledTables()
    let changes = try rows("SELECT * FROM swiftsync_changes")
    do {
      try await store.erase(keeping: [Todo.self])
      Issue.record("the call was not refused")
    } catch SyncError.refused(.denied(let entity, let identity, let other), _) {
      #expect(entity == "Project" && other == "Todo")
      #expect(UUID(uuidString: identity) == TrackerIDs.project)
    }
    #expect(try filledTables() == tables)
    #expect(try rows("SELECT * FROM swiftsync_changes") == changes)
    await store.close()
  }

  @Test func entitiesOfOtherSchemasAreRefused() async throws {
    let store = try await SyncStore.inMemory(TrackerSchema.self, log: .none)
    do {
      try await store.erase(keeping: [Entry.self])
      Issue.record("the call was not refused")
    } catch SyncError.unknownEntity(let name, _) {
      #expect(name == "Entry")
    }
  }
}

/// The rules of references from kept rows, with the entities of the help desk.
@Suite struct EraseRuleTests {
  private func store() async throws -> SyncStore {
    let store = try await SyncStore.inMemory(DeskSchema.self, log: .none)
    try await store.insert(Area(id: 1, name: "Hall"))
    try await store.insert(Ticket(id: 1, title: "in an area", areaID: 1))
    try await store.insert(Ticket(id: 2, title: "without one"))
    try await store.insert(Ticket(id: 3, title: "in an area that is not stored", areaID: 9))
    try await store.insert(
      Remark(text: "on a ticket", subjectType: "ticket", subjectID: .id(1)))
    try await store.insert(
      Remark(text: "on an area", subjectType: "area", subjectID: .id(1)))
    return store
  }

  private func subjects(_ store: SyncStore) async throws -> [String] {
    try await store.fetch(Remark.order(\.text)).map { "\($0.text): \($0.subjectType ?? "none")" }
  }

  @Test func cascadeDeletesKeptRows() async throws {
    let store = try await store()
    try await store.erase(keeping: [Ticket.self, Remark.self])
    // The remark on the deleted ticket loses its subject.
    #expect(try await store.fetch(Ticket.all).map(\.id).sorted() == [2, 3])
    #expect(try await subjects(store) == ["on a ticket: none", "on an area: none"])
  }

  @Test func referencesToOneOfSeveralEntitiesAreCleared() async throws {
    let store = try await store()
    try await store.erase(keeping: [Area.self, Remark.self])
    #expect(try await subjects(store) == ["on a ticket: none", "on an area: area"])
    #expect(try await store.count(Ticket.all) == 0)
  }

  @Test func foreignKeyRefuses() async throws {
    let store = try await store()
    try await store.insert(Seal(ticketID: 2))
    await #expect(
      throws: SyncError.refused(
        .denied(entity: "Ticket", identity: "2", by: "Seal"), report: ApplyReport())
    ) {
      try await store.erase(keeping: [Seal.self])
    }
    #expect(try await store.count(Ticket.all) == 3)
    try await store.erase(keeping: [Seal.self, Ticket.self, Area.self])
    #expect(try await store.count(Ticket.all) == 3)
    #expect(try await store.count(Remark.all) == 0)
    #expect(try await store.count(Seal.all) == 1)
  }
}
