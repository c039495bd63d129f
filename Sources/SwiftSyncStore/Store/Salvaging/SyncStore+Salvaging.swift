public import SwiftSyncFoundation

extension SyncStore {
  /// Copies the pending changes of another database of the schema, of any version, to this store.
  ///
  /// For each pending change whose entity still exists, the call reads the old row, copies the
  /// columns that exist in both versions, and sets the others to their defaults. If this store
  /// already has the row, only the locally written members change, except those that the app has
  /// written to this store since then. Rows to which a copied row refers are copied too if this
  /// store lacks them. The copied changes are pending in this store. The old file does not change.
  ///
  /// `startOver` does this itself, so call it only for the file of a damaged database, or to try
  /// again what could not be copied: of a file in `replacedDatabase`, only changes that were left
  /// out are copied. Their rows may have been pulled since, or the app may have been updated.
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
    let folder = keptFolder
    let (report, replaced) = try await write(operation: "salvage", as: token) {
      (writer) throws(SyncError) in
      let records = folder.map {
        ReplacedDatabases(writer.connection, in: $0, replacedBy: writer.path)
      }
      return try writer.transaction(token) { (transaction) throws(SyncError) in
        let report = try Self.salvage(from: file, into: writer, transaction, records)
        return ((report, try records?.all() ?? []), .commit)
      }
    }
    openingRun.replaced = replaced
    return report
  }

  private static func salvage(
    from file: URL, into writer: Writer, _ transaction: SyncTransaction,
    _ records: ReplacedDatabases?
  ) throws(SyncError) -> SalvageReport {
    let connection = try Connection(
      path: file.path, mode: .readOnly, preparing: writer.connection.preparation)
    var extent = SalvageRun.Extent.changes
    if let records, try records.isSalvaged(file) {
      extent = .leftovers(try records.leftovers(of: file))
    }
    let run = try SalvageRun(
      extent, from: OldDatabase(connection), at: file.path, into: writer, transaction)
    let outcome = try run.run()
    try records?.note(outcome, of: file)
    return outcome.report
  }
}

extension SyncStore {
  /// What was copied from an old database, and what was left out.
  public struct SalvageReport: Sendable, Equatable {
    /// A local change that was not copied, or not completely.
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
    /// The changes that were not copied, and those of which some members were left out.
    public internal(set) var rejected: [Rejection] = []
    /// The number of rows by entity that were copied without a pending change: because copied rows
    /// refer to them or, by `startOver`, because their entity has neither `push` nor a clock or a
    /// tombstone, so that they may exist only on the device.
    public internal(set) var rows: [String: Int] = [:]
    /// The number of rows by entity that may exist only on the device and were left out, because
    /// they do not fit the schema.
    public internal(set) var rejectedRows: [String: Int] = [:]
  }
}

extension SyncStore.SalvageReport: CustomStringConvertible {
  /// A summary, e.g. `3 local changes restored (Task 2, Project 1), 1 rejected`, followed by a line
  /// for each rejected change.
  public var description: String {
    let changes = Self.total(restored)
    let copied = "\(changes) local \(changes == 1 ? "change" : "changes")"
    var parts = ["\(copied) restored\(Self.list(restored))", "\(rejected.count) rejected"]
    for (rows, outcome) in [(rows, "copied"), (rejectedRows, "left out")] where !rows.isEmpty {
      let count = Self.total(rows)
      parts.append("\(count) \(count == 1 ? "row" : "rows") \(outcome)\(Self.list(rows))")
    }
    let lines = rejected.map { "  \($0.entity) \($0.identity): \($0.reason)" }
    return ([parts.joined(separator: ", ")] + lines).joined(separator: "\n")
  }

  private static func total(_ counts: [String: Int]) -> Int { counts.values.reduce(0, +) }

  private static func list(_ counts: [String: Int]) -> String {
    let parts = counts.compactlySorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }
}
