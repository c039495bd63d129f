import SyncGenCommandLine

/// Reads one OpenAPI document.
enum OpenAPIReader: SourceReader {
  static func read(_ paths: [String], _ options: ImportOptions) throws -> ImportedSchema {
    guard let path = paths.first, paths.count == 1 else {
      throw ImportFailure(at: paths.last, "only one OpenAPI document can be imported at a time")
    }
    return try OpenAPIImport.read(InputFile.read(path, atMost: InputFile.dataLimit))
  }
}
