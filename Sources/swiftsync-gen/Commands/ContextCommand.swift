import SyncGenCommandLine

struct ContextCommand: Command {
  static let definition = CommandDefinition(
    "context", "print the template context of a schema as JSON",
    operands: SchemaArguments.operand,
    options: [SchemaArguments.option, SchemaArguments.allowOutside],
    discussion: [SchemaArguments.discussion])

  private let schema: SchemaArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    schema = try SchemaArguments(single: arguments, operands: arguments.operands)
  }

  func run(_ console: Console) throws -> ExitStatus {
    guard let schema = try schema.loadOneVersions(console) else { return .failed }
    try console.output(Pipeline.contextText(of: schema))
    return .done
  }
}
