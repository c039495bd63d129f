public import SwiftSyncFoundation

extension SyncStore {
  /// Brings the local changes of another database of the schema, of whatever version, into this store.
  ///
  /// It reads the queue of changes that were never pushed and, for each one whose entity still exists, the
  /// row as it was. Columns that both versions have are taken over, others get their defaults. What this
  /// store already holds is only changed in the members that were written locally. The changes then wait to
  /// be pushed like any others. The old file is only read.
  ///
  /// A row that refers to another one by an enforced reference needs that row, so download first where a
  /// schema enforces references. A change that was brought over is brought over again by a second call, which
  /// then changes nothing but the place in the queue.
  ///
  /// - Parameter file: The old database, e.g. `ReplacedDatabase.file`.
  /// - Returns: What was brought over, and what was skipped with the reason. A change whose row does not fit
  ///   the schema any more is skipped.
  /// - Throws: `SyncError.unusableDatabase` if the file cannot be opened or has no queue of changes;
  ///   `SyncError.database` if it cannot be read to the end, or this store cannot be written. Nothing was
  ///   brought over then.
  @discardableResult
  public func salvage(from file: URL) async throws(SyncError) -> SalvageReport {
    let token = CancellationToken()
    return try await write(operation: "salvage", as: token) { (writer) throws(SyncError) in
      try writer.transaction(token) { (transaction) throws(SyncError) in
        let run = try SalvageRun(from: file.path, into: writer, transaction)
        return (try run.run(), .commit)
      }
    }
  }
}
