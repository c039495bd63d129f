import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

/// Deletes old frozen versions, so that an app no longer carries the steps from them.
struct SquashCommand: Command {
  private static let before = OptionDefinition(
    "before", takes: .text(placeholder: "N"), isRequired: true, "the oldest version to keep")
  private static let yes = OptionDefinition("yes", "delete the files instead of only listing them")

  static let definition = CommandDefinition(
    "squash", "drop old versions of a schema", operands: SchemaArguments.operand,
    options: [before, yes, SchemaArguments.option, SchemaArguments.allowOutside],
    discussion: [
      """
      Deletes the frozen files of all versions before N. The next 'generate' omits their models and \
      migration steps, and opening a database of such a version throws 'olderDatabase'. The schema \
      must have 'oldest-version:' with N or a later version, which states that no installed app has an older \
      one.
      """,
      """
      Without '--yes', lists what would be lost, deletes nothing, and exits with status 1.
      """,
      SchemaArguments.discussion,
    ])

  private let schema: SchemaArguments
  private let oldest: Int
  private let isConfirmed: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    schema = try SchemaArguments(single: arguments, operands: arguments.operands)
    let text = arguments.text(Self.before) ?? ""
    guard let version = Int(text), version > 1 else {
      throw arguments.problem("option '--before' takes a version of at least 2, not '\(text)'")
    }
    oldest = version
    isConfirmed = arguments.has(Self.yes)
  }

  func run(_ console: Console) throws -> ExitStatus {
    guard let versions = try schema.loadOneVersions(console) else { return .failed }
    if versions.hasForeignDatabases(console, nothingTo: "squash") { return .done }
    var bag = DiagnosticBag()
    check(versions, into: &bag)
    console.show(bag)
    if bag.hasErrors { return .failed }
    let squash = Squash(versions, before: oldest)
    if squash.files.isEmpty {
      console.remark("\(versions.schema.path): no version before \(oldest) is frozen")
      return .done
    }
    try console.output(squash.losses)
    guard isConfirmed else {
      console.remark("nothing was deleted; run the command again with '--yes' to delete it")
      return .failed
    }
    let folder = VersionFolder(of: versions.schema)
    for version in squash.versions { try folder.remove(version) }
    console.remark(squash.followUp)
    return .done
  }

  private func check(_ versions: SchemaVersions, into bag: inout DiagnosticBag) {
    let schema = versions.schema
    if oldest > schema.version {
      bag.add(.squashBeyond(oldest, schema))
    } else if (schema.oldestVersion?.value ?? 1) < oldest {
      bag.add(.squashSupported(oldest, schema))
    }
  }
}

/// The losses if the versions before another one are deleted.
private struct Squash {
  private let schema: Schema
  private let oldest: Int
  /// The frozen versions that are deleted.
  let versions: [Int]
  let files: [String]
  private let steps: [VersionStep]

  init(_ versions: SchemaVersions, before oldest: Int) {
    schema = versions.schema
    self.oldest = oldest
    self.versions = versions.history.versions.map(\.version).filter { $0 < oldest }
    let folder = VersionFolder(of: versions.schema)
    files = self.versions.compactMap(folder.path)
    steps = versions.plan.steps.filter { $0.old.version < oldest }
  }

  private var functions: [String] {
    steps.flatMap(\.stages).compactMap {
      if case .app(let name) = $0.action { name } else { nil }
    }
  }

  /// One line for each file, step and function.
  var losses: String {
    let lines =
      files.map { "deletes \($0)" }
      + steps.map { "drops the step from version \($0.old.version) to \($0.new.version)" }
      + functions.map { "no longer runs your function '\($0)'" }
      + ["databases older than version \(oldest) can no longer be opened"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The work that remains to be done manually.
  var followUp: String {
    var tasks = ["run 'swiftsync-gen generate' to remove the generated steps"]
    let stated = schema.migrations.filter { $0.version <= oldest }
    if !stated.isEmpty {
      let places = stated.map { "\($0.version) (line \($0.span.line))" }.joined(separator: ", ")
      tasks.append(
        stated.count == 1
          ? "remove version \(places) from 'migrations:', because it no longer has an effect"
          : "remove versions \(places) from 'migrations:', because they no longer have an effect")
    }
    if !functions.isEmpty {
      let names = functions.map { "'\($0)'" }.joined(separator: ", ")
      tasks.append("delete \(names) from the app")
    }
    let count = versions.count == 1 ? "1 version" : "\(versions.count) versions"
    let done = "\(schema.path): squashed \(count)"
    return ([done] + tasks).joined(separator: "; ")
  }
}

extension Diagnostic {
  fileprivate static func squashBeyond(_ oldest: Int, _ schema: Schema) -> Diagnostic {
    Diagnostic(
      .invalidSquash,
      "version \(oldest) does not exist, the schema has version \(schema.version)",
      at: schema.versionSpan)
  }

  fileprivate static func squashSupported(_ oldest: Int, _ schema: Schema) -> Diagnostic {
    let stated =
      schema.oldestVersion.map { "'oldest-version' is \($0.value)" }
      ?? "'oldest-version' is not set"
    return Diagnostic(
      .invalidSquash, "\(stated), so apps older than version \(oldest) may still be installed",
      at: schema.oldestVersion?.span ?? schema.versionSpan,
      notes: [
        Note(
          "once no such app is left, write 'oldest-version: \(oldest)' below 'version'",
          at: schema.oldestVersion?.span ?? schema.versionSpan)
      ])
  }
}
