import SyncGenCore
import SyncGenDiagnostics
import SyncGenSchema

/// The schemas that a command line means: named as operands, with `--schema`, or found.
struct SchemaArguments: Hashable {
  static let operands = CommandDefinition.Operands("SCHEMA", 0...CommandDefinition.Operands.many)
  static let operand = CommandDefinition.Operands("SCHEMA", 0...1)
  static let option = OptionDefinition(
    "schema", takes: .text(placeholder: "FILE"), isRepeatable: true, "a schema, the same as SCHEMA")
  static let discussion = """
    If no schema is named, those in the folder 'Schemas' are taken, of the working folder or of the \
    nearest folder above it that has some. '-' is standard input.
    """

  private let paths: [String]
  /// Whether the command has something to say without any schema.
  private var isOptional = false

  /// All schemas that the command line names.
  init(_ arguments: ParsedArguments) {
    paths = arguments.operands + arguments.texts(Self.option)
  }

  /// For a command whose operands are something else, or that takes one schema.
  init(
    single arguments: ParsedArguments, operands: [String] = []
  ) throws(UsageError) {
    paths = operands + arguments.texts(Self.option)
    if paths.count > 1 { throw arguments.problem("only one schema can be given") }
  }

  /// For a command whose operands are something else, and that needs no schema.
  init(optional arguments: ParsedArguments) {
    paths = arguments.texts(Self.option)
    isOptional = true
  }

  /// Reads and resolves the schemas; those with errors are missing from the result.
  ///
  /// - Parameter log: Learns of what is read, and of the folders in which schemas are found.
  func load(noting log: InputLog? = nil, into bag: inout DiagnosticBag) throws -> [Schema] {
    let found = try resolvedPaths()
    if paths.isEmpty { found.forEach { log?.note(Path.split($0).folder) } }
    return try found.compactMap { try Self.schema(at: $0, noting: log, into: &bag) }
  }

  /// The same schemas with their frozen versions and plans.
  func loadVersions(
    noting log: InputLog? = nil, into bag: inout DiagnosticBag
  ) throws -> [SchemaVersions] {
    try load(noting: log, into: &bag).compactMap { schema in
      log?.noteInputs(of: schema)
      return try Pipeline.versions(of: schema, into: &bag)
    }
  }

  /// Whether standard input is one of the schemas.
  var readsStandardInput: Bool {
    paths.contains("-")
  }

  /// The one schema; `nil` if it has errors, which are shown.
  func loadOne(_ console: Console) throws -> Schema? {
    let paths = try resolvedPaths()
    guard let path = paths.first, paths.count == 1 else {
      throw CommandFailure(
        "there are several schemas, say which one is meant: \(paths.joined(separator: ", "))")
    }
    var bag = DiagnosticBag()
    let schema = try Self.schema(at: path, into: &bag)
    console.show(bag)
    return bag.hasErrors ? nil : schema
  }

  /// The same schema with its frozen versions and plan.
  func loadOneVersions(_ console: Console) throws -> SchemaVersions? {
    guard let schema = try loadOne(console) else { return nil }
    var bag = DiagnosticBag()
    let versions = try Pipeline.versions(of: schema, into: &bag)
    console.show(bag)
    return versions
  }

  private static func schema(
    at path: String, noting log: InputLog? = nil, into bag: inout DiagnosticBag
  ) throws -> Schema? {
    guard let schema = Pipeline.schema(at: path, noting: log, into: &bag) else { return nil }
    return try IndexConditionRule.check(schema, into: &bag) ? schema : nil
  }

  private func resolvedPaths() throws -> [String] {
    if !paths.isEmpty { return paths }
    switch try SchemaFinder.find() {
    case .schemas(let found):
      return found
    case .nothing where isOptional:
      return []
    case .nothing(let fragments):
      var message = "there is no schema: no 'Schemas/*.yaml' here or in a folder above; "
      message += "name one, or make one with 'swiftsync-gen init'"
      if !fragments.isEmpty {
        message += " (fragments, files without the key 'swiftsync', were left out: "
        message += fragments.joined(separator: ", ") + ")"
      }
      throw CommandFailure(message)
    }
  }
}
