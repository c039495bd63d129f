import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenSchema

struct TemplatesCommand: Command {
  private enum Action: Sendable {
    case list
    case check
    case eject([SourceFile])
    case diff(SourceFile)
  }

  private static let eject = "eject"
  private static let folder = OptionDefinition(
    "to", takes: .text(placeholder: "DIR"),
    "the folder that 'eject' copies to; by default the first one that the schema names")
  private static let merged = OptionDefinition(
    "merged", "with 'diff': record that the copy contains the changes, and print nothing")

  static let definition = CommandDefinition(
    "templates", "list or check the templates, or copy a built-in one to edit it",
    operands: .init("check|eject|diff NAME", 0...2),
    options: [
      SchemaArguments.onlyOption, Console.format, SchemaArguments.strict,
      SchemaArguments.allowOutside,
      folder, merged,
    ],
    discussion: [
      """
      Without an argument, lists the template sets, whether the schema enables them, and the source of \
      each template, and reports mistakes in the schema's own templates. Without a schema, lists the \
      built-in templates.
      """,
      """
      'check' only reports the mistakes, as 'validate' and 'generate' do: templates that cannot be \
      parsed, unknown and deprecated names, and files and blocks that have no effect. The exit status \
      is 1 if there is an error.
      """,
      """
      'eject NAME' copies the built-in template NAME, or all of the set NAME, into the schema's \
      template folder, where the copy replaces it. An existing file is not changed, and the exit \
      status is then 1. To change a part of a template, override a block instead.
      """,
      """
      'diff NAME' prints what has changed in the built-in template NAME since it was copied, as a \
      patch for the copy. 'eject' keeps the original for this purpose in the folder '.ejected' next to \
      the copy. After you have merged the changes, run 'diff NAME --merged', so that the next 'diff' \
      begins there.
      """,
      SchemaArguments.optionDiscussion,
    ])

  private let schemas: SchemaArguments
  private let action: Action
  private let folder: String?
  private let isMerged: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    schemas = SchemaArguments(optional: arguments)
    action = try Self.action(of: arguments)
    folder = arguments.text(Self.folder)
    isMerged = arguments.has(Self.merged)
    if folder != nil {
      guard case .eject = action else {
        throw arguments.problem("option '--to' is valid only with 'eject'")
      }
    }
    if isMerged {
      guard case .diff = action else {
        throw arguments.problem("option '--merged' is valid only with 'diff'")
      }
    }
  }

  private static func action(of arguments: ParsedArguments) throws(UsageError) -> Action {
    guard let word = arguments.operands.first else { return .list }
    switch word {
    case "check":
      if arguments.operands.count > 1 {
        throw arguments.problem("unexpected argument '\(arguments.operands[1])'")
      }
      return .check
    case eject: return .eject(try builtIn(arguments))
    case "diff":
      let templates = try builtIn(arguments)
      guard templates.count == 1 else {
        throw arguments.problem(
          "'\(arguments.operands[1])' is a set; name one of its templates")
      }
      return .diff(templates[0])
    default:
      throw arguments.problem("unknown argument '\(word)', expected 'check', 'eject' or 'diff'")
    }
  }

  /// The built-in templates that the second operand names; at least one.
  private static func builtIn(_ arguments: ParsedArguments) throws(UsageError) -> [SourceFile] {
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
    let schemas = try schemas.load(into: &bag)
    switch action {
    case .eject where folder == nil:
      if let schema = schemas.first(where: Self.hasFolder) {
        OutputBounds.checkTemplates(
          of: schema, allowingOutside: self.schemas.allowsOutside, into: &bag)
      }
    case .list, .check:
      for schema in schemas { try Pipeline.checkTemplates(of: schema, into: &bag) }
    case .eject, .diff: break
    }
    console.show(bag)
    if self.schemas.fails(bag) { return .failed }
    switch action {
    case .list: try list(schemas, console)
    case .check: reportChecked(schemas, console)
    case .eject(let templates): return try eject(templates, for: schemas, console)
    case .diff(let template): try showChanges(of: template, for: schemas, console)
    }
    return .done
  }

  private func list(_ schemas: [Schema], _ console: Console) throws {
    if schemas.count < 2 {
      try console.output(TemplateCatalog.listing(of: schemas.first))
    }
    for (index, schema) in schemas.enumerated() where schemas.count > 1 {
      let title = (index == 0 ? "" : "\n") + "\(schema.path)\n\n"
      try console.output(title + TemplateCatalog.listing(of: schema))
    }
  }

  private func reportChecked(_ schemas: [Schema], _ console: Console) {
    for schema in schemas {
      let isEmpty = schema.generation.allTemplateFolders.isEmpty
      console.remark("\(schema.path): " + (isEmpty ? "no templates" : "the templates are valid"))
    }
    if schemas.isEmpty { console.remark("there is no schema, and so no template to check") }
  }

  // MARK: Changes of built-in templates

  private func showChanges(
    of builtIn: SourceFile, for schemas: [Schema], _ console: Console
  ) throws {
    let name = TemplateCatalog.shortName(of: builtIn)
    for schema in schemas {
      guard let copy = try EjectedTemplate.find(builtIn, for: schema) else { continue }
      if isMerged {
        try copy.markMerged()
        console.remark("\(Path.simplified(copy.path)) is a copy of the current '\(name)'")
      } else if copy.isCurrent {
        console.remark("'\(name)' has not changed since it was copied")
      } else {
        let changes = try copy.changes()
        try console.output(changes.patch)
        if !changes.isExact {
          console.remark(
            "the original of \(Path.simplified(copy.path)) is not in '.ejected', so the patch also "
              + "undoes your own changes")
        }
      }
      return
    }
    throw CommandFailure(
      "no template folder has a copy of '\(name)' with 'original=' in its first line; "
        + "'swiftsync-gen templates eject \(name)' makes one")
  }

  // MARK: Copying

  private static func hasFolder(_ schema: Schema) -> Bool {
    !TemplateCatalog.folders(of: schema).isEmpty
  }

  private func eject(
    _ ejected: [SourceFile], for schemas: [Schema], _ console: Console
  ) throws -> ExitStatus {
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
