/// The available readers, by the kind of source.
package enum SourceReaders {
  /// - Throws: `ImportFailure` if a source cannot be imported.
  package static func read(_ paths: [String], _ options: ImportOptions) throws -> ImportedSchema {
    let kind = try SourceRecognizer.kind(of: paths)
    guard let reader = readers[kind] else {
      throw ImportFailure(at: paths.first, "\(kind.words) cannot be imported")
    }
    return try reader.read(paths, options)
  }

  private static var readers: [SourceKind: any SourceReader.Type] {
    [
      .json: JSONImport.self, .sqlite: SQLiteReader.self, .swift: SwiftModelReader.self,
      .openAPI: OpenAPIReader.self, .coreData: CoreDataReader.self,
    ]
  }
}
