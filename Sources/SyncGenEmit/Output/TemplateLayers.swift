import SyncGenDiagnostics
import SyncGenTemplateEngine

/// The files of one name in several template folders, as far as they are used: that of the first
/// folder, and each one that the file before it extends.
struct TemplateLayers {
  private let sources: TemplateSources
  private let library: TemplateLibrary

  /// - Parameter library: A library of the sources, whose templates are parsed once; by default one
  ///   of its own.
  init(_ sources: TemplateSources, _ library: TemplateLibrary? = nil) {
    self.sources = sources
    self.library =
      library
      ?? TemplateLibrary(loader: LeasedTemplates(sources), filters: SchemaFilters.table)
  }

  /// The templates of the user's files with a name. Mistakes are added to the bag once.
  func templates(named name: String, into bag: inout DiagnosticBag) -> [Template] {
    guard sources.userSource(named: name) != nil else { return [] }
    var templates: [Template] = []
    var next: String? = name
    while let current = next, let template = library.template(named: current, into: &bag) {
      templates.append(template)
      next = template.extendedName.flatMap { TemplateLayer($0) == nil ? nil : $0 }
    }
    return templates
  }

  /// The same, if the mistakes are reported elsewhere.
  func templates(named name: String) -> [Template] {
    var bag = DiagnosticBag()
    return templates(named: name, into: &bag)
  }

  /// Where the template with a name comes from.
  func origin(of name: String) -> TemplateListing.Origin {
    let files = templates(named: name)
    guard let last = files.last else {
      return .init(path: sources.userSource(named: name)?.path, overrides: [])
    }
    let extendsBuiltIn =
      last.extendedName.map { BuiltInTemplateLoader.fileName($0) == name } ?? false
    let overrides = extendsBuiltIn ? files : files.dropLast()
    return .init(
      path: extendsBuiltIn ? nil : last.source.path,
      overrides: overrides.reversed().map {
        .init(path: $0.source.path, blocks: $0.blockNames)
      })
  }
}
