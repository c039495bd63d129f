import SyncGenCore
import SyncGenDiagnostics
import SyncGenTemplateEngine

struct RenderCommand: Command {
  private static let context = OptionDefinition(
    "context", .text(placeholder: "FILE"), "the template's variables, a JSON object")
  private static let templates = OptionDefinition(
    "templates", .text(placeholder: "DIR"), isRepeatable: true,
    "where 'include', 'extends' and 'import' look; without it in the folder of the template")
  private static let undefined = OptionDefinition.choice(
    "undefined", of: TemplateOptions.Undefined.self,
    "what happens where an undefined variable would be printed: an error (the default) or nothing")
  private static let trim = OptionDefinition.choice(
    "trim", of: TemplateOptions.Trim.self,
    "what happens to white space around tags: 'smart' (the default), or 'nothing' as in Stencil")

  static let definition = CommandDefinition(
    "render", "render one template", operands: .init("TEMPLATE", 1...1),
    options: [context, SchemaArguments.option, templates, undefined, trim],
    discussion: [
      """
      The variables come from the file that --context names, or from a schema. The output goes to \
      standard output; '-' as TEMPLATE is standard input.
      """,
      SchemaArguments.discussion,
    ])

  private let template: String
  private let context: String?
  private let schema: SchemaArguments
  private let folders: [String]
  private let options: TemplateOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let template = arguments.operands.first ?? "-"
    self.template = template
    context = arguments.text(Self.context)
    schema = try SchemaArguments(single: arguments)
    if context != nil, arguments.has(SchemaArguments.option) {
      throw arguments.problem("options '--context' and '--schema' exclude each other")
    }
    let named = arguments.texts(Self.templates)
    folders = named.isEmpty ? [Path.split(template).folder] : named
    options = TemplateOptions(
      undefined: arguments.choice(Self.undefined) ?? .error,
      trim: arguments.choice(Self.trim) ?? .smart)
  }

  func run(_ console: Console) throws -> ExitStatus {
    var bag = DiagnosticBag()
    let source = try InputFile.read(template)
    guard let context = try variables(console, into: &bag) else {
      console.show(bag)
      return .failed
    }
    let output = TemplateRendering(folders: folders, options: options)
      .render(source, context: context, into: &bag)
    console.show(bag)
    guard let output else { return .failed }
    try console.output(output)
    return .done
  }

  /// `nil` if the file or the schema has errors.
  private func variables(
    _ console: Console, into bag: inout DiagnosticBag
  ) throws -> TemplateValue? {
    if let context { return ContextReader.read(try InputFile.read(context), into: &bag) }
    return try schema.loadOne(console).map { Pipeline.context(of: $0) }
  }
}
