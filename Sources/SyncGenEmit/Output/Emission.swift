import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema
import SyncGenTemplateEngine

/// One run over a schema's templates, and the files that came of it.
struct Emission {
  private let schema: Schema
  private let plan: MigrationPlan
  private let options: EmitOptions
  private let context: SchemaContext
  private let schemaValue: TemplateValue
  private let types: TypeNamesContext
  private let sources: TemplateSources
  private let library: TemplateLibrary
  private let renderer: TemplateRenderer
  private(set) var files: [GeneratedFile] = []
  private(set) var bag = DiagnosticBag()
  /// What made each path, by `OutputPath.collisionKey`.
  private var makers: [String: String] = [:]

  init(_ schema: Schema, plan: MigrationPlan = .none, options: EmitOptions) {
    self.schema = schema
    self.plan = plan
    self.options = options
    context = SchemaContext(schema)
    schemaValue = context.templateValue
    types = TypeNamesContext(captured: context.names.captured)
    sources = TemplateSources(options.templates)
    library = TemplateLibrary(loader: sources, filters: SchemaFilters.table)
    renderer = TemplateRenderer(library: library)
  }

  /// The built-in templates of the schema's sets, then all that the user's folders add.
  func outputNames() -> [String] {
    let builtIn = Set(OutputCatalog.sets.flatMap { $0.outputs + $0.parts })
    let wanted = OutputCatalog.sets.filter { schema.generation.sets.contains($0.name) }
    return wanted.flatMap(\.outputs) + sources.userNames.filter { !builtIn.contains($0) }
  }

  /// Renders a template once for each thing that its first line names.
  ///
  /// A file of the user's without a first-line directive is a part of other templates.
  mutating func emitFiles(of name: String) {
    guard let source = sources.source(named: name),
      let template = library.parse(source, into: &bag),
      let directive = template.directive, let kind = directive[.for]
    else { return }
    if let set = directive[.set], !schema.generation.sets.contains(set.text) { return }
    guard let subjects = subjects(of: kind) else { return }
    guard let pathValue = directive[.path] else {
      let message = "'\(name)' does not say where its output goes, expected path=\"…\""
      return report(.templateDirective, message, at: kind.span)
    }
    guard
      let path = Template.parse(pathValue, of: template, filters: SchemaFilters.table, into: &bag)
    else { return }
    let output = Output(name: name, template: template, path: path, pathSpan: pathValue.span)
    // What is wrong for one subject is usually wrong for all of them, and is said once.
    for subject in subjects where !emit(output, for: subject) { break }
  }

  /// A template that gives files.
  private struct Output {
    let name: String
    let template: Template
    let path: Template
    let pathSpan: SourceSpan
  }

  /// Adds a file; false if there is a mistake.
  private mutating func emit(_ output: Output, for subject: RenderingSubject) -> Bool {
    guard let path = path(of: output, for: subject),
      let bytes = renderer.render(
        output.template, context: root(for: subject, path: path, template: output.name),
        subject: subject.description, into: &bag)
    else { return false }
    let made = "'\(output.name)' for \(subject.description)"
    if let other = makers.updateValue(made, forKey: path.collisionKey) {
      let message = "\(made) and \(other) both make '\(path.text)'"
      report(.outputCollision, message, at: output.pathSpan)
      return false
    }
    files.append(
      GeneratedFile(
        path: path.text, bytes: withHeader(bytes, template: output.name, path: path),
        template: output.name))
    return true
  }

  /// The bytes behind the header, if the template did not print it and the language has comments.
  private func withHeader(_ bytes: [UInt8], template: String, path: OutputPath) -> [UInt8] {
    guard !GeneratedHeader.isGenerated(bytes), let style = CommentStyle.of(path: path.text) else {
      return bytes
    }
    return Array((header(for: template).text(style) + "\n\n").utf8) + bytes
  }

  /// What the template's `for` means; `nil` if it is not known.
  private mutating func subjects(of kind: TemplateDirective.Value) -> [RenderingSubject]? {
    if let known = RenderingSubject.Kind(rawValue: kind.text) {
      return RenderingSubject.all(known, of: context, plan: plan)
    }
    let expected = RenderingSubject.Kind.allCases.map { "'\($0.rawValue)'" }
    let message = "a template cannot be for '\(kind.text)', expected one of "
    report(.templateDirective, message + expected.joined(separator: ", "), at: kind.span)
    return nil
  }

  /// A part of the built-in templates, rendered for the schema; empty if it has a mistake.
  mutating func renderBuiltIn(_ name: String) -> String {
    render(name, root(for: .schema, path: nil, template: name))
  }

  /// The statements of one operation of a migration.
  mutating func statements(of operation: TemplateValue) -> String {
    let variables = TemplateDictionary(["operation": operation])
    return render(OutputCatalog.operation, .dictionary(variables))
  }

  private mutating func render(_ name: String, _ context: TemplateValue) -> String {
    guard let source = TemplateSources.builtIn(name),
      let template = library.parse(source, into: &bag),
      let bytes = renderer.render(template, context: context, into: &bag)
    else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func path(of output: Output, for subject: RenderingSubject) -> OutputPath? {
    let context = root(for: subject, path: nil, template: output.name)
    guard
      let bytes = renderer.render(
        output.path, context: context, subject: subject.description, into: &bag)
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(OutputPath.Failure) {
      return try OutputPath(text)
    } catch {
      report(.outputPath, Self.message(for: error, path: text, subject), at: output.pathSpan)
      return nil
    }
  }

  private static func message(
    for failure: OutputPath.Failure, path: String, _ subject: RenderingSubject
  ) -> String {
    switch failure {
    case .empty: "the output path for \(subject.description) is empty"
    case .leavesOutputFolder: "the output path '\(path)' leaves the output folder"
    case .unwritable:
      "the output path \(SwiftText.string(path)) has a character or an empty part that file "
        + "systems do not take"
    }
  }

  private func header(for template: String) -> GeneratedHeader {
    GeneratedHeader(
      toolVersion: options.toolVersion, schemaPath: options.schemaPath, template: template)
  }

  /// The variables of one rendering.
  private func root(
    for subject: RenderingSubject, path: OutputPath?, template: String
  ) -> TemplateValue {
    let style = path.flatMap { CommentStyle.of(path: $0.text) }
    let root = RootContext(
      schema: schemaValue, types: types, toolVersion: options.toolVersion,
      header: style.map { header(for: template).text($0) } ?? "", subject: subject)
    return root.templateValue
  }

  private mutating func report(_ code: DiagnosticCode, _ message: String, at span: SourceSpan) {
    bag.add(Diagnostic(.error, code, message, at: span))
  }
}
