import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// One run over a schema's templates, with the resulting files.
struct Emission {
  private let input: EmissionInput
  private let library: TemplateLibrary
  private let renderer: TemplateRenderer
  private(set) var files: [GeneratedFile] = []
  private(set) var bag = DiagnosticBag()
  private var collisions = OutputCollisions()

  init(_ input: EmissionInput) {
    self.input = input
    library = TemplateLibrary(loader: LeasedTemplates(input.sources), filters: SchemaFilters.table)
    renderer = TemplateRenderer(library: library)
  }

  /// Renders a template once for each subject that its first line names.
  ///
  /// A user's file without a first-line directive is a part of other templates.
  mutating func emitFiles(of name: String) {
    guard let output = output(named: name) else { return }
    // A mistake for one subject usually occurs for all of them, and is reported once.
    for subject in output.subjects where !emit(output, for: subject) { break }
  }

  /// A template that generates files.
  struct Output {
    let name: String
    let template: Template
    let subjects: [RenderingSubject]
    fileprivate let header: GeneratedHeader
    fileprivate let path: Template
    fileprivate let pathSpan: SourceSpan
  }

  /// The template; `nil` if it is a part of others, belongs to a set that is not run, or
  /// has a mistake.
  mutating func output(named name: String) -> Output? {
    guard let source = input.sources.source(named: name),
      let template = library.parse(source, into: &bag)
    else { return nil }
    let replaced = replacedTemplate(named: name)
    guard let statedKind = template.directive?[.for] ?? replaced?.directive?[.for] else {
      return nil
    }
    let output = input.schema.generation
    guard input.sources.isWanted(template, named: name, in: output) else { return nil }
    guard let kind = RenderingSubject.Kind.stated(statedKind, into: &bag) else { return nil }
    let all = RenderingSubject.all(kind, of: input.context, plan: input.plan)
    guard let subjects = wanted(all, of: template) else { return nil }
    // `TemplateChecker` has reported a missing path.
    guard let path = Self.path(of: template) ?? replaced.flatMap(Self.path) else { return nil }
    if input.options.isSwiftOnly, Self.isNeverSwift(path.value.text) { return nil }
    return library.parse(path.value, of: path.template, into: &bag).map {
      Output(
        name: name, template: template, subjects: subjects,
        header: input.header(for: name), path: $0, pathSpan: path.value.span)
    }
  }

  /// The subjects that meet the condition of a template's first line; `nil` if it has a mistake.
  private mutating func wanted(
    _ subjects: [RenderingSubject], of template: Template
  ) -> [RenderingSubject]? {
    guard let stated = template.directive?[.when] else { return subjects }
    guard let condition = library.parse(condition: stated, of: template, into: &bag) else {
      return nil
    }
    var wanted: [RenderingSubject] = []
    for subject in subjects {
      let context = input.root(for: subject, path: nil, header: nil)
      guard
        let text = renderer.render(
          condition, context: context, subject: subject.description, into: &bag)
      else { return nil }
      if !text.isEmpty { wanted.append(subject) }
    }
    return wanted
  }

  /// Whether no file of a template is Swift, regardless of the variables in its path.
  private static func isNeverSwift(_ path: String) -> Bool {
    !path.hasSuffix(".swift") && !path.hasSuffix("}")
  }

  /// The built-in template that a user's file replaces.
  ///
  /// Settings of the output that the file does not state are taken from it.
  private mutating func replacedTemplate(named name: String) -> Template? {
    guard input.sources.userSource(named: name) != nil,
      let source = TemplateSources.builtIn(name)
    else { return nil }
    return library.parse(source, into: &bag)
  }

  /// The path of the output, and the template that states it.
  private static func path(
    of template: Template
  ) -> (value: TemplateDirective.Value, template: Template)? {
    template.directive?[.path].map { ($0, template) }
  }

  /// Adds a file; returns `false` if there is a mistake.
  private mutating func emit(_ output: Output, for subject: RenderingSubject) -> Bool {
    guard let path = path(of: output, for: subject),
      let file = file(of: output, for: subject, at: path)
    else { return false }
    let made = "'\(output.name)' for \(subject.description)"
    if let message = collisions.collision(of: path, made) {
      report(.outputCollision, message, at: output.pathSpan)
      return false
    }
    files.append(file)
    return true
  }

  /// The file that a template generates for a subject, regardless of collisions.
  mutating func file(of output: Output, for subject: RenderingSubject) -> GeneratedFile? {
    path(of: output, for: subject).flatMap { file(of: output, for: subject, at: $0) }
  }

  private mutating func file(
    of output: Output, for subject: RenderingSubject, at path: OutputPath
  ) -> GeneratedFile? {
    let root = input.root(for: subject, path: path, header: output.header)
    let bytes = renderer.render(
      output.template, context: root, subject: subject.description, into: &bag)
    return bytes.map {
      GeneratedFile(
        path: path.text, bytes: output.header.added(to: $0, at: path), template: output.name,
        shard: subject.shard)
    }
  }

  /// A part of the built-in templates, rendered for the schema; empty if it has a mistake.
  mutating func renderBuiltIn(_ name: String) -> String {
    render(name, input.root(for: .schema, path: nil, header: nil))
  }

  /// The statements of one operation of a migration.
  mutating func statements(of operation: TemplateValue) -> String {
    let variables = TemplateDictionary(["operation": operation])
    return render(OutputCatalog.operation, .dictionary(variables))
  }

  /// The triggers among some kinds that a table has.
  mutating func triggers(_ kinds: [String], of owner: (name: String, value: TemplateValue))
    -> [String]
  {
    kinds.map { kind in
      let variables = TemplateDictionary(["kind": .string(kind), owner.name: owner.value])
      return render(OutputCatalog.trigger, .dictionary(variables))
    }.filter { !$0.isEmpty }
  }

  private mutating func render(_ name: String, _ context: TemplateValue) -> String {
    guard let source = TemplateSources.builtIn(name) else { return "" }
    return render(source, context)
  }

  private mutating func render(_ source: SourceFile, _ context: TemplateValue) -> String {
    guard let template = library.parse(source, into: &bag),
      let bytes = renderer.render(template, context: context, into: &bag)
    else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func path(of output: Output, for subject: RenderingSubject) -> OutputPath? {
    let context = input.root(for: subject, path: nil, header: nil)
    guard
      let bytes = renderer.render(
        output.path, context: context, subject: subject.description, into: &bag)
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(OutputPath.Failure) {
      return try OutputPath(text)
    } catch {
      let message = error.message(path: text, subject: subject.description)
      let note = Diagnostic.Note(
        "to generate nothing for it, state a condition in the first line: when=\"…\"",
        at: output.pathSpan)
      bag.add(
        Diagnostic(
          .error, .outputPath, message, at: output.pathSpan, notes: error == .empty ? [note] : []))
      return nil
    }
  }

  private mutating func report(_ code: DiagnosticCode, _ message: String, at span: SourceSpan) {
    bag.add(Diagnostic(.error, code, message, at: span))
  }
}
