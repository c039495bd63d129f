/// The responses that the language stores without `stores`.
struct StoredResponses {
  private let entities: Set<String>
  /// The types with rows at any depth.
  private var documents: Set<String> = []

  init(_ schema: ImportedSchema) {
    entities = Set(schema.entities.map(\.name))
    var count = -1
    while count < documents.count {
      count = documents.count
      for type in schema.types where !documents.contains(type.name) {
        guard case .fields(let fields) = type.content, fields.contains(where: { hasRows($0.type) })
        else { continue }
        documents.insert(type.name)
      }
    }
  }

  /// Whether an endpoint without `stores` is stored.
  func areDefault(of endpoint: ImportedEndpoint) -> Bool {
    guard endpoint.method == .get, endpoint.errors.allSatisfy({ $0.type != nil }) else {
      return false
    }
    switch endpoint.returns {
    case .named(let name)?: return entities.contains(name) || documents.contains(name)
    case .list(.named(let name))?, .optional(.named(let name))?,
      .optional(.list(.named(let name)))?:
      return entities.contains(name)
    default: return false
    }
  }

  private func hasRows(_ type: ImportedTypeName) -> Bool {
    switch type {
    case .named(let name): entities.contains(name) || documents.contains(name)
    case .list(let inner), .dictionary(let inner), .optional(let inner): hasRows(inner)
    case .fields(let fields): fields.contains { hasRows($0.type) }
    case .taggedRows: true
    case .scalar, .money, .patch: false
    }
  }
}
