import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

struct FreezeCommand: Command {
  private static let check = OptionDefinition(
    "check", "write nothing; exit with status 1 if the version of a schema is not frozen")

  private static let withdraw = OptionDefinition(
    "withdraw", takes: .text(placeholder: "N"),
    "withdraw version N and newer ones, which only testers have")

  static let definition = CommandDefinition(
    "freeze", "save the schema version that you are about to ship",
    operands: SchemaArguments.operands,
    options: [
      check, withdraw, Console.format, SchemaArguments.option, SchemaArguments.allowOutside,
    ],
    discussion: [
      """
      Writes the resolved schema to a file next to it, such as Schemas/app.versions/2.json for version \
      2 of Schemas/app.yaml. Commit the file and don't edit it. Raise 'version' before you change \
      the schema again.
      """,
      """
      Databases can be migrated from the first frozen version and later ones. The command refuses to \
      freeze a version to which databases of the previous version cannot be migrated. Freezing a \
      version twice has no effect.
      """,
      """
      '--check' is for jobs that release: a build whose version is not frozen must not leave the team.
      """,
      """
      '--withdraw' renames the files of the frozen versions from N on, so that a hotfix can have the \
      number: 6.json becomes 6-withdrawn.json, which 'validate --against' accepts. Their changes become \
      part of the next version. Databases of a withdrawn version are not migrated, so the app has to \
      start over with them, and no user may have one.
      """,
      SchemaArguments.discussion,
      """
      A schema on standard input cannot be frozen, because it has no folder.
      """,
    ])

  private let schemas: SchemaArguments
  private let onlyChecks: Bool
  private let withdrawn: Int?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    onlyChecks = arguments.has(Self.check)
    guard let text = arguments.text(Self.withdraw) else {
      schemas = SchemaArguments(arguments)
      withdrawn = nil
      return
    }
    schemas = try SchemaArguments(single: arguments, operands: arguments.operands)
    guard let version = Int(text), version > 0 else {
      throw arguments.problem("option '--withdraw' takes a version, not '\(text)'")
    }
    if onlyChecks {
      throw arguments.problem("options '--check' and '--withdraw' cannot be combined")
    }
    withdrawn = version
  }

  func run(_ console: Console) throws -> ExitStatus {
    if let withdrawn { return try withdraw(withdrawn, console) }
    var bag = DiagnosticBag()
    let versions = try schemas.loadVersions(into: &bag)
    for version in versions {
      OutputBounds.checkVersions(
        of: version.schema, allowingOutside: schemas.allowsOutside, into: &bag)
    }
    if onlyChecks {
      for version in versions where !version.schema.isReadOnly { Self.check(version, into: &bag) }
    }
    console.show(bag)
    if bag.hasErrors { return .failed }
    if onlyChecks {
      for schema in versions.map(\.schema) where !schema.isReadOnly {
        console.remark("\(schema.path): version \(schema.version) is frozen")
      }
      return .done
    }
    for version in versions where !version.hasForeignDatabases(console, nothingTo: "freeze") {
      try freeze(version, console)
    }
    return .done
  }

  private func withdraw(_ first: Int, _ console: Console) throws -> ExitStatus {
    guard let schema = try schemas.loadOne(console) else { return .failed }
    var bag = DiagnosticBag()
    OutputBounds.checkVersions(of: schema, allowingOutside: schemas.allowsOutside, into: &bag)
    console.show(bag)
    if bag.hasErrors { return .failed }
    try Withdrawal(of: schema, from: first).run(console)
    return .done
  }

  private static func check(_ versions: SchemaVersions, into bag: inout DiagnosticBag) {
    let schema = versions.schema
    if versions.history.isFrozen(schema) { return }
    let path = VersionFolder(of: schema).path(of: schema.version) ?? "the file"
    bag.add(
      Diagnostic(
        .unfrozenVersion, "version \(schema.version) is not frozen", at: schema.versionSpan,
        notes: [
          .init(
            "before a build with it leaves the team, run 'swiftsync-gen freeze' and commit \(path)",
            at: schema.versionSpan)
        ]))
  }

  private func freeze(_ versions: SchemaVersions, _ console: Console) throws {
    let schema = versions.schema
    let folder = VersionFolder(of: schema)
    guard let path = folder.path(of: schema.version) else {
      throw CommandFailure("a schema on standard input has no folder for frozen versions")
    }
    if versions.history.isFrozen(schema) {
      console.remark("\(schema.path): version \(schema.version) is already frozen")
      return
    }
    let frozen = FrozenVersion(schema, after: versions.history.last)
    guard try folder.write(frozen) else {
      throw CommandFailure("\(path) was created in the meantime; try again")
    }
    console.remark("\(schema.path): froze version \(schema.version) as \(path)")
  }
}
