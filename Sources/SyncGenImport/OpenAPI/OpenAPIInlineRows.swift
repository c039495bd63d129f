import SyncGenSchema
import SyncGenYAML

/// A row that a response declares in place.
struct OpenAPIInlineRow {
  /// The name of the resource in snake_case.
  let resource: String
  /// The operation, such as `GET /areas`.
  let title: String
  /// What gave it its name.
  let origin: String
}

/// Finds rows that responses declare in place, and names them like components: after the key around
/// them or the resource of their path, or after their operation if that name is taken.
struct OpenAPIInlineRows {
  private let document: OpenAPIDocument
  private let agreement: OpenAPIAgreement
  /// The components by the names of their resources.
  private var components: [String: String] = [:]
  private var names: Set<String>
  /// The components by their keys, if they have enough of them.
  private var twins: [Set<String>: String] = [:]
  private let operations: [String: String]

  static func name(in document: OpenAPIDocument) {
    var rows = OpenAPIInlineRows(document)
    rows.find()
    document.forgetShapes()
  }

  private init(_ document: OpenAPIDocument) {
    self.document = document
    agreement = OpenAPIAgreement(document: document)
    names = Set(document.schemas.map { OpenAPINames.snake($0.key) })
    let all = OpenAPIOperations.all(of: document)
    operations = Dictionary(
      zip(all.map(\.title), OpenAPINames.names(of: all)), uniquingKeysWith: { first, _ in first })
    for pair in document.schemas {
      let resource = OpenAPIFormNames.resource(pair.key)
      if components[resource] == nil || OpenAPINames.snake(pair.key) == resource {
        components[resource] = pair.key
      }
      addTwin(pair.key)
    }
  }

  /// The number of keys from which equal ones do not occur by chance.
  private static let telling = 6

  private mutating func addTwin(_ component: String) {
    guard let shape = document.shape(ofComponent: component),
      OpenAPIIdentities.isRow(shape, named: component, document)
    else { return }
    let keys = Set(shape.properties.map(\.key))
    if keys.count >= Self.telling, twins[keys] == nil { twins[keys] = component }
  }

  private mutating func find() {
    let places = document.rowPlaces
    let reads = places.filter { $0.operation.method == "get" }
    for place in reads { add(place) }
    for place in places where place.operation.method != "get" { add(place) }
    for pair in document.schemas { addRows(in: pair.key) }
  }

  /// Treats objects inside rows as rows if their key has the name of a resource with which they
  /// agree: `user: { id, name }`.
  private func addRows(in component: String) {
    for property in document.shape(ofComponent: component)?.properties ?? [] {
      let own = document.shape(property.node)
      guard own.component == nil else { continue }
      let node = own.items ?? property.node
      let shape = document.shape(node)
      let resource = singular(property.key)
      guard shape.component == nil, shape.alternatives.isEmpty, !shape.properties.isEmpty,
        let key = OpenAPIIdentities.id(of: shape, named: resource, document),
        let known = components[resource], known != component,
        let main = document.shape(ofComponent: known),
        agreement.agree(main, shape, identity: [key])
      else { continue }
      let name = "\(component).\(property.key)"
      document.add(
        OpenAPIInlineRow(resource: resource, title: name, origin: name), named: name,
        at: document.resolved(node))
    }
  }

  private mutating func add(_ place: OpenAPIRowPlace) {
    let shape = document.shape(place.node)
    var (resource, origin) = name(of: place)
    guard shape.component == nil, shape.alternatives.isEmpty, !resource.isEmpty,
      !OpenAPIResources.isIdentifier(shape),
      OpenAPIIdentities.isRow(shape, named: resource, document),
      let key = OpenAPIIdentities.id(of: shape, named: resource, document)
    else { return }
    if let twin = twins[Set(shape.properties.map(\.key))], components[resource] != twin,
      let main = document.shape(ofComponent: twin), agreement.agree(main, shape, identity: [key])
    {
      resource = document.inlineRows[twin]?.resource ?? OpenAPIFormNames.resource(twin)
    }
    let known = components[resource].flatMap { document.shape(ofComponent: $0) }
    let isKnown =
      known.map { known in
        OpenAPIResources.isResource(known, document)
          && OpenAPIResources.isResource(shape, document)
          || agreement.agree(known, shape, identity: [key])
      } ?? false
    guard place.operation.method == "get" || isKnown else { return }
    let isNew = !isKnown && !names.contains(resource)
    let operation = operations[place.operation.title] ?? place.title
    let name = unique(
      isNew ? ImportNames.type(resource, NameStyle()) : Self.name(after: operation, resource))
    let row = OpenAPIInlineRow(
      resource: isKnown || isNew ? resource : OpenAPINames.snake(name), title: place.title,
      origin: isNew ? origin : place.title)
    document.add(row, named: name, at: document.resolved(place.node))
    if isNew { components[resource] = name }
    addTwin(name)
  }

  /// The name of the rows in snake_case, and what has it.
  private func name(of place: OpenAPIRowPlace) -> (String, String) {
    let shape = document.shape(place.node)
    if OpenAPIResources.isResource(shape, document),
      let type = OpenAPIResources.type(of: shape, document)
    {
      return (singular(type), "its type in \(place.title)")
    }
    if let key = place.keys.last, !RowFinder.isWrapper(key) {
      let name = OpenAPINames.snake(key)
      let short = name.hasSuffix("_id") ? String(name.dropLast("_id".count)) : name
      return (singular(short), "the key '\(key)' of \(place.title)")
    }
    let words = place.steps.filter { !$0.contains("{") }.map { step in
      String(step.hasSuffix(".json") ? step.dropLast(5) : step)
    }
    let named = words.last { !Self.verbs.contains(OpenAPINames.snake($0)) }
    return (singular(named ?? words.last ?? ""), place.title)
  }

  /// The last steps of paths that do not name a resource.
  private static let verbs: Set<String> = [
    "all", "batch", "current", "export", "find", "latest", "list", "me", "query", "search",
  ]

  private func singular(_ name: String) -> String { Inflection.singular(OpenAPINames.snake(name)) }

  private static func name(after operation: String, _ resource: String) -> String {
    let words = OpenAPINames.snake(operation)
    return words.hasSuffix(resource) || words.hasSuffix(Inflection.plural(resource))
      ? operation + " result" : "\(operation) \(resource)"
  }

  private mutating func unique(_ base: String) -> String {
    var (name, count) = (base, 2)
    while !names.insert(OpenAPINames.snake(name)).inserted {
      name = "\(base) \(count)"
      count += 1
    }
    return name
  }
}
