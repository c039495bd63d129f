import SwiftSyncSQLite
import SwiftSyncValues

/// Prepares a database for use by a store.
package enum DatabaseSetup {
  /// The cache size in KiB: large enough for the working set of a query by an index, and of a call
  /// that writes many rows, and small enough for a phone.
  private static let largeCache = 24_000
  /// The cache size in KiB for the writer until it writes many rows, because it visits most pages
  /// only once.
  private static let smallCache = 6_000

  static func configure(_ connection: Connection) throws(SyncError) {
    try connection.execute("PRAGMA foreign_keys = ON")
    try useLargeCache(of: connection)
    try connection.allowStringsOfOtherPrograms()
  }

  static func useLargeCache(of connection: Connection) throws(SyncError) {
    if connection.isBorrowed { return }
    try connection.execute("PRAGMA cache_size = -\(largeCache)")
  }

  static func useSmallCache(of connection: Connection) throws(SyncError) {
    if connection.isBorrowed { return }
    try connection.execute("PRAGMA cache_size = -\(smallCache)")
  }

  /// Creates the tables in an empty database, migrates an older one to the schema's version, and
  /// refuses one that has none of the schema's versions. A read-only database is not changed.
  ///
  /// - Parameters:
  ///   - adoption: The version of another program's database, if it is to be adopted.
  ///   - migrator: Called only if the database is older.
  /// - Returns: The fingerprint of another content of the schema's version with which the database
  ///   was last opened, if its tables are nevertheless those of the schema.
  @discardableResult
  package static func prepare(
    _ connection: Connection, at path: String, for schema: SchemaMetadata,
    adopting adoption: AdoptedVersion? = nil, migrator: () -> Migrator? = { nil }
  ) throws(SyncError) -> String? {
    try configure(connection)
    try checkSearch(connection, for: schema)
    connection.defersReferences = schema.adopts
    if connection.isReadOnly { return try checkToRead(connection, at: path, schema) }
    try useSmallCache(of: connection)
    // The order matters: other processes that create the tables at the same time set the version at
    // the same moment.
    let isBlank = try isEmpty(connection)
    var version = try connection.version(of: schema)
    if version == 0, !isBlank, let adoption {
      try adoption.perform(adoption, connection, path, schema, migrator()?.plan)
      version = try connection.version(of: schema)
    }
    let isNew = version == 0 && isBlank
    if version > 0, version < schema.version, let migrator = migrator() {
      try OwnObjects(connection).check(at: path, version: version, for: schema)
      try migrator.migrate(from: version)
    }
    // A file of another program is refused before anything in it is changed.
    let own = isNew ? nil : try check(connection, at: path, schema)
    try connection.useLog()
    try connection.execute("PRAGMA synchronous = NORMAL")
    if let own {
      try install(connection, own, at: path, schema)
    } else {
      try create(connection, at: path, schema)
    }
    return own?.note?.otherFingerprint(than: schema.fingerprint, of: schema.version)
  }

  /// Refuses a database that cannot be read with the schema. Changes nothing.
  static func checkReadable(
    _ connection: Connection, at path: String, for schema: SchemaMetadata
  ) throws(SyncError) {
    try configure(connection)
    try checkSearch(connection, for: schema)
    if try isEmpty(connection) { throw .unusableDatabase(path: path, reason: "it has no tables") }
    if let adoption = schema.tableAdoption, adoption.isReadOnly {
      return try checkForeign(connection, at: path, schema, adoption)
    }
    _ = try checkToRead(connection, at: path, schema)
  }

  /// Refuses a database that cannot be read with the schema, and returns the fingerprint of another
  /// content of its version, as `prepare` does.
  private static func checkToRead(
    _ connection: Connection, at path: String, _ schema: SchemaMetadata
  ) throws(SyncError) -> String? {
    let note = try check(connection, at: path, schema).note
    try SchemaDrift(connection: connection, path: path, schema: schema, note: note).check()
    return note?.otherFingerprint(than: schema.fingerprint, of: schema.version)
  }

  /// Refuses a database of another program that does not contain what the schema reads.
  private static func checkForeign(
    _ connection: Connection, at path: String, _ schema: SchemaMetadata, _ adoption: TableAdoption
  ) throws(SyncError) {
    let outcome = BaselineOutcome(problems: try adoption.problems(connection, schema.tables))
    if outcome.problems.isEmpty { return }
    throw .unusableDatabase(
      path: path,
      reason: "it is not version \(schema.version) of '\(schema.name)': \(outcome.summary)")
  }

  /// Refuses a connection of another library on which rows of the schema cannot be written.
  static func check(
    borrowed connection: Connection, for schema: SchemaMetadata
  ) throws(SyncError) {
    try checkSearch(connection, for: schema)
    connection.defersReferences = schema.adopts
    let path = "of the connection"
    if connection.isReadOnly {
      _ = try checkToRead(connection, at: path, schema)
    } else {
      try install(connection, check(connection, at: path, schema), at: path, schema)
    }
    guard schema.enforcesReferences, try connection.integer("PRAGMA foreign_keys") != 1 else {
      return
    }
    throw .unusableConnection(
      reason: "the schema '\(schema.name)' enforces references and PRAGMA foreign_keys is off; "
        + "turn it on when the connection is opened")
  }

  /// Refuses a database that has been migrated in the meantime, and installs the triggers of the
  /// schema if they differ.
  static func checkAgain(
    _ connection: Connection, at path: String, for schema: SchemaMetadata
  ) throws(SyncError) {
    try install(connection, check(connection, at: path, schema), at: path, schema)
  }

  /// Refuses a connection whose SQLite lacks FTS5, for a schema that needs it.
  private static func checkSearch(
    _ connection: Connection, for schema: SchemaMetadata
  ) throws(SyncError) {
    guard let entity = schema.entities.first(where: { $0.search != nil }) else { return }
    let hasSearch = try connection.integer("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'")
    if hasSearch != 1 { throw .missingFullTextSearch(entity: entity.name) }
  }

  private static func isEmpty(_ connection: Connection) throws(SyncError) -> Bool {
    try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
  }

  /// Creates the tables. If another process has done so in the meantime, checks that they match.
  private static func create(
    _ connection: Connection, at path: String, _ schema: SchemaMetadata
  ) throws(SyncError) {
    try connection.writeTransaction { () throws(SyncError) in
      if try isEmpty(connection) {
        try connection.limited(to: .script) { () throws(SyncError) in
          try connection.execute(schema.ddl)
        }
      } else {
        _ = try check(connection, at: path, schema)
      }
      try OwnObjects(connection).install(schema, on: connection)
      return ((), .commit)
    }
  }

  /// Updates the runtime's own tables and the schema's triggers, if necessary.
  private static func install(
    _ connection: Connection, _ own: OwnObjects, at path: String, _ schema: SchemaMetadata
  ) throws(SyncError) {
    if own.areCurrent(for: schema) { return }
    try connection.nestedTransaction { () throws(SyncError) in
      // Another process may have opened the database in the meantime.
      let own = try check(connection, at: path, schema)
      try SchemaDrift(connection: connection, path: path, schema: schema, note: own.note).check()
      try own.install(schema, on: connection)
      return ((), .commit)
    }
  }

  /// Refuses a database that does not have the schema's version, and returns its objects that
  /// belong to the runtime.
  private static func check(
    _ connection: Connection, at path: String, _ schema: SchemaMetadata
  ) throws(SyncError) -> OwnObjects {
    let version = try connection.version(of: schema)
    if version > schema.version {
      throw .newerDatabase(path: path, version: version, newest: schema.version)
    }
    if version == 0 {
      let remedy =
        "; open the store with its version as 'adoption', or run 'swiftsync-gen baseline'"
      throw .unusableDatabase(
        path: path,
        reason: "it contains tables of another program and no schema version"
          + (schema.adopts ? remedy : "; to use it, set 'adopt: true' in the schema"))
    }
    if version < schema.version {
      throw .olderDatabase(path: path, version: version, newest: schema.version)
    }
    let own = try OwnObjects(connection)
    let drift = SchemaDrift(connection: connection, path: path, schema: schema, note: own.note)
    for entity in schema.entities { try check(entity, drift) }
    try own.check(at: path, version: version, for: schema)
    return own
  }

  /// Refuses a table that lacks a column of the entity, or that has a column which no row of the
  /// entity could fill.
  private static func check(
    _ entity: EntityMetadata, _ drift: SchemaDrift
  ) throws(SyncError) {
    let schema = drift.schema
    let columns = try drift.connection.columns(of: entity.table)
    let named = Dictionary(columns.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    for column in entity.columns {
      let stored = named[column.name]
      if let stored, column.storage.isKept(in: stored, adopted: schema.adopts) { continue }
      let found = stored.map { "is \($0.type)" } ?? "is missing"
      throw drift.refusal(
        "column '\(column.name)' of table '\(entity.table)' \(found) where the schema "
          + "'\(schema.name)' says \(column.storage.declaredType)")
    }
    // The columns of another program's table are compared when it is adopted.
    let known = schema.adopts ? [] : Set(entity.columns.map(\.name))
    guard !schema.adopts,
      let other = columns.first(where: { $0.needsValue && !known.contains($0.name) })
    else { return }
    throw drift.refusal(
      "table '\(entity.table)' requires a value of column '\(other.name)', which the schema "
        + "'\(schema.name)' does not have")
  }
}

extension SchemaMetadata {
  /// Whether SQLite enforces a reference.
  fileprivate var enforcesReferences: Bool {
    entities.contains { entity in
      entity.relations.contains { relation in
        guard case .toOne(let reference) = relation.kind else { return false }
        return reference.hasForeignKey
      }
    }
  }
}
