/// What a database has of the runtime's own: its tables, the triggers that record local writes, and the note of
/// what schema they belong to.
struct OwnObjects {
  /// The names of the tables.
  private(set) var tables: Set<String> = []
  /// The SQL of the triggers by their names.
  private(set) var triggers: [String: String] = [:]
  /// `nil` in a database that no runtime has noted anything in yet.
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

  /// The format of the tables, 0 where none is noted.
  var format: Int { note?.format ?? 0 }

  /// Whether triggers have to be made or replaced.
  ///
  /// Those of a newer tool stay: the app that has made them may share the database with this one, and the two
  /// would replace each other's for ever.
  func needsTriggers(_ wanted: [String: String], of schema: SchemaMetadata) -> Bool {
    guard triggers != wanted else { return false }
    guard let note, note.version == schema.version, !triggers.isEmpty else { return true }
    return note.triggers <= schema.triggerFormat
  }
}

/// What `swiftsync_schema` notes of a database.
struct SchemaNote: Equatable {
  /// The format of the runtime's own tables.
  let format: Int
  /// The format of the triggers that record local writes.
  let triggers: Int
  /// The name of the schema, `nil` if no one has noted it yet.
  let name: String?
  /// The version that the rest is about. Another one than `user_version` says that the `sqlite3` shell, or a
  /// runtime that knows no notes, has migrated the database since.
  let version: Int?
  /// Identifies the content of that version.
  let fingerprint: String?

  /// Reads it; `nil` if the table is empty.
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

  /// Whether it is about a version of a schema, word for word.
  func isAbout(_ schema: SchemaMetadata) -> Bool {
    name == schema.name && version == schema.version && fingerprint == schema.fingerprint
  }
}
