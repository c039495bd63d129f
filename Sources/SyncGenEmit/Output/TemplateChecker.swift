import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// Finds mistakes in the templates of a schema's folders without rendering them, so that all
/// commands that read templates report the same.
struct TemplateChecker {
  private let sources: TemplateSources
  private let vocabulary: ContextVocabulary
  private let library: TemplateLibrary
  private var bag = DiagnosticBag()

  /// The mistakes; none if there are no templates besides the built-in ones.
  static func problems(
    of sources: TemplateSources, in schema: Schema, vocabulary: () -> ContextVocabulary
  ) -> [Diagnostic] {
    guard sources.hasUserTemplates else { return [] }
    var checker = TemplateChecker(sources, vocabulary())
    checker.check(sets: schema.generation.sets)
    return checker.bag.diagnostics.uniqued()
  }

  private init(_ sources: TemplateSources, _ vocabulary: ContextVocabulary) {
    self.sources = sources
    self.vocabulary = vocabulary
    library = TemplateLibrary(loader: LeasedTemplates(sources), filters: SchemaFilters.table)
  }

  private mutating func check(sets: [String]) {
    let layers = TemplateLayers(sources, library)
    var own: [UnusedTemplates.NamedTemplate] = []
    var later: [Template] = []
    for name in sources.userNames {
      let files = layers.templates(named: name, into: &bag)
      own += files.prefix(1).map { (name: name, template: $0) }
      later += files.dropFirst()
    }
    let all = own.map(\.template) + later
    let declared = Set(all.flatMap(\.declaredNames))
    let names = (sources.outputNames(of: sets) + own.map(\.name)).uniqued()
    for name in names {
      guard let template = library.template(named: name, into: &bag) else { continue }
      check(template, named: name, declared)
    }
    for template in all { checkFile(template) }
    // With a mistake, it is not known which templates the others use.
    if !bag.hasErrors {
      for warning in UnusedTemplates.warnings(own, layers: later, sources) { bag.add(warning) }
    }
  }

  /// Checks what concerns a user's file by itself, however it is used.
  private mutating func checkFile(_ template: Template) {
    for warning in OverrideChecker.warnings(for: template, in: library) { bag.add(warning) }
    if let problem = ContextVersion.problem(of: template) { bag.add(problem) }
    if let problem = TemplateStamp.problem(of: template) { bag.add(problem) }
  }

  /// Checks a template that generates files, and those that it uses, if one of them is the user's.
  private mutating func check(_ template: Template, named name: String, _ declared: Set<String>) {
    guard library.sources(of: template).contains(where: sources.isUserSource) else { return }
    let builtIn = sources.userSource(named: name) == nil ? nil : TemplateSources.builtIn(name)
    let replaced = builtIn.flatMap { library.parse($0, into: &bag) }
    if let set = template.directive?[.set] { checkKnown(set) }
    guard let stated = template.directive?[.for] ?? replaced?.directive?[.for],
      let kind = RenderingSubject.Kind.stated(stated, into: &bag)
    else { return }
    let known = vocabulary.vocabulary(for: kind, declared: declared)
    checkNames(in: template, known)
    if let condition = (template.directive?[.when]).flatMap({
      library.parse(condition: $0, of: template, into: &bag)
    }) {
      checkNames(in: condition, known)
    }
    if let path = template.directive?[.path] {
      if let path = library.parse(path, of: template, into: &bag) { checkNames(in: path, known) }
    } else if replaced?.directive?[.path] == nil {
      let message = "'\(name)' does not specify its output, expected path=\"…\""
      bag.add(Diagnostic(.error, .templateDirective, message, at: stated.span))
    }
  }

  /// Reports a set that does not exist.
  private mutating func checkKnown(_ set: TemplateDirective.Value) {
    let known = GenerationOptions.knownSets
    if known.contains(set.text) { return }
    let message =
      "a template cannot belong to set '\(set.text)', expected one of "
      + known.map { "'\($0)'" }.joined(separator: ", ")
    bag.add(Diagnostic(.error, .templateDirective, message, at: set.span))
  }

  private mutating func checkNames(in template: Template, _ vocabulary: TemplateVocabulary) {
    let findings = VariableChecker.findings(
      in: template, library: library, vocabulary: vocabulary)
    for finding in findings { bag.add(finding.diagnostic) }
  }
}
