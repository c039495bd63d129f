@_spi(Generated) import SwiftSyncREST

extension SyncStore {
  /// Notes that a database of another program has a version of a schema, if its tables and rows are as that says.
  ///
  /// - Parameters:
  ///   - version: The version that the database should have.
  ///   - addsIndexes: Whether indexes that it lacks are created.
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
