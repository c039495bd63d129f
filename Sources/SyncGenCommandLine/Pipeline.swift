package import SyncGenDiagnostics
import SyncGenEmit
package import SyncGenMigration
package import SyncGenSchema
import SyncGenTemplateEngine

/// The stages from a schema file to generated files.
///
/// They are followed by the `OutputWriter`, which writes the files, or the `OutputChecker`, which
/// only compares them.
package enum Pipeline {
  /// files → schema
  ///
  /// - Parameters:
  ///   - path: The path as given by the user; `-` is standard input.
  ///   - log: Records each file that is read, or would be if it existed.
  ///   - allowingOutside: Whether it may include files from outside its package.
  /// - Returns: The schema; `nil` if there are errors, which are added to the bag.
  package static func schema(
    at path: String, noting log: InputLog? = nil, allowingOutside: Bool = false,
    into bag: inout DiagnosticBag
  ) -> Schema? {
    let name = path == "-" ? InputFile.standardInput : path
    return SchemaCompiler.compile(
      path: name, workingFolder: FileSystem.workingFolder, toolVersion: ToolVersion.current,
      read: { path throws(FileReadError) in
        log?.note(path)
        if path != name, !allowingOutside { try checkInside(path, ofSchemaAt: name) }
        return try read(path)
      },
      list: { folder throws(FileReadError) in
        log?.note(folder)
        if !allowingOutside { try checkInside(folder, ofSchemaAt: name) }
        return try fileNames(in: folder)
      }, into: &bag)
  }

  /// files → schema, with the files that were read, beginning with its own
  ///
  /// - Parameter contents: The bytes of files that are used instead of those on disk.
  static func source(
    at path: String, allowingOutside: Bool, replacing contents: [String: [UInt8]] = [:],
    into bag: inout DiagnosticBag
  ) -> (schema: Schema?, files: [SourceFile]) {
    var files: [SourceFile] = []
    let schema = SchemaCompiler.compile(
      path: path, workingFolder: FileSystem.workingFolder, toolVersion: ToolVersion.current,
      read: { name throws(FileReadError) in
        if name != path, !allowingOutside { try checkInside(name, ofSchemaAt: path) }
        let file =
          if let bytes = contents[name] { SourceFile(path: name, bytes: bytes) } else {
            try read(name)
          }
        files.append(file)
        return file
      },
      list: { folder throws(FileReadError) in
        if !allowingOutside { try checkInside(folder, ofSchemaAt: path) }
        return try fileNames(in: folder)
      }, into: &bag)
    return (schema, files)
  }

  private static func checkInside(
    _ path: String, ofSchemaAt schema: String
  ) throws(FileReadError) {
    let bounds = PackageBounds(ofSchemaAt: schema)
    if bounds.contains(path) { return }
    throw FileReadError(
      "it is outside the package of the schema, '\(bounds.root)'; if this is intended, pass "
        + "'\(OutputBounds.flag)'", .includeOutside)
  }

  /// schema → schema with its frozen versions and the plan
  ///
  /// - Returns: The versions; `nil` if the frozen files have mistakes, do not match the schema or
  ///   cannot be followed by it. The errors are added to the bag.
  package static func versions(
    of schema: Schema, into bag: inout DiagnosticBag
  ) throws(FileFailure) -> SchemaVersions? {
    let folder = VersionFolder(of: schema)
    return versions(
      of: schema, files: try folder.files(), withdrawn: try folder.withdrawnVersions(), into: &bag)
  }

  /// - Parameters:
  ///   - files: The frozen files by version.
  ///   - withdrawn: The versions that were frozen and withdrawn.
  package static func versions(
    of schema: Schema, files: [(version: Int, file: SourceFile)], withdrawn: Set<Int> = [],
    into bag: inout DiagnosticBag
  ) -> SchemaVersions? {
    if schema.isReadOnly, let (version, _) = files.first {
      let path = VersionFolder(of: schema).path(of: version) ?? ""
      bag.add(.frozenForeignVersion(schema, path: path))
      return nil
    }
    guard
      let history = VersionHistory.read(
        files, schemaPath: schema.path, oldestVersion: schema.oldestVersion?.value,
        adopts: schema.adopts, into: &bag),
      history.check(schema, withdrawn: withdrawn, into: &bag),
      let plan = history.plan(to: schema, into: &bag)
    else { return nil }
    var problems = DiagnosticBag()
    for output in schema.forEachOutput { SetRules.check(output, plan: plan, into: &problems) }
    for diagnostic in problems.sorted { bag.add(diagnostic) }
    return problems.hasErrors ? nil : SchemaVersions(schema: schema, history: history, plan: plan)
  }

  /// The possible numbers of shards for entities.
  package static var shardCounts: ClosedRange<Int> { ShardLayout.counts }

  /// The names of all shards, for a given number of entity shards.
  package static func shardNames(_ count: Int) -> [String] {
    ShardLayout(count: count).names
  }

  /// generated files of several schemas → the shards with their Swift code
  package static func shards(
    of generations: [Generation], count: Int, for folder: String, into bag: inout DiagnosticBag
  ) -> Generation {
    let sources = generations.map {
      ShardSource(schemaPath: $0.name, files: $0.files, templates: $0.templates)
    }
    return Generation(
      name: generations.map(\.name).joined(separator: ", "),
      folder: OutputFolder(ofShardsAt: folder),
      files: ShardEmitter.emit(sources, into: ShardLayout(count: count), reporting: &bag),
      inputs: generations.flatMap(\.inputs), templates: [], notes: generations.flatMap(\.notes))
  }

  /// schema with its versions → its reference as one HTML page
  ///
  /// - Returns: The page; `nil` if the built-in template has a mistake.
  package static func page(
    of versions: SchemaVersions, into bag: inout DiagnosticBag
  ) -> [UInt8]? {
    let folder = OutputFolder(of: versions.schema)
    let options = EmitOptions(
      toolVersion: ToolVersion.current, schemaPath: folder.schemaPath ?? "")
    return SchemaEmitter.page(
      of: versions.schema, plan: versions.plan, options: options, into: &bag)
  }

  /// template and schema with its versions → the variables of each rendering
  static func renderings(
    of template: Template, for versions: SchemaVersions,
    into bag: inout DiagnosticBag
  ) -> [(variables: TemplateValue, subject: String)]? {
    ContextEmitter.renderings(
      of: template, for: versions.schema, plan: versions.plan, toolVersion: ToolVersion.current,
      into: &bag)
  }

  /// schema with its versions → the context of templates, or a value in it, as JSON text
  package static func contextText(
    of versions: SchemaVersions, at path: String?, without omitted: Set<String>
  ) throws(CommandFailure) -> String {
    do {
      return try ContextEmitter.json(
        of: versions.schema, plan: versions.plan, toolVersion: ToolVersion.current,
        at: path.map { ContextPath($0) }, without: omitted)
    } catch {
      throw CommandFailure(error.message)
    }
  }

  /// The JSON Schema of contexts.
  package static var contextSchema: String { ContextJSONSchema.document.text(.lines) + "\n" }

  /// The format of the triggers.
  package static var triggerFormat: Int { TriggerFormat.current }

  /// schema → the fingerprint of its version
  package static func fingerprint(of schema: Schema) -> String {
    SchemaFingerprint.of(schema)
  }

  /// schema → the statements that create a new database
  package static func ddl(for schema: Schema) -> String { SchemaEmitter.ddl(for: schema) }

  /// schema → the statements that create its tables and indexes, including the runtime's own
  package static func allTables(of schema: Schema) -> String {
    SchemaEmitter.allTables(of: schema)
  }

  /// schema → its triggers
  package static func triggers(of schema: Schema) -> [String] {
    SchemaEmitter.triggers(of: schema)
  }

  /// schema → the statements that create its tables and indexes, without the runtime's own
  package static func tables(of schema: Schema) -> String { SchemaEmitter.tables(of: schema) }

  /// schema → the metadata of its entities and join tables for the runtime, as JSON; for sample
  /// rows, with values of enums that keep unknown ones
  package static func metadata(of schema: Schema, forSamples: Bool = false) -> String {
    SchemaEmitter.metadata(of: schema, listsOpenEnums: forSamples)
  }

  /// step → its statements, with one list for each stage
  package static func statements(of step: VersionStep) -> [[String]] {
    SchemaEmitter.statements(of: step)
  }

  /// The results of `work` for each number below `count`, in order, computed on all processors.
  package static func concurrently<Result: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    ConcurrentMap.results(count: count, share: 1, work)
  }

  /// The scripts of steps that `generate` has written, in the order of the steps; `nil` if there is
  /// none.
  ///
  /// A script that differs from what `generate` writes now is an error, which is added to the bag:
  /// it could do anything, so it must not be run.
  package static func scripts(
    of versions: SchemaVersions, into bag: inout DiagnosticBag
  ) throws(FileFailure) -> [SourceFile?] {
    let steps = versions.plan.steps
    let outputs = versions.schema.forEachOutput
    guard let schema = outputs.first(where: { $0.generation.sets.contains("sql") }) else {
      return steps.map { _ in nil }
    }
    let folder = OutputFolder(of: schema)
    let templates = try TemplateFolderReader.templates(of: schema, into: &bag)
    let options = EmitOptions(
      toolVersion: ToolVersion.current, schemaPath: folder.schemaPath ?? "", templates: templates)
    let results = concurrently(steps.count) { index in
      var problems = DiagnosticBag()
      let file = SchemaEmitter.script(
        of: steps[index], for: schema, options: options, into: &problems)
      return (file, problems)
    }
    var files: [SourceFile?] = []
    for (generated, problems) in results {
      for problem in problems.diagnostics { bag.add(problem) }
      files.append(
        try generated.flatMap { (file) throws(FileFailure) in
          try script(file, in: folder, into: &bag)
        })
    }
    return files
  }

  private static func script(
    _ generated: GeneratedFile, in folder: OutputFolder, into bag: inout DiagnosticBag
  ) throws(FileFailure) -> SourceFile? {
    let path = Path.join(folder.path, generated.path)
    guard try FileSystem.kind(of: path) == .file else { return nil }
    let bytes = try FileSystem.read(path)
    let file = SourceFile(path: folder.displayPath(generated.path), bytes: bytes)
    if bytes.hasSameBytes(as: generated.bytes) { return file }
    bag.add(
      Diagnostic(
        .editedMigration, "this differs from what 'swiftsync-gen generate' writes",
        at: SourceSpan(path: file.path),
        notes: [
          Diagnostic.Note(
            "'swiftsync-gen generate' writes this file; declare what the step should do under "
              + "'migrations:'",
            at: SourceSpan(path: file.path))
        ]))
    return nil
  }

  private static func fileNames(in folder: String) throws(FileReadError) -> [String] {
    do throws(FileFailure) {
      return try FileSystem.entries(in: folder).filter { $0.kind != .folder }.map(\.name)
    } catch {
      throw FileReadError(error.reason)
    }
  }

  private static func read(_ path: String) throws(FileReadError) -> SourceFile {
    do {
      return try InputFile.read(path == InputFile.standardInput ? "-" : path)
    } catch {
      throw FileReadError(error.reason)
    }
  }
}

extension Diagnostic {
  /// Databases of other programs are not migrated, so a frozen version would mean nothing.
  fileprivate static func frozenForeignVersion(_ schema: Schema, path: String) -> Diagnostic {
    Diagnostic(
      .frozenVersion,
      "the schema has 'adopt: read-only', so its databases are not migrated, but '\(path)' is a frozen "
        + "version", at: schema.versionSpan,
      notes: [Note("delete the frozen versions", at: schema.versionSpan)])
  }
}
