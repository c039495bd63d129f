@_spi(Generated) import SwiftSyncSession
import SwiftSyncValues
import SwiftSyncVerifying
import SyncGenDiagnostics
import SyncGenSchema

/// Runs the committed file of a step, as the `sqlite3` shell would, and compares its result with
/// that of the plan.
struct FileProof {
  let file: SourceFile
  /// The version that the step migrates to.
  let schema: Schema
  /// The entities of that version.
  let entities: [EntityMetadata]
  /// A database on which the plan has run.
  let planned: ScratchDatabase
  /// The facts of a new database of the next version.
  let expected: DatabaseFacts
  /// Columns, as `tasks.title`, whose values differ between runs.
  let chance: Set<String>

  /// - Parameter database: A database in its state before the plan.
  func failure(on database: ScratchDatabase) throws(SyncError) -> StepFailure? {
    let statements = String(decoding: file.bytes, as: UTF8.self)
    do throws(SyncError) {
      try database.run(statements)
    } catch {
      return StepFailure(error, statement: "")
    }
    let version = try database.count(schema.versionQuery)
    let expected = try planned.count(schema.versionQuery)
    if version != expected {
      return .differs("\(schema.versionName) is \(version), not \(expected)")
    }
    if let difference = try difference(of: database) { return .differs(difference) }
    return try SearchTables.problem(in: database, of: entities).map { .differs($0) }
  }

  private func difference(of database: ScratchDatabase) throws(SyncError) -> String? {
    let facts = try database.facts()
    if let difference = facts.difference(from: expected, triggers: true) {
      return difference
    }
    let names = Set(try planned.tableNames())
    for table in try database.tableNames() {
      guard names.contains(table) else { return "table '\(table)' is left over" }
      let query = try rowQuery(of: table, in: database)
      let found = Set(try database.values(query))
      let expected = Set(try planned.values(query))
      if found != expected { return Self.words(table, found, expected) }
    }
    return nil
  }

  private static func words(
    _ table: String, _ found: Set<[StoredValue]>, _ expected: Set<[StoredValue]>
  ) -> String {
    func example(_ rows: Set<[StoredValue]>) -> String? {
      rows.map { $0.map(\.example).joined(separator: ", ") }.min()
    }
    let missing = expected.subtracting(found)
    let strange = found.subtracting(expected)
    let lacks = example(missing).map {
      "lacks \(missing.count) \(missing.count == 1 ? "row" : "rows"), e.g. (\($0))"
    }
    let has = example(strange).map {
      "has \(strange.count) \(strange.count == 1 ? "other" : "others"), e.g. (\($0))"
    }
    return "table '\(table)' " + [lacks, has].compactMap { $0 }.joined(separator: ", and ")
  }

  /// All rows, regardless of the order of the columns.
  private func rowQuery(
    of table: String, in database: ScratchDatabase
  ) throws(SyncError) -> String {
    let columns = try database.columns(of: table).map(\.name).sorted()
      .filter { !chance.contains("\(table).\($0)") }
    let names = columns.map { SQLIdentifier($0).quoted }.joined(separator: ", ")
    return "SELECT \(names) FROM \(SQLIdentifier(table).quoted)"
  }
}
