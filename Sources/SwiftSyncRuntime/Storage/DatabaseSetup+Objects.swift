extension DatabaseSetup {
  /// Checks that the triggers, and the runtime's own tables, are those of a new database: without
  /// them local writes would be lost in silence.
  static func checkObjects(
    _ connection: Connection, at path: String, _ schema: SchemaMetadata
  ) throws(SyncError) {
    let found = try ownObjects(connection)
    // Running the script would take longer than all the rest of opening a database.
    if CreatedObjects(in: schema.ddl).own.isSubset(of: found) { return }
    let fresh = try Connection(path: SyncStore.memoryPath, mode: .readWrite)
    try fresh.execute(schema.ddl)
    let expected = try ownObjects(fresh)
    guard let missing = expected.subtracting(found).min() else { return }
    let reason =
      "its version is \(schema.version), but it has no \(missing), which the schema "
      + "'\(schema.name)' needs to record local writes; it belongs to another schema, or the schema "
      + "was changed without a new version"
    throw .unusableDatabase(path: path, reason: reason)
  }

  /// Triggers and tables whose names begin with `swiftsync_`, e.g. `trigger 'swiftsync_tasks_insert'`.
  static func ownObjects(_ connection: Connection) throws(SyncError) -> Set<String> {
    let query = try connection.statement(
      "SELECT type, name FROM sqlite_schema "
        + "WHERE type IN ('table', 'trigger') AND name LIKE 'swiftsync\\_%' ESCAPE '\\'")
    defer { query.reset() }
    var objects: Set<String> = []
    while try query.step() {
      objects.insert("\(query.text(0) ?? "") '\(query.text(1) ?? "")'")
    }
    return objects
  }
}
