import SyncGenMigration
import SyncGenSchema
import SyncGenTemplateEngine

/// The input of a run over a schema's templates. It can be used by any number of threads.
struct EmissionInput: Sendable {
  let schema: Schema
  let plan: VersionPlan
  let options: EmitOptions
  let context: SchemaContext
  /// The context as exposed to templates.
  let schemaValue: TemplateValue
  let types: TypeNamesContext
  let sources: TemplateSources
  /// Created on demand: it is long, and only users' templates are checked against it.
  let vocabulary: @Sendable () -> ContextVocabulary

  init(
    _ schema: Schema, plan: VersionPlan = .none, options: EmitOptions,
    vocabulary: @autoclosure @escaping @Sendable () -> ContextVocabulary = .current
  ) {
    self.schema = schema
    self.plan = plan
    self.options = options
    context = SchemaContext(schema)
    schemaValue = context.templateValue
    types = TypeNamesContext(context.names)
    sources = TemplateSources(options.templates)
    self.vocabulary = vocabulary
  }

  /// The built-in templates of the schema's sets, followed by those that the user's folders add.
  var outputNames: [String] { sources.outputNames(of: schema.generation.sets) }

  /// The variables of one rendering.
  func root(
    for subject: RenderingSubject, path: OutputPath?, header: GeneratedHeader?
  ) -> TemplateValue {
    var (schemaValue, types) = (schemaValue, types)
    if case .frozen(let older) = subject {
      schemaValue = older.templateValue
      types = TypeNamesContext(older.names)
    }
    let style = path.flatMap { CommentStyle.of(path: $0.text) }
    let root = RootContext(
      schema: schemaValue, params: schema.generation.params,
      history: HistoryContext(plan: plan, newest: schema), types: types,
      toolVersion: options.toolVersion, header: style.flatMap { header?.text($0) } ?? "",
      headerLines: header?.lines ?? [], subject: subject)
    return root.templateValue
  }

  func header(for template: String) -> GeneratedHeader { options.header(for: template) }
}
