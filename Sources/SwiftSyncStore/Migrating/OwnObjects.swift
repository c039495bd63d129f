/// The runtime's own objects in a database: its tables, the triggers that record local writes, and
/// the record of the schema that they belong to.
struct OwnObjects {
  /// The names of the tables.
  private(set) var tables: Set<String> = []
  /// The SQL of the triggers by their names.
  private(set) var triggers: [String: String] = [:]
  /// The record; `nil` in a database in which no runtime has made one yet.
  private(set) var note: SchemaNote?

  init(_ connection: Connection) throws(SyncError) {
    let query = try connection.statement(
      "SELECT type, name, sql FROM sqlite_schema "
        + "WHERE type IN ('table', 'trigger') AND name LIKE 'swiftsync\\_%' ESCAPE '\\'")
    while try query.step() {
      let name = query.text(1) ?? ""
      if query.text(0) == "table" { tables.insert(name) } else { triggers[name] = query.text(2) }
    }
    query.reset()
    if tables.contains("swiftsync_schema") { note = try SchemaNote(connection) }
  }

  /// The format of the tables; 0 if none is recorded.
  var format: Int { note?.format ?? 0 }

  /// Whether triggers must be created or replaced.
  ///
  /// Triggers of a newer tool are kept: the app that created them may share the database with this
  /// one, and the two would keep replacing each other's triggers.
  func needsTriggers(of schema: SchemaMetadata) -> Bool {
    guard Set(triggers.values) != Set(schema.triggers) else { return false }
    guard let note, note.version == schema.version, !triggers.isEmpty else { return true }
    return note.triggers <= schema.triggerFormat
  }
}

/// The content of `swiftsync_schema` in a database.
struct SchemaNote: Equatable {
  /// The format of the runtime's own tables.
  let format: Int
  /// The format of the triggers that record local writes.
  let triggers: Int
  /// The name of the schema; `nil` if it has not been recorded yet.
  let name: String?
  /// The version that the rest concerns. If it differs from `user_version`, the `sqlite3` shell, or
  /// a runtime without such records, has migrated the database since.
  let version: Int?
  /// The digest that identifies the content of that version.
  let fingerprint: String?

  /// Reads the record; returns `nil` if the table is empty.
  init?(_ connection: Connection) throws(SyncError) {
    let query = try connection.statement(
      "SELECT format, triggers, name, version, fingerprint FROM swiftsync_schema")
    defer { query.reset() }
    guard try query.step() else { return nil }
    format = Int(query.integer(0))
    triggers = Int(query.integer(1))
    name = query.text(2)
    version = query.isNull(3) ? nil : Int(query.integer(3))
    fingerprint = query.text(4)
  }

  /// The recorded digest of a version, if it is another one; `nil` if it is the same, or if either
  /// is not known.
  func otherFingerprint(than expected: String?, of version: Int) -> String? {
    guard self.version == version, let expected, let fingerprint, fingerprint != expected else {
      return nil
    }
    return fingerprint
  }

  /// Whether the record is about exactly this version of a schema.
  func isAbout(_ schema: SchemaMetadata) -> Bool {
    name == schema.name && version == schema.version && fingerprint == schema.fingerprint
  }
}

extension OwnObjects {
  /// Refuses tables that a newer runtime has changed, and a database that has lost some of them.
  func check(at path: String, version: Int, for schema: SchemaMetadata) throws(SyncError) {
    if format > RuntimeTables.format {
      throw .newerDatabase(path: path, version: version, newest: schema.version)
    }
    guard format == RuntimeTables.format else { return }
    let needed = ["swiftsync_applying", "swiftsync_changes", "swiftsync_links"]
    guard let missing = needed.first(where: { !tables.contains($0) }) else { return }
    throw .unusableDatabase(
      path: path,
      reason: "another program has dropped table '\(missing)', in which local writes are recorded; "
        + "restore the database from a copy")
  }

  /// Whether a store of the schema can work with the objects as they are.
  func areCurrent(for schema: SchemaMetadata) -> Bool {
    format == RuntimeTables.format && note?.isAbout(schema) == true && !needsTriggers(of: schema)
  }

  /// Updates the tables to the newest format, creates the schema's triggers if the database has
  /// others, and records the schema. A transaction must be open.
  ///
  /// The database must contain the tables of the schema.
  func install(_ schema: SchemaMetadata, on connection: Connection) throws(SyncError) {
    try RuntimeTables.install(connection, over: format)
    // Another version may have stored values under other names and in other forms.
    if note?.version != schema.version {
      try connection.execute(
        "UPDATE swiftsync_changes SET old_values = NULL WHERE old_values IS NOT NULL")
      try connection.execute("DELETE FROM swiftsync_problems")
    }
    let replaces = needsTriggers(of: schema)
    if replaces {
      try dropTriggers(on: connection)
      // Rows may have been written without the triggers that maintain indexes.
      for search in schema.entities.compactMap(SearchTables.init) { try search.fill(connection) }
      for sql in schema.triggers { try connection.execute(sql) }
    }
    let isOfNewerTool = !replaces && note?.version == schema.version
    let format = max(schema.triggerFormat, isOfNewerTool ? note?.triggers ?? 0 : 0)
    try Self.note(
      schema.name, version: schema.version, fingerprint: schema.fingerprint, triggers: format,
      on: connection)
  }

  /// Drops the triggers. A transaction must be open.
  func dropTriggers(on connection: Connection) throws(SyncError) {
    for name in triggers.keys.compactlySorted() {
      try connection.execute("DROP TRIGGER \(quoted(name))")
    }
  }

  /// Creates triggers that refuse writes to the tables of a version between two steps of a
  /// migration, and records that the version's own triggers have not been installed yet. A
  /// transaction must be open.
  ///
  /// The store that opens the database next replaces them, regardless of its version.
  ///
  /// - Parameter fingerprint: The digest of the version; `nil` if it is not known.
  func guardTables(
    _ tables: Set<String>, version: Int, _ fingerprint: String?, of schema: SchemaMetadata,
    on connection: Connection
  ) throws(SyncError) {
    try dropTriggers(on: connection)
    for table in tables.compactlySorted() {
      for event in ["insert", "update", "delete"] {
        let name = quoted("swiftsync_guard_\(event)_\(table)")
        try connection.execute(
          "CREATE TRIGGER \(name) BEFORE \(event.uppercased()) ON \(quoted(table)) BEGIN "
            + "SELECT RAISE(ABORT, 'a migration was interrupted: open the database with its app first'); END"
        )
      }
    }
    try Self.note(
      schema.name, version: version, fingerprint: fingerprint, triggers: 0, on: connection)
  }

  /// Records the version of another program's database. A transaction must be open.
  static func noteAdoption(
    of schema: SchemaMetadata, version: Int, on connection: Connection
  ) throws(SyncError) {
    try RuntimeTables.install(connection, over: 0)
    try note(schema.name, version: version, fingerprint: nil, triggers: 0, on: connection)
  }

  private static func note(
    _ name: String, version: Int, fingerprint: String?, triggers: Int, on connection: Connection
  ) throws(SyncError) {
    let statement = try Statement(
      "UPDATE swiftsync_schema SET triggers = ?1, name = ?2, version = ?3, fingerprint = ?4",
      on: connection)
    statement.bind(1, Int64(triggers))
    statement.bind(2, name)
    statement.bind(3, Int64(version))
    statement.bind(4, fingerprint.map(StoredValue.text) ?? .null)
    try statement.run()
  }
}
