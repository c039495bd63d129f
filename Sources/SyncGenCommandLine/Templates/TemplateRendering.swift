package import SyncGenDiagnostics
import SyncGenEmit
import SyncGenSchema
import SyncGenTemplateEngine

/// Renders one template from a file, for the `render` command.
package struct TemplateRendering: Sendable {
  /// The source of the template's variables.
  package enum Variables: Sendable {
    /// A JSON object.
    case file(SourceFile)
    case schema(SchemaVersions)

    fileprivate var areOfSchema: Bool {
      if case .schema = self { true } else { false }
    }

    /// The template folders of the schema, which are searched last.
    fileprivate var folders: [String] {
      guard case .schema(let versions) = self else { return [] }
      return versions.schema.generation.allTemplateFolders.map {
        FileSystem.simplified(Path.besides(versions.schema.path, $0))
      }
    }
  }

  private let folders: [String]
  /// Whether the arguments name the folders.
  private let areNamed: Bool
  private let options: TemplateOptions

  /// - Parameter template: The template's path; its folder is searched if the arguments name none.
  package init(of template: String, _ arguments: ParsedArguments) {
    let named = arguments.texts(Self.templates)
    areNamed = !named.isEmpty
    folders = named.isEmpty ? [Path.split(template).folder] : named
    options = TemplateOptions(
      undefined: arguments.choice(Self.undefined) ?? .error,
      trim: arguments.choice(Self.trim) ?? .lines)
  }

  /// The output; `nil` if there are errors, which are added to the bag. With a schema, a template is
  /// rendered for each subject of its first-line `for`, such as each entity.
  package func render(
    _ template: SourceFile, with variables: Variables, into bag: inout DiagnosticBag
  ) -> [UInt8]? {
    let library = TemplateLibrary(
      loader: FolderTemplateLoader(searched(with: variables)), filters: ContextEmitter.filters,
      trim: options.trim)
    guard let parsed = library.parse(template, into: &bag) else { return nil }
    let problems = ContextEmitter.problems(
      of: parsed, in: library, isForSchema: variables.areOfSchema, undefined: options.undefined)
    for problem in problems { bag.add(problem) }
    guard !bag.hasErrors, let renderings = renderings(of: parsed, with: variables, into: &bag)
    else { return nil }
    let renderer = TemplateRenderer(library: library, options: options)
    var output: [UInt8] = []
    for (variables, subject) in renderings {
      guard
        let bytes = renderer.render(parsed, context: variables, subject: subject, into: &bag)
      else { return nil }
      output += bytes
    }
    return output
  }

  /// The folders that are searched, each once.
  private func searched(with variables: Variables) -> [String] {
    let ofSchema = variables.folders
    let known = Set(ofSchema.compactMap(FileSystem.resolved))
    // The order of the schema's folders decides which file extends which.
    let others = folders.filter { folder in
      FileSystem.resolved(folder).map { areNamed || !known.contains($0) } ?? true
    }
    var seen: Set<String> = []
    return (others + ofSchema).filter { seen.insert(FileSystem.resolved($0) ?? $0).inserted }
  }

  private func renderings(
    of template: Template, with variables: Variables, into bag: inout DiagnosticBag
  ) -> [(variables: TemplateValue, subject: String?)]? {
    switch variables {
    case .file(let file):
      ContextFile.context(in: file, into: &bag).map { [($0, nil)] }
    case .schema(let versions):
      Pipeline.renderings(of: template, for: versions, into: &bag)?
        .map { ($0.variables, $0.subject) }
    }
  }
}

// MARK: Options

extension TemplateRendering {
  package static let optionDefinitions = [templates, undefined, trim]

  private static let templates = OptionDefinition(
    "templates", takes: .text(placeholder: "DIR"), isRepeatable: true,
    "a folder that 'include', 'extends' and 'import' search before those of the schema; by default that "
      + "of the template")
  private static let undefined = OptionDefinition.choice(
    "undefined", of: TemplateOptions.Undefined.self,
    "what happens where an undefined variable would be printed: an error (the default) or nothing")
  private static let trim = OptionDefinition.choice(
    "trim", of: TemplateOptions.Trim.self,
    "what happens to white space around tags: 'lines' (the default) removes lines that consist of "
      + "tags, 'smart' and 'nothing' do what Stencil does")
}
