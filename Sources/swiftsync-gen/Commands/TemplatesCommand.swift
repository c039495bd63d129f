import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenSchema

struct TemplatesCommand: Command {
  private static let eject = "eject"
  private static let folder = OptionDefinition(
    "to", takes: .text(placeholder: "DIR"),
    "the folder that 'eject' copies to; by default the first one that the schema names")

  static let definition = CommandDefinition(
    "templates", "list the templates, or copy a built-in one to edit it",
    operands: .init("eject NAME", 0...2),
    options: [
      SchemaArguments.onlyOption, SchemaArguments.warningsAsErrors, SchemaArguments.allowOutside,
      folder,
    ],
    discussion: [
      """
      Without an argument, lists the template sets, whether the schema enables them, and the source of \
      each template, and reports mistakes in the schema's own templates. Without a schema, lists the \
      built-in templates.
      """,
      """
      'eject NAME' copies the built-in template NAME, or all of the set NAME, into the schema's \
      template folder, where the copy replaces it. An existing file is not changed, and the exit \
      status is then 1. To change a part of a template, override a block instead.
      """,
      SchemaArguments.optionDiscussion,
    ])

  private let schemas: SchemaArguments
  /// The templates to copy; empty if the templates are to be listed.
  private let ejected: [SourceFile]
  private let folder: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    schemas = SchemaArguments(optional: arguments)
    ejected = try Self.ejected(by: arguments)
    folder = arguments.text(Self.folder)
    if folder != nil, ejected.isEmpty {
      throw arguments.problem("option '--to' is valid only with 'eject'")
    }
  }

  private static func ejected(by arguments: ParsedArguments) throws(UsageError) -> [SourceFile] {
    guard let action = arguments.operands.first else { return [] }
    guard action == eject else {
      throw arguments.problem("unknown argument '\(action)', expected 'eject'")
    }
    guard arguments.operands.count == 2 else { throw arguments.problem("NAME is missing") }
    let name = arguments.operands[1]
    let templates = TemplateCatalog.builtIn(named: name)
    if !templates.isEmpty { return templates }
    let known = Suggestion.nearest(to: name, in: TemplateCatalog.builtInNames)
    throw arguments.problem(
      "there is no built-in template or set '\(name)'"
        + (known.map { "; did you mean '\($0)'?" } ?? ""))
  }

  func run(_ console: Console) throws -> ExitStatus {
    var bag = DiagnosticBag()
    let allowsOutside = schemas.allowsOutside
    let schemas = try schemas.load(into: &bag)
    if !ejected.isEmpty, folder == nil, let schema = schemas.first(where: Self.hasFolder) {
      OutputBounds.checkTemplates(of: schema, allowingOutside: allowsOutside, into: &bag)
    }
    if ejected.isEmpty {
      for schema in schemas { try Pipeline.checkTemplates(of: schema, into: &bag) }
    }
    console.show(bag)
    if self.schemas.fails(bag) { return .failed }
    if !ejected.isEmpty { return try eject(for: schemas, console) }
    if schemas.count < 2 {
      try console.output(TemplateCatalog.listing(of: schemas.first))
    }
    for (index, schema) in schemas.enumerated() where schemas.count > 1 {
      let title = (index == 0 ? "" : "\n") + "\(schema.path)\n\n"
      try console.output(title + TemplateCatalog.listing(of: schema))
    }
    return .done
  }

  // MARK: Copying

  private static func hasFolder(_ schema: Schema) -> Bool {
    !TemplateCatalog.folders(of: schema).isEmpty
  }

  private func eject(for schemas: [Schema], _ console: Console) throws -> ExitStatus {
    let stated = folder ?? schemas.lazy.compactMap { TemplateCatalog.folders(of: $0).first }.first
    var status = ExitStatus.done
    for copy in try TemplateCatalog.eject(ejected, to: stated ?? TemplateCatalog.defaultFolder) {
      if copy.isNew {
        console.remark("wrote \(copy.path)")
      } else {
        console.error("\(copy.path) already exists and was not changed")
        status = .failed
      }
    }
    if stated == nil {
      console.remark(
        "no schema uses that folder yet; add 'generate: { templates: [../Templates] }'")
    }
    return status
  }
}
