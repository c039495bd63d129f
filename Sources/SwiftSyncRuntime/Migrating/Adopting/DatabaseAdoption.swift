@_spi(Generated) import SwiftSyncREST

/// How a store takes over a database that another program has made, for a schema with `adopt: true`.
///
/// The store checks that the tables are those of the stated version, notes it in `swiftsync_schema`, and migrates the
/// database from there. A database that is adopted already, and a new one, are opened as if nothing was stated.
public struct DatabaseAdoption: Hashable, Sendable {
  /// The version of the schema that the database has.
  public let version: Int
  /// Whether indexes of the version that the database lacks are created. By default they are an error.
  public let addsIndexes: Bool

  /// States the version of the schema that the database has, from 1.
  ///
  /// - Parameters:
  ///   - version: The version.
  ///   - addsIndexes: Whether indexes that the database lacks are created. By default they are an error.
  public static func version(_ version: Int, addingIndexes addsIndexes: Bool = false) -> Self {
    Self(version: version, addsIndexes: addsIndexes)
  }
}

extension DatabaseAdoption {
  /// Takes over a database, unless another process has done so meanwhile.
  ///
  /// - Parameter plan: The plan of the schema, by which the tables of older versions are known.
  func run(
    on connection: Connection, at path: String, _ schema: SchemaMetadata, _ plan: MigrationPlan?
  ) throws(SyncError) {
    guard schema.adopts else {
      throw .unusableDatabase(
        path: path,
        reason:
          "another program has made it, and the schema '\(schema.name)' does not state 'adopt: true'"
      )
    }
    if version > schema.version {
      throw .newerDatabase(path: path, version: version, newest: schema.version)
    }
    let isNewest = version == schema.version
    let expected: TableShapes
    if isNewest {
      expected = try TableShapes(ddl: schema.ddl)
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

/// The moment in which a database of another program gets a version.
struct Baseline {
  let connection: Connection
  let schema: SchemaMetadata
  let version: Int
  let expected: TableShapes
  /// The entities of the version, whose values are checked, too; empty where they are not known.
  let entities: [EntityMetadata]
  let addsIndexes: Bool

  /// Checks the database and notes its version if it has no problem.
  func make() throws(SyncError) -> BaselineOutcome {
    try connection.writeTransaction { () throws(SyncError) in
      let current = try connection.version(of: schema)
      if current > 0 { return (BaselineOutcome(formerVersion: current), .rollback) }
      let check = try AdoptionCheck(expected, on: connection)
      var problems = addsIndexes ? check.structure : check.problems
      let indexes = problems.isEmpty ? check.missingIndexes : []
      for index in indexes { try connection.execute(index.sql) }
      // Rows can be read once the tables are what they should be.
      if problems.isEmpty { problems = try rowProblems() }
      guard problems.isEmpty else { return (BaselineOutcome(problems: problems), .rollback) }
      try OwnObjects.noteAdoption(of: schema, version: version, on: connection)
      return (BaselineOutcome(addedIndexes: indexes.map(\.name)), .commit)
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

/// What came of an attempt to give a database a version.
package struct BaselineOutcome: Sendable {
  /// What is not as the version says; the database is unchanged if there is anything.
  package var problems: [String] = []
  /// The names of the indexes that were created.
  package var addedIndexes: [String] = []
  /// The version that the database had already, which stays.
  package var formerVersion: Int?

  /// The problems in one text, of many the first ones.
  var summary: String {
    let shown = problems.prefix(3).joined(separator: "; ")
    return problems.count > 3 ? "\(shown); and \(problems.count - 3) more" : shown
  }
}
