import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing
import Tracker

/// Databases of an older version whose number is that of a version of the plan, and whose content is
/// that of another one.
@Suite struct OtherVersionTests {
  private static let fingerprint = "6d9aae967536f0c38320f4d545e976b0"

  /// A database of version 4 that records another fingerprint.
  private func other(_ fingerprint: String = "'\(Self.fingerprint)'") throws -> Database {
    let database = try Database()
    try OtherProgram(at: database).run(
      "BEGIN; \(try Sample.ddl("tracker-v4")); UPDATE swiftsync_schema SET fingerprint = \(fingerprint); "
        + "COMMIT")
    return database
  }

  /// Two branches froze the version with equal tables: the steps could run, and would leave values
  /// that no case of an enum reads.
  @Test func refusesOtherContentOfOlderVersion() async throws {
    let database = try other()
    let folder = database.url.deletingLastPathComponent().appendingPathComponent("backups")
    let before = try Data(contentsOf: database.url)
    let error = SyncError.otherVersion(
      path: database.url.path, version: 4, fingerprint: Self.fingerprint, difference: nil)
    await #expect(throws: error) {
      try await SyncStore(
        TrackerSchema.self,
        .init(
          location: .url(database.url),
          migration: SyncStore.Configuration.Migration(backupFolder: folder))
      ).opened()
    }
    #expect(try Data(contentsOf: database.url) == before)
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test(arguments: ["'\(TrackerSchemaV4.fingerprint)'", "NULL"])
  func migratesOwnOrUnknownContent(fingerprint: String) async throws {
    let database = try other(fingerprint)
    try await database.open(TrackerSchema.self).close()
    #expect(
      try OtherProgram(at: database).rows("SELECT version, fingerprint FROM swiftsync_schema")
        == ["6|\(TrackerSchema.fingerprint)"])
  }

  /// The `sqlite3` shell has migrated the database since, so the fingerprint is that of an earlier
  /// version.
  @Test func ignoresRecordOfOtherVersion() async throws {
    let database = try other()
    try OtherProgram(at: database).run("UPDATE swiftsync_schema SET version = 3")
    try await database.open(TrackerSchema.self).close()
  }

  /// The plans of two branches may meet in the middle of a migration.
  @Test func interruptedMigrationRecordsFingerprint() async throws {
    let database = try other("'\(TrackerSchemaV4.fingerprint)'")
    let plan = TrackerMigrationPlan.plan
    let steps = plan.steps.map { step in
      step.version != 5
        ? step
        : MigrationStep(
          from: 5, to: 6, fingerprint: step.fingerprint,
          stages: [.lightweight(["INSERT INTO absent VALUES (1);"])])
    }
    let broken = MigrationPlan(from: 1, tables: plan.tables, steps: steps)
    await #expect(throws: SyncError.self) {
      try await SyncStore.open(TrackerSchema.metadata, at: database.url.path, plan: broken)
    }
    let program = try OtherProgram(at: database)
    #expect(
      try program.rows("SELECT version, fingerprint FROM swiftsync_schema")
        == ["5|\(TrackerSchemaV5.fingerprint)"])
    try await database.open(TrackerSchema.self).close()
  }

  /// An earlier release recorded nothing, so only the tables are known.
  @Test func namesBothReasonsForOtherTablesWithoutRecord() async throws {
    let database = try other("NULL")
    try OtherProgram(at: database).run("ALTER TABLE labels ADD COLUMN note TEXT")
    await #expect {
      try await database.open(TrackerSchema.self)
    } throws: { error in
      "\(error)".hasSuffix(
        "it does not match version 4: table 'labels' has column note TEXT; another version 4 created it, "
          + "or another program has changed its tables")
    }
  }

  @Test func blamesOtherProgramForTablesOfSameVersion() async throws {
    let database = try other("'\(TrackerSchemaV4.fingerprint)'")
    try OtherProgram(at: database).run("ALTER TABLE labels ADD COLUMN note TEXT")
    await #expect {
      try await database.open(TrackerSchema.self)
    } throws: { error in
      "\(error)".hasSuffix("has column note TEXT; another program has changed its tables")
    }
  }
}
