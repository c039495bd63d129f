public import SwiftSyncFoundation
import SwiftSyncValues

extension SyncStore.Configuration {
  /// The location of a store's database.
  public struct Location: Hashable, Sendable {
    enum Kind: Hashable {
      case applicationSupport
      case appGroup(String)
      case file(path: String)
      case inMemory
      case temporary
    }

    let kind: Kind

    /// A folder of its own in the app's folder for data that it creates. It is made if it does not
    /// exist, and has the name of the schema, as does the file, e.g. `Notes/Notes.sqlite`.
    ///
    /// On Apple platforms, the app's folder is in Application Support (in Caches on tvOS, which has
    /// no other storage) and has the app's bundle identifier, or without one the name of the
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

    /// A folder of its own in the shared folder of an app group, e.g.
    /// `Library/Application Support/Notes`. It is made if it does not exist, and has the name of the
    /// schema, as does the file.
    ///
    /// In an extension, also set the `role`.
    ///
    /// - Parameter identifier: The identifier of the group, e.g. `group.com.example.tracker`. If the
    ///   app's entitlements do not contain it, and on systems other than Apple's, calls throw
    ///   `SyncError.unusableDatabase`.
    public static func appGroup(_ identifier: String) -> Location {
      Location(kind: .appGroup(identifier))
    }
  }
}

extension SyncStore.Configuration.Location {
  /// The path of a database file, and its folder if that is removed with the store.
  struct Place {
    let path: String
    var folder: TemporaryFolder?
  }

  /// Whether the store makes the folder of the file, which contains nothing else.
  package var hasOwnFolder: Bool { kind == .applicationSupport || isInAppGroup }

  var isInAppGroup: Bool {
    if case .appGroup = kind { true } else { false }
  }

  /// Whether the database is a file that outlives the store.
  var hasFile: Bool { kind != .inMemory && kind != .temporary }

  /// - Parameter account: The account whose database it is.
  func place(for schema: SchemaMetadata, account: String? = nil) throws(SyncError) -> Place {
    let mark = account.map(Self.mark) ?? ""
    let name = "\(schema.name).sqlite"
    switch kind {
    case .file(let path): return Place(path: Self.path(path, marked: mark))
    case .inMemory: return Place(path: SyncStore.memoryPath)
    case .temporary:
      let folder = try TemporaryFolder()
      return Place(path: folder.databasePath, folder: folder)
    case .applicationSupport:
      return Place(path: Self.path(name, in: try DataFolder.ofApp(for: name), schema, mark))
    case .appGroup(let group):
      let folder = try DataFolder.ofGroup(group, for: name)
      return Place(path: Self.path(name, in: folder, schema, mark))
    }
  }

  private static func path(
    _ name: String, in folder: URL, _ schema: SchemaMetadata, _ mark: String
  ) -> String {
    folder.appendingPathComponent(schema.name + mark).appendingPathComponent(name).path
  }

  private static func path(_ path: String, marked mark: String) -> String {
    if mark.isEmpty { return path }
    let file = URL(fileURLWithPath: path)
    let suffix = file.pathExtension.isEmpty ? "" : ".\(file.pathExtension)"
    let name = file.deletingPathExtension().lastPathComponent + mark + suffix
    return file.deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// The part of a name that stands for an account. A digest, because an account may contain any
  /// characters, e.g. `/`, may differ from another one only in case, and must not be visible.
  private static func mark(of account: String) -> String {
    "-" + SHA256.hexDigest(of: Array(account.utf8)).prefix(32)
  }
}
