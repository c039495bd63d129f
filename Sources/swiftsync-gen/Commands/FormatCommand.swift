import SyncGenCommandLine
import SyncGenDiagnostics

struct FormatCommand: Command {
  private static let check = OptionDefinition(
    "check",
    "write nothing; list each file that would change, and exit with status 1 if there are any")
  private static let diff = OptionDefinition(
    "diff", "like '--check', and print the differences as a patch for 'git apply'")

  static let definition = CommandDefinition(
    "format", "lay out schemas in the usual format", operands: SchemaArguments.operands,
    options: [check, diff, Console.format, SchemaArguments.option, SchemaArguments.allowOutside],
    discussion: [
      """
      Changes only the layout: comments, the order of keys, and what the schema says stay. Fragments \
      under 'include' are formatted too, and SCHEMA can be a fragment. With '-', the result goes to \
      standard output.
      """,
      SchemaArguments.discussion,
    ])

  private enum Mode {
    case write, check, diff
  }

  private let schemas: SchemaArguments
  private let mode: Mode

  init(_ arguments: ParsedArguments) throws(UsageError) {
    schemas = SchemaArguments(arguments)
    mode = arguments.has(Self.diff) ? .diff : arguments.has(Self.check) ? .check : .write
  }

  func run(_ console: Console) throws -> ExitStatus {
    var formatting = SchemaFormatting(allowingOutside: schemas.allowsOutside)
    var bag = DiagnosticBag()
    for path in try schemas.resolvedPaths() { try formatting.add(path, into: &bag) }
    console.show(bag)
    if bag.hasErrors { return .failed }
    if mode == .write {
      try write(formatting.files, console)
      return .done
    }
    return try check(formatting.files, console)
  }

  private func write(_ files: [SchemaFormatting.File], _ console: Console) throws {
    for file in files {
      if file.path == InputFile.standardInput {
        try console.output(file.new)
      } else if file.isChanged {
        // A link stays a link.
        try FileSystem.replace(FileSystem.resolved(file.path) ?? file.path, with: file.new)
        console.remark("formatted \(file.path)")
      } else {
        console.detail("\(file.path) is formatted")
      }
    }
  }

  private func check(
    _ files: [SchemaFormatting.File], _ console: Console
  ) throws -> ExitStatus {
    let changed = files.filter(\.isChanged)
    for file in changed {
      if mode == .check {
        try console.problem(
          in: file.path, line: file.firstChangedLine, title: "not formatted",
          "not formatted from this line on")
      } else {
        try console.output(UnifiedDiff.text(of: file.path, from: file.old, to: file.new))
      }
    }
    if changed.isEmpty {
      console.remark(
        files.count == 1 ? "1 file is formatted" : "\(files.count) files are formatted")
      return .done
    }
    let count = changed.count == 1 ? "1 file" : "\(changed.count) files"
    console.error("\(count) would change; run 'swiftsync-gen format'")
    return .failed
  }
}
