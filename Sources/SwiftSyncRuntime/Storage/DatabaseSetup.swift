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
    if connection.isBorrowed { return }
    try connection.execute("PRAGMA cache_size = -\(largeCache)")
  }

  static func useSmallCache(of connection: Connection) throws(SyncError) {
    if connection.isBorrowed { return }
    try connection.execute("PRAGMA cache_size = -\(smallCache)")
  }

  /// Creates the tables in an empty database, brings an older one to the schema's version, and
  /// refuses one that is of none of its versions.
  ///
  /// - Parameter migrator: Is asked for only if the database is older.
  static func prepare(
    _ connection: Connection, at path: String, for schema: SchemaMetadata,
    migrator: () -> Migrator? = { nil }
  ) throws(SyncError) {
    try configure(connection)
    try useSmallCache(of: connection)
    // In this order: others who create the tables meanwhile set the version in the same moment.
    let isBlank = try isEmpty(connection)
    let version = try connection.userVersion()
    let isNew = version == 0 && isBlank
    if version > 0, version < schema.version, let migrator = migrator() {
      try migrator.migrate(from: version)
    }
    // A file of another program's is refused before anything of it is changed.
    if !isNew { try check(connection, at: path, schema) }
    try connection.useLog()
    try connection.execute("PRAGMA synchronous = NORMAL")
    if isNew { try create(connection, at: path, schema) }
  }

  /// Refuses a connection of another library on which rows of the schema cannot be written.
  static func check(
    borrowed connection: Connection, for schema: SchemaMetadata
  ) throws(SyncError) {
    try check(connection, at: "of the connection", schema)
    guard schema.enforcesReferences, try connection.integer("PRAGMA foreign_keys") != 1 else {
      return
    }
    throw .unusableConnection(
      reason: "the schema '\(schema.name)' enforces references and PRAGMA foreign_keys is off; "
        + "turn it on when the connection is opened")
  }

  private static func isEmpty(_ connection: Connection) throws(SyncError) -> Bool {
    try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
  }

  /// Creates the tables; if somebody else has done so in the meantime, checks that they are the same.
  private static func create(
    _ connection: Connection, at path: String, _ schema: SchemaMetadata
  ) throws(SyncError) {
    try connection.writeTransaction { () throws(SyncError) in
      if try isEmpty(connection) {
        try connection.execute(schema.ddl)
      } else {
        try check(connection, at: path, schema)
      }
      return ((), .commit)
    }
  }

  private static func check(
    _ connection: Connection, at path: String, _ schema: SchemaMetadata
  ) throws(SyncError) {
    let version = try connection.userVersion()
    if version > schema.version {
      throw .newerDatabase(path: path, version: version, newest: schema.version)
    }
    if version == 0 {
      throw .unusableDatabase(
        path: path, reason: "it holds tables of another program: it has no version of a schema")
    }
    if version < schema.version {
      throw .olderDatabase(path: path, version: version, newest: schema.version)
    }
    for entity in schema.entities { try check(entity, connection, at: path, schema) }
    try checkObjects(connection, at: path, schema)
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

extension SchemaMetadata {
  /// Whether SQLite guards a reference.
  fileprivate var enforcesReferences: Bool {
    entities.contains { entity in
      entity.relations.contains { relation in
        guard case .toOne(let reference) = relation.kind else { return false }
        return reference.isEnforced
      }
    }
  }
}
