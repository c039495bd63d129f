import SyncGenDiagnostics

/// The `generate` command.
package struct GenerateCommand: Command {
  private static let check = OptionDefinition(
    "check",
    "write nothing; list each file that would change, and exit with status 1 if there are any")
  private static let diff = OptionDefinition(
    "diff", "like '--check', and print the differences as a patch for 'git apply'")
  private static let staged = OptionDefinition(
    "staged",
    "with '--check' or '--diff': check what the next commit contains instead of the files, for hooks "
      + "of Git")
  private static let watch = OptionDefinition(
    "watch", "keep running and regenerate whenever a schema or template changes")
  private static let depfile = OptionDefinition(
    "depfile", takes: .text(placeholder: "FILE"),
    "write a dependency file for make, Ninja and Bazel")
  private static let output = OptionDefinition(
    "into", takes: .text(placeholder: "FOLDER"),
    "write to FOLDER instead of the output folder of the schema")
  private static let shards = OptionDefinition(
    "shards", takes: .number,
    "write the Swift of all SCHEMAs to a fixed set of files, N of them for entities; needs '--into'"
  )

  private static let force = OptionDefinition(
    "force",
    "replace files that a newer version of the tool wrote, and generate even if nothing has changed"
  )
  private static let allowCommands = OptionDefinition(
    "allow-commands", "run the programs that schemas state under 'program' and 'format'")

  package static let definition = CommandDefinition(
    "generate", "write the output of schemas", operands: SchemaArguments.operands,
    options: [
      check, diff, staged, Console.format, watch, depfile, output, shards, SchemaArguments.option,
      SchemaArguments.strict, SchemaArguments.allowOutside, allowCommands, force,
    ],
    discussion: [
      SchemaArguments.discussion,
      """
      If nothing has changed since the last run, the command generates nothing. Otherwise, files are \
      written only if their content changes. The command deletes files that an earlier run \
      wrote and that are no longer generated. If no schema is named, it also deletes the output of \
      schemas that were removed from 'Schemas', as far as it is in or next to an output folder of \
      another schema. It does not delete other output, such as the former folder of a schema whose \
      'output' has changed.
      """,
      """
      In each output folder, the hidden file '.NAME\(OutputManifest.suffix)', with the name of the \
      schema, records the tool's version and digests of the inputs and files. Commit it with them. If \
      Git cannot merge it, run 'generate' again.
      """,
      """
      The command warns if it overwrites an edited file. It never touches a file it didn't write: if \
      an output has the path of such a file, nothing is written and the exit status is 1.
      """,
      """
      '--shards' is for builds that need the names of all files in advance, such as those of SwiftPM. \
      Entities, enums and endpoints are distributed over N files by a hash of their names, older \
      versions over four files, and the rest is in one. Only Swift is written. YAML files that are not \
      schemas are skipped. If no input has changed since the last run, which '\(InputStamp.name)' in \
      FOLDER records, nothing is generated.
      """,
      """
      The output folder must be inside the package of the schema: the nearest folder above it with a \
      Package.swift or a .git, or else the parent of the schema's folder. '--allow-outside' lifts \
      this restriction, and '--into' is not subject to it. '--into' and '--shards' write only the first \
      output of a schema, not those under 'outputs'. No other files or folders whose names begin with a \
      dot are written.
      """,
    ])

  private enum Mode {
    case write
    case check
    case diff
  }

  private let schemas: SchemaArguments
  private let mode: Mode
  private let isStaged: Bool
  private let isWatching: Bool
  private let depfile: String?
  private let folder: String?
  private let shardCount: Int?
  private let allowsCommands: Bool
  private let isForced: Bool
  /// Whether all schemas of the project are known, so that output of others belongs to removed
  /// schemas.
  private let isWholeProject: Bool
  /// The settings, besides files, that the output depends on.
  private let settings: [String]

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    schemas =
      arguments.has(Self.shards)
      ? SchemaArguments(among: arguments) : SchemaArguments(arguments, showingAdvice: true)
    mode = arguments.has(Self.diff) ? .diff : arguments.has(Self.check) ? .check : .write
    isStaged = arguments.has(Self.staged)
    isWatching = arguments.has(Self.watch)
    depfile = arguments.text(Self.depfile)
    folder = arguments.text(Self.output)
    shardCount = try Self.shardCount(arguments)
    if depfile != nil, mode != .write {
      throw arguments.problem(
        "option '--depfile' writes a file, but '--check' and '--diff' "
          + "write nothing")
    }
    if isWatching, mode != .write {
      throw arguments.problem(
        "option '--watch' writes files, but '--check' and '--diff' write "
          + "nothing")
    }
    if isWatching, schemas.readsStandardInput {
      throw arguments.problem("option '--watch' needs files; standard input can be read only once")
    }
    if shardCount != nil, folder == nil || schemas.readsStandardInput {
      throw arguments.problem("option '--shards' needs files and '--into'")
    }
    try Self.checkStaged(arguments, mode, schemas)
    allowsCommands = arguments.has(Self.allowCommands)
    isForced = arguments.has(Self.force)
    isWholeProject = folder == nil && schemas.areFound
    settings = arguments.operands + arguments.texts(SchemaArguments.option) + ["\(shardCount ?? 0)"]
  }

  private static func checkStaged(
    _ arguments: ParsedArguments, _ mode: Mode, _ schemas: SchemaArguments
  ) throws(UsageError) {
    guard arguments.has(staged) else { return }
    if mode == .write {
      throw arguments.problem("option '--staged' needs '--check' or '--diff'")
    }
    if arguments.has(output) || schemas.readsStandardInput {
      throw arguments.problem("option '--staged' needs schemas and output in the repository")
    }
    if schemas.areAbsolute {
      throw arguments.problem("option '--staged' needs relative paths of schemas")
    }
  }

  private static func shardCount(_ arguments: ParsedArguments) throws(UsageError) -> Int? {
    guard let count = arguments.number(shards) else { return nil }
    guard Pipeline.shardCounts.contains(count) else {
      let (least, most) = (Pipeline.shardCounts.lowerBound, Pipeline.shardCounts.upperBound)
      throw arguments.problem("option '--shards' takes a number from \(least) to \(most)")
    }
    return count
  }

  package func run(_ console: Console) throws -> ExitStatus {
    if isStaged {
      return try StagedCopy.use { copy in
        // Mistakes are reported by the check itself.
        var problems = DiagnosticBag()
        try copy.add(filesOf: try schemas.load(into: &problems))
        return try self.generate(console, noting: nil, staged: copy)
      }
    }
    let generate = { (log: InputLog?) in try self.generate(console, noting: log) }
    if isWatching { try WatchLoop(console, generate: generate).run() }
    guard shardCount != nil, mode == .write else { return try generate(nil) }
    return try generateOnChange(generate)
  }

  /// Generates only if necessary, for builds, which run the tool in any case.
  private func generateOnChange(
    _ generate: (InputLog?) throws -> ExitStatus
  ) throws -> ExitStatus {
    guard let shardCount, let folder else { return .done }
    let stamp = InputStamp(in: folder, settings: settings)
    if try stamp.isCurrent() {
      try stamp.renew()
      return .done
    }
    let log = InputLog()
    let status = try generate(log)
    let outputs = Pipeline.shardNames(shardCount).map { Path.join(folder, $0) }
    if status == .done { try stamp.write(log, outputs: outputs) }
    return status
  }

  private func generate(
    _ console: Console, noting log: InputLog?, staged: StagedCopy? = nil
  ) throws -> ExitStatus {
    guard let generations = try generations(console, noting: log) else { return .failed }
    if mode == .write { return try write(generations, console) }
    return try OutputCheck(console, showsDifferences: mode == .diff, staged: staged)
      .report(generations)
  }

  /// The generations of the schemas; `nil` if there are mistakes, which are shown.
  private func generations(
    _ console: Console, noting log: InputLog?
  ) throws -> [Generation]? {
    var bag = DiagnosticBag()
    let schemas = try schemas.loadVersions(noting: log, into: &bag)
    if folder != nil, shardCount == nil, schemas.count > 1 {
      throw CommandFailure("option '--into' without '--shards' needs exactly one schema")
    }
    let generations =
      bag.hasErrors
      ? []
      : try schemas.flatMap { try Pipeline.generations(of: $0, generating, into: &bag) }
    let output = shards(of: generations, into: &bag) ?? generations
    console.show(bag)
    if self.schemas.fails(bag) { return nil }
    return isWholeProject ? try output + ForgottenOutput.generations(beside: output) : output
  }

  private var generating: GenerationSettings {
    var settings = GenerationSettings()
    settings.folder = folder
    settings.allowsOutside = schemas.allowsOutside
    settings.allowsCommands = allowsCommands
    settings.replacesNewer = isForced
    settings.isLastWork = !isWatching
    settings.isSwiftOnly = shardCount != nil
    settings.skipsUnchanged = mode == .write && shardCount == nil && !isForced
    return settings
  }

  private func shards(
    of generations: [Generation], into bag: inout DiagnosticBag
  ) -> [Generation]? {
    guard let shardCount, let folder, !bag.hasErrors else { return nil }
    return [Pipeline.shards(of: generations, count: shardCount, for: folder, into: &bag)]
  }

  // MARK: Writing

  private func write(_ generations: [Generation], _ console: Console) throws -> ExitStatus {
    if let depfile { try check(depfile, of: generations) }
    var status = ExitStatus.done
    for generation in generations {
      let comparison = try generation.write()
      if comparison.obstacles.isEmpty {
        report(comparison, of: generation, console)
      } else if let version = comparison.newerTool {
        console.error(
          comparison.newerToolError(
            version, of: generation, remedy: "update the tool, or replace them with '--force'"))
        status = .failed
      } else {
        let isOnly = generations.filter { $0.name == generation.name }.count == 1
        let place = isOnly ? "" : " in \(generation.folder.displayPath(""))"
        report(comparison.obstacles, of: generation, place: place, console)
        status = .failed
      }
    }
    if let depfile, status == .done { try write(depfile, for: generations) }
    return status
  }

  private func report(
    _ comparison: OutputComparison, of generation: Generation, _ console: Console
  ) {
    let removed = comparison.changes.filter(\.isStray)
    for change in comparison.changes {
      let path = generation.folder.displayPath(change.path)
      let verb = change.isStray ? "removed" : "wrote"
      console.detail("\(verb) \(path)")
      if change.isEdited {
        let end =
          change.isStray ? "is removed with the edits" : "is overwritten without the edits"
        console.warning(at: path, "it was edited after the tool wrote it, and \(end)")
      }
    }
    let summary = Self.summary(
      written: comparison.changes.count - removed.count, removed: removed.count,
      unchanged: comparison.unchangedCount, in: generation.folder.displayPath(""))
    console.remark("\(generation.name): \(summary)")
    guard !comparison.changes.isEmpty else { return }
    for note in generation.notes { console.remark("\(generation.name): note: \(note)") }
  }

  /// What a run did to a folder, e.g. `wrote 2 files to Generated/Notes and removed 1; 3 unchanged`.
  private static func summary(
    written: Int, removed: Int, unchanged: Int, in folder: String
  ) -> String {
    func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }
    var done: [String] = []
    if written > 0 { done.append("wrote \(files(written)) to \(folder)") }
    if removed > 0 {
      done.append(written > 0 ? "removed \(removed)" : "removed \(files(removed)) from \(folder)")
    }
    if done.isEmpty { return "\(folder) is up to date (\(files(unchanged)))" }
    return done.joined(separator: " and ") + (unchanged > 0 ? "; \(unchanged) unchanged" : "")
  }

  private func report(
    _ obstacles: [OutputComparison.Obstacle], of generation: Generation, place: String,
    _ console: Console
  ) {
    for obstacle in obstacles {
      console.error("\(generation.folder.displayPath(obstacle.path)): \(obstacle.reason)")
    }
    console.error("\(generation.name): nothing was written\(place)")
  }

  /// Throws if the dependency file would replace an input, an output, or a file that the tool did
  /// not write.
  private func check(_ depfile: String, of generations: [Generation]) throws {
    let target = FileSystem.resolved(depfile) ?? depfile
    for path in generations.flatMap({ $0.inputs + $0.outputs })
    where path == depfile || FileSystem.resolved(path) == target {
      throw CommandFailure(
        "option '--depfile' names an input or an output of this run", at: depfile)
    }
    try OwnFile.check(depfile, isOwn: DependencyFile.mayBe)
  }

  /// Writes by the rules of all output, so that a build that watches the file is not triggered in
  /// vain.
  private func write(_ path: String, for generations: [Generation]) throws {
    var dependencies = DependencyFile()
    for generation in generations {
      dependencies.add(outputs: generation.outputs, inputs: generation.inputs)
    }
    let bytes = Array(dependencies.text.utf8)
    if try FileSystem.kind(of: path) == .file, try FileSystem.read(path) == bytes { return }
    try FileSystem.createFolder(Path.split(path).folder)
    try FileSystem.replace(path, with: bytes)
  }
}
