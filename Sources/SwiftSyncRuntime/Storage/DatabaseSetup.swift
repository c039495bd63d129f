/// Brings a database into the state in which a store can work on it.
enum DatabaseSetup {
  /// KiB of pages that SQLite keeps in memory: enough for the working set of a query in the order of
  /// an index, and of a call that writes many rows, and little enough for a phone.
  private static let largeCache = 24_000
  /// KiB for the writer until it writes many rows: it passes most pages only once.
  private static let smallCache = 6_000

  static func configure(_ connection: Connection) throws(SyncError) {
    try connection.execute("PRAGMA foreign_keys = ON")
    try useLargeCache(of: connection)
  }

  static func useLargeCache(of connection: Connection) throws(SyncError) {
    try connection.execute("PRAGMA cache_size = -\(largeCache)")
  }

  static func useSmallCache(of connection: Connection) throws(SyncError) {
    try connection.execute("PRAGMA cache_size = -\(smallCache)")
  }

  /// Creates the tables in an empty database, and refuses one that is not of the schema's version.
  static func prepare(
    _ connection: Connection, at path: String, for schema: SchemaMetadata
  ) throws(SyncError) {
    try configure(connection)
    try useSmallCache(of: connection)
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    let version = try connection.integer("PRAGMA user_version") ?? 0
    if version == 0, try isEmpty(connection) {
      try create(connection, schema)
    } else {
      try check(connection, at: path, version: Int(version), schema)
    }
  }

  private static func isEmpty(_ connection: Connection) throws(SyncError) -> Bool {
    try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
  }

  /// Creates the tables unless another process has done so in the meantime.
  private static func create(
    _ connection: Connection, _ schema: SchemaMetadata
  ) throws(SyncError) {
    try connection.writeTransaction { () throws(SyncError) in
      if try isEmpty(connection) { try connection.execute(schema.ddl) }
      return ((), .commit)
    }
  }

  private static func check(
    _ connection: Connection, at path: String, version: Int, _ schema: SchemaMetadata
  ) throws(SyncError) {
    if version > schema.version {
      let reason =
        "it has version \(version) of a schema and the newest known is \(schema.version); "
        + "update the app"
      throw .unusableDatabase(path: path, reason: reason)
    }
    if version < schema.version {
      let reason = "it has version \(version) of a schema and \(schema.version) is expected"
      throw .unusableDatabase(path: path, reason: reason)
    }
    for entity in schema.entities { try check(entity, connection, at: path, schema) }
  }

  private static func check(
    _ entity: EntityMetadata, _ connection: Connection, at path: String, _ schema: SchemaMetadata
  ) throws(SyncError) {
    let query = try connection.statement("SELECT name, type FROM pragma_table_xinfo(?1)")
    defer { query.reset() }
    query.bind(1, entity.table)
    var types: [String: String] = [:]
    while try query.step() { types[query.text(0) ?? ""] = query.text(1) }
    for column in entity.columns where types[column.name] != column.storage.rawValue {
      let found = types[column.name].map { "is \($0)" } ?? "is missing"
      let reason =
        "its version is \(schema.version), but column '\(column.name)' of table "
        + "'\(entity.table)' \(found) where the schema '\(schema.name)' says "
        + "\(column.storage.rawValue); it belongs to another schema, or the schema was changed "
        + "without a new version"
      throw .unusableDatabase(path: path, reason: reason)
    }
  }
}
