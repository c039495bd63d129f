package import SyncGenDiagnostics

/// Reads a schema with its fragments and resolves it.
package enum SchemaCompiler {
  /// The schema in the file at `path`, `nil` iff there are errors; `bag` has them.
  ///
  /// - Parameter read: Gives a file by its path, which is `path` or one relative to the same folder as it.
  package static func compile(
    path: String, read: @escaping (String) throws(FileReadError) -> SourceFile,
    into bag: inout DiagnosticBag
  ) -> Schema? {
    var problems = DiagnosticBag()
    let schema = compile(path: path, read: read, problems: &problems)
    for diagnostic in problems.sorted { bag.add(diagnostic) }
    return schema
  }

  private static func compile(
    path: String, read: @escaping (String) throws(FileReadError) -> SourceFile,
    problems: inout DiagnosticBag
  ) -> Schema? {
    var reader = SchemaFileReader(read: read)
    guard let declaration = reader.schema(path: path, into: &problems) else { return nil }
    let schema = SchemaResolver.resolve(
      declaration, path: path, sourcePaths: reader.sourcePaths, into: &problems)
    if let schema { LintRuleChecker.check(schema, into: &problems) }
    return problems.hasErrors ? nil : schema
  }
}
