import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema
import SyncGenTemplateEngine

/// The subject of one rendering of a template.
enum RenderingSubject {
  /// The values of `for` in a template's first line.
  enum Kind: String, CaseIterable {
    case schema
    case entity
    case `enum`
    /// Each type that attributes have.
    case type
    case version
    case frozen
    case plan
    case migration
    case endpoint
    /// Once, if the schema has endpoints.
    case api
    /// Once, if the schema has documents and no endpoints.
    case documents
    /// Once, if the schema uses types of the app as scalars.
    case scalars
    /// Each fixture of each endpoint.
    case fixture

    /// The kind that a template's `for` states; `nil` if it is unknown, which is reported.
    static func stated(
      _ value: TemplateDirective.Value, into bag: inout DiagnosticBag
    ) -> Kind? {
      if let known = Kind(rawValue: value.text) { return known }
      let expected = allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      bag.add(
        Diagnostic(
          .error, .templateDirective,
          "a template cannot be for '\(value.text)', expected one of \(expected)",
          at: value.span))
      return nil
    }
  }

  case schema
  case api
  case documents
  case scalars
  case entity(TemplateValue, name: String)
  case enumeration(TemplateValue, name: String)
  case valueType(TemplateValue, name: String)
  /// The newest version, with the plan if there are older ones.
  case version(Int, plan: TemplateValue?)
  /// An older version.
  case frozen(SchemaContext)
  case plan(TemplateValue)
  /// The step to a version.
  case migration(TemplateValue, version: Int)
  case endpoint(TemplateValue, name: String)
  case fixture(TemplateValue, name: String)

  /// The subject in messages, e.g. `entity 'Task'`.
  var description: String {
    switch self {
    case .schema: "the schema"
    case .api: "the endpoints"
    case .documents: "the documents"
    case .scalars: "the scalars"
    case .entity(_, let name): "entity '\(name)'"
    case .valueType(_, let name): "type '\(name)'"
    case .enumeration(_, let name): "enum '\(name)'"
    case .version(let number, _): "version \(number)"
    case .frozen(let older): "version \(older.names.schema.version)"
    case .plan: "the migration plan"
    case .migration(_, let number): "the migration to version \(number)"
    case .endpoint(_, let name): "endpoint '\(name)'"
    case .fixture(_, let name): "fixture '\(name)'"
    }
  }

  /// The key by which its files are assigned to a shard.
  var shard: ShardKey {
    switch self {
    case .entity(_, let name), .enumeration(_, let name), .valueType(_, let name),
      .endpoint(_, let name),
      .fixture(_, let name):
      .name(name)
    case .frozen(let older): .version(older.names.schema.version)
    case .migration(_, let number): .version(number)
    case .plan: .version(0)
    case .schema, .api, .documents, .scalars, .version: .schema
    }
  }

  /// All subjects of a kind, in the order of the schema.
  static func all(
    _ kind: Kind, of context: SchemaContext, plan: VersionPlan
  ) -> [RenderingSubject] {
    let schema = context.names.schema
    switch kind {
    case .schema: return [.schema]
    case .entity:
      return zip(context.entities, schema.entities).map { .entity($0, name: $1.name.name) }
    case .enum:
      return zip(context.enums, schema.enums).map { .enumeration($0, name: $1.name.name) }
    case .type:
      return zip(context.valueTypes, schema.valueTypes).filter { !$1.isOfCase }.map {
        .valueType($0, name: $1.name.name)
      }
    case .version where !schema.hasStore: return []
    case .version: return [.version(schema.version, plan: planValue(of: plan, to: schema))]
    case .frozen:
      return plan.steps.map { .frozen(SchemaContext($0.old, beside: schema, in: plan)) }
    case .plan: return planValue(of: plan, to: schema).map { [.plan($0)] } ?? []
    case .migration:
      return plan.steps.map {
        .migration(VersionStepContext(step: $0, to: schema).templateValue, version: $0.new.version)
      }
    case .endpoint:
      guard let names = context.payloadNames else { return [] }
      return names.api.endpoints.map {
        .endpoint(EndpointContext(endpoint: $0, names: names).templateValue, name: $0.name.name)
      }
    case .api: return schema.api == nil ? [] : [.api]
    case .documents: return schema.api == nil && schema.payloads != nil ? [.documents] : []
    case .scalars: return schema.appScalars.isEmpty ? [] : [.scalars]
    case .fixture:
      guard let names = context.payloadNames else { return [] }
      return names.api.endpoints.flatMap { Fixture.all(of: $0, names) }.map {
        .fixture(
          FixtureContext(fixture: $0).templateValue, name: "\($0.endpoint.name.name)/\($0.name)")
      }
    }
  }

  /// - Parameter newest: The schema itself: a frozen copy of it has no options for generating.
  private static func planValue(of plan: VersionPlan, to newest: Schema) -> TemplateValue? {
    if plan.steps.isEmpty { return nil }
    return MigrationPlanContext(plan: plan, newest: newest).templateValue
  }
}
