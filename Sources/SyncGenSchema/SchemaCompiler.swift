package import SyncGenDiagnostics

/// Reads a schema with its fragments and resolves it.
package enum SchemaCompiler {
  /// The schema in the file at `path`; `nil` if and only if there are errors, which are added to
  /// `bag`.
  ///
  /// - Parameters:
  ///   - workingFolder: The folder to which `path` is relative; `nil` if it is not known.
  ///   - toolVersion: The version of the tool that `tool` must mean; `nil` for any.
  ///   - read: Returns a file by its path, which is `path` or one relative to the same folder.
  ///   - list: Returns the names of the files in a folder by its path.
  package static func compile(
    path: String, workingFolder: String? = nil, toolVersion: String? = nil,
    read: @escaping (String) throws(FileReadError) -> SourceFile,
    list: @escaping (String) throws(FileReadError) -> [String] = { _ in [] },
    into bag: inout DiagnosticBag
  ) -> Schema? {
    var problems = DiagnosticBag()
    var reader = SchemaFileReader(
      workingFolder: workingFolder, toolVersion: toolVersion, read: read, list: list)
    let schema = compile(path: path, &reader, problems: &problems)
    for diagnostic in Diagnostic.withUses(problems.sorted, reader.traitUses) {
      bag.add(diagnostic)
    }
    return schema
  }

  private static func compile(
    path: String, _ reader: inout SchemaFileReader, problems: inout DiagnosticBag
  ) -> Schema? {
    guard let declaration = reader.schema(path: path, into: &problems) else { return nil }
    let schema = SchemaResolver.resolve(
      declaration, path: path, sources: reader.sources, into: &problems)
    if let schema { LintRuleChecker.check(schema, into: &problems) }
    return problems.hasErrors ? nil : schema
  }
}
