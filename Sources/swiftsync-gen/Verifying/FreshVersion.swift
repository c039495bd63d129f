@_spi(Generated) import SwiftSyncSession
import SyncGenCommandLine
import SyncGenMigration
import SyncGenSchema

/// A new database of a version, to which migrated ones are compared and from which they start.
struct FreshVersion: Sendable {
  let schema: Schema
  /// The entities for the runtime.
  let entities: [EntityMetadata]
  /// The tables and indexes, without triggers: creating and dropping those takes longer than
  /// everything else in a step.
  private let tableStatements: String
  private let triggerStatements: String
  private let amounts: Set<String>
  private let limits: SampleLimits
  private let sample: String
  private let entries: String
  /// The facts of a database with triggers.
  let facts: DatabaseFacts
  private let tables: Set<String>

  /// - Parameters:
  ///   - amounts: The columns from which later versions compute amounts of money.
  ///   - limits: The columns from which SQL of later versions computes others.
  init(
    _ schema: Schema, amounts: Set<String> = [], limits: SampleLimits = .none
  ) throws(SyncError) {
    self.schema = schema
    entities =
      schema.entities.contains { $0.search != nil }
      ? SchemaMetadata.entities(json: Pipeline.metadata(of: schema)) : []
    self.amounts = amounts
    self.limits = limits
    let rows = ProofRows(schema, amounts: amounts, limits: limits)
    sample = rows.statements
    entries = rows.entries
    triggerStatements = Pipeline.triggers(of: schema).map { $0 + ";\n" }.joined()
    tableStatements =
      Pipeline.allTables(of: schema)
      + (schema.adopts ? "" : "\nPRAGMA user_version = \(schema.version);\n")
    let fresh = try ScratchDatabase(tableStatements + triggerStatements)
    facts = try fresh.facts()
    tables = Set(try fresh.tableNames(withSearches: true))
  }

  /// A new database with sample rows, without dangling enforced references and without triggers.
  func filled() throws(SyncError) -> ScratchDatabase {
    let database = try ScratchDatabase(tableStatements)
    try fill(database)
    return database
  }

  /// Creates the triggers of the version in one of its databases.
  func addTriggers(to database: ScratchDatabase) throws(SyncError) {
    try database.run(triggerStatements)
  }

  /// A new database in which only some tables have sample rows.
  func filled(only tables: Set<SQLIdentifier>) throws(SyncError) -> ScratchDatabase {
    let database = try ScratchDatabase(tableStatements)
    let rows = ProofRows(schema, only: tables, amounts: amounts, limits: limits)
    try fill(database, with: rows.statements)
    return database
  }

  /// Adds the sample rows to a database of the version.
  func fill(_ database: ScratchDatabase) throws(SyncError) { try fill(database, with: sample) }

  private func fill(_ database: ScratchDatabase, with sample: String) throws(SyncError) {
    try database.run(
      "PRAGMA foreign_keys = OFF; BEGIN; INSERT INTO swiftsync_applying (is_on) VALUES (1);\n"
        + sample)
    let repairs = ProofRows.repairs(schema).joined(separator: "\n")
    var changes = -1
    while !repairs.isEmpty {
      let now = try database.count("SELECT total_changes()")
      if now == changes { break }
      changes = now
      try database.run(repairs)
    }
    try database.run(entries + "DELETE FROM swiftsync_applying; COMMIT")
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
    var count = 0
    for table in try database.tableNames() where !table.hasPrefix("swiftsync_") {
      count += try database.count("SELECT count(*) FROM \(SQLIdentifier(table).quoted)")
    }
    return count
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
