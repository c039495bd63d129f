import SwiftSyncFoundation

/// How the connections of a store are opened, both when the store is opened and each time it is
/// resumed.
struct DatabaseOpener: Sendable {
  typealias MakeMigrator =
    @Sendable (String, Connection, SyncStore.Configuration.Migration, CancellationToken)
    -> Migrator

  let metadata: SchemaMetadata
  let path: String
  /// The options with which the store was opened, whose migration also reports to the store.
  let configuration: SyncStore.Configuration
  /// Whether the file is removed with the last connection.
  var isTemporary = false
  let observers = ObserverList()
  let history = UndoHistory()
  let migrator: MakeMigrator

  /// Whether the database can be opened again after its connections were closed.
  var canReopen: Bool { path != Connection.memoryPath }

  /// Whether the database belongs to another program and is only read. A database of the store
  /// itself contains rows of tests and previews.
  var isReadOnly: Bool { metadata.isReadOnly && canReopen && !isTemporary }

  /// Opens the database again, for a store that was suspended or could not be opened.
  ///
  /// - Parameter folder: The folder of the file, if it is to be removed with the last connection.
  func open(
    _ run: OpeningRun = OpeningRun(),
    whenUnreadable policy: SyncStore.Configuration.UnreadablePolicy = .fail,
    in folder: TemporaryFolder?
  ) async throws(SyncError) -> OpenDatabase {
    let result: Result<OpenDatabase, SyncError> = await withCheckedContinuation { continuation in
      open(run, whenUnreadable: policy, in: folder) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Opens the database on a new thread, which becomes the one that writes.
  ///
  /// - Parameters:
  ///   - run: Learns what the opening does.
  ///   - folder: The folder of the file, if it is to be removed with the last connection. The caller
  ///     retains it until the end.
  ///   - end: Receives the connections on that thread, which retains the closure.
  func open(
    _ run: OpeningRun, whenUnreadable policy: SyncStore.Configuration.UnreadablePolicy,
    in folder: TemporaryFolder?,
    _ end: @escaping @Sendable (Result<OpenDatabase, SyncError>) -> Void
  ) {
    if isReadOnly { return openForReading(end) }
    SerialThread.start(named: "SwiftSync writer") { [weak folder] () throws(SyncError) in
      try writer(run, policy, in: folder)
    } started: { [weak folder] writer in
      end(
        Result { () throws(SyncError) in
          OpenDatabase(try writer.get(), canReopen ? try readers(in: folder) : nil)
        })
    }
  }

  private func readers(in folder: TemporaryFolder?) throws(SyncError) -> Readers {
    try Readers(path: path, in: folder, preparing: preparation)
  }

  private var preparation: Connection.Preparation? { configuration.prepareConnection }

  private var isExtension: Bool { configuration.role == .extension }

  private func writer(
    _ run: OpeningRun, _ policy: SyncStore.Configuration.UnreadablePolicy,
    in folder: TemporaryFolder?
  ) throws(SyncError) -> Writer {
    let connection = try connection(run, policy)
    connection.folder = folder
    let writer = Writer(
      connection, SchemaPlan(metadata), at: path, observers: observers, history: history)
    try writer.noteTables()
    _ = try writer.hasForeignCommits()
    return writer
  }

  /// The connection of the writing thread only reports commits of others.
  private func openForReading(
    _ end: @escaping @Sendable (Result<OpenDatabase, SyncError>) -> Void
  ) {
    if configuration.adoption != nil {
      let message =
        "adoption: with 'adopt: read-only', a database always has the version of the schema"
      return end(.failure(.invalidOption(message)))
    }
    SerialThread.start(named: "SwiftSync watcher") { () throws(SyncError) in
      let connection = try Connection.reading(path, metadata, preparing: preparation)
      let writer = Writer(
        connection, SchemaPlan(metadata), at: path, observers: observers, history: history)
      _ = try writer.hasForeignCommits()
      return writer
    } started: { [path, metadata, preparation] writer in
      end(
        Result { () throws(SyncError) in
          let writer = try writer.get()
          let readers = try Readers { () throws(SyncError) in
            try Connection.reading(
              path, metadata, checksTables: false, preparing: preparation)
          }
          return OpenDatabase(writer, readers)
        })
    }
  }

  /// The connection that writes, to a database of the newest version.
  private func connection(
    _ run: OpeningRun, _ policy: SyncStore.Configuration.UnreadablePolicy
  ) throws(SyncError) -> Connection {
    var file: FileIdentity?
    do throws(SyncError) {
      return try prepared(run, opening: &file)
    } catch {
      // A file that another program uses is not moved.
      guard let folder = policy.folder, canReopen, !metadata.adopts, !isExtension,
        policy.replaces(error)
      else { throw error.naming(file: path) }
      run.continueInBackground()
      let replacement = DatabaseReplacement(
        opener: self, folder: folder, token: run.token, file: file)
      if let replaced = try replacement.perform(because: error.naming(file: path)) {
        configuration.log.note(replaced.event, of: "open")
      }
      return try prepared(run, opening: &file)
    }
  }

  /// Opens the database while no other store can replace it.
  ///
  /// - Parameter file: Becomes the file at the path.
  private func prepared(
    _ run: OpeningRun, opening file: inout FileIdentity?
  ) throws(SyncError) -> Connection {
    if configuration.location.hasOwnFolder { try createFolder() }
    let lock = canReopen ? ReplacementLock(opening: path) : nil
    defer { lock?.end() }
    file = FileIdentity(of: path)
    return try prepared(run)
  }

  private func prepared(_ run: OpeningRun) throws(SyncError) -> Connection {
    let connection = try Connection(path: path, mode: .readWrite, preparing: preparation)
    connection.purges = !isExtension
    let other = try isExtension ? setUp(connection) : migrate(connection, run)
    if let other {
      configuration.log.note(.otherVersion(metadata.version, fingerprint: other), of: "open")
    }
    if canReopen {
      if !isExtension {
        compact(connection, run)
        try findReplaced(connection, run)
      }
      try configuration.applyFileOptions(to: path, keepingExclusion: metadata.adopts)
    }
    return connection
  }

  /// Finds the replaced databases that the app has not dismissed.
  private func findReplaced(_ connection: Connection, _ run: OpeningRun) throws(SyncError) {
    guard let folder = configuration.whenUnreadable.folder, !metadata.adopts else { return }
    run.replaced = try ReplacedDatabases(connection, in: folder, replacedBy: path).all()
    do {
      try DatabaseReplacement.cleanUp(at: path)
    } catch {
      let reason = "the rest of an interrupted replacement cannot be removed: \(error)"
      configuration.log.note(.unreadableFile(path: path, reason: reason), of: "open")
    }
  }

  private func migrate(
    _ connection: Connection, _ run: OpeningRun
  ) throws(SyncError) -> String? {
    try DatabaseSetup.prepare(
      connection, at: path, for: metadata, adopting: configuration.adoption?.adopted
    ) {
      run.continueInBackground()
      return migrator(path, connection, configuration.migration, run.token)
    }
  }

  /// Leaves an older database to the app.
  private func setUp(_ connection: Connection) throws(SyncError) -> String? {
    do throws(SyncError) {
      return try DatabaseSetup.prepare(connection, at: path, for: metadata)
    } catch .olderDatabase(let path, let version, let newest) {
      throw .unmigratedDatabase(path: path, version: version, newest: newest)
    }
  }

  /// Repeats the compaction of a file from which rows were erased, if it was interrupted. The
  /// database can be used even if that is not possible now.
  private func compact(_ connection: Connection, _ run: OpeningRun) {
    do throws(SyncError) {
      guard try Compaction.isDue(in: connection) else { return }
      run.continueInBackground()
      try Compaction.run(on: connection)
    } catch {
      configuration.log.note(error, of: "open")
    }
  }

  private func createFolder() throws(SyncError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw .unusableDatabase(path: path, reason: "its folder cannot be created: \(error)")
    }
  }
}
