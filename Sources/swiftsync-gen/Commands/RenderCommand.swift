import SyncGenCommandLine
import SyncGenDiagnostics

struct RenderCommand: Command {
  private static let context = OptionDefinition(
    "context", takes: .text(placeholder: "FILE"), "the template's variables, a JSON object")

  static let definition = CommandDefinition(
    "render", "render one template", operands: .init("TEMPLATE", 1...1),
    options: [
      context, SchemaArguments.onlyOption, SchemaArguments.strict,
      SchemaArguments.allowOutside,
    ] + TemplateRendering.optionDefinitions,
    discussion: [
      """
      The variables come from the file that '--context' names, or from a schema. With a schema, a \
      template whose first line contains 'for=entity' is rendered for each entity. The result goes to \
      standard output. '-' as TEMPLATE is standard input.
      """,
      SchemaArguments.optionDiscussion,
    ])

  private let template: String
  private let context: String?
  private let schema: SchemaArguments
  private let rendering: TemplateRendering

  init(_ arguments: ParsedArguments) throws(UsageError) {
    template = arguments.operands[0]
    context = arguments.text(Self.context)
    schema = try SchemaArguments(single: arguments)
    rendering = TemplateRendering(of: template, arguments)
    if context != nil, arguments.has(SchemaArguments.onlyOption) {
      throw arguments.problem("options '--context' and '--schema' cannot be combined")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let source = try InputFile.readTemplate(template)
    guard let variables = try variables(console) else { return .failed }
    var bag = DiagnosticBag()
    let output = rendering.render(source, with: variables, into: &bag)
    console.show(bag)
    guard let output, !schema.fails(bag) else { return .failed }
    try console.output(output)
    return .done
  }

  /// The variables; `nil` if the schema has errors, which are shown.
  private func variables(_ console: Console) throws -> TemplateRendering.Variables? {
    if let context {
      return .file(try InputFile.read(context, atMost: InputFile.dataLimit))
    }
    return try schema.loadOneVersions(console).map { .schema($0) }
  }
}
