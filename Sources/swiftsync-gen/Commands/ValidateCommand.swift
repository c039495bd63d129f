import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenSchema

struct ValidateCommand: Command {
  private static let format = OptionDefinition.choice(
    "format", of: DiagnosticRenderer.Format.self,
    "how the diagnostics are written: 'text' (the default) for people and editors, on standard "
      + "error; 'json' and 'github' (annotations of GitHub Actions) on standard output")

  private static let shipped = OptionDefinition(
    "shipped", "with '--against': users have the versions of REF, so none may be withdrawn")

  static let definition = CommandDefinition(
    "validate", "check schemas and their templates, and write nothing",
    operands: SchemaArguments.operands,
    options: [
      BaseArgument.option, shipped, format, SchemaArguments.option, SchemaArguments.strict,
      SchemaArguments.allowOutside,
    ],
    discussion: [
      SchemaArguments.discussion,
      """
      '--against' checks that nothing that has shipped is lost: every version that is frozen at REF, or \
      in FOLDER, must be frozen here with the same content, unless 'oldest-version' is above it, and \
      'version' must not be lower. Git is asked, and no network is used. FOLDER is a copy of the \
      package, or of the folder with the schemas.
      """,
      """
      If this branch and REF have gone apart, REF may have frozen versions since, but none whose number \
      this branch uses for something else. Versions that 'freeze --withdraw' has withdrawn may be \
      missing; with '--shipped' they may not.
      """,
      "The exit status is 1 if there is an error.",
    ])

  private let schemas: SchemaArguments
  private let format: DiagnosticRenderer.Format
  private let base: BaseArgument?
  private let baseHasShipped: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    base = try BaseArgument(arguments)
    baseHasShipped = arguments.has(Self.shipped)
    if baseHasShipped, base == nil {
      throw arguments.problem("option '--shipped' needs '--against'")
    }
    schemas = SchemaArguments(arguments, showingAdvice: true)
    format = arguments.choice(Self.format) ?? .text
  }

  func run(_ console: Console) throws -> ExitStatus {
    var bag = DiagnosticBag()
    let loaded = try schemas.load(into: &bag)
    let valid = try loaded.filter { try SchemaArguments.versions(of: $0, into: &bag) != nil }
    let summaries = try base.map { try compare(loaded, with: $0, into: &bag) } ?? []
    for schema in valid { try Pipeline.checkTemplates(of: schema, into: &bag) }
    switch format {
    case .text, .github: console.show(bag)
    case .json: try console.output(Self.array(of: bag.sorted))
    }
    if schemas.fails(bag) { return .failed }
    for schema in valid {
      let entities = Self.count(schema.entities.count, "entity", "entities")
      let enums = Self.count(schema.enums.count, "enum", "enums")
      console.remark("\(schema.path): valid (\(entities), \(enums))")
    }
    for summary in summaries { console.remark(summary) }
    return .done
  }

  /// Compares schemas with what they were, and returns a line about each.
  private func compare(
    _ schemas: [Schema], with base: BaseArgument, into bag: inout DiagnosticBag
  ) throws -> [String] {
    var summaries: [String] = []
    var isKnown = false
    for schema in schemas where !schema.isReadOnly {
      do {
        let former = try base.base(of: schema)
        let rule = ShippedVersionRule(
          schema, try .init(of: schema), against: former, hasShipped: baseHasShipped)
        rule.check(into: &bag)
        isKnown = isKnown || former.isKnown
        summaries.append("\(schema.path): \(rule.summary)")
      } catch let failure as Git.Failure {
        bag.add(failure.diagnostic(at: schema.versionSpan))
        isKnown = true
      }
    }
    if base.isFolder, !isKnown, !summaries.isEmpty {
      throw CommandFailure(
        "the folder '\(base.name)' has none of the schemas; name a copy of the package, or of the "
          + "folder with the schemas")
    }
    return summaries
  }

  private static func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }

  /// All diagnostics in one JSON text, so that programs can read it as a whole, with one object per
  /// line for readability.
  private static func array(of diagnostics: [Diagnostic]) -> String {
    let objects = DiagnosticRenderer.render(diagnostics, as: .json).split(separator: "\n")
    return objects.isEmpty ? "[]\n" : "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }
}
