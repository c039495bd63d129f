/// How the connections of a store are opened, both when the store is opened and each time it is
/// resumed.
struct DatabaseOpener: Sendable {
  typealias MakeMigrator = @Sendable (String, Connection, CancellationToken) -> Migrator

  let metadata: SchemaMetadata
  let path: String
  let files: DatabaseFileOptions
  /// The version of a database created by another program, if the store may adopt it.
  let adoption: DatabaseAdoption?
  /// Whether the file is removed with the last connection.
  var isTemporary = false
  let observers: ObserverList
  let history: UndoHistory
  let log: SyncLog?
  let migrator: MakeMigrator

  /// Whether the database can be opened again after its connections were closed.
  var canReopen: Bool { path != Connection.memoryPath }

  /// Whether the database belongs to another program and is only read. A database of the store
  /// itself contains rows of tests and previews.
  var isReadOnly: Bool { metadata.isReadOnly && canReopen && !isTemporary }

  /// - Parameter folder: The folder of the file, if it is to be removed with the last connection.
  func open(
    whenUnreadable policy: UnreadableDatabasePolicy = .fail, in folder: TemporaryFolder?
  ) async throws(SyncError) -> OpenDatabase {
    if isReadOnly { return try await openForReading() }
    let token = CancellationToken()
    let writer = try await SerialThread.start(named: "SwiftSync writer", as: token) {
      [weak folder] () throws(SyncError) in
      let opened = try connection(policy) { connection in migrator(path, connection, token) }
      opened.connection.folder = folder
      let writer = Writer(
        opened.connection, SchemaPlan(metadata), at: path, observers: observers,
        history: history, replaced: opened.replaced)
      try writer.noteTables()
      _ = try writer.hasForeignCommits()
      return writer
    }
    let readers = canReopen ? try await Readers(path: path, in: folder) : nil
    return OpenDatabase(writer, readers)
  }

  /// The connection of the writing thread only reports commits of others.
  private func openForReading() async throws(SyncError) -> OpenDatabase {
    if adoption != nil {
      throw .invalidOption(
        "adopting: with 'adopt: read-only', a database always has the version of the schema"
      )
    }
    let writer = try await SerialThread.start(named: "SwiftSync watcher") { () throws(SyncError) in
      let connection = try Connection.reading(path, metadata)
      let writer = Writer(
        connection, SchemaPlan(metadata), at: path, observers: observers, history: history)
      _ = try writer.hasForeignCommits()
      return writer
    }
    let readers = try await Readers { [path, metadata] () throws(SyncError) in
      try Connection.reading(path, metadata, checksTables: false)
    }
    return OpenDatabase(writer, readers)
  }

  /// The connection that writes, to a database of the newest version.
  private func connection(
    _ policy: UnreadableDatabasePolicy, _ migrator: (Connection) -> Migrator
  ) throws(SyncError) -> (connection: Connection, replaced: ReplacedDatabase?) {
    do throws(SyncError) {
      return (try prepared(migrator), nil)
    } catch {
      // A file that another program uses is not moved.
      guard case .startOver(let folder) = policy, canReopen, !metadata.adopts,
        DatabaseReplacement.applies(to: error)
      else { throw error.naming(file: path) }
      let replacement = DatabaseReplacement(path: path, folder: folder)
      let replaced = try replacement.perform(because: error.naming(file: path))
      return (try prepared(migrator), replaced)
    }
  }

  private func prepared(_ migrator: (Connection) -> Migrator) throws(SyncError) -> Connection {
    let connection = try Connection(path: path, mode: .readWrite)
    let other = try DatabaseSetup.prepare(
      connection, at: path, for: metadata, adopting: adoption
    ) { migrator(connection) }
    if let other {
      log?.note(.otherVersion(metadata.version, fingerprint: other), of: "open")
    }
    if canReopen { try files.apply(to: path) }
    return connection
  }
}
