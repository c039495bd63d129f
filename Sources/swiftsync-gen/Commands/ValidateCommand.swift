import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenSchema

struct ValidateCommand: Command {
  private static let format = OptionDefinition.choice(
    "format", of: DiagnosticRenderer.Format.self,
    "how the diagnostics are written: 'text' (the default) for people and editors, on standard "
      + "error; 'json' and 'github' (annotations of GitHub Actions) on standard output")

  static let definition = CommandDefinition(
    "validate", "check schemas and their templates, and write nothing",
    operands: SchemaArguments.operands,
    options: [
      format, SchemaArguments.option, SchemaArguments.warningsAsErrors,
      SchemaArguments.allowOutside,
    ],
    discussion: [SchemaArguments.discussion, "The exit status is 1 if there is an error."])

  private let schemas: SchemaArguments
  private let format: DiagnosticRenderer.Format

  init(_ arguments: ParsedArguments) {
    schemas = SchemaArguments(arguments, showingAdvice: true)
    format = arguments.choice(Self.format) ?? .text
  }

  func run(_ console: Console) throws -> ExitStatus {
    var bag = DiagnosticBag()
    let valid = try schemas.loadVersions(into: &bag).map(\.schema)
    for schema in valid { try Pipeline.checkTemplates(of: schema, into: &bag) }
    switch format {
    case .text: console.show(bag)
    case .json: try console.output(Self.array(of: bag.sorted))
    case .github: try console.output(DiagnosticRenderer.render(bag.sorted, as: .github))
    }
    if schemas.fails(bag) { return .failed }
    for schema in valid {
      let entities = Self.count(schema.entities.count, "entity", "entities")
      let enums = Self.count(schema.enums.count, "enum", "enums")
      console.remark("\(schema.path): valid (\(entities), \(enums))")
    }
    return .done
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
