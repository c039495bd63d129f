public import SwiftSyncFoundation

extension SyncStore {
  /// An unreadable database that a store has replaced with a new one.
  public struct ReplacedDatabase: Sendable, Equatable {
    /// The error that opening the database threw.
    public let error: SyncError
    /// The new location of the file. Files next to it with the suffixes `-wal` and `-shm` belong to
    /// it.
    public let file: URL
    /// The number of local changes that were never pushed, or `nil` if it cannot be read.
    public let pendingChanges: Int?
    /// What was copied to the new database, and what was left out, with the reason: this version
    /// has no such entity or member, or would not have written such a value, e.g. a case that its
    /// enum does not have. Of a change with some unknown members, the rest is copied. `nil` if
    /// nothing could be copied, because the file is damaged or has no change queue.
    public internal(set) var salvage: SalvageReport?
  }
}

extension SyncStore.ReplacedDatabase: CustomStringConvertible {
  /// The location, the reason and the report, e.g. `the database was moved to
  /// /data/Notes-replaced-1.sqlite and replaced: …`.
  public var description: String {
    "the database was moved to \(file.path) and replaced: \(error)\n\(summary)"
  }

  /// The event of its replacement, in one line.
  var event: SyncLog.Event {
    let parts = summary.split(separator: "\n").map { $0.drop { $0 == " " } }
    return .startedOver(error, file: file.path, summary: parts.joined(separator: "; "))
  }

  private var summary: String {
    if let salvage { return salvage.description }
    let changes = pendingChanges.map { "\($0) local \($0 == 1 ? "change" : "changes")" }
    return "\(changes ?? "an unknown number of local changes") not restored"
  }
}

extension SyncStore {
  /// The database that was replaced last and that the app has not dismissed yet, also after the app
  /// was restarted; `nil` if there is none, or while the store is being opened. See
  /// `SyncStore.Configuration.UnreadablePolicy.startOver`. `erase()` deletes its file, too.
  ///
  /// ```swift
  /// if let replaced = store.replacedDatabase, let report = replaced.salvage {
  ///   for change in report.rejected { print(change.entity, change.identity, change.reason) }
  /// }
  /// ```
  public var replacedDatabase: ReplacedDatabase? { openingRun.replaced.last }

  /// Deletes the file of the database in `replacedDatabase`, with everything that was not copied
  /// from it. Afterwards, `replacedDatabase` is the one that was replaced before it, if that still
  /// waits.
  ///
  /// Does nothing if there is none.
  ///
  /// - Throws: `SyncError.unusableDatabase` if the file cannot be deleted; `SyncError.database` if
  ///   this store cannot be written. In each case, `replacedDatabase` stays.
  public func dismissReplacedDatabase() async throws(SyncError) {
    guard let replaced = replacedDatabase, let folder = keptFolder else { return }
    openingRun.replaced = try await write(operation: "dismissReplacedDatabase") {
      (writer) throws(SyncError) in
      // A record without a file counts for nothing, so the file goes first.
      try replaced.removeFiles()
      return try writer.transaction { (_) throws(SyncError) in
        let records = ReplacedDatabases(writer.connection, in: folder, replacedBy: writer.path)
        try records.remove(replaced.file)
        return (try records.all(), .commit)
      }
    }
  }

  /// The folder for replaced databases.
  var keptFolder: URL? { opener?.configuration.whenUnreadable.folder }
}

extension SyncStore.ReplacedDatabase {
  /// Deletes the database and the files next to it.
  func removeFiles() throws(SyncError) {
    do {
      try DatabaseFiles.remove(at: file.path)
    } catch {
      throw .unusableDatabase(path: file.path, reason: "it cannot be deleted: \(error)")
    }
  }
}
