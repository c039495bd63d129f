import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing
import Tracker

/// Databases of the app's version that were created with another schema.
@Suite struct SchemaDriftTests {
  /// The tracker after an edit of the schema without a new version.
  private func edited(
    _ ddl: (String) -> String = { $0 }, entities: [EntityMetadata]? = nil
  ) -> SchemaMetadata {
    let schema = TrackerSchema.metadata
    return SchemaMetadata(
      name: schema.name, version: schema.version, fingerprint: "edited",
      entities: entities ?? schema.entities, joinTables: schema.joinTables,
      triggerFormat: schema.triggerFormat, ddl: ddl(schema.ddl))
  }

  private func reason(
    of database: Database, _ schema: SchemaMetadata
  ) async throws -> String? {
    do {
      try await SyncStore.open(schema, at: database.url.path).close()
      return nil
    } catch SyncError.unusableDatabase(_, let reason) {
      return reason
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
      try await reason(of: database, schema)
        == "its version is 6, but table 'tasks' lacks index tasks_title on title BINARY; the schema was "
        + "changed without a new version: restore it, freeze it, and then raise 'version', or delete "
        + "the database if the version was never released")
  }

  @Test func detectsNewDefault() async throws {
    let schema = edited {
      $0.replacingOccurrences(
        of: "priority INTEGER NOT NULL DEFAULT 2", with: "priority INTEGER NOT NULL DEFAULT 1")
    }
    let database = try await tracker()
    #expect(
      try await reason(of: database, schema)
        == "its version is 6, but table 'tasks' has column priority INTEGER NOT NULL DEFAULT 2, "
        + "expected column priority INTEGER NOT NULL DEFAULT 1; the schema was changed without a new "
        + "version: restore it, freeze it, and then raise 'version', or delete the database if the "
        + "version was never released")
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
            "priority", .integerEnum(allowing: [1, 2, 3]), column: attribute.column,
            remote: attribute.remote, default: attribute.defaultValues)
        }, relations: entity.relations, identity: entity.identity, uniques: entity.uniques,
        sync: entity.sync)
    }
    let schema = edited(entities: entities)
    #expect(
      try await reason(of: database, schema)
        == "its version is 6, but column 'priority' of table 'tasks' holds 4, which the enum does not have; "
        + "the schema was changed without a new version: restore it, freeze it, and then raise 'version', "
        + "or delete the database if the version was never released")
    try program.run("UPDATE tasks SET priority = 3")
    #expect(try await reason(of: database, schema) == nil)
  }

  /// A change that only concerns payloads does not affect the tables.
  @Test func acceptsPayloadChange() async throws {
    let database = try await tracker()
    #expect(try await reason(of: database, edited()) == nil)
    #expect(
      try OtherProgram(at: database).rows("SELECT fingerprint FROM swiftsync_schema") == ["edited"])
  }

  /// It is not known with which schema such a database was created.
  @Test func opensDatabaseWithoutFingerprint() async throws {
    let database = try await tracker()
    let program = try OtherProgram(at: database)
    try program.run("DROP TABLE swiftsync_schema; DROP INDEX projects_revision")
    #expect(try await reason(of: database, TrackerSchema.metadata) == nil)
  }

  @Test func ignoresCustomIndexes() async throws {
    let database = try await tracker()
    try OtherProgram(at: database).run("CREATE INDEX mine ON tasks (title)")
    #expect(try await reason(of: database, edited()) == nil)
    #expect(try await reason(of: database, TrackerSchema.metadata) == nil)
  }

  @Test(arguments: [1, 6])
  func namesOtherSchema(version: Int) async throws {
    let database = try Database()
    let other = SchemaMetadata(
      name: "Library", version: version, fingerprint: "library", entities: [],
      ddl: "CREATE TABLE books (id INTEGER PRIMARY KEY); PRAGMA user_version = \(version)")
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
