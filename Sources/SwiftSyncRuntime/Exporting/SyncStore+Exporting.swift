public import SwiftSyncFoundation

extension SyncStore {
  /// Rows of an entity as JSON: a list ordered by identity, or with `options.id` one object.
  ///
  /// - Parameter entity: The entity's name.
  /// - Throws: `SyncError.unknownRow` if there is no row with the identity,
  ///   `SyncError.invalidStoredValue` if another program stored what a column's type cannot hold.
  public func export(
    entity: String, options: ExportOptions = ExportOptions()
  ) async throws(SyncError) -> Data {
    try await read { [metadata] (connection) throws(SyncError) in
      let export = try EntityExport(SchemaPlan(metadata), entity, options)
      let output = ExportOutput()
      try export.write(export.statedIdentity, from: connection, to: output)
      return output.data
    }
  }

  /// As `export(entity:options:)`, in pieces, so that memory stays flat however many rows there are.
  ///
  /// - Parameter sink: Gets the bytes in order, on a thread of the store. What it throws ends the export.
  /// - Throws: `SyncError`, or what `sink` throws. Pieces may have been written by then.
  public func export(
    entity: String, options: ExportOptions = ExportOptions(),
    to sink: @escaping @Sendable (Data) throws -> Void
  ) async throws {
    let failure = try await read { [metadata] (connection) throws(SyncError) in
      let export = try EntityExport(SchemaPlan(metadata), entity, options)
      let output = ExportOutput(to: sink)
      try export.write(export.statedIdentity, from: connection, to: output)
      output.flush()
      return output.failure
    }
    if let failure { throw failure }
  }

  /// A row as JSON.
  ///
  /// - Parameter options: `id` and `scope` are not looked at: the identity says it all.
  /// - Throws: As `export(entity:options:)`.
  public func export<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, options: ExportOptions = ExportOptions()
  ) async throws(SyncError) -> Data {
    try await read { [metadata] (connection) throws(SyncError) in
      let export = try EntityExport(SchemaPlan(metadata), Entity.metadata.name, options)
      let output = ExportOutput()
      try export.write(id.storedValues(in: Entity.metadata), from: connection, to: output)
      return output.data
    }
  }

  /// All rows of an entity as a JSON list, ordered by identity.
  ///
  /// - Parameter options: `id` and `scope` are not looked at.
  /// - Throws: `SyncError.invalidStoredValue` if another program stored what a column's type cannot hold.
  public func export<Entity: SyncedEntity>(
    _ entity: Entity.Type, options: ExportOptions = ExportOptions()
  ) async throws(SyncError) -> Data {
    var options = options
    options.id = nil
    options.scope = nil
    return try await export(entity: Entity.metadata.name, options: options)
  }
}
