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
      try connection.allowStringsOfOtherPrograms()
      return try Baseline(
        connection: connection, schema: version, version: version.version,
        expected: TableShapes(tables: version.tables), entities: version.entities,
        addsIndexes: addsIndexes
      ).make()
    } catch {
      throw error.naming(file: path)
    }
  }

  /// What keeps a store from reading a database of another program as one of a schema: tables and columns, or where
  /// those fit, values.
  ///
  /// - Throws: `SyncError.unusableDatabase` if the file is not a database.
  package static func readingProblems(
    of schema: SchemaMetadata, at path: String
  ) throws(SyncError) -> [String] {
    let connection = try Connection.reading(path, schema, checksTables: false)
    do throws(SyncError) {
      return try connection.snapshot { () throws(SyncError) in
        let check = try AdoptionCheck(
          TableShapes(tables: schema.tables), on: connection, for: .reading)
        guard check.problems.isEmpty else { return check.problems }
        var problems: [String] = []
        for entity in schema.entities {
          let rows = StoredRowCheck(entity, on: connection)
          problems += try rows.problems(hasRowIDs: false)
          if let repeated = try rows.repeatedIdentity() { problems.append(repeated) }
        }
        return problems
      }
    } catch {
      throw error.naming(file: path)
    }
  }
}
