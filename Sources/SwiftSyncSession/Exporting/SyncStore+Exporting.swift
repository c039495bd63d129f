public import SwiftSyncFoundation
@_spi(Generated) public import SwiftSyncStore

extension SyncStore {
  /// Returns rows of an entity as JSON: an array ordered by identity or, with `options.id`, one
  /// object.
  ///
  /// - Parameters:
  ///   - entity: The entity's name.
  ///   - options: The rows to export, and their form.
  /// - Throws: `SyncError.unknownRow` if there is no row with the identity,
  ///   `SyncError.invalidStoredValue` if another program stored a value of the wrong type.
  public func export(
    entity: String, options: ExportOptions = ExportOptions()
  ) async throws(SyncError) -> Data {
    try await readPlanned(long: true) { (connection, schema) throws(SyncError) in
      let export = try EntityExport(schema, entity, options)
      let output = ExportOutput()
      try export.write(export.statedIdentity, from: connection, to: output)
      return output.data
    }
  }

  /// Passes rows of an entity as JSON to a closure, in pieces. Memory use does not depend on the
  /// number of rows.
  ///
  /// - Parameters:
  ///   - entity: The entity's name.
  ///   - options: The rows to export, and their form.
  ///   - sink: Receives the bytes in order, on a thread of the store. If it throws an error, the
  ///     export ends.
  /// - Throws: `SyncError`, or the error of `sink`. Some pieces may already have been passed on.
  public func export(
    entity: String, options: ExportOptions = ExportOptions(),
    to sink: @escaping @Sendable (Data) throws -> Void
  ) async throws {
    let failure = try await readPlanned(long: true) { (connection, schema) throws(SyncError) in
      let export = try EntityExport(schema, entity, options)
      let output = ExportOutput(to: sink)
      try export.write(export.statedIdentity, from: connection, to: output)
      output.flush()
      return output.failure
    }
    if let failure { throw failure }
  }

  /// Returns a row as JSON.
  ///
  /// - Parameters:
  ///   - entity: The type of the row.
  ///   - id: The identity of the row.
  ///   - options: The form of the JSON. `id` and `scope` are ignored.
  /// - Throws: The errors of `export(entity:options:)`.
  public func export<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, options: ExportOptions = ExportOptions()
  ) async throws(SyncError) -> Data {
    try await readPlanned(long: true) { (connection, schema) throws(SyncError) in
      let export = try EntityExport(schema, Entity.metadata.name, options)
      let output = ExportOutput()
      try export.write(id.storedValues(in: Entity.metadata), from: connection, to: output)
      return output.data
    }
  }

  /// Returns all rows of an entity as a JSON array, ordered by identity.
  ///
  /// - Parameters:
  ///   - entity: The type of the rows.
  ///   - options: The form of the JSON. `id` and `scope` are ignored.
  /// - Throws: `SyncError.invalidStoredValue` if another program stored a value of the wrong type.
  public func export<Entity: SyncedEntity>(
    _ entity: Entity.Type, options: ExportOptions = ExportOptions()
  ) async throws(SyncError) -> Data {
    var options = options
    options.id = nil
    options.scope = nil
    return try await export(entity: Entity.metadata.name, options: options)
  }
}
