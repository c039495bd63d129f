import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

struct PlanCommand: Command {
  private static let from = OptionDefinition(
    "from", takes: .text(placeholder: "N"),
    "the version to start from; by default the one before '--to'")
  private static let to = OptionDefinition(
    "to", takes: .text(placeholder: "M"), "the version to end at; by default the schema's")
  private static let format = OptionDefinition.choice(
    "format", of: PlanRenderer.Format.self,
    "'text' (the default), 'json', 'markdown' for a comment on a pull request, or 'github' for "
      + "annotations of GitHub Actions")
  private static let failOn = OptionDefinition(
    "fail-on",
    takes: .choice(MigrationRisk.allCases.filter { $0 != .none }.map(\.rawValue)),
    "exit with status 1 if a change has this risk or a graver one")
  private static let sql = OptionDefinition("sql", "print all statements")

  static let definition = CommandDefinition(
    "plan", "show what a migration will do", operands: SchemaArguments.operand,
    options: [
      from, to, BaseArgument.option, sql, format, failOn, SchemaArguments.option,
      SchemaArguments.allowOutside,
    ],
    discussion: [
      """
      Prints what changes between two versions and what happens to existing rows, one line per \
      change. With '--sql' it also prints all statements, in parts with the reason for each. Databases \
      are migrated one version at a time, so a plan across several versions has several steps. If a \
      change may lose data and the schema does not permit it, the command fails and prints the line \
      to add.
      """,
      """
      With '--against', the plan begins at the newest version that is frozen at REF or in FOLDER, which \
      is what a branch adds to what has shipped.
      """,
      """
      Each change has a risk, from harmless to grave: 'none', 'rebuild' (a table is copied), 'needs-app' \
      (your function runs), 'may-fail' (rows may stop the migration), 'loses-data', and \
      'loses-unsent-changes' (what only the device has is deleted).
      """,
      SchemaArguments.discussion,
    ])

  private let schema: SchemaArguments
  private let from: Int?
  private let to: Int?
  private let format: PlanRenderer.Format
  private let base: BaseArgument?
  private let failingRisk: MigrationRisk?
  private let printsSQL: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    schema = try SchemaArguments(single: arguments, operands: arguments.operands)
    from = try Self.version(Self.from, arguments)
    to = try Self.version(Self.to, arguments)
    format = arguments.choice(Self.format) ?? .text
    printsSQL = arguments.has(Self.sql)
    base = try BaseArgument(arguments)
    failingRisk = arguments.choice(Self.failOn)
    if base != nil, from != nil {
      throw arguments.problem("options '--from' and '--against' cannot be combined")
    }
    if let from, let to, from >= to {
      throw arguments.problem("option '--from' must be less than '--to'")
    }
  }

  private static func version(
    _ option: OptionDefinition, _ arguments: ParsedArguments
  ) throws(UsageError) -> Int? {
    guard let text = arguments.text(option) else { return nil }
    guard let version = Int(text), version > 0 else {
      throw arguments.problem("option '--\(option.name)' takes a version, not '\(text)'")
    }
    return version
  }

  func run(_ console: Console) throws -> ExitStatus {
    guard let versions = try schema.loadOneVersions(console) else { return .failed }
    let steps = try shownSteps(of: versions, console)
    try console.output(
      PlanRenderer.render(
        steps, as: format, sql: printsSQL,
        forSwiftData: versions.schema.generation.allSets.contains("swiftdata")))
    guard let failingRisk, let risk = steps.map(\.risk).max(), risk >= failingRisk else {
      return .done
    }
    console.error(
      "the risk is '\(risk.rawValue)', which '--fail-on \(failingRisk.rawValue)' refuses")
    return .failed
  }

  private func shownSteps(
    of versions: SchemaVersions, _ console: Console
  ) throws -> [VersionStep] {
    guard let base else { return try steps(of: versions, console) }
    let former = try base.base(of: versions.schema)
    let steps = versions.plan.steps.filter { step in
      former.newest.map { step.old.version >= $0 } ?? false
        && to.map { step.new.version <= $0 } ?? true
    }
    let withdrawn = WithdrawnNumbers(
      at: former, try ShippedVersionRule.Files(of: versions.schema), upTo: to)
    for sentence in withdrawn.sentences { try warn(sentence, of: versions.schema, console) }
    if format == .markdown, !withdrawn.sentences.isEmpty { try console.output("\n") }
    if steps.isEmpty {
      let text =
        former.newest.map { "version \($0) is frozen \(former.place), and nothing follows it" }
        ?? "no version is frozen \(former.place)"
      try show("\(text), so there is nothing to migrate", of: versions.schema, console)
    }
    return steps
  }

  private func warn(_ sentence: String, of schema: Schema, _ console: Console) throws {
    guard format == .github else { return try show(sentence, of: schema, console) }
    let warning = Diagnostic(.warning, .migrationRisk, sentence, at: schema.versionSpan)
    try console.output(DiagnosticRenderer.render([warning], as: .github))
  }

  /// Shows what is to be known about the plan: in Markdown in the plan itself, because only that is
  /// in the comment.
  private func show(_ sentence: String, of schema: Schema, _ console: Console) throws {
    if format == .markdown {
      try console.output("\(schema.path): \(sentence)\n")
    } else {
      console.remark("\(schema.path): \(sentence)")
    }
  }

  private func steps(of versions: SchemaVersions, _ console: Console) throws -> [VersionStep] {
    let steps = versions.plan.steps
    guard let first = steps.first, let last = steps.last else {
      let nothing = Self.nothing(of: versions)
      if from != nil || to != nil { throw CommandFailure(nothing) }
      console.remark(nothing)
      return []
    }
    let end = to ?? last.new.version
    let start = from ?? end - 1
    let known = first.old.version...last.new.version
    guard known.contains(start), known.contains(end), start < end else {
      throw CommandFailure(
        "there is no migration from version \(start) to \(end); expected versions from "
          + "\(known.lowerBound) to \(known.upperBound)")
    }
    return steps.filter { $0.old.version >= start && $0.new.version <= end }
  }

  private static func nothing(of versions: SchemaVersions) -> String {
    if let reason = versions.foreignDatabases(nothingTo: "migrate") { return reason }
    let version = versions.schema.version
    let next =
      versions.history.isFrozen(versions.schema)
      ? "make changes in version \(version + 1)"
      : "freeze it with 'swiftsync-gen freeze' before you change it"
    return "there is only one version, so there is nothing to migrate; \(next)"
  }
}
