import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing
import Tracker

/// The tracker's databases of older versions, opened by the current app.
@Suite struct TrackerMigrationTests {
  private let database = try? Database()
  private let ada = "00000000-0000-4000-8000-000000000001"

  private func old(_ statements: String, version: Int = 1) throws -> Database {
    let database = try #require(database)
    let program = try OtherProgram(at: database)
    try program.run("BEGIN; \(try Sample.ddl("tracker-v\(version)")); COMMIT; \(statements)")
    return database
  }

  private var someRows: String {
    """
    INSERT INTO people (id, display_name, bio, website_url, created_at, updated_at) VALUES
      ('\(ada)', 'Ada', 'First of all', NULL, '2026-01-01T00:00:00.000000Z', '2026-01-01T00:00:00.000000Z'),
      ('00000000-0000-4000-8000-000000000002', 'Grace', NULL, NULL, '2026-01-01T00:00:00.000000Z',
        '2026-01-01T00:00:00.000000Z');
    INSERT INTO projects (id, name, owner_id, created_at, updated_at) VALUES
      ('00000000-0000-4000-8000-0000000000a1', 'Website', '\(ada)', '2026-01-01T00:00:00.000000Z',
        '2026-01-01T00:00:00.000000Z');
    INSERT INTO tasks (id, name, colour, estimate, project_id, created_at, updated_at) VALUES
      ('00000000-0000-4000-8000-0000000000b1', 'Sketch', 'red', 3, '00000000-0000-4000-8000-0000000000a1',
        '2026-01-01T00:00:00.000000Z', '2026-01-01T00:00:00.000000Z');
    INSERT INTO reminders (id, remind_at, task_id, created_at, updated_at) VALUES
      ('00000000-0000-4000-8000-0000000000c1', '2026-01-01T00:00:00.000000Z',
        '00000000-0000-4000-8000-0000000000b1', '2026-01-01T00:00:00.000000Z', '2026-01-01T00:00:00.000000Z');
    """
  }

  @Test func migratesVersionOneToNewest() async throws {
    let database = try old(someRows)
    let store = try await database.open(TrackerSchema.self)
    let task = try #require(try await store.fetch(Todo.all.first))
    #expect(task.title == "Sketch")
    #expect(task.estimate == 3)
    let project = try #require(try await store.fetch(Project.all.first))
    #expect(project.code == "WEB-1")
    let profiles = try await store.fetch(Profile.all)
    #expect(profiles.map(\.bio) == ["First of all"])
    #expect(profiles.map(\.personID.uuidString) == [ada])
    let version = try await store.query("SELECT user_version FROM pragma_user_version")
    #expect(version.map(\.values) == [[6]])
    await store.close()
  }

  /// Databases whose triggers read the queue with other SQL, as in earlier releases.
  @Test(arguments: [1, 6])
  func acceptsTriggersOfEarlierRelease(version: Int) async throws {
    let database = try #require(database)
    let ddl = version == 1 ? try Sample.ddl("tracker-v1") : TrackerSchemaV6.ddl
    let earlier = ddl.replacingOccurrences(of: "id = +", with: "id = ")
    #expect(earlier != ddl)
    try OtherProgram(at: database).run("BEGIN; \(earlier); COMMIT")
    let store = try await database.open(TrackerSchema.self)
    let project = Project(name: "P", code: "P", ownerID: UUID())
    try await store.insert(project)
    try await store.insert(Todo(title: "T", projectID: project.id))
    #expect(try await store.fetch(PendingChange.all).map(\.operation) == [.insert])
    await store.close()
  }

  @Test func keepsQueueWithoutRecordingWrites() async throws {
    let database = try old(someRows)
    let program = try OtherProgram(at: database)
    let queue = "SELECT entity, operation, fields FROM swiftsync_changes ORDER BY entity"
    #expect(
      try program.rows(queue) == [
        "Person|touch|,", "Person|touch|,", "Reminder|touch|,", "Task|insert|,",
      ])
    try program.run(
      "UPDATE swiftsync_changes SET operation = 'update', fields = ',name,' WHERE entity = 'Task'")
    try await database.open(TrackerSchema.self).close()
    #expect(
      try program.rows(queue) == ["Person|touch|,", "Person|touch|,", "Todo|update|,title,"])
    #expect(try program.rows("SELECT count(*) FROM swiftsync_applying") == ["0"])
  }

  @Test func migratesEveryOlderVersion() async throws {
    for version in 1...5 {
      let database = try Database()
      try OtherProgram(at: database).run(
        "BEGIN; \(try Sample.ddl("tracker-v\(version)")); COMMIT")
      let store = try await database.open(TrackerSchema.self)
      #expect(try await store.count(Project.all) == 0)
      await store.close()
    }
  }

  @Test func reportsProgressOfEachStep() async throws {
    let database = try old(someRows)
    let log = Notes()
    let options = SyncStore.Configuration.Migration { log.add($0) }
    let store = try await SyncStore(
      TrackerSchema.self, .init(location: .url(database.url), migration: options)
    ).opened()
    await store.close()
    let steps = log.all
    #expect(steps.first?.description == "version 1 to 2 of 6: checking, 0 of 4")
    #expect(Set(steps.map(\.nextVersion)) == [2, 3, 4, 5, 6])
    #expect(steps.last?.phase == .checking)
    #expect(steps.last?.doneOperations == steps.last?.operations)
    #expect(steps.allSatisfy { $0.steps == 5 && $0.doneSteps == $0.version - 1 })
    let fractions = steps.map(\.fraction)
    #expect(fractions.first == 0 && fractions.last == 1 && fractions == fractions.sorted())
    #expect(steps.first { $0.version == 3 }?.fraction == 0.4)
    let places = steps.map { [$0.version, $0.doneOperations] }
    #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test func keepsFolderInPlaceOfBackup() async throws {
    let database = try old(someRows)
    let folder = database.url.deletingLastPathComponent()
    let inTheWay = folder.appendingPathComponent("sample-v1.sqlite")
    let file = inTheWay.appendingPathComponent("notes.txt")
    try FileManager.default.createDirectory(at: inTheWay, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: file)
    let options = SyncStore.Configuration.Migration(backupFolder: folder)
    let error = await #expect(throws: SyncError.self) {
      try await SyncStore(
        TrackerSchema.self, .init(location: .url(database.url), migration: options)
      ).opened()
    }
    #expect(
      error?.description
        == "the database \(database.url.path) remains at version 1 of 'Tracker', because it could not "
        + "be migrated to version 2: the backup copy could not be made: cannot read \(inTheWay.path): "
        + "Is a directory"
    )
    #expect(try Data(contentsOf: file) == Data("mine".utf8))
  }

  @Test func backsUpBeforeMigrating() async throws {
    let database = try old(someRows)
    let folder = database.url.deletingLastPathComponent()
    // The file that a killed process leaves.
    try Data("half".utf8).write(to: folder.appendingPathComponent("sample-v1.sqlite.unfinished"))
    for _ in 0..<2 {
      let options = SyncStore.Configuration.Migration(backupFolder: folder)
      let store = try await SyncStore(
        TrackerSchema.self, .init(location: .url(database.url), migration: options)
      ).opened()
      await store.close()
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == ["sample-v1.sqlite", "sample.sqlite"])
    let copy = folder.appendingPathComponent("sample-v1.sqlite")
    let program = try OtherProgram(file: copy)
    #expect(try program.rows("SELECT name FROM tasks") == ["Sketch"])
    #expect(try program.rows("SELECT user_version FROM pragma_user_version") == ["1"])
  }

  @Test func createsBackupFolder() async throws {
    let database = try old(someRows)
    let folder = database.url.deletingLastPathComponent().appendingPathComponent("copies/before")
    let options = SyncStore.Configuration.Migration(backupFolder: folder)
    let store = try await SyncStore(
      TrackerSchema.self, .init(location: .url(database.url), migration: options)
    ).opened()
    await store.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names == ["sample-v1.sqlite"])
  }

  @Test func failsIfBackupFolderCannotBeCreated() async throws {
    let database = try old(someRows)
    let folder = database.url.appendingPathComponent("copies")
    let options = SyncStore.Configuration.Migration(backupFolder: folder)
    let error = await #expect(throws: SyncError.self) {
      try await SyncStore(
        TrackerSchema.self, .init(location: .url(database.url), migration: options)
      ).opened()
    }
    #expect(
      error?.description.hasSuffix(
        "the backup copy could not be made: cannot read \(folder.path): Not a directory") == true)
  }

  @Test func leavesMismatchedDatabaseUnchanged() async throws {
    let database = try old("\(someRows); ALTER TABLE labels ADD COLUMN extra TEXT")
    let before = try Data(contentsOf: database.url)
    await #expect {
      try await database.open(TrackerSchema.self)
    } throws: { error in
      "\(error)"
        == "the database \(database.url.path) remains at version 1 of 'Tracker', because it could not "
        + "be migrated to version 2: it does not match version 1: table 'labels' has column "
        + "extra TEXT; another program has changed its tables"
    }
    #expect(try Data(contentsOf: database.url) == before)
  }

  @Test func rejectsForeignTrigger() async throws {
    let database = try old(
      "CREATE TRIGGER mine AFTER INSERT ON tasks BEGIN SELECT 1; END")
    await #expect {
      try await database.open(TrackerSchema.self)
    } throws: { error in
      "\(error)".contains("table 'tasks' has the additional trigger 'mine'")
    }
  }

  @Test func rejectsNewerDatabase() async throws {
    let database = try old("PRAGMA user_version = 7")
    await #expect(
      throws: SyncError.newerDatabase(path: database.url.path, version: 7, newest: 6)
    ) {
      try await database.open(TrackerSchema.self)
    }
  }

  @Test func reportsOrphansBeforeStep() async throws {
    let database = try old(
      "PRAGMA foreign_keys = OFF; DELETE FROM swiftsync_changes; "
        + "INSERT INTO tasks (id, name, project_id, created_at, updated_at) VALUES ('t', 't', 'p', '', '')"
    )
    await #expect {
      try await database.open(TrackerSchema.self)
    } throws: { error in
      "\(error)".hasSuffix(
        "dangling references before the step: row 1 of table 'tasks' refers to a row of "
          + "'projects' that does not exist")
    }
  }

  /// The next opening continues with the interrupted step.
  @Test func cancelledMigrationResumesOnOpen() async throws {
    let database = try old(someRows)
    let path = database.url.path
    let (tasks, held) = AsyncStream.makeStream(of: Void.self)
    let gate = Gate()
    let opening = Task {
      let options = SyncStore.Configuration.Migration { progress in
        guard progress.version == 3, progress.phase == .running else { return }
        held.finish()
        gate.pass()
      }
      return try await SyncStore.open(
        TrackerSchema.metadata, at: path, plan: TrackerMigrationPlan.plan, migrating: options)
    }
    for await _ in tasks {}
    opening.cancel()
    gate.open()
    await #expect(throws: SyncError.cancelled) { _ = try await opening.value }
    #expect(try await database.open(TrackerSchema.self).fetch(Todo.all.first)?.title == "Sketch")
  }

  /// Blocks a thread until another one opens the gate, once.
  private final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false

    func open() {
      condition.withLock {
        isOpen = true
        condition.broadcast()
      }
    }

    func pass() {
      condition.withLock {
        while !isOpen { condition.wait() }
      }
    }
  }

  /// The reported progress.
  private final class Notes: @unchecked Sendable {
    private let lock = NSLock()
    private var notes: [MigrationPlan.Progress] = []
    var all: [MigrationPlan.Progress] { lock.withLock { notes } }
    func add(_ note: MigrationPlan.Progress) { lock.withLock { notes.append(note) } }
  }
}
