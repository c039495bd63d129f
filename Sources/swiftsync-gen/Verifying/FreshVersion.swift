@_spi(Generated) import SwiftSyncSession
import SwiftSyncVerifying
import SyncGenCommandLine
import SyncGenMigration
import SyncGenSchema

/// A new database of a version, to which migrated ones are compared and from which they start.
struct FreshVersion: Sendable {
  let schema: Schema
  private let metadata: SchemaMetadata
  private let limits: SampleLimits
  private let sample: ProofRows
  /// The facts of a database with triggers.
  let facts: DatabaseFacts
  private let tables: Set<String>

  /// - Parameter limits: The columns from which SQL of later versions computes others.
  init(_ schema: Schema, limits: SampleLimits = .none) throws(SyncError) {
    self.schema = schema
    metadata = SchemaMetadata(schema, forSamples: true)
    self.limits = limits
    sample = ProofRows(metadata, limits: limits)
    let fresh = try ScratchDatabase(metadata.ddl)
    facts = try fresh.facts()
    tables = Set(try fresh.tableNames(withSearches: true))
  }

  /// The entities for the runtime.
  var entities: [EntityMetadata] { metadata.entities }

  /// A new database with sample rows, without foreign keys that refer to no row, and without
  /// triggers.
  func filled() throws(SyncError) -> ScratchDatabase { try filled(with: sample) }

  /// A new database in which only some tables have sample rows.
  func filled(only tables: Set<SQLIdentifier>) throws(SyncError) -> ScratchDatabase {
    try filled(with: ProofRows(metadata, only: Set(tables.map(\.name)), limits: limits))
  }

  private func filled(with sample: ProofRows) throws(SyncError) -> ScratchDatabase {
    // Creating and dropping triggers would take longer than everything else in a step.
    let version = metadata.adopts ? "" : "\nPRAGMA user_version = \(metadata.version)"
    let database = try ScratchDatabase(metadata.tables + version)
    try fill(database, with: sample)
    return database
  }

  /// Creates the triggers of the version in one of its databases.
  func addTriggers(to database: ScratchDatabase) throws(SyncError) {
    for trigger in metadata.triggers { try database.run(trigger) }
  }

  /// Adds the sample rows to a database of the version.
  func fill(_ database: ScratchDatabase) throws(SyncError) { try fill(database, with: sample) }

  private func fill(_ database: ScratchDatabase, with sample: ProofRows) throws(SyncError) {
    try database.run(
      "PRAGMA foreign_keys = OFF; BEGIN; INSERT INTO swiftsync_applying (is_on) VALUES (1)")
    try sample.fill(database)
    try database.run("DELETE FROM swiftsync_applying; COMMIT")
  }

  /// A description of the difference to a new database; `nil` if there is none.
  ///
  /// - Parameter triggers: Whether the database should have the triggers of the version.
  func difference(
    of database: ScratchDatabase, triggers: Bool
  ) throws(SyncError) -> String? {
    let found = try database.facts()
    if let difference = found.difference(from: facts, triggers: triggers) { return difference }
    return try database.tableNames(withSearches: true).first { !tables.contains($0) }.map {
      "table '\($0)' is left over"
    }
  }

  func rowCount(of database: ScratchDatabase) throws(SyncError) -> Int {
    try sample.count(in: database)
  }
}

extension ScratchDatabase {
  /// The tables and views, by name.
  ///
  /// - Parameter withSearches: Whether those of full-text indexes are included, without FTS5's own
  ///   tables.
  func tableNames(withSearches: Bool = false) throws(SyncError) -> [String] {
    let condition = withSearches ? SearchTables.isNoShadow : SearchTables.isNoSearch
    return try rows(
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') "
        + "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND \(condition) ORDER BY name"
    ).compactMap { $0[0] }
  }
}
