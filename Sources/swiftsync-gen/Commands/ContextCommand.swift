import SyncGenCommandLine

struct ContextCommand: Command {
  private static let path = OptionDefinition(
    "path", takes: .text(placeholder: "PATH"),
    "print only the value at a path, e.g. 'schema.entities.0' or 'schema.entities.Note'")
  private static let without = OptionDefinition(
    "without", takes: .text(placeholder: "NAME"), isRepeatable: true,
    "leave out the members with this name, e.g. 'history'")
  private static let jsonSchema = OptionDefinition(
    "json-schema", "print the JSON Schema of all contexts instead; no schema is read")

  static let definition = CommandDefinition(
    "context", "print the template context of a schema as JSON",
    operands: SchemaArguments.operand,
    options: [path, without, jsonSchema, SchemaArguments.option, SchemaArguments.allowOutside],
    discussion: [
      """
      Prints the values that templates can use, for templates and for programs in other languages. \
      What is in several places of the context is printed once; other places have its name. The \
      frozen versions are under 'history'.
      """,
      SchemaArguments.discussion,
    ])

  private let schema: SchemaArguments
  private let path: String?
  private let omitted: Set<String>
  private let printsJSONSchema: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    schema = try SchemaArguments(single: arguments, operands: arguments.operands)
    path = arguments.text(Self.path)
    omitted = Set(arguments.texts(Self.without))
    printsJSONSchema = arguments.has(Self.jsonSchema)
    if printsJSONSchema, path != nil || !omitted.isEmpty {
      throw arguments.problem("option '--json-schema' cannot be combined with others")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    if printsJSONSchema {
      try console.output(Pipeline.contextSchema)
      return .done
    }
    guard let schema = try schema.loadOneVersions(console) else { return .failed }
    try console.output(Pipeline.contextText(of: schema, at: path, without: omitted))
    return .done
  }
}
