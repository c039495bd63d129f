import CSQLite
public import SwiftSyncFoundation

/// Moves an unreadable database out of the way.
struct DatabaseReplacement {
  let path: String
  let folder: URL
  /// Runs on each connection to the file.
  let preparation: Connection.Preparation?

  /// Whether `SyncStore.Configuration.UnreadablePolicy.startOver` applies to an error of opening a database.
  static func applies(to error: SyncError) -> Bool {
    switch error {
    case .newerDatabase, .olderDatabase, .otherVersion: return true
    case .database(let failure): return failure.isDamage
    case .migrationFailed(let failure):
      return (failure.cause as? SyncError).map(applies) ?? false
    default: return false
    }
  }

  /// Moves the file, so that there is none at `path` afterwards.
  ///
  /// - Throws: `error` itself if another connection uses the database; `SyncError.unreadableFile`
  ///   if the file cannot be moved.
  func perform(because error: SyncError) throws(SyncError) -> SyncStore.ReplacedDatabase {
    switch error {
    case .newerDatabase, .olderDatabase, .otherVersion: try foldLog(orThrow: error)
    default: break
    }
    let target: URL
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      target = freeTarget()
      try move(to: target.path)
    } catch let failure {
      throw .unreadableFile(
        path: path, reason: "it cannot be moved to \(folder.path): \(failure)")
    }
    return SyncStore.ReplacedDatabase(
      error: error, file: target, pendingChanges: pendingChanges(in: target.path))
  }

  /// Checkpoints the write-ahead log into the file, which no other connection may have open: it
  /// would continue to write to the moved file.
  private func foldLog(orThrow reason: SyncError) throws(SyncError) {
    do throws(SyncError) {
      let connection = try Connection(path: path, mode: .readWrite, preparing: preparation)
      // The lock excludes idle connections, too, because they hold a shared lock as long as the file
      // has a write-ahead log (SQLite documentation, "Write-Ahead Logging", section 8).
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
      try connection.execute("BEGIN EXCLUSIVE")
      try connection.execute("COMMIT")
      let isBusy = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") ?? 0
      if isBusy != 0 { throw reason }
    } catch {
      throw reason
    }
  }

  /// A free name in the folder: `tracker-replaced-1.sqlite`, `tracker-replaced-2.sqlite`, …
  private func freeTarget() -> URL {
    let file = URL(fileURLWithPath: path)
    let suffix = file.pathExtension.isEmpty ? "" : ".\(file.pathExtension)"
    let stem = file.deletingPathExtension().lastPathComponent
    var number = 1
    while true {
      let target = folder.appendingPathComponent("\(stem)-replaced-\(number)\(suffix)")
      let names = Self.suffixes.map { target.path + $0 }
      if !names.contains(where: FileManager.default.fileExists) { return target }
      number += 1
    }
  }

  /// The suffixes of the database and of the files that SQLite keeps next to it.
  private static let suffixes = ["", "-wal", "-shm", "-journal"]

  /// Links all files under their new names before removing the first old name, so that a crash
  /// loses nothing.
  private func move(to target: String) throws {
    let files = Self.suffixes.filter { FileManager.default.fileExists(atPath: path + $0) }
    for suffix in files {
      do {
        try FileManager.default.linkItem(atPath: path + suffix, toPath: target + suffix)
      } catch {
        // The folder is on another volume, or the volume does not support hard links.
        try FileManager.default.copyItem(atPath: path + suffix, toPath: target + suffix)
      }
    }
    for suffix in files { try FileManager.default.removeItem(atPath: path + suffix) }
  }

  private func pendingChanges(in path: String) -> Int? {
    do throws(SyncError) {
      let connection = try Connection(path: path, mode: .readOnly, preparing: preparation)
      return try connection.integer(
        "SELECT count(*) FROM swiftsync_changes WHERE operation <> 'touch'"
      ).map(Int.init)
    } catch {
      // A damaged file has no count.
      return nil
    }
  }
}

extension SyncError.DatabaseFailure {
  /// Whether SQLite reports that the file is damaged or not a database.
  fileprivate var isDamage: Bool {
    [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xff)
  }
}

extension SyncStore.Configuration {
  /// What opening a store does with an unreadable database.
  public enum UnreadablePolicy: Sendable, Equatable {
    /// Throws the error and does not change the file.
    case fail
    /// Moves the file to the folder, which is created if it does not exist, and opens an empty
    /// database.
    ///
    /// It applies only to a database that cannot be migrated to the newest version because it is newer,
    /// because no migration starts at its version, or because another content of its version created
    /// it (`SyncError.otherVersion`), to a damaged file (`SQLITE_CORRUPT`) and to a file that is not a
    /// database (`SQLITE_NOTADB`). For a database that is protected or that another connection has
    /// open, the call still throws, and also for a schema with `adopt: true`, whose database other
    /// programs use. The file is never deleted: `SyncStore.replacedDatabase` contains its location,
    /// and `SyncStore.salvage(from:)` copies its pending changes.
    ///
    /// A store with the role `extension` throws the error instead.
    case startOver(keeping: URL)
  }
}

extension SyncStore {
  /// An unreadable database that a store has replaced with an empty one.
  public struct ReplacedDatabase: Sendable, Equatable {
    /// The error that opening the database threw.
    public let error: SyncError
    /// The new location of the file. Files next to it with the suffixes `-wal` and `-shm` belong to
    /// it.
    public let file: URL
    /// The number of local changes that were never pushed, or `nil` if it cannot be read.
    public let pendingChanges: Int?
  }
}
