public import SwiftSyncFoundation

extension SyncStore {
  /// The location of a store's database, and how it is opened.
  ///
  /// ```swift
  /// let store = SyncStore(NotesSchema.self, .init(location: .appGroup("group.com.example.notes")))
  /// ```
  public struct Configuration: Sendable {
    /// The location of the database. The default is `applicationSupport`.
    public var location: Location
    /// The version of a database that another program created, for a schema with `adopt: true`. It
    /// is needed only once.
    public var adoption: MigrationPlan.Adoption?
    /// Options for migrating an older database: a backup, and progress reports.
    public var migration: MigrationPlan.Options
    /// What to do with an unreadable database. The default is `fail`.
    public var whenUnreadable: UnreadablePolicy
    /// Whether observations include commits of other processes, e.g. of the app's extensions. A
    /// thread watches the write-ahead log while anything is observed. The default is true.
    public var observesOtherProcesses: Bool
    /// How the system treats the files of the database, on Apple platforms. By default, nothing
    /// changes.
    public var files: Files
    /// Receives errors, rejected rows and unresolved references. By default, the system log.
    /// `.none` logs nothing.
    public var log: SyncLog

    /// Creates a configuration.
    public init(
      location: Location = .applicationSupport, adoption: MigrationPlan.Adoption? = nil,
      migration: MigrationPlan.Options = MigrationPlan.Options(),
      whenUnreadable: UnreadablePolicy = .fail, observesOtherProcesses: Bool = true,
      files: Files = Files(), log: SyncLog = .system
    ) {
      self.location = location
      self.adoption = adoption
      self.migration = migration
      self.whenUnreadable = whenUnreadable
      self.observesOtherProcesses = observesOtherProcesses
      self.files = files
      self.log = log
    }
  }
}

extension SyncStore.Configuration {
  /// The location of a store's database.
  public struct Location: Hashable, Sendable {
    enum Kind: Hashable {
      case applicationSupport
      case appGroup(String, fileName: String?)
      case file(path: String)
      case inMemory
      case temporary
    }

    let kind: Kind

    /// The app's own folder for data that it creates, which is made if it does not exist. The file
    /// has the name of the schema, e.g. `Notes.sqlite`.
    ///
    /// On Apple platforms, the folder is in Application Support (in Caches on tvOS, which has no
    /// other storage) and has the app's bundle identifier, or without one the name of the
    /// executable. On Linux, it is in `$XDG_DATA_HOME`, or `~/.local/share`, and has the name of the
    /// executable.
    public static let applicationSupport = Location(kind: .applicationSupport)

    /// An in-memory database, for tests and previews. It is deleted with the store.
    public static let inMemory = Location(kind: .inMemory)

    /// An empty database in a temporary file. It is removed when the store is closed or no longer
    /// referenced.
    public static let temporary = Location(kind: .temporary)

    /// A database file in a folder that exists.
    public static func url(_ file: URL) -> Location { path(file.path) }

    static func path(_ path: String) -> Location { Location(kind: .file(path: path)) }

    #if canImport(Darwin)
      /// A file in the shared folder of an app group.
      ///
      /// Call `SyncStore.suspend()` before the system suspends the process: iOS terminates an app
      /// that is suspended while it holds a lock on a file of an app group.
      ///
      /// - Parameters:
      ///   - identifier: The identifier of the group, e.g. `group.com.example.tracker`. If the app's
      ///     entitlements do not contain it, calls throw `SyncError.unusableDatabase`.
      ///   - fileName: The name of the file. By default, that of the schema, e.g. `Tracker.sqlite`.
      public static func appGroup(_ identifier: String, fileName: String? = nil) -> Location {
        Location(kind: .appGroup(identifier, fileName: fileName))
      }
    #endif
  }
}

extension SyncStore.Configuration.Location {
  /// The path of a database file, and its folder if that is removed with the store.
  struct Place {
    let path: String
    var folder: TemporaryFolder?
  }

  /// Whether the store makes the folder of the file.
  var hasOwnFolder: Bool { kind == .applicationSupport }

  func place(for schema: SchemaMetadata) throws(SyncError) -> Place {
    let name = "\(schema.name).sqlite"
    switch kind {
    case .file(let path): return Place(path: path)
    case .inMemory: return Place(path: SyncStore.memoryPath)
    case .temporary:
      let folder = try TemporaryFolder()
      return Place(path: folder.databasePath, folder: folder)
    case .applicationSupport:
      return Place(path: try DataFolder.ofApp(for: name).appendingPathComponent(name).path)
    case .appGroup(let group, let fileName):
      let file = fileName ?? name
      let folder = try DataFolder.ofGroup(group, for: file)
      return Place(path: folder.appendingPathComponent(file).path)
    }
  }
}
