import SwiftSyncSQLite
package import SwiftSyncValues

/// Determines the content of databases of older versions, by running the statements of a plan on an
/// empty in-memory database.
///
/// SQL of the schema and functions of the app are left out, because they change only rows.
package final class VersionReplay {
  private let plan: MigrationPlan
  private var connection: Connection?
  /// The current version of the in-memory database.
  private var version = 0
  private var known: [Int: DatabaseFacts] = [:]

  package init(_ plan: MigrationPlan) {
    self.plan = plan
  }

  /// The facts of a database of a version. Requesting versions in ascending order runs each
  /// statement only once.
  package func facts(of version: Int) throws(SyncError) -> DatabaseFacts {
    if let facts = known[version] { return facts }
    let facts = try DatabaseFacts(database(of: version))
    known[version] = facts
    return facts
  }

  /// The shapes of the tables of a version, for comparison with databases of other programs.
  package func shapes(of version: Int) throws(SyncError) -> TableShapes {
    try TableShapes(database(of: version))
  }

  /// The statements that create an empty database of a version as steps have left it, without
  /// triggers and without the runtime's tables.
  package func tables(of version: Int) throws(SyncError) -> String {
    let statements = try database(of: version).query(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL "
        + "AND name NOT LIKE 'swiftsync\\_%' ESCAPE '\\' AND \(SearchTables.isNoShadow) ORDER BY type = 'index', rowid",
      [])
    return statements.map { ($0.value("sql", as: String.self) ?? "") + ";\n" }.joined()
  }

  /// Creates a database of a version in a file.
  ///
  /// - Parameter statements: SQL that fills it.
  package func createDatabase(
    of version: Int, at path: String, _ statements: [String]
  ) throws(SyncError) {
    let tables = try tables(of: version)
    let database = try Connection(path: path, mode: .readWrite)
    try database.writeTransaction { () throws(SyncError) in
      try database.with(.everywhere) { () throws(SyncError) in try database.execute(tables) }
      try database.execute("PRAGMA user_version = \(version)")
      if let newest = plan.newest, newest.adopts {
        try OwnObjects.noteAdoption(of: newest, version: version, on: database)
      }
      for statement in statements { try database.execute(statement) }
      return ((), .commit)
    }
  }

  /// The rows of a query on an empty database of a version.
  package func query(_ sql: String, of version: Int) throws(SyncError) -> [SQLRow] {
    try database(of: version).query(sql, [])
  }

  /// The columns of a table in a version.
  package func columns(
    of table: String, version: Int
  ) throws(SyncError) -> [ColumnDefinition] {
    try database(of: version).columns(of: table)
  }

  /// An empty database of a version, without triggers.
  private func database(of version: Int) throws(SyncError) -> Connection {
    var database = connection
    if database == nil || self.version > version { database = try oldest() }
    guard let database else { throw .closed }
    for step in plan.steps where step.version >= self.version && step.nextVersion <= version {
      for case .statements(let statements) in step.stages.map(\.work) {
        for statement in statements { try database.execute(statement.sql) }
      }
      self.version = step.nextVersion
    }
    return database
  }

  private func oldest() throws(SyncError) -> Connection {
    let database = try Connection(path: Connection.memoryPath, mode: .readWrite)
    // The SQL of older versions runs as it did when they were the newest.
    database.allow(.everywhere)
    database.limit(to: .script)
    try RuntimeTables.install(database, over: 0)
    try database.execute(plan.tables)
    connection = database
    version = plan.oldestVersion
    return database
  }
}
