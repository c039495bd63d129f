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
    /// Distinguishes the databases of several users, e.g. the user's id on the server. Each account has
    /// a file of its own, whose name does not reveal the account. By default, `nil`: there is one
    /// database. It has no effect on databases in memory and temporary ones.
    public var account: String?
    /// The part of the program that the process has. The default is `app`.
    public var role: Role
    /// When the system lets the process read the files, on Apple platforms. `nil`, the default,
    /// leaves it unchanged: a new file inherits the protection of its folder.
    public var protection: Protection?
    /// Whether device backups exclude the files, on Apple platforms. Exclude a database if all of its
    /// rows can be fetched again and it has no local changes worth keeping. The default is false.
    public var isExcludedFromBackup: Bool
    /// Whether the store suspends itself while the app is in the background, on iOS, tvOS, and
    /// visionOS. By default, `nil`: it does in an app group, because iOS ends an app that is suspended
    /// while it holds a lock there (exception code `0xdead10cc`).
    public var suspendsInBackground: Bool?
    /// Options for migrating an older database: a backup, and progress reports.
    public var migration: Migration
    /// The version of a database that another program created, for a schema with `adopt: true`. It
    /// is needed only once.
    public var adoption: Adoption?
    /// What to do with an unreadable database. The default is `fail`.
    public var whenUnreadable: UnreadablePolicy
    /// Runs on each connection to the file, an `sqlite3*`, before its first statement: to set the key
    /// of an encrypted database, or to load an extension. It is called on several threads, and must
    /// do the same on each connection. By default, `nil`.
    public var prepareConnection: (@Sendable (OpaquePointer) throws -> Void)?
    /// Receives errors, rejected rows and unresolved references. By default, the system log.
    /// `.none` logs nothing.
    public var log: SyncLog

    /// Creates a configuration.
    public init(
      location: Location = .applicationSupport, account: String? = nil, role: Role = .app,
      protection: Protection? = nil, isExcludedFromBackup: Bool = false,
      suspendsInBackground: Bool? = nil, migration: Migration = Migration(),
      adoption: Adoption? = nil, whenUnreadable: UnreadablePolicy = .fail,
      prepareConnection: (@Sendable (OpaquePointer) throws -> Void)? = nil,
      log: SyncLog = .system
    ) {
      self.location = location
      self.account = account
      self.role = role
      self.protection = protection
      self.isExcludedFromBackup = isExcludedFromBackup
      self.suspendsInBackground = suspendsInBackground
      self.migration = migration
      self.adoption = adoption
      self.whenUnreadable = whenUnreadable
      self.prepareConnection = prepareConnection
      self.log = log
    }
  }
}

extension SyncStore.Configuration {
  /// The part of a program that opens a database.
  public enum Role: Sendable, Hashable {
    /// The app.
    case app
    /// A process that shares the database with its app, such as a widget or a share extension: it has
    /// little time and memory. It reads and writes rows, but leaves everything that may take long to
    /// the app: it neither migrates nor adopts a database, nor replaces an unreadable one, nor removes
    /// soft-deleted rows whose retention has passed, and it does not observe commits of other
    /// processes.
    ///
    /// If the database has an older version, calls throw `SyncError.unmigratedDatabase`.
    case `extension`
  }

  /// Options for migrating a database of an older version.
  public struct Migration: Sendable {
    /// The folder for a copy of the database that is made before the first step, such as
    /// `tracker-v3.sqlite` for version 3 of `tracker.sqlite`. It is created if it does not exist; an
    /// existing copy of the same version is replaced. By default, `nil`: no copy is made.
    public var backupFolder: URL?
    /// Receives the progress of a migration, on the store's thread. It should return quickly.
    public var progress: (@Sendable (MigrationPlan.Progress) -> Void)?

    /// Creates options. By default, no backup is made and no progress is reported.
    public init(
      backupFolder: URL? = nil, progress: (@Sendable (MigrationPlan.Progress) -> Void)? = nil
    ) {
      self.backupFolder = backupFolder
      self.progress = progress
    }
  }

  /// How a store adopts a database that another program created, for a schema with `adopt: true`.
  ///
  /// The store checks that the tables are those of the stated version, records it in
  /// `swiftsync_schema`, and migrates the database from there. A database that is already adopted, or
  /// that is new, is opened as if no adoption was stated.
  public struct Adoption: Hashable, Sendable {
    let adopted: AdoptedVersion

    /// The schema version of the database.
    public var version: Int { adopted.version }

    /// Whether missing indexes of the version are created. By default, they are an error.
    public var addsIndexes: Bool { adopted.addsIndexes }

    /// Returns an adoption of a database with a schema version of at least 1.
    ///
    /// - Parameters:
    ///   - version: The version.
    ///   - addsIndexes: Whether missing indexes are created. By default, they are an error.
    public static func version(_ version: Int, addingIndexes addsIndexes: Bool = false) -> Self {
      Self(adopted: .version(version, addingIndexes: addsIndexes))
    }

    public static func == (left: Self, right: Self) -> Bool {
      left.version == right.version && left.addsIndexes == right.addsIndexes
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(version)
      hasher.combine(addsIndexes)
    }
  }
}

extension SyncStore.Configuration {
  /// Whether the store suspends itself while the app is in the background. Extensions are not in the
  /// background in the sense of an app.
  var suspends: Bool {
    role == .app && location.hasFile && (suspendsInBackground ?? location.isInAppGroup)
  }
}
