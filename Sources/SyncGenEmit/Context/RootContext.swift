import SyncGenSchema
import SyncGenTemplateEngine

/// The initial variables of a template.
struct RootContext {
  /// Incremented when a member is removed or changes its meaning; new members do not count.
  static let version = 1

  /// A variable as listed in the reference page.
  struct Variable: Sendable {
    let name: String
    let type: String
    /// The kinds of subjects for which a template sees the variable; empty if all templates do.
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
    Variable("tool.version", "string"),
    Variable(
      "header", "string", [],
      "the header of generated files as a comment in the language of the output's "
        + "file extension; nothing for a language without comments. A template that does not print it gets "
        + "it in front of its output"),
    Variable(
      "headerLines", "list of string", [], "the lines of the header, for languages without comments"
    ),
    Variable(
      "params", "values by name", [],
      "the values under `params` of the output that the template belongs to; empty for the output of "
        + "the schema itself"),
    Variable("schema", SchemaContext.type.name, [], "the older version in `for=frozen`"),
    Variable(
      "history", HistoryContext.type.name, [],
      "the frozen versions before this one, and the step from each to the next"),
    Variable(
      "swift", "strings by name", [],
      "a type of Swift, Foundation or the runtime as the schema's Swift code has to write it: "
        + "`swift.Date` is `Date`, or `Foundation.Date` if an entity has that name"),
    Variable("entity", EntityContext.type.name, [.entity]),
    Variable("enum", EnumContext.type.name, [.enum]),
    Variable("valueType", ValueTypeContext.type.name, [.type]),
    Variable("version", "number", [.version, .frozen]),
    Variable("migration", VersionStepContext.type.name, [.migration]),
    Variable(
      "plan", MigrationPlanContext.type.name, [.plan, .version],
      "in `for=version` only if there are older versions"),
    Variable("endpoint", EndpointContext.type.name, [.endpoint]),
    Variable("fixture", FixtureContext.type.name, [.fixture]),
  ]

  let schema: TemplateValue
  let params: Annotations
  let history: HistoryContext
  let types: TypeNamesContext
  let toolVersion: String
  /// The generated header as a comment in the output's language.
  let header: String
  /// The header without comment marks.
  let headerLines: [String]
  let subject: RenderingSubject

  var templateValue: TemplateValue {
    var variables: [TemplateDictionary.Entry] = [
      ("contextVersion", .int(Self.version)),
      ("header", .string(header)),
      ("headerLines", .array(headerLines.map(TemplateValue.string))),
      ("history", history.templateValue),
      ("params", .dictionary(TemplateDictionary(params))),
      ("schema", schema),
      ("swift", .object(types)),
      ("tool", .dictionary(TemplateDictionary([("version", .string(toolVersion))]))),
    ]
    for variable in subject.variables {
      // Inserted in order, because there are many renderings.
      let place = variables.firstIndex { $0.key > variable.key } ?? variables.endIndex
      variables.insert(variable, at: place)
    }
    return .dictionary(TemplateDictionary(variables))
  }
}

extension RenderingSubject {
  /// The additional variables of a template, besides those that all templates have.
  fileprivate var variables: [TemplateDictionary.Entry] {
    switch self {
    case .schema, .api, .documents, .scalars: []
    case .entity(let value, _): [("entity", value)]
    case .enumeration(let value, _): [("enum", value)]
    case .valueType(let value, _): [("valueType", value)]
    case .version(let number, let plan):
      [("version", .int(number))] + (plan.map { [("plan", $0)] } ?? [])
    case .frozen(let older): [("version", .int(older.names.schema.version))]
    case .plan(let value): [("plan", value)]
    case .migration(let value, _): [("migration", value)]
    case .endpoint(let value, _): [("endpoint", value)]
    case .fixture(let value, _): [("fixture", value)]
    }
  }
}
