import CSQLite
import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncCoding

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Puts a new database in the place of one that cannot be opened.
///
/// The new database is complete, with the changes of the old one, before anything is moved. Then
/// the old file gets a second name, and the new one takes the first name in one step. So a process
/// that is killed leaves either the old database at its path, and the next opening begins again, or
/// the new one.
struct DatabaseReplacement {
  let opener: DatabaseOpener
  let folder: URL
  let token: CancellationToken
  /// The file when opening it failed.
  let file: FileIdentity?

  private var path: String { opener.path }
  private var preparation: Connection.Preparation? { opener.configuration.prepareConnection }

  /// The path of the new database before it takes the place of the old one.
  private static func unfinished(_ path: String) -> String { path + "-new" }

  /// Removes what a process that was killed has left.
  static func cleanUp(at path: String) throws {
    let unfinished = unfinished(path)
    guard FileManager.default.fileExists(atPath: unfinished) else { return }
    try DatabaseFiles.remove(at: unfinished)
  }

  /// Replaces the database.
  ///
  /// - Returns: The replaced database; `nil` if another process has replaced it in the meantime.
  /// - Throws: `error` itself if another connection uses the database, or if it belongs to another
  ///   schema; `SyncError.unreadableFile` if the file cannot be moved; the errors of creating a
  ///   database. In each case, the old file is at its path.
  func perform(because error: SyncError) throws(SyncError) -> SyncStore.ReplacedDatabase? {
    let lock = try ReplacementLock(of: path)
    defer { lock.end() }
    guard isSame else { return nil }
    var old: OldDatabase?
    if !error.isDamage {
      do throws(SyncError) {
        old = try locked(orThrow: error)
      } catch {
        if isSame { throw error }
      }
    }
    guard isSame else { return nil }
    if case .newerDatabase = error, let old { try checkSchema(of: old, orThrow: error) }
    let replaced = SyncStore.ReplacedDatabase(
      error: error, file: try target(), pendingChanges: pendingChanges(in: old), salvage: nil)
    do {
      try Self.cleanUp(at: path)
      let complete = try create(replaced, from: old)
      try move(to: replaced.file.path)
      return complete
    } catch let failure {
      throw abandon(because: failure)
    }
  }

  private var isSame: Bool { FileIdentity(of: path) == file }

  /// Removes the new database, and returns the error.
  private func abandon(because failure: any Error) -> SyncError {
    do {
      try Self.cleanUp(at: path)
    } catch {
      // The next attempt removes it.
      opener.configuration.log.note(moveFailure(error), of: "open")
    }
    return failure as? SyncError ?? moveFailure(failure)
  }

  private func moveFailure(_ failure: any Error) -> SyncError {
    .unreadableFile(path: path, reason: "it cannot be moved to \(folder.path): \(failure)")
  }
}

// MARK: - The old database

extension DatabaseReplacement {
  /// A connection that excludes all others until it is closed: they would continue to write to the
  /// moved file. The write-ahead log is in the file.
  private func locked(orThrow reason: SyncError) throws(SyncError) -> OldDatabase {
    do throws(SyncError) {
      try foldLog(orThrow: reason)
      let connection = try Connection(path: path, mode: .readWrite, preparing: preparation)
      try connection.execute("BEGIN EXCLUSIVE")
      // A store that has opened the file since uses a log again.
      guard try journal(of: connection) == "delete" else { throw reason }
      return OldDatabase(connection)
    } catch {
      throw reason
    }
  }

  /// Ends the use of a write-ahead log, if no other connection has the file open. Without a log,
  /// closing a connection touches no file by its name, which is that of the new database by then.
  private func foldLog(orThrow reason: SyncError) throws(SyncError) {
    let connection = try Connection(path: path, mode: .readWrite, preparing: preparation)
    // The lock excludes idle connections, too, because they hold a shared lock as long as the file
    // has a write-ahead log (SQLite documentation, "Write-Ahead Logging", section 8).
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    try connection.execute("BEGIN EXCLUSIVE")
    try connection.execute("COMMIT")
    guard try journal(of: connection, " = DELETE") == "delete" else { throw reason }
  }

  /// The kind of a connection's journal, after it was set.
  private func journal(
    of connection: Connection, _ setting: String = ""
  ) throws(SyncError) -> String? {
    let statement = try connection.statement("PRAGMA journal_mode\(setting)")
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : nil
  }

  /// A newer version number alone does not say whose database it is.
  private func checkSchema(of old: OldDatabase, orThrow error: SyncError) throws(SyncError) {
    guard try OwnObjects(old.connection).note?.name == opener.metadata.name else { throw error }
  }

  private func pendingChanges(in old: OldDatabase?) -> Int? {
    do throws(SyncError) {
      let connection =
        if let old { old.connection } else {
          try Connection(path: path, mode: .readOnly, preparing: preparation)
        }
      return try connection.integer(
        "SELECT count(*) FROM swiftsync_changes WHERE operation <> 'touch'"
      ).map(Int.init)
    } catch {
      // A damaged file has no count.
      return nil
    }
  }
}

// MARK: - The new database

extension DatabaseReplacement {
  /// Creates the new database, which records the old one and has its changes.
  private func create(
    _ replaced: SyncStore.ReplacedDatabase, from old: OldDatabase?
  ) throws(SyncError) -> SyncStore.ReplacedDatabase {
    let new = Self.unfinished(path)
    let connection = try Connection(path: new, mode: .readWrite, preparing: preparation)
    try DatabaseSetup.prepare(connection, at: new, for: opener.metadata)
    let writer = Writer(connection, SchemaPlan(opener.metadata), at: new)
    let complete = try writer.transaction(token) { (transaction) throws(SyncError) in
      let outcome = try old.flatMap { (old) throws(SyncError) in
        try takeOver(from: old, into: writer, transaction)
      }
      let records = ReplacedDatabases(connection, in: folder, replacedBy: path)
      if let old { try records.copy(from: old) }
      try records.note(replaced, outcome)
      var complete = replaced
      complete.salvage = outcome?.report
      return (complete, .commit)
    }
    // The file is moved without a log.
    try connection.execute("PRAGMA journal_mode = DELETE")
    return complete
  }

  /// Copies the changes; returns `nil` if the old database cannot be read.
  private func takeOver(
    from old: OldDatabase, into writer: Writer, _ transaction: SyncTransaction
  ) throws(SyncError) -> SalvageRun.Outcome? {
    do throws(SyncError) {
      return try writer.connection.savepoint("swiftsync_takeover") { () throws(SyncError) in
        try SalvageRun(.everythingLocal, from: old, at: path, into: writer, transaction).run()
      }
    } catch {
      guard writer.connection.isInTransaction, error.isUnknownQueue else { throw error }
      opener.configuration.log.note(error, of: "salvage")
      return nil
    }
  }
}

// MARK: - Files

extension DatabaseReplacement {
  /// A free name in the folder, which is created if it does not exist: `Tracker-replaced-1.sqlite`,
  /// `Tracker-replaced-2.sqlite`, …
  private func target() throws(SyncError) -> URL {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw moveFailure(error)
    }
    let file = URL(fileURLWithPath: path)
    let suffix = file.pathExtension.isEmpty ? "" : ".\(file.pathExtension)"
    // The store's own folder is named after the schema and the account.
    let stem =
      opener.configuration.location.hasOwnFolder
      ? file.deletingLastPathComponent().lastPathComponent
      : file.deletingPathExtension().lastPathComponent
    var number = 1
    while true {
      let target = folder.appendingPathComponent("\(stem)-replaced-\(number)\(suffix)")
      // A process that was killed may have given this name to the file that is still at its path.
      if FileIdentity(of: target.path) == self.file, self.file != nil { return target }
      let names = DatabaseFiles.suffixes.map { target.path + $0 }
      if !names.contains(where: FileManager.default.fileExists) { return target }
      number += 1
    }
  }

  /// Gives the old files a second name and the new file the first one. The name of the database is
  /// replaced last, so that no log of the old one is next to the new one.
  private func move(to target: String) throws {
    let files = DatabaseFiles.suffixes.filter {
      FileManager.default.fileExists(atPath: path + $0)
    }
    try DatabaseFiles.remove(at: target)
    for suffix in files {
      do {
        try FileManager.default.linkItem(atPath: path + suffix, toPath: target + suffix)
      } catch {
        // The folder is on another volume, or the volume does not support hard links.
        try FileManager.default.copyItem(atPath: path + suffix, toPath: target + suffix)
      }
    }
    for suffix in files where !suffix.isEmpty {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
    guard rename(Self.unfinished(path), path) == 0 else {
      throw SyncError.unreadableFile(path: path, reason: String(cString: strerror(errno)))
    }
  }
}

extension SyncError {
  /// Whether the file is damaged or not a database, in the form of `naming(file:)`.
  fileprivate var isDamage: Bool {
    switch self {
    case .unusableDatabase: true
    case .migrationFailed(let failure): (failure.cause as? SyncError)?.isDamaged ?? false
    default: isDamaged
    }
  }

  private var isDamaged: Bool {
    if case .database(let failure) = self { return failure.isDamage }
    return false
  }

  /// Whether a database has no queue that this runtime can read.
  fileprivate var isUnknownQueue: Bool {
    switch self {
    case .unusableDatabase: true
    case .database(let failure): failure.isDamage || failure.code & 0xff == SQLITE_ERROR
    default: false
    }
  }
}

extension SyncError.DatabaseFailure {
  /// Whether SQLite reports that the file is damaged or not a database.
  var isDamage: Bool {
    [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xff)
  }
}
