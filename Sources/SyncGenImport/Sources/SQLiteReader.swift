import SyncGenDiagnostics

/// Reads one database.
enum SQLiteReader: SourceReader {
  static func read(_ paths: [String], _ options: ImportOptions) throws -> ImportedSchema {
    guard let path = paths.first, paths.count == 1 else {
      throw ImportFailure(at: paths.last, "only one database can be imported at a time")
    }
    do throws(FileReadError) {
      return try SQLiteImport.read(path: path, rows: options.sample)
    } catch {
      throw ImportFailure(at: path, error.message)
    }
  }
}
