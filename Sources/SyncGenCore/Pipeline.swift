package import SyncGenDiagnostics
import SyncGenEmit
package import SyncGenMigration
package import SyncGenSchema
import SyncGenTemplateEngine

/// The way from a schema file to generated files, stage by stage.
///
/// Behind it comes the `OutputWriter`, which writes them, or the `OutputChecker`, which does not.
package enum Pipeline {
  /// files → schema
  ///
  /// - Parameters:
  ///   - path: As the user gave it; `-` is standard input.
  ///   - log: Learns of each file that is read, or would be if it were there.
  /// - Returns: `nil` if there are errors, which the bag then has.
  package static func schema(
    at path: String, noting log: InputLog? = nil, into bag: inout DiagnosticBag
  ) -> Schema? {
    let name = path == "-" ? InputFile.standardInput : path
    return SchemaCompiler.compile(
      path: name,
      read: { path throws(FileReadError) in
        log?.note(path)
        return try read(path)
      }, into: &bag)
  }

  /// schema → schema with its frozen versions and the plan
  ///
  /// - Returns: `nil` if the frozen files have mistakes, do not fit the schema or cannot be
  ///   followed by it, which the bag then has.
  package static func versions(
    of schema: Schema, into bag: inout DiagnosticBag
  ) throws(FileFailure) -> SchemaVersions? {
    let folder = VersionFolder(of: schema)
    guard
      let history = VersionHistory.read(
        try folder.files(), schemaPath: schema.path, into: &bag),
      history.check(schema, into: &bag),
      let plan = history.plan(to: schema, into: &bag)
    else { return nil }
    return SchemaVersions(schema: schema, history: history, plan: plan)
  }

  /// schema with its versions → generated files
  ///
  /// - Parameters:
  ///   - output: The folder that they are for, `nil` for the one that the schema states.
  ///   - isLastWork: Whether the process ends with it.
  package static func generation(
    of versions: SchemaVersions, for output: String? = nil, isLastWork: Bool = false,
    into bag: inout DiagnosticBag
  ) throws(FileFailure) -> Generation {
    let schema = versions.schema
    let folder =
      output.map { OutputFolder(of: schema, at: $0) } ?? OutputFolder(of: schema)
    let templates = try TemplateFolderReader.templates(in: TemplateCatalog.folders(of: schema))
    let options = EmitOptions(
      toolVersion: ToolVersion.current, schemaPath: folder.schemaPath, templates: templates,
      isLastWork: isLastWork)
    return Generation(
      schema: schema, folder: folder,
      files: SchemaEmitter.emit(schema, plan: versions.plan, options: options, into: &bag),
      inputs: schema.sourcePaths + versions.history.versions.map(\.schema.path)
        + templates.map(\.source.path))
  }

  /// schema with its versions → its reference as one HTML page
  ///
  /// - Returns: `nil` if the built-in template has a mistake.
  package static func page(
    of versions: SchemaVersions, into bag: inout DiagnosticBag
  ) -> [UInt8]? {
    let folder = OutputFolder(of: versions.schema)
    let options = EmitOptions(
      toolVersion: ToolVersion.current, schemaPath: folder.schemaPath)
    return SchemaEmitter.page(
      of: versions.schema, plan: versions.plan, options: options, into: &bag)
  }

  /// schema with its versions → what templates see of it
  static func context(of versions: SchemaVersions) -> TemplateValue {
    ContextEmitter.context(
      of: versions.schema, plan: versions.plan, toolVersion: ToolVersion.current)
  }

  /// The same as JSON text.
  package static func contextText(of versions: SchemaVersions) -> String {
    ContextEmitter.json(
      of: versions.schema, plan: versions.plan, toolVersion: ToolVersion.current)
  }

  /// schema → what identifies its version
  package static func fingerprint(of schema: Schema) -> String {
    SchemaFingerprint.of(schema)
  }

  /// schema → the statements that make a new database
  ///
  /// Without the last line feed, as the text of the generated code, so that the two are equal.
  package static func ddl(for schema: Schema) -> String {
    let statements = SchemaEmitter.ddl(for: schema)
    return statements.hasSuffix("\n") ? String(statements.dropLast()) : statements
  }

  /// step → its statements, a list for each stage
  package static func statements(of step: VersionStep) -> [[String]] {
    SchemaEmitter.statements(of: step)
  }

  /// What `work` gives for each number below `count`, in their order; on all processors.
  package static func concurrently<Result: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    ConcurrentMap.results(count: count, share: 1, work)
  }

  /// The file of a step that `generate` has written; `nil` if there is none.
  package static func migrationFile(of step: VersionStep, for schema: Schema)
    throws(FileFailure) -> SourceFile?
  {
    guard schema.generation.sets.contains("sql") else { return nil }
    let folder = OutputFolder(of: schema)
    let name = "migrations/\(step.new.version).sql"
    let path = Path.join(folder.path, name)
    guard try FileSystem.kind(of: path) == .file else { return nil }
    return SourceFile(path: folder.displayPath(name), bytes: try FileSystem.read(path))
  }

  private static func read(_ path: String) throws(FileReadError) -> SourceFile {
    do {
      return try InputFile.read(path == InputFile.standardInput ? "-" : path)
    } catch {
      throw FileReadError(error.reason)
    }
  }
}
