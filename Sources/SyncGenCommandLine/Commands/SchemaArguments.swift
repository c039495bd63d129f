package import SyncGenDiagnostics
package import SyncGenSchema

/// The schemas of a command line: operands, those of `--schema`, or those found.
package struct SchemaArguments: Hashable {
  package static let operands = CommandDefinition.Operands(
    "SCHEMA", 0...CommandDefinition.Operands.many)
  package static let operand = CommandDefinition.Operands("SCHEMA", 0...1)
  package static let option = OptionDefinition(
    "schema", takes: .text(placeholder: "FILE"), isRepeatable: true, "a schema; the same as SCHEMA")
  /// For commands without the operand SCHEMA.
  package static let onlyOption = OptionDefinition(
    "schema", takes: .text(placeholder: "FILE"), isRepeatable: true, "the schema")
  package static let allowOutside = OptionDefinition(
    "allow-outside", "allow a schema to include files and write output outside its package")
  package static let strict = OptionDefinition(
    "strict", "exit with status 1, and write nothing, if there is a warning")
  package static let discussion = discussion(of: "SCHEMA")
  package static let optionDiscussion = discussion(of: "--schema FILE")

  private static func discussion(of argument: String) -> String {
    """
    \(argument): a file, a folder (its schemas, or those in its 'Schemas' subfolder), or '-' for \
    standard input; by default Schemas/*.yaml here or in the nearest parent folder.
    """
  }

  private let paths: [String]
  /// Whether schemas may refer to files outside their packages.
  package let allowsOutside: Bool
  /// Whether a warning counts as an error.
  private let warningsFail: Bool
  /// Whether the command is useful without any schema.
  private var isOptional = false
  /// Whether files other than schemas may be named.
  private var mayNameOthers = false
  /// Whether warnings about names and unused types are shown, which do not concern what other
  /// commands do.
  private var showsAdvice = false

  /// All schemas that the command line names.
  ///
  /// - Parameter showsAdvice: Whether warnings about names and unused types are shown.
  package init(_ arguments: ParsedArguments, showingAdvice showsAdvice: Bool = false) {
    self.showsAdvice = showsAdvice
    paths = arguments.operands + arguments.texts(Self.option)
    allowsOutside = arguments.has(Self.allowOutside)
    warningsFail = arguments.has(Self.strict)
  }

  /// For a command with other operands, or with a single schema.
  package init(
    single arguments: ParsedArguments, operands: [String] = []
  ) throws(UsageError) {
    paths = operands + arguments.texts(Self.option)
    allowsOutside = arguments.has(Self.allowOutside)
    warningsFail = arguments.has(Self.strict)
    if paths.count > 1 { throw arguments.problem("only one schema can be given") }
  }

  /// For a command with other operands that does not need a schema.
  package init(optional arguments: ParsedArguments) {
    paths = arguments.texts(Self.option)
    allowsOutside = arguments.has(Self.allowOutside)
    warningsFail = arguments.has(Self.strict)
    isOptional = true
  }

  /// For a build, which names all files that may be schemas.
  package init(among arguments: ParsedArguments) {
    paths = arguments.operands + arguments.texts(Self.option)
    allowsOutside = arguments.has(Self.allowOutside)
    warningsFail = arguments.has(Self.strict)
    mayNameOthers = true
    showsAdvice = true
  }

  /// Whether the command fails because of the diagnostics.
  package func fails(_ bag: DiagnosticBag) -> Bool {
    bag.hasErrors || warningsFail && bag.hasWarnings
  }

  /// Reads and resolves the schemas. Schemas with errors are missing from the result.
  ///
  /// - Parameter log: Records the read files, and the folders in which schemas are found.
  package func load(noting log: InputLog? = nil, into bag: inout DiagnosticBag) throws -> [Schema] {
    (mayNameOthers ? paths : paths.filter(FileSystem.isFolder)).forEach { log?.note($0) }
    let found = try resolvedPaths()
    if paths.isEmpty { found.forEach { log?.note(Path.split($0).folder) } }
    return try found.compactMap { try schema(at: $0, noting: log, into: &bag) }
  }

  /// Like `load`, with frozen versions and plans.
  package func loadVersions(
    noting log: InputLog? = nil, into bag: inout DiagnosticBag
  ) throws -> [SchemaVersions] {
    try load(noting: log, into: &bag).compactMap { schema in
      log?.noteInputs(of: schema)
      return try Self.versions(of: schema, into: &bag)
    }
  }

  /// Whether the schemas are those of the project rather than named ones.
  package var areFound: Bool {
    paths.isEmpty
  }

  /// Whether a path of a schema is absolute.
  package var areAbsolute: Bool {
    paths.contains { $0.hasPrefix("/") }
  }

  /// Whether one of the schemas is standard input.
  package var readsStandardInput: Bool {
    paths.contains("-")
  }

  /// The single schema; `nil` if it has errors, which are shown.
  package func loadOne(_ console: Console) throws -> Schema? {
    let paths = try resolvedPaths()
    guard let path = paths.first, paths.count == 1 else {
      throw CommandFailure(
        "there are several schemas; name one of them: \(paths.joined(separator: ", "))")
    }
    var bag = DiagnosticBag()
    let schema = try schema(at: path, into: &bag)
    console.show(bag)
    return bag.hasErrors ? nil : schema
  }

  /// The single schema, to open databases with; `nil` if it has errors or Git could not merge one
  /// of its frozen files, which is shown.
  ///
  /// In the middle of a merge, a database of either branch could look like that of another version.
  package func loadOneForDatabases(_ console: Console) throws -> Schema? {
    guard let schema = try loadOne(console) else { return nil }
    var bag = DiagnosticBag()
    let isMerged = try VersionFolder(of: schema).checkMerged(for: schema, into: &bag)
    console.show(bag)
    return isMerged ? schema : nil
  }

  /// The single schema with its frozen versions and plan.
  package func loadOneVersions(_ console: Console) throws -> SchemaVersions? {
    guard let schema = try loadOne(console) else { return nil }
    var bag = DiagnosticBag()
    let versions = try Self.versions(of: schema, into: &bag)
    console.show(bag)
    return versions
  }

  /// The frozen versions of a schema and the plan from them; `nil` if there are errors.
  package static func versions(
    of schema: Schema, into bag: inout DiagnosticBag
  ) throws -> SchemaVersions? {
    guard let versions = try Pipeline.versions(of: schema, into: &bag) else { return nil }
    return try MigrationStatementRule.check(versions, into: &bag) ? versions : nil
  }

  private func schema(
    at path: String, noting log: InputLog? = nil, into bag: inout DiagnosticBag
  ) throws -> Schema? {
    var found = DiagnosticBag()
    let compiled = Pipeline.schema(
      at: path, noting: log, allowingOutside: allowsOutside, into: &found)
    for diagnostic in found.diagnostics where showsAdvice || !diagnostic.isAdvice {
      bag.add(diagnostic)
    }
    guard let schema = compiled else { return nil }
    return try ConditionRule.check(schema, into: &bag) ? schema : nil
  }

  /// The paths that are named, or else those of the schemas that are found.
  package func resolvedPaths() throws -> [String] {
    if !paths.isEmpty { return try namedPaths() }
    switch try SchemaFinder.find() {
    case .schemas(let found):
      return found
    case .nothing where isOptional:
      return []
    case .nothing(let fragments):
      var message = "no schema found: there is no 'Schemas/*.yaml' here or in a parent folder; "
      message += "name one, or create one with 'swiftsync-gen init'"
      if !fragments.isEmpty {
        message += " (these files are fragments, because they have no 'swiftsync' key: "
        message += fragments.joined(separator: ", ") + ")"
      }
      throw CommandFailure(message)
    }
  }

  private func namedPaths() throws -> [String] {
    let found = try paths.flatMap { path in
      if FileSystem.isFolder(path) { return try Self.schemas(in: path) }
      return mayNameOthers ? try SchemaFinder.schemas(among: [path]) : [path]
    }
    // A folder may be named together with a file in it.
    guard found.isEmpty else { return mayNameOthers ? Array(Set(found)).sorted() : found }
    throw CommandFailure(
      "none of the files is a schema with a 'swiftsync' key: "
        + paths.joined(separator: ", "))
  }

  private static func schemas(in folder: String) throws -> [String] {
    let found = try SchemaFinder.schemas(in: folder)
    if found.isEmpty {
      throw CommandFailure(
        "no schema found in '\(folder)': neither the folder nor its 'Schemas' subfolder contains "
          + "a '*.yaml' or '*.yml' file with a 'swiftsync' key")
    }
    return found
  }
}
