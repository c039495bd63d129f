import SyncGenCore
import SyncGenDiagnostics
import SyncGenSchema

struct GenerateCommand: Command {
  private static let check = OptionDefinition(
    "check", "write nothing; name each file that would change and exit with 1 if there is one")
  private static let diff = OptionDefinition(
    "diff", "as --check, and print the differences in the form that 'git apply' reads")
  private static let watch = OptionDefinition(
    "watch", "go on, and generate again whenever a schema or template changes")
  private static let depfile = OptionDefinition(
    "depfile", takes: .text(placeholder: "FILE"),
    "write what was made from what, for make, ninja and Bazel")
  private static let output = OptionDefinition(
    "into", takes: .text(placeholder: "FOLDER"),
    "write to FOLDER instead of the output folder that the schema states")
  private static let list = OptionDefinition(
    "list", takes: .text(placeholder: "FILE"),
    "write the names of all files to FILE and nothing else; with --into, check them")

  static let definition = CommandDefinition(
    "generate", "write the output of schemas", operands: SchemaArguments.operands,
    options: [check, diff, watch, depfile, output, list, SchemaArguments.option],
    discussion: [
      SchemaArguments.discussion,
      """
      Files are written only if their bytes change. Files that an earlier run made and this one \
      does not are removed. A file that the tool did not make is never touched: if one is in the \
      way, nothing is written and the exit status is 1.
      """,
      """
      Builds that want the names of all files beforehand keep a list of them, which --list writes and \
      --list with --check checks. With --into, the list is checked first: if FILE is not up to date, \
      nothing is written and the exit status is 1. The plugins for SwiftPM work that way.
      """,
    ])

  private enum Mode {
    case write
    case check
    case diff
  }

  private let schemas: SchemaArguments
  private let mode: Mode
  private let isWatching: Bool
  private let depfile: String?
  private let folder: String?
  private let list: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    schemas = SchemaArguments(arguments)
    mode = arguments.has(Self.diff) ? .diff : arguments.has(Self.check) ? .check : .write
    isWatching = arguments.has(Self.watch)
    depfile = arguments.text(Self.depfile)
    folder = arguments.text(Self.output)
    list = arguments.text(Self.list)
    if depfile != nil, mode != .write {
      throw arguments.problem("option '--depfile' writes a file, --check and --diff write nothing")
    }
    if isWatching, mode != .write {
      throw arguments.problem("option '--watch' writes files, --check and --diff write nothing")
    }
    if isWatching, schemas.readsStandardInput {
      throw arguments.problem("option '--watch' takes files, standard input is read once")
    }
    if list != nil, mode == .diff {
      throw arguments.problem("option '--diff' shows no list; use --check")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    if isWatching { try WatchLoop(console) { try generate(console, noting: $0) }.run() }
    return try generate(console)
  }

  private func generate(_ console: Console, noting log: InputLog? = nil) throws -> ExitStatus {
    guard let generations = try generations(console, noting: log) else { return .failed }
    if folder != nil || list != nil, generations.count > 1 {
      throw CommandFailure("--into and --list are for one schema, and there are several")
    }
    for (generation, list) in zip(generations, [list].compactMap(\.self)) {
      let list = ListedOutput(OutputList(of: generation, at: list), console)
      if folder == nil { return try mode == .check ? list.check() : list.write() }
      guard try list.isUpToDate() else { return .failed }
    }
    switch mode {
    case .write: return try write(generations, console)
    case .check, .diff: return try check(generations, console)
    }
  }

  /// What the schemas give; `nil` if there are mistakes, which are shown.
  private func generations(_ console: Console, noting log: InputLog?) throws -> [Generation]? {
    var bag = DiagnosticBag()
    let schemas = try schemas.loadVersions(noting: log, into: &bag)
    let generations =
      bag.hasErrors
      ? []
      : try schemas.map {
        try Pipeline.generation(of: $0, for: folder, isLastWork: !isWatching, into: &bag)
      }
    console.show(bag)
    return bag.hasErrors ? nil : generations
  }

  // MARK: Writing

  private func write(_ generations: [Generation], _ console: Console) throws -> ExitStatus {
    var status = ExitStatus.done
    for generation in generations {
      let comparison = try OutputWriter.write(generation.files, to: generation.folder)
      if comparison.obstacles.isEmpty {
        report(comparison, of: generation, console)
      } else {
        report(comparison.obstacles, of: generation, console)
        status = .failed
      }
    }
    if let depfile, status == .done { try write(depfile, for: generations) }
    return status
  }

  private func report(
    _ comparison: OutputComparison, of generation: Generation, _ console: Console
  ) {
    let removed = comparison.changes.filter { $0.kind == .stray }
    for change in comparison.changes {
      let verb = change.kind == .stray ? "removed" : "wrote"
      console.detail("\(verb) \(generation.folder.displayPath(change.path))")
    }
    let written = comparison.changes.count - removed.count
    console.remark(
      "\(generation.schema.path): \(written) written, \(removed.count) removed, "
        + "\(comparison.unchangedCount) unchanged in \(generation.folder.displayPath(""))")
  }

  private func report(
    _ obstacles: [OutputComparison.Obstacle], of generation: Generation, _ console: Console
  ) {
    for obstacle in obstacles {
      console.error("\(generation.folder.displayPath(obstacle.path)): \(obstacle.reason)")
    }
    console.error("\(generation.schema.path): nothing was written")
  }

  /// By the rules of all output, so that a build that watches the file is not set off in vain.
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

  // MARK: Checking

  private func check(_ generations: [Generation], _ console: Console) throws -> ExitStatus {
    var (total, outdated) = (0, 0)
    for generation in generations {
      let comparison = try OutputChecker.check(generation.files, in: generation.folder)
      total += generation.files.count
      outdated += comparison.drift.count + comparison.obstacles.count
      try show(comparison, of: generation, console)
    }
    if outdated == 0 {
      console.remark(total == 1 ? "1 file is up to date" : "\(total) files are up to date")
      return .done
    }
    let files = outdated == 1 ? "1 file" : "\(outdated) files"
    console.error("\(files) would change; run 'swiftsync-gen generate'")
    return .failed
  }

  private func show(
    _ comparison: OutputComparison, of generation: Generation, _ console: Console
  ) throws {
    for change in comparison.drift {
      let path = generation.folder.displayPath(change.path)
      try console.output(
        mode == .check
          ? "\(path): \(change.reason)\n" : difference(change, at: path, in: generation.folder))
    }
    for obstacle in comparison.obstacles {
      let line = "\(generation.folder.displayPath(obstacle.path)): \(obstacle.reason)"
      if mode == .check { try console.output(line + "\n") } else { console.error(line) }
    }
  }

  private func difference(
    _ change: OutputComparison.Change, at path: String, in folder: OutputFolder
  ) throws -> String {
    let isThere = change.kind != .missing
    let old = isThere ? try FileSystem.read(Path.join(folder.path, change.path)) : nil
    return UnifiedDiff.text(of: path, from: old, to: change.kind == .stray ? nil : change.bytes)
  }
}
