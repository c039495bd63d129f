@_spi(Generated) import SwiftSyncCoding
import SwiftSyncFoundation

extension SyncStore {
  /// Deletes all rows on the device, for example when the user logs out, without deleting them on
  /// the server.
  ///
  /// ```swift
  /// try await store.erase()
  /// try await store.erase(keeping: [Label.self])
  /// ```
  ///
  /// One transaction deletes the rows and all that the store remembers about syncing: pending
  /// changes, requests in flight, problems, watermarks, positions of lists, entity tags and temporary
  /// ids. Nothing is queued for the server. Observers see the deletions, and the steps of `undo` are
  /// forgotten.
  ///
  /// Afterwards, the file is rewritten, so that neither it nor the write-ahead log contains deleted
  /// values. If that is not possible, e.g. because the disk is full or another process is reading,
  /// the error is logged. The file is then rewritten when the database is next opened, as it is if the
  /// process ends in between.
  ///
  /// Replaced databases are deleted too, as by `dismissReplacedDatabase()`, with the changes that were
  /// left in them. An error of deleting them is logged.
  ///
  /// The call waits for a push that is running. A payload or page that arrives later is stored, so
  /// stop everything that pulls first.
  ///
  /// - Parameter kept: The entities whose rows stay on the device. Their pending changes are
  ///   forgotten too. References from these rows to deleted ones follow `on-delete`: with `cascade`,
  ///   the row is deleted. Memberships of deleted rows end.
  /// - Throws: `SyncError.refused` if a row that stays refers to a deleted one with `on-delete: deny`,
  ///   which is the default of required references with a foreign key; `SyncError.unknownEntity`;
  ///   `SyncError.cancelled`. In these cases, nothing has changed.
  public func erase(keeping kept: [any SyncedEntity.Type] = []) async throws(SyncError) {
    let names = kept.map { $0.metadata.name }
    do {
      try await uploads.run { try await erase(named: names) }
    } catch let error as SyncError {
      throw error
    } catch {
      throw .cancelled
    }
  }

  private func erase(named kept: [String]) async throws(SyncError) {
    let operation = "erase"
    let token = CancellationToken()
    let folder = keptFolder
    let failures = try await write(operation: operation, as: token) { (writer) throws(SyncError) in
      try writer.erase(keeping: kept, token)
      return [writer.dismissReplaced(in: folder), writer.compact()].compactMap { $0 }
    }
    for failure in failures { note(failure, of: operation) }
    openingRun.replaced = openingRun.replaced.filter {
      FileManager.default.fileExists(atPath: $0.file.path)
    }
  }
}

extension Writer {
  fileprivate func erase(
    keeping kept: [String], _ token: CancellationToken
  ) throws(SyncError) {
    var entities: Set<Int> = []
    for name in kept { entities.insert(try entity(name).index) }
    try transaction(token) { (transaction) throws(SyncError) in
      (try StoreErasure(transaction, on: connection, plan, keeping: entities).run(), .commit)
    }
    forgetUndo()
  }

  /// Deletes the files of replaced databases, and returns the error if that is not possible.
  fileprivate func dismissReplaced(in folder: URL?) -> SyncError? {
    guard let folder else { return nil }
    do throws(SyncError) {
      let records = ReplacedDatabases(connection, in: folder, replacedBy: path)
      for replaced in try records.all() {
        try replaced.removeFiles()
        try transaction { (_) throws(SyncError) in (try records.remove(replaced.file), .commit) }
      }
      return nil
    } catch {
      return error
    }
  }

  /// Rewrites the file without deleted rows, and returns the error if that is not possible now.
  fileprivate func compact() -> SyncError? {
    do throws(SyncError) {
      try Compaction.run(on: connection)
      try noteTables()
      return nil
    } catch {
      return error
    }
  }
}
