@_spi(Generated) import SwiftSyncREST

extension SyncStore {
  /// Records the version of a schema in a database of another program, if its tables and rows match
  /// that version.
  ///
  /// - Parameters:
  ///   - version: The version that the database should have.
  ///   - addsIndexes: Whether missing indexes are created.
  /// - Throws: `SyncError.unusableDatabase` if the file is not a database.
  package static func makeBaseline(
    of version: SchemaMetadata, at path: String, addingIndexes addsIndexes: Bool
  ) throws(SyncError) -> BaselineOutcome {
    do throws(SyncError) {
      let connection = try Connection(path: path, mode: .readWrite)
      return try Baseline(
        connection: connection, schema: version, version: version.version,
        expected: TableShapes(ddl: version.ddl), entities: version.entities,
        addsIndexes: addsIndexes
      ).make()
    } catch {
      throw error.naming(file: path)
    }
  }
}
