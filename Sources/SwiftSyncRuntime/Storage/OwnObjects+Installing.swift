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

  /// Whether a store of the schema can work with them as they are.
  func areCurrent(for schema: SchemaMetadata, _ wanted: [String: String]) -> Bool {
    format == RuntimeTables.format && note?.isAbout(schema) == true
      && !needsTriggers(wanted, of: schema)
  }

  /// Brings the tables to the newest format, makes the triggers of the schema where the database has others,
  /// and notes what it belongs to. A transaction must be open.
  ///
  /// The database must have the tables of the schema.
  func install(_ schema: SchemaMetadata, on connection: Connection) throws(SyncError) {
    try RuntimeTables.upgrade(connection, from: format)
    let wanted = CreatedTriggers(in: schema.ddl)
    let replaces = needsTriggers(wanted.own, of: schema)
    if replaces {
      try dropTriggers(on: connection)
      for sql in wanted.names.compactMap({ wanted.own[$0] }) { try connection.execute(sql) }
    }
    let isOfNewerTool = !replaces && note?.version == schema.version
    let format = max(schema.triggerFormat, isOfNewerTool ? note?.triggers ?? 0 : 0)
    try Self.note(
      schema.name, version: schema.version, fingerprint: schema.fingerprint, triggers: format,
      on: connection)
  }

  /// Takes the triggers away; a transaction must be open.
  func dropTriggers(on connection: Connection) throws(SyncError) {
    for name in triggers.keys.sorted() {
      try connection.execute("DROP TRIGGER \(quoted(name))")
    }
  }

  /// Makes triggers that refuse writes to tables of a version between two steps of a migration, and notes that the
  /// triggers of the version are still to be installed. A transaction must be open.
  ///
  /// The store that opens the database next replaces them, whichever version it has.
  func guardTables(
    _ tables: Set<String>, version: Int, of schema: SchemaMetadata, on connection: Connection
  ) throws(SyncError) {
    try dropTriggers(on: connection)
    for table in tables.sorted() {
      for event in ["insert", "update", "delete"] {
        let name = quoted("swiftsync_guard_\(event)_\(table)")
        try connection.execute(
          "CREATE TRIGGER \(name) BEFORE \(event.uppercased()) ON \(quoted(table)) BEGIN "
            + "SELECT RAISE(ABORT, 'a migration was interrupted: open the database with its app first'); END"
        )
      }
    }
    try Self.note(schema.name, version: version, fingerprint: nil, triggers: 0, on: connection)
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
