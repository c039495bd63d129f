import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenImport
import SyncGenSchema

/// Reads sources, and writes or extends a schema.
struct SchemaImport {
  private let arguments: ImportArguments
  private let console: Console

  init(_ arguments: ImportArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  func run() throws -> ExitStatus {
    let path = arguments.path
    if arguments.merged == nil, !arguments.overwrites, try FileSystem.kind(of: path) != nil {
      throw CommandFailure(
        "\(path) already exists and was not changed; overwrite it with '--force', or add what is "
          + "new with '--merge \(path)'")
    }
    do {
      let source = try SourceReaders.read(arguments.sources, arguments.options)
      return try arguments.merged.map { try merge(source, into: $0) } ?? write(source)
    } catch let source as EmptySource {
      try show(SourceReport(source))
      console.error(
        at: arguments.title, "nothing in it can be an entity, so no schema was written")
      return .failed
    } catch let failure as ImportFailure {
      if let place = failure.place {
        console.error(at: place, failure.text)
      } else {
        console.error(failure.text)
      }
      return .failed
    }
  }

  // MARK: A new schema

  private func write(_ source: ImportedSchema) throws -> ExitStatus {
    let path = arguments.path
    let folder = Path.split(path).folder
    if Path.split(path).name != path {
      let bounds = PackageBounds(folder: "", default: ".")
      guard path.hasPrefix("/") || bounds.contains(folder) else {
        throw CommandFailure(
          "the folder '\(folder)' is a link that points outside '\(bounds.root)'; remove the link")
      }
    }
    let check = ImportCheck(
      path: path, name: arguments.name,
      header: ["Written by 'swiftsync-gen import' from \(arguments.title)."], compile: compile)
    var bag = DiagnosticBag()
    guard let versions = try ImportedVersions.make(source, check, into: &bag) else {
      console.show(bag)
      return .failed
    }
    try versions.checkFrozenFiles()
    let result = versions.newest
    if !folder.isEmpty { try FileSystem.createFolder(folder) }
    try FileSystem.replace(path, with: Array(result.text.utf8))
    try FileSystem.replace(
      Path.join(folder, LanguageSchema.fileName), with: Array(LanguageSchema.text().utf8))
    var report = SourceReport(result, at: path)
    report.wrote = [path] + (try versions.freeze())
    report.next.insert(Self.generate(path), at: 0)
    try show(report)
    return .done
  }

  private static func generate(_ path: String) -> String { "swiftsync-gen generate \(path)" }

  // MARK: An existing schema

  private func merge(_ source: ImportedSchema, into path: String) throws -> ExitStatus {
    let file = try InputFile.read(path)
    var bag = DiagnosticBag()
    guard let schema = try compileWithVersions(file, &bag) else {
      console.show(bag)
      return .failed
    }
    let frozen = try VersionFolder(of: schema).files().map(\.version)
    // Only a person may raise the version, so the additions are tried without doing so.
    let isFrozen = frozen.contains(schema.version)
    let merge = SchemaMerge(file, schema, hasRows: !frozen.isEmpty, sourceName: arguments.title) {
      file, bag in
      try isFrozen ? compile(file, &bag) : compileWithVersions(file, &bag)
    } compileSource: {
      try compile($0, &$1)
    }
    guard let result = try merge.run(source, into: &bag) else {
      console.show(bag)
      return .failed
    }
    if arguments.isCheck { return try check(result, path) }
    if isFrozen, !result.added.isEmpty { return try refuse(result, frozen: schema) }
    var report = SourceReport(result, at: path)
    if !result.added.isEmpty {
      try FileSystem.replace(path, with: Array(result.text.utf8))
      report.wrote = [path]
      report.next.insert(Self.generate(path), at: 0)
    }
    try show(report)
    return .done
  }

  private func check(_ result: SchemaMerge.Result, _ path: String) throws -> ExitStatus {
    var report = SourceReport(result, at: path, isCheck: true)
    if !report.added.isEmpty {
      report.next = [
        "swiftsync-gen import \(arguments.sources.joined(separator: " ")) --merge \(path)"
      ]
    }
    guard console.annotates, !report.isUpToDate else {
      try show(report)
      return report.isUpToDate ? .done : .failed
    }
    try annotate(report, path)
    return .failed
  }

  /// Writes an annotation for each difference, at its line of the schema.
  private func annotate(_ report: SourceReport, _ path: String) throws {
    let title = "import"
    for addition in report.added {
      try console.problem(in: path, title: title, "missing: \(addition)")
    }
    for remark in report.notAdded {
      try console.problem(
        in: path, title: title, "missing, and cannot be added: \(remark.place): \(remark.message)")
    }
    for difference in report.differences {
      try console.problem(
        in: difference.path, line: difference.line, title: title, difference.sentence)
    }
    for command in report.next {
      console.error("\(path) lacks what the source has; run '\(command)'")
    }
  }

  private func refuse(_ result: SchemaMerge.Result, frozen schema: Schema) throws -> ExitStatus {
    try show(SourceReport(result, at: schema.path, isCheck: true))
    console.error(
      at: schema.path,
      "version \(schema.version) is frozen, so nothing was added; set 'version' to "
        + "\(schema.version + 1), then run the command again")
    return .failed
  }

  private func show(_ report: SourceReport) throws {
    switch arguments.format {
    case .text: for line in ImportSummary(report).lines { console.remark(line) }
    case .json: try ReportFormat.showJSON(report, console)
    }
  }

  // MARK: Compiling

  /// Compiles the file as `compile`, and plans the migration from its frozen versions.
  private func compileWithVersions(
    _ file: SourceFile, _ bag: inout DiagnosticBag
  ) throws -> Schema? {
    guard let schema = try compile(file, &bag) else { return nil }
    guard let versions = try Pipeline.versions(of: schema, into: &bag),
      try MigrationStatementRule.check(versions, into: &bag)
    else { return nil }
    return schema
  }

  /// Compiles the file, which is in memory, with its includes on disk.
  private func compile(_ file: SourceFile, _ bag: inout DiagnosticBag) throws -> Schema? {
    let read = { (path: String) throws(FileReadError) -> SourceFile in
      if path == file.path { return file }
      do throws(FileFailure) {
        return try InputFile.read(path)
      } catch {
        throw FileReadError(error.reason)
      }
    }
    let compiled = SchemaCompiler.compile(
      path: file.path, workingFolder: FileSystem.workingFolder, read: read, into: &bag)
    guard let schema = compiled else { return nil }
    return try ConditionRule.check(schema, into: &bag) ? schema : nil
  }
}
