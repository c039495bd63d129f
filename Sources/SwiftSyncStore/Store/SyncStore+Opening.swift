extension SyncStore {
  /// Opens the database of a generated schema, and creates it if it does not exist.
  ///
  /// ```swift
  /// let store = SyncStore(NotesSchema.self)
  /// ```
  ///
  /// The database is usually open when the call returns. If it must be migrated or adopted first, or
  /// if that takes more than two seconds, it is opened in the background: asynchronous calls wait, and
  /// `read(_:)` throws `SyncError.opening` until then. Each step of a migration has its own
  /// transaction. An interrupted migration continues when the database is opened again.
  ///
  /// If the database cannot be opened, every call throws the error, and so does `opened()`. `resume()`
  /// tries again.
  ///
  /// With `adopt: read-only` in the schema, the file must exist and is read in place: nothing is
  /// created, migrated or installed, and calls that write throw `SyncError.readOnlyDatabase`.
  ///
  /// - Parameters:
  ///   - schema: The generated schema.
  ///   - configuration: The location of the database and how it is opened. By default, the database
  ///     is in the app's folder for application support and has the name of the schema.
  public convenience init<Schema: StoreSchema>(
    _ schema: Schema.Type, _ configuration: Configuration = Configuration()
  ) {
    self.init(schema.metadata, configuration) { path, connection, options, token in
      Migrator(
        connection: connection, path: path, newest: schema.metadata, plan: schema.migrations,
        backupFolder: options.backupFolder, progress: options.progress, token: token)
    }
  }

  /// Opens an empty in-memory database, for tests and previews. It is deleted with the store.
  ///
  /// - Parameters:
  ///   - schema: The generated schema.
  ///   - log: As in `Configuration`.
  /// - Throws: `SyncError.database` if SQLite cannot open it.
  public static func inMemory<Schema: StoreSchema>(
    _ schema: Schema.Type, log: SyncLog = .system
  ) async throws(SyncError) -> SyncStore {
    try await SyncStore(schema, Configuration(location: .inMemory, log: log)).opened()
  }

  /// Opens an empty database in a temporary file, for tests that need reads during writes or
  /// several connections, which only files support. The file is removed when the store is closed or
  /// no longer referenced.
  ///
  /// - Parameters:
  ///   - schema: The generated schema.
  ///   - log: As in `Configuration`.
  /// - Throws: `SyncError.unusableDatabase` if the temporary folder is not writable.
  public static func temporary<Schema: StoreSchema>(
    _ schema: Schema.Type, log: SyncLog = .system
  ) async throws(SyncError) -> SyncStore {
    try await SyncStore(schema, Configuration(location: .temporary, log: log)).opened()
  }

  /// Opens the database of a schema that is known at run time, and creates it if the file does not
  /// exist.
  ///
  /// - Parameters:
  ///   - path: The file's path, or `memoryPath`.
  ///   - plan: The migration plan for databases of older versions.
  ///   - adoption: As in `Configuration`, like the other parameters.
  /// - Throws: The errors of `opened()`. If the task is cancelled, a migration is interrupted.
  @_spi(Generated)
  public static func open(
    _ metadata: SchemaMetadata, at path: String, plan: MigrationPlan = .none,
    adopting adoption: Configuration.Adoption? = nil,
    migrating options: Configuration.Migration = Configuration.Migration(),
    whenUnreadable policy: Configuration.UnreadablePolicy = .fail,
    log: SyncLog = .system
  ) async throws(SyncError) -> SyncStore {
    let configuration = Configuration(
      location: path == memoryPath ? .inMemory : .path(path), migration: options,
      adoption: adoption, whenUnreadable: policy, log: log)
    let store = SyncStore(metadata, configuration) { path, connection, options, token in
      Migrator(
        connection: connection, path: path, newest: metadata, plan: plan,
        backupFolder: options.backupFolder, progress: options.progress, token: token)
    }
    do throws(SyncError) {
      return try await store.opened()
    } catch {
      await store.close()
      throw error
    }
  }
}

extension SyncStore {
  /// How far the opening of a store's database is.
  public enum Opening: Equatable, Sendable {
    /// The database is being opened.
    case pending
    /// The database has an older version and is being migrated.
    case migrating(MigrationPlan.Progress)
    /// The database was opened.
    case ready
    /// The database could not be opened. Every call throws the error.
    case failed(SyncError)
  }

  /// How far the opening of the database is. `opened()` waits for its end.
  public var opening: Opening { gate.opening }

  /// How far the opening is, now and after each change, until the store is closed. `SyncStoreGate`
  /// shows it in a view.
  ///
  /// ```swift
  /// for await opening in store.openings {
  ///   if case .migrating(let progress) = opening { show(progress) }
  ///   if opening == .ready { break }
  /// }
  /// ```
  ///
  /// Each loop is a separate sequence. A slow loop misses earlier states.
  public var openings: AsyncStream<Opening> { gate.openings }

  /// Waits until the database is open. Call it before reads that cannot wait, or to show an error of
  /// opening the database.
  ///
  /// ```swift
  /// do {
  ///   try await store.opened()
  /// } catch {
  ///   show(error)
  /// }
  /// ```
  ///
  /// - Returns: The store.
  /// - Throws: `SyncError.newerDatabase` if an app with a newer version has written the database;
  ///   `SyncError.olderDatabase` if no migration begins at its version;
  ///   `SyncError.unmigratedDatabase` if it is older and the store has the role `extension`;
  ///   `SyncError.otherVersion` if another content of its version created it;
  ///   `SyncError.unusableDatabase` if the file is not a database, or belongs to another schema;
  ///   `SyncError.migrationFailed` if a step fails, which leaves the database at the version of the
  ///   last completed step; `SyncError.protectedDatabase` if the device is locked and the file is
  ///   protected; `SyncError.database` if SQLite cannot open it; `SyncError.closed`;
  ///   `SyncError.cancelled` if the task is cancelled, which does not interrupt a migration.
  @discardableResult
  public func opened() async throws(SyncError) -> SyncStore {
    try await gate.waitUntilOpen()
    return self
  }
}

extension SyncStore.Opening {
  var failure: SyncError? {
    if case .failed(let error) = self { return error }
    return nil
  }

  /// Whether the end is not known yet.
  var isRunning: Bool {
    switch self {
    case .pending, .migrating: true
    case .ready, .failed: false
    }
  }
}

// MARK: - Beginning

extension SyncStore {
  @inline(never)
  private convenience init(
    _ metadata: SchemaMetadata, _ configuration: Configuration,
    _ migrator: @escaping DatabaseOpener.MakeMigrator
  ) {
    do throws(SyncError) {
      let place = try configuration.location.place(
        for: metadata, account: configuration.account)
      self.init(metadata, place, configuration, migrator)
    } catch {
      configuration.log.note(error, of: "open")
      self.init(failing: error, metadata, log: configuration.log)
    }
  }

  private convenience init(
    _ metadata: SchemaMetadata, _ place: Configuration.Location.Place,
    _ configuration: Configuration, _ migrator: @escaping DatabaseOpener.MakeMigrator
  ) {
    let gate = CallGate()
    var configuration = configuration
    configuration.migration.progress = { [weak gate, report = configuration.migration.progress] in
      gate?.note($0)
      report?($0)
    }
    let opener = DatabaseOpener(
      metadata: metadata, path: place.path, configuration: configuration,
      isTemporary: place.folder != nil, migrator: migrator)
    let isWatched = configuration.role == .app && opener.canReopen && !opener.isTemporary
    self.init(
      metadata, path: place.path, gate: gate, opener: opener.canReopen ? opener : nil,
      run: OpeningRun(in: place.folder), watchesFile: isWatched, readOnly: opener.isReadOnly,
      observers: opener.observers, history: opener.history, log: configuration.log)
    if configuration.suspends { attachment.set(BackgroundSuspension(of: self)) }
    begin(opener, in: place.folder)
    openingRun.wait()
  }

  /// The store of views in whose environment there is none.
  package static let missing = SyncStore(failing: .noStore)

  /// A store without a database. Every call throws the error.
  package convenience init(
    failing error: SyncError, _ metadata: SchemaMetadata = .empty, log: SyncLog = .system
  ) {
    let observers = ObserverList()
    observers.finish(error)
    self.init(
      metadata, path: "", gate: CallGate(failing: error), observers: observers,
      history: UndoHistory(), log: log)
  }

  /// The thread retains the closure, so it must not retain the store's database.
  private func begin(_ opener: DatabaseOpener, in folder: TemporaryFolder?) {
    let log = opener.configuration.log
    opener.open(openingRun, whenUnreadable: opener.configuration.whenUnreadable, in: folder) {
      [openingRun, observers, weak gate, weak foreignCommits] result in
      switch result {
      case .success:
        foreignCommits?.setSuspended(false)
      case .failure(let error):
        log.note(error, of: "open")
        observers.finish(error)
      }
      gate?.endOpening(result)
      openingRun.end()
    }
  }
}

extension SchemaMetadata {
  /// The schema of a store that was opened with none.
  package static let empty = SchemaMetadata(
    name: "", version: 0, fingerprint: "", entities: [], joinTables: [], tables: "")
}
