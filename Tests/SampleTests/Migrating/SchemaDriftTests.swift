import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing
import Tracker

/// Databases of the app's version that were created with another schema.
@Suite struct SchemaDriftTests {
  /// The tracker after an edit of the schema without a new version.
  private func edited(
    _ tables: (String) -> String = { $0 }, entities: [EntityMetadata]? = nil
  ) -> SchemaMetadata {
    let schema = TrackerSchema.metadata
    return SchemaMetadata(
      name: schema.name, version: schema.version, fingerprint: "edited",
      entities: entities ?? schema.entities, joinTables: schema.joinTables,
      triggerFormat: schema.triggerFormat, tables: tables(schema.tables), triggers: schema.triggers)
  }

  /// The difference that the error contains.
  private func difference(
    of database: Database, _ schema: SchemaMetadata
  ) async throws -> String? {
    do {
      try await SyncStore.open(schema, at: database.url.path).close()
      return nil
    } catch SyncError.otherVersion(_, 6, TrackerSchema.fingerprint, let difference) {
      return difference
    }
  }

  private func tracker() async throws -> Database {
    let database = try Database()
    try await database.open(TrackerSchema.self).close()
    return database
  }

  @Test func detectsNewIndex() async throws {
    let schema = edited { $0 + "\nCREATE INDEX tasks_title ON tasks (title);" }
    let database = try await tracker()
    #expect(
      try await difference(of: database, schema)
        == "table 'tasks' lacks index tasks_title on title BINARY")
  }

  @Test func detectsNewDefault() async throws {
    let schema = edited {
      $0.replacingOccurrences(
        of: "priority INTEGER NOT NULL DEFAULT 2", with: "priority INTEGER NOT NULL DEFAULT 1")
    }
    let database = try await tracker()
    #expect(
      try await difference(of: database, schema)
        == "table 'tasks' has column priority INTEGER NOT NULL DEFAULT 2, expected column priority "
        + "INTEGER NOT NULL DEFAULT 1")
  }

  @Test func detectsRemovedEnumValue() async throws {
    let database = try await tracker()
    let program = try OtherProgram(at: database)
    try program.run(
      "INSERT INTO projects (id, name, code, owner_id, created_at, updated_at) VALUES ('p', 'P', 'P', 'o', '', ''); "
        + "INSERT INTO tasks (id, title, priority, project_id, created_at, updated_at) VALUES ('t', 'T', 4, 'p', '', '')"
    )
    let entities = TrackerSchema.metadata.entities.map { entity in
      EntityMetadata(
        name: entity.name, table: entity.table, columns: entity.columns,
        attributes: entity.attributes.map { attribute in
          guard attribute.name == "priority" else { return attribute }
          return AttributeMetadata(
            "priority", FieldMetadata(.integerEnum(allowing: [1, 2, 3]), remote: attribute.remote),
            column: attribute.column, default: attribute.defaultValues)
        }, relations: entity.relations, identity: entity.identity, uniques: entity.uniques,
        sync: entity.sync)
    }
    let schema = edited(entities: entities)
    #expect(
      try await difference(of: database, schema)
        == "column 'priority' of table 'tasks' holds 4, which the enum does not have")
    try program.run("UPDATE tasks SET priority = 3")
    #expect(try await difference(of: database, schema) == nil)
  }

  /// A change that only concerns payloads does not affect the tables.
  @Test func acceptsPayloadChange() async throws {
    let database = try await tracker()
    #expect(try await difference(of: database, edited()) == nil)
    #expect(
      try OtherProgram(at: database).rows("SELECT fingerprint FROM swiftsync_schema") == ["edited"])
  }

  /// It is not known with which schema such a database was created.
  @Test func opensDatabaseWithoutFingerprint() async throws {
    let database = try await tracker()
    let program = try OtherProgram(at: database)
    try program.run("DROP TABLE swiftsync_schema; DROP INDEX projects_revision")
    #expect(try await difference(of: database, TrackerSchema.metadata) == nil)
  }

  @Test func ignoresCustomIndexes() async throws {
    let database = try await tracker()
    try OtherProgram(at: database).run("CREATE INDEX mine ON tasks (title)")
    #expect(try await difference(of: database, edited()) == nil)
    #expect(try await difference(of: database, TrackerSchema.metadata) == nil)
  }

  /// A column of another branch. The next migration would refuse it.
  @Test func detectsAdditionalColumn() async throws {
    let database = try await tracker()
    let schema = edited {
      $0.replacingOccurrences(of: "  color TEXT\n", with: "  color TEXT,\n  note TEXT\n")
    }
    #expect(try await difference(of: database, schema) == "table 'labels' lacks column note TEXT")
    try OtherProgram(at: database).run("ALTER TABLE labels ADD COLUMN code TEXT")
    #expect(
      try await difference(of: database, edited())
        == "table 'labels' has the additional column code TEXT")
  }

  /// What an earlier schema of the same version enforced.
  @Test(arguments: [
    (
      "CREATE UNIQUE INDEX labels_name ON labels (name)",
      "table 'labels' has the additional unique index labels_name on name BINARY"
    ),
    (
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'color TEXT', 'color TEXT CHECK (color <> name)')
      WHERE name = 'labels';
      """, "table 'labels' has the additional check (color <> name)"
    ),
  ])
  func detectsAdditionalConstraint(statements: String, difference: String) async throws {
    let database = try await tracker()
    try OtherProgram(at: database).run(statements)
    #expect(try await self.difference(of: database, edited()) == difference)
  }

  /// A store that only reads cannot record the new fingerprint.
  @Test func refusesToReadOtherTables() async throws {
    let database = try await tracker()
    let schema = edited { $0 + "\nCREATE INDEX tasks_title ON tasks (title);" }
    await #expect(
      throws: SyncError.otherVersion(
        path: database.url.path, version: 6, fingerprint: TrackerSchema.fingerprint,
        difference: "table 'tasks' lacks index tasks_title on title BINARY")
    ) { try await SyncStore.openReadOnly(schema, at: database.url.path) }
    try await SyncStore.openReadOnly(edited(), at: database.url.path).close()
  }

  @Test func explainsOtherVersion() throws {
    let error = SyncError.otherVersion(
      path: "/a.sqlite", version: 2, fingerprint: "6d9aae967536f0c3", difference: nil)
    #expect(
      error.description
        == "the database /a.sqlite cannot be used: another version 2 (6d9aae96…) created it: a revert, "
        + "a branch or an unfrozen build; if that version 2 was released, restore it and make the change "
        + "in a new version; otherwise delete the database, or open it with "
        + "'whenUnreadable: .startOver(keeping: folder, including: [.otherVersion])'"
    )
  }

  @Test func logsOtherContentWithSameTables() async throws {
    let database = try await tracker()
    let events = Recorder()
    for _ in 1...2 {
      try await SyncStore.open(edited(), at: database.url.path, log: events.log).close()
    }
    // The second store finds its own fingerprint.
    let prefix = TrackerSchema.fingerprint.prefix(8)
    #expect(
      events.lines == [
        "open: another version 6 (\(prefix)…) with the same tables opened the database before: a branch, "
          + "or a schema that was changed without a new version"
      ])
  }

  /// `@unchecked`: the lock protects the lines.
  private final class Recorder: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [String] = []

    var lines: [String] { lock.withLock { all } }

    var log: SyncLog {
      SyncLog { event, call in self.lock.withLock { self.all.append("\(call): \(event)") } }
    }
  }

  // MARK: Required columns that the schema does not have

  private static let required = """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, 'color TEXT', 'color TEXT, zip TEXT NOT NULL')
    WHERE name = 'labels';
    """

  @Test func rejectsRequiredColumnOfOtherProgram() async throws {
    let database = try await tracker()
    try OtherProgram(at: database).run(Self.required)
    await #expect(
      throws: SyncError.unusableDatabase(
        path: database.url.path,
        reason:
          "its version is 6, but table 'labels' requires a value of column 'zip', which the schema "
          + "'Tracker' does not have; another program has changed its tables")
    ) { try await database.open(TrackerSchema.self) }
  }

  @Test func rejectsRequiredColumnWithoutRecord() async throws {
    let database = try await tracker()
    try OtherProgram(at: database).run(Self.required + "DROP TABLE swiftsync_schema")
    await #expect(throws: SyncError.self) { try await database.open(TrackerSchema.self) }
  }

  /// A column with a default, or one that is computed, gets a value.
  @Test func acceptsColumnsThatAreFilled() async throws {
    let database = try await tracker()
    try OtherProgram(at: database).run(
      """
      ALTER TABLE labels ADD COLUMN zip TEXT NOT NULL DEFAULT '';
      ALTER TABLE labels ADD COLUMN size INTEGER NOT NULL AS (length(name));
      """)
    let store = try await database.open(TrackerSchema.self)
    try await store.insert(Label(slug: "a", name: "A"))
    await store.close()
  }

  @Test(arguments: [1, 6])
  func namesOtherSchema(version: Int) async throws {
    let database = try Database()
    let other = SchemaMetadata(
      name: "Library", version: version, fingerprint: "library", entities: [],
      tables: "CREATE TABLE books (id INTEGER PRIMARY KEY);")
    try await SyncStore.open(other, at: database.url.path).close()
    do {
      try await database.open(TrackerSchema.self).close()
      Issue.record("it opens")
    } catch SyncError.unusableDatabase(_, let reason) {
      let words = "it belongs to another schema, 'Library'"
      #expect(reason.hasSuffix(words), "\(reason)")
    }
  }

  /// Files of earlier releases do not record their schema.
  @Test func rejectsDatabaseWithOtherTables() async throws {
    let database = try Database()
    try OtherProgram(at: database).run(
      "CREATE TABLE books (id INTEGER PRIMARY KEY); PRAGMA user_version = 1")
    await #expect {
      try await database.open(TrackerSchema.self)
    } throws: { error in
      "\(error)"
        == "the database \(database.url.path) cannot be used: it does not match version 1 of "
        + "'Tracker': "
        + "table 'checklist' is missing; it belongs to another schema"
    }
  }
}
