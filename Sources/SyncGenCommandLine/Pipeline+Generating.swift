package import SyncGenDiagnostics
import SyncGenEmit
import SyncGenMigration
package import SyncGenSchema

/// How output is generated.
package struct GenerationSettings: Sendable {
  /// The only folder to write to, instead of those that the schema states.
  package var folder: String?
  /// Whether the folders that the schema states may be outside its package.
  package var allowsOutside = false
  /// Whether the commands that the schema states may run.
  package var allowsCommands = false
  /// Whether files that a newer version of the tool wrote are replaced.
  package var replacesNewer = false
  /// Whether the process ends after this work.
  package var isLastWork = false
  /// Whether only the Swift of the first output is generated.
  package var isSwiftOnly = false
  /// Whether output is not rendered if nothing has changed since the last run.
  package var skipsUnchanged = false

  package init() {}
}

extension Pipeline {
  /// schema with its versions → generated files, for each of its output folders
  package static func generations(
    of versions: SchemaVersions, _ settings: GenerationSettings, into bag: inout DiagnosticBag
  ) throws(FileFailure) -> [Generation] {
    let isSingle = settings.folder != nil || settings.isSwiftOnly
    let schemas = isSingle ? [versions.schema] : versions.schema.forEachOutput
    var problems = DiagnosticBag()
    if !isSingle { OutputBounds.checkOverlap(of: versions.schema, into: &problems) }
    let generations = try schemas.map { (schema) throws(FileFailure) in
      try generation(
        of: SchemaVersions(schema: schema, history: versions.history, plan: versions.plan),
        settings, notes: schema === versions.schema ? notes(on: schema) : [], into: &problems)
    }
    bag.addOnce(problems)
    return generations
  }

  private static func generation(
    of versions: SchemaVersions, _ settings: GenerationSettings, notes: [String],
    into bag: inout DiagnosticBag
  ) throws(FileFailure) -> Generation {
    let schema = versions.schema
    if settings.folder == nil {
      OutputBounds.checkOutput(
        of: schema, allowingOutside: settings.allowsOutside, into: &bag)
    }
    var folder =
      settings.folder.map { OutputFolder(of: schema, at: $0) }
      ?? OutputFolder(of: schema, allowingOutside: settings.allowsOutside)
    folder.replacesNewer = settings.replacesNewer
    let templates = try TemplateFolderReader.templates(of: schema, into: &bag)
    let options = EmitOptions(
      toolVersion: ToolVersion.current, schemaPath: folder.schemaPath ?? "", templates: templates,
      isLastWork: settings.isLastWork, isSwiftOnly: settings.isSwiftOnly)
    let commands = schema.generation.commands
    let programs = commands.flatMap { OutputProgram.paths(of: $0, for: schema) }
    let digests = try digests(of: versions, templates, programs)
    var unchanged: [String]?
    // Commands may read anything.
    if settings.skipsUnchanged, commands.isEmpty {
      unchanged = try OutputChecker.unchangedPaths(in: folder, from: digests)
    }
    if unchanged != nil {
      for problem in SchemaEmitter.templateProblems(of: templates, for: schema) {
        bag.add(problem)
      }
    }
    let files =
      unchanged == nil && checkAllowed(commands, settings, into: &bag)
      ? try files(of: versions, in: folder, options, into: &bag) : []
    return Generation(
      name: schema.path, folder: folder, files: files,
      inputs: schema.sources.paths + versions.history.versions.map(\.schema.path)
        + templates.map(\.source.path) + programs,
      templates: templates, notes: notes, digests: digests, unchangedPaths: unchanged)
  }

  private static func digests(
    of versions: SchemaVersions, _ templates: [UserTemplate], _ programs: [String]
  ) throws(FileFailure) -> OutputManifest.Inputs {
    var schema = ContentDigest()
    schema.add(versions.schema.sources.digest.utf8)
    for frozen in versions.history.versions { schema.add(frozen.schema.sources.digest.utf8) }
    var others = ContentDigest()
    for template in templates {
      others.add(template.name.utf8)
      others.add(template.source.bytes)
    }
    for path in programs { others.add(try InputFile.read(path).bytes) }
    return OutputManifest.Inputs(schema: schema, templates: others)
  }

  /// The files of one output, as they are written.
  private static func files(
    of versions: SchemaVersions, in folder: OutputFolder, _ options: EmitOptions,
    into bag: inout DiagnosticBag
  ) throws(FileFailure) -> [GeneratedFile] {
    let (schema, generation) = (versions.schema, versions.schema.generation)
    let files =
      if let program = generation.program {
        try OutputProgram.files(of: versions, by: program, options: options, into: &bag)
      } else {
        SchemaEmitter.emit(schema, plan: versions.plan, options: options, into: &bag)
      }
    guard let formatter = generation.formatter, !bag.hasErrors else { return files }
    return try OutputFormatter.format(files, with: formatter, for: schema, in: folder, into: &bag)
  }

  /// Adds an error for each command that the caller does not allow; returns whether there is none.
  private static func checkAllowed(
    _ commands: [StatedCommand], _ settings: GenerationSettings, into bag: inout DiagnosticBag
  ) -> Bool {
    if settings.allowsCommands || settings.isSwiftOnly { return true }
    for command in commands { bag.add(.commandNotAllowed(command)) }
    return commands.isEmpty
  }

  private static func notes(on schema: Schema) -> [String] {
    (schema.api?.pullsForParents ?? []).map { endpoint, parent in
      let relation = schema[parent]
      return "a session does not pull '\(endpoint.name.name)', because its path needs "
        + "'\(relation.name.name)'; pull it with "
        + "'SyncSession.Pull.each(\(schema[relation.target].name.name).self)', or add 'pulls: false'"
    }
  }

  /// Reports the mistakes of a schema's own templates and output folders, without rendering them.
  package static func checkTemplates(
    of schema: Schema, into bag: inout DiagnosticBag
  ) throws(FileFailure) {
    var problems = DiagnosticBag()
    OutputBounds.checkOverlap(of: schema, into: &problems)
    for output in schema.forEachOutput {
      let templates = try TemplateFolderReader.templates(of: output, into: &problems)
      for problem in SchemaEmitter.templateProblems(of: templates, for: output) {
        problems.add(problem)
      }
    }
    bag.addOnce(problems)
  }
}

extension DiagnosticBag {
  /// Adds the diagnostics of another bag, each once: outputs may share templates.
  fileprivate mutating func addOnce(_ other: DiagnosticBag) {
    var known: Set<Diagnostic> = []
    for diagnostic in other.diagnostics where known.insert(diagnostic).inserted {
      add(diagnostic)
    }
  }
}

extension Diagnostic {
  fileprivate static func commandNotAllowed(_ command: StatedCommand) -> Diagnostic {
    Diagnostic(
      .error, .commandNotAllowed,
      "this output needs the command '\(command.text)', which may do anything on this computer",
      at: command.span,
      notes: [
        Note(
          "if you trust the schema, run 'swiftsync-gen generate --allow-commands'", at: command.span
        )
      ])
  }
}
