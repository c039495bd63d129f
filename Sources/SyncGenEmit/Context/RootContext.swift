import SyncGenSchema
import SyncGenTemplateEngine

/// The variables that a template starts with.
struct RootContext {
  /// Goes up when a member is removed or changes its meaning; new members do not count.
  static let version = 1

  /// A variable as the reference page lists it.
  struct Variable: Sendable {
    let name: String
    let type: String
    /// What a template has to be for to see it; none if all templates do.
    let kinds: [RenderingSubject.Kind]
    let note: String

    init(_ name: String, _ type: String, _ kinds: [RenderingSubject.Kind] = [], _ note: String = "")
    {
      self.name = name
      self.type = type
      self.kinds = kinds
      self.note = note
    }
  }

  static let variables = [
    Variable("contextVersion", "number"),
    Variable("tool.version", "text"),
    Variable(
      "header", "text", [],
      "the header of generated files as a comment in the language that the output's name ends "
        + "with; nothing for a language without comments. A template that does not print it gets "
        + "it in front of its output"),
    Variable(
      "headerLines", "list of text", [], "the lines of the header, for languages without comments"),
    Variable("schema", SchemaContext.type.name, [], "the older version in `for=frozen`"),
    Variable(
      "history", HistoryContext.type.name, [],
      "the frozen versions before this one, and the way from each to the next"),
    Variable(
      "types", "text by name", [],
      "a type of Swift, Foundation or the runtime as the schema's Swift code has to write it: "
        + "`types.Date` is `Date`, or `Foundation.Date` beside an entity of that name"),
    Variable("entity", EntityContext.type.name, [.entity]),
    Variable("enum", EnumContext.type.name, [.enum]),
    Variable("version", "number", [.version, .frozen]),
    Variable("migration", VersionStepContext.type.name, [.migration]),
    Variable(
      "plan", MigrationPlanContext.type.name, [.plan, .version],
      "in `for=version` only if there are older versions"),
    Variable("endpoint", EndpointContext.type.name, [.endpoint]),
    Variable("fixture", FixtureContext.type.name, [.fixture]),
  ]

  let schema: TemplateValue
  let history: HistoryContext
  let types: TypeNamesContext
  let toolVersion: String
  /// The generated header as a comment in the output's language.
  let header: String
  /// The same without comment marks.
  let headerLines: [String]
  let subject: RenderingSubject

  var templateValue: TemplateValue {
    var variables: [String: TemplateValue] = [
      "contextVersion": .int(Self.version),
      "tool": .dictionary(TemplateDictionary(["version": .string(toolVersion)])),
      "header": .string(header),
      "headerLines": .array(headerLines.map(TemplateValue.string)),
      "schema": schema,
      "history": history.templateValue,
      "types": .object(types),
    ]
    switch subject {
    case .schema, .api: break
    case .entity(let value, _): variables["entity"] = value
    case .enumeration(let value, _): variables["enum"] = value
    case .version(let number, let plan):
      variables["version"] = .int(number)
      if let plan { variables["plan"] = plan }
    case .frozen(let older): variables["version"] = .int(older.names.schema.version)
    case .plan(let value): variables["plan"] = value
    case .migration(let value, _): variables["migration"] = value
    case .endpoint(let value, _): variables["endpoint"] = value
    case .fixture(let value, _): variables["fixture"] = value
    }
    return .dictionary(TemplateDictionary(variables))
  }
}
