public import SwiftSyncFoundation

extension SyncStore {
  /// Copies the pending changes of another database of the schema, of any version, to this store.
  ///
  /// For each pending change whose entity still exists, the call reads the old row, copies the
  /// columns that exist in both versions, and sets the others to their defaults. If this store
  /// already has the row, only the locally written members change. The copied changes are pending
  /// in this store. The old file does not change.
  ///
  /// A row with a foreign key needs the row that it refers to, so pull rows first if the schema has
  /// foreign keys. The call can be repeated; this changes only the order in the queue.
  ///
  /// - Parameter file: The old database, e.g. `SyncStore.ReplacedDatabase.file`.
  /// - Returns: The number of copied changes, and the rejected changes with the reason. A change
  ///   whose row does not fit the schema is rejected.
  /// - Throws: `SyncError.unusableDatabase` if the file cannot be opened or has no change
  ///   queue; `SyncError.database` if it cannot be read or this store cannot be written. In each
  ///   case, nothing was copied.
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

extension SyncStore {
  /// The result of `SyncStore.salvage(from:)`.
  public struct SalvageReport: Sendable, Equatable {
    /// A local change that was not copied.
    public struct Rejection: Sendable, Equatable {
      /// The name of the entity in the old database.
      public let entity: String
      /// The row's identity as a string, with its parts joined by `/`.
      public let identity: String
      /// The reason, in lower case and without a full stop.
      public let reason: String
    }

    /// The number of copied changes by entity. They are pending.
    public internal(set) var restored: [String: Int] = [:]
    /// The changes that were not copied.
    public internal(set) var rejected: [Rejection] = []
  }
}

extension SyncStore.SalvageReport: CustomStringConvertible {
  /// A summary, e.g. `3 local changes restored (Task 2, Project 1), 1 rejected`, followed by a line
  /// for each rejected change.
  public var description: String {
    let counts = restored.compactlySorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let total = restored.values.reduce(0, +)
    let list = counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"
    let lines = rejected.map { "  \($0.entity) \($0.identity): \($0.reason)" }
    let head =
      "\(total) local \(total == 1 ? "change" : "changes") restored\(list), \(rejected.count) rejected"
    return ([head] + lines).joined(separator: "\n")
  }
}
