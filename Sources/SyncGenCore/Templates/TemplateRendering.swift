package import SyncGenDiagnostics
import SyncGenEmit
package import SyncGenSchema
import SyncGenTemplateEngine

/// Renders one template from a file, for the command `render`.
package struct TemplateRendering: Sendable {
  /// The source of the template's variables.
  package enum Variables: Sendable {
    /// A JSON object.
    case file(SourceFile)
    case schema(SchemaVersions, checking: PayloadCheckerMaker? = nil)
  }

  private let folders: [String]
  private let options: TemplateOptions

  /// - Parameter template: The template's path; its folder is searched if the arguments name none.
  package init(of template: String, _ arguments: ParsedArguments) {
    let named = arguments.texts(Self.templates)
    folders = named.isEmpty ? [Path.split(template).folder] : named
    options = TemplateOptions(
      undefined: arguments.choice(Self.undefined) ?? .error,
      trim: arguments.choice(Self.trim) ?? .smart)
  }

  /// The output; `nil` if there are errors, which are added to the bag.
  package func render(
    _ template: SourceFile, with variables: Variables, into bag: inout DiagnosticBag
  ) -> [UInt8]? {
    let library = TemplateLibrary(
      loader: FolderTemplateLoader(folders), filters: ContextEmitter.filters, trim: options.trim)
    guard let context = context(of: variables, into: &bag),
      let parsed = library.parse(template, into: &bag)
    else { return nil }
    return TemplateRenderer(library: library, options: options)
      .render(parsed, context: context, into: &bag)
  }

  private func context(
    of variables: Variables, into bag: inout DiagnosticBag
  ) -> TemplateValue? {
    switch variables {
    case .file(let file): ContextFile.context(in: file, into: &bag)
    case .schema(let versions, let checking):
      Pipeline.context(of: versions, checking: checking)
    }
  }
}

// MARK: Options

extension TemplateRendering {
  package static let optionDefinitions = [templates, undefined, trim]

  private static let templates = OptionDefinition(
    "templates", takes: .text(placeholder: "DIR"), isRepeatable: true,
    "where 'include', 'extends' and 'import' look; without it in the folder of the template")
  private static let undefined = OptionDefinition.choice(
    "undefined", of: TemplateOptions.Undefined.self,
    "what happens where an undefined variable would be printed: an error (the default) or nothing")
  private static let trim = OptionDefinition.choice(
    "trim", of: TemplateOptions.Trim.self,
    "what happens to white space around tags: 'smart' (the default), or 'nothing' as in Stencil")
}
