import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// A parameter of a path or a query as the contract with a backend says it.
struct ContractParameterContext: ContextSubject {
  let remote: String
  let place: String
  let isRequired: Bool
  let schema: JSONDocument

  static let type = ContextType<Self>(
    "contract parameter", "A parameter of a path or a query, as a contract says it.",
    [
      .text("remote", "The name in the path or the query.") { $0.remote },
      .text("place", "`path` or `query`.") { $0.place },
      .flag("isRequired", "Whether every request has it.") { $0.isRequired },
      .text("schema", "The JSON Schema of its value, in one line.") { $0.schema.text(.source) },
    ])

  static func all(of endpoint: Endpoint, _ names: PayloadNames) -> [ContractParameterContext] {
    let schemas = JSONSchemas(names: names)
    let conventions = names.names.schema.conventions
    let types = PathParameterTypes(schema: names.names.schema, endpoint: endpoint)
    let path = endpoint.pathParameters.map { parameter in
      let (type, _) = types.type(of: parameter.name)
      return ContractParameterContext(
        remote: parameter.name, place: "path", isRequired: true,
        schema: schemas.of(type, dates: conventions.dates(of: type)))
    }
    let query = endpoint.query.map {
      ContractParameterContext(
        remote: $0.remote.dotted, place: "query", isRequired: !$0.isOptional,
        schema: schemas.of($0.type, dates: $0.remoteDates))
    }
    let counted = [endpoint.stores?.since, endpoint.stores?.page].compactMap { $0 }
    let added = counted.filter { name in !query.contains { $0.remote == name } }.map { name in
      ContractParameterContext(
        remote: name, place: "query", isRequired: false,
        schema: name == endpoint.stores?.page
          ? schemas.of(PayloadType.scalar(.int), dates: conventions.remoteDates)
          : watermark(of: endpoint, schemas))
    }
    return path + query + added
  }

  private static func watermark(of endpoint: Endpoint, _ schemas: JSONSchemas) -> JSONDocument {
    endpoint.stores.flatMap { schemas.clock(of: $0.entity) } ?? .empty
  }
}
