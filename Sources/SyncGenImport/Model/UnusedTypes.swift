extension ImportedSchema {
  /// The enums and value types to which nothing refers.
  var unusedTypes: Set<String> {
    var fields = entities.flatMap(\.attributes)
    var mentioned: Set<String> = Set(answers.map(\.target))
    for endpoint in api?.endpoints ?? [] {
      fields += endpoint.query
      mentioned.formUnion(endpoint.headers.flatMap(\.type.allMentioned))
      switch endpoint.body {
      case .json(let type)?: mentioned.formUnion(type.allMentioned)
      case .form(let own)?, .multipart(let own)?: fields += own
      case .data?, .file?, nil: break
      }
      mentioned.formUnion(endpoint.returns?.allMentioned ?? [])
      for failure in endpoint.errors { mentioned.formUnion(failure.type?.allMentioned ?? []) }
    }
    mentioned.formUnion(fields.flatMap(\.type.allMentioned))
    let declared = Dictionary(types.map { ($0.name, $0) }) { first, _ in first }
    var rest = Array(mentioned)
    while let name = rest.popLast() {
      guard let type = declared[name] else { continue }
      var inner = type.content.fields.flatMap(\.type.allMentioned)
      if case .tagged(let tagged) = type.content { inner += tagged.cases.compactMap(\.type) }
      rest += inner.filter { mentioned.insert($0).inserted }
    }
    return Set(types.map(\.name) + enums.map(\.name)).subtracting(mentioned)
  }

  /// The types to which only endpoints refer that a resource stands for.
  var typesOfResources: Set<String> {
    guard var api, !api.resources.isEmpty else { return [] }
    api.endpoints.removeAll { $0.resource != nil }
    var rest = self
    rest.api = api
    return rest.unusedTypes.subtracting(unusedTypes)
  }

  mutating func dropTypes(_ names: Set<String>) {
    types.removeAll { names.contains($0.name) }
    enums.removeAll { names.contains($0.name) }
  }
}

extension ImportedTypeName {
  /// All names in the type.
  fileprivate var allMentioned: [String] {
    switch self {
    case .named(let name), .patch(let name): [name]
    case .list(let element), .dictionary(let element), .optional(let element):
      element.allMentioned
    case .fields(let fields): fields.flatMap(\.type.allMentioned)
    case .taggedRows(_, let cases): cases.map(\.name)
    case .scalar, .money: []
    }
  }
}
