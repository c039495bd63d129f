import CSQLite
import SwiftSyncCoding

/// How a store adopts a database that another program created.
package struct AdoptedVersion: Sendable {
  /// The schema version of the database.
  let version: Int
  /// Whether missing indexes of the version are created. Otherwise, they are an error.
  let addsIndexes: Bool
  /// Calls `adopt`. A closure, so that the linker leaves the code out of apps that do not create an
  /// adoption.
  let perform:
    @Sendable (Self, Connection, String, SchemaMetadata, MigrationPlan?) throws(SyncError) -> Void

  static func version(_ version: Int, addingIndexes addsIndexes: Bool) -> Self {
    Self(version: version, addsIndexes: addsIndexes) {
      (adoption, connection, path, schema, plan) throws(SyncError) in
      try adoption.adopt(connection, at: path, schema, plan)
    }
  }
}

extension AdoptedVersion {
  /// Adopts a database, unless another process has done so in the meantime.
  ///
  /// - Parameter plan: The plan of the schema, from which the tables of older versions are known.
  private func adopt(
    _ connection: Connection, at path: String, _ schema: SchemaMetadata, _ plan: MigrationPlan?
  ) throws(SyncError) {
    guard schema.adopts else {
      throw .unusableDatabase(
        path: path,
        reason:
          "another program has created it, and the schema '\(schema.name)' does not have 'adopt: "
          + "true'"
      )
    }
    if version > schema.version {
      throw .newerDatabase(path: path, version: version, newest: schema.version)
    }
    let isNewest = version == schema.version
    let expected: TableShapes
    if isNewest {
      expected = try TableShapes(tables: schema.tables)
    } else if let plan, plan.chain(from: version, to: schema.version) != nil {
      expected = try VersionReplay(plan).shapes(of: version)
    } else {
      throw .olderDatabase(path: path, version: version, newest: schema.version)
    }
    let baseline = Baseline(
      connection: connection, schema: schema, version: version, expected: expected,
      entities: isNewest ? schema.entities : [], addsIndexes: addsIndexes)
    let outcome = try baseline.make()
    guard !outcome.problems.isEmpty else { return }
    throw .unusableDatabase(
      path: path,
      reason: "it is not version \(version) of '\(schema.name)': \(outcome.summary)")
  }
}

/// The assignment of a version to a database of another program.
struct Baseline {
  let connection: Connection
  let schema: SchemaMetadata
  let version: Int
  let expected: TableShapes
  /// The entities of the version, whose values are also checked; empty if they are not known.
  let entities: [EntityMetadata]
  let addsIndexes: Bool

  /// Checks the database, and records its version if there are no problems.
  func make() throws(SyncError) -> BaselineOutcome {
    try connection.writeTransaction { () throws(SyncError) in
      let current = try connection.version(of: schema)
      if current > 0 { return (BaselineOutcome(formerVersion: current), .rollback) }
      let check = try AdoptionCheck(expected, on: connection)
      var problems = addsIndexes ? check.structure : check.problems
      let indexes = problems.isEmpty ? check.missingIndexes : []
      // Rows can be read once the tables are correct.
      if problems.isEmpty {
        for index in indexes { problems += try problem(creating: index) }
        problems += try rowProblems()
      }
      guard problems.isEmpty else { return (BaselineOutcome(problems: problems), .rollback) }
      try OwnObjects.noteAdoption(of: schema, version: version, on: connection)
      return (BaselineOutcome(addedIndexes: indexes.map(\.name)), .commit)
    }
  }

  /// Creates an index, unless rows have the same values, where the index is unique.
  private func problem(creating index: TableShapes.Index) throws(SyncError) -> [String] {
    do throws(SyncError) {
      try connection.execute(index.sql)
      return []
    } catch .database(let failure) where failure.code & 0xFF == SQLITE_CONSTRAINT {
      return [try RepeatedValues(of: index, on: connection).problem]
    }
  }

  private func rowProblems() throws(SyncError) -> [String] {
    var problems: [String] = []
    for entity in entities { problems += try StoredRowCheck(entity, on: connection).problems() }
    if let orphan = try connection.firstOrphan(in: Set(expected.shapes.keys)) {
      problems.append(orphan)
    }
    return problems
  }
}

/// The outcome of assigning a version to a database.
package struct BaselineOutcome: Sendable {
  /// The differences from the version. If there are any, the database is unchanged.
  package var problems: [String] = []
  /// The names of the indexes that were created.
  package var addedIndexes: [String] = []
  /// The version that the database already had, which is kept.
  package var formerVersion: Int?

  /// The problems in one message; if there are many, only the first ones.
  var summary: String {
    let shown = problems.prefix(3).joined(separator: "; ")
    return problems.count > 3 ? "\(shown); and \(problems.count - 3) more" : shown
  }
}
