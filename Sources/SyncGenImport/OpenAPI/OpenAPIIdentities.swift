import SyncGenYAML

/// Determines which keys identify rows.
///
/// An id identifies a row wherever it occurs. Other keys need evidence, because two objects with
/// the same key, such as the tags of two servers, may be different: a path for single rows, or a
/// list of all rows.
struct OpenAPIIdentities {
  struct Identity: Equatable {
    let keys: [String]
    /// The evidence, unless it is an id.
    var evidence: String?
  }

  /// The evidence for keys such as `item_id` of a `CartItem`.
  static let fromName = "from its name"

  private let document: OpenAPIDocument
  /// The places of components in the responses of `GET`.
  private var places: [String: [OpenAPIRowPlace]] = [:]
  /// The components that are somewhere in responses without rows around them.
  private var listed: Set<String> = []
  /// The components that requests and responses contain.
  private let used: Set<String>
  /// The names of components in snake_case.
  private let names: Set<String>

  init(_ document: OpenAPIDocument) {
    self.document = document
    names = Set(document.schemas.map { OpenAPINames.snake(OpenAPINames.row($0.key) ?? $0.key) })
    used = document.reached(
      from: document.operations.flatMap { operation in
        let body = operation.node["requestBody"].map(document.resolved)
        return [operation.node] + operation.parameters + operation.responses.map(\.node)
          + [body].compactMap(\.self)
      })
    for place in document.rowPlaces {
      guard let component = document.shape(place.node).component else { continue }
      listed.insert(component)
      guard place.operation.method == "get" else { continue }
      places[component, default: []].append(place)
    }
  }

  /// - Parameter component: The name of a component, or that of an object without a name.
  func identity(of shape: OpenAPIShape, named component: String) -> Identity? {
    let snake = OpenAPINames.snake(OpenAPINames.row(component) ?? component)
    guard let key = Self.id(of: shape, named: component, document, besides: names) else {
      return requested(shape, component)
    }
    // Each form has its own answer to a question.
    if !listed.contains(component), shape.properties.count < 6,
      shape.properties.contains(where: { ["value", "answer"].contains($0.key) })
    {
      return nil
    }
    if let own = requiredOwnKey(besides: key, of: shape, component) { return own }
    if Self.mayBeNull(key, of: shape, document) {
      return single(component, by: key).map { place in
        Identity(keys: [key], evidence: "from \(place.title), although it may be null")
      }
    }
    let isUsual = Self.usual.contains { Self.isNamed(key, $0) }
    let isOwn = OpenAPINames.rows(of: component).contains { name in
      [name + "_id", name + "_uuid"].contains(OpenAPINames.snake(key))
    }
    let evidence = isUsual || isOwn ? nil : Self.fromName
    if let scope = Self.scope(of: key, in: shape, document) {
      return shape.required.contains(scope)
        ? Identity(keys: [scope, key], evidence: "the description of \(key)") : nil
    }
    guard evidence != nil, let owner = Self.owner(in: shape, snake) else {
      return Identity(keys: [key], evidence: evidence)
    }
    // A bitlink of a channel may be one of another channel, too.
    return shape.required.isSuperset(of: [owner, key])
      ? Identity(keys: [owner, key], evidence: "\(owner) and \(key) together identify the rows")
      : nil
  }

  // MARK: Ids that paths name

  /// A required key such as `service_id`, if it is not the usual id and a path names the rows after
  /// it: `/services/{service_id}`. Several rows may have the same `id`.
  private func requiredOwnKey(
    besides key: String, of shape: OpenAPIShape, _ component: String
  ) -> Identity? {
    for place in places[component] ?? [] {
      guard let own = ownKey(of: shape, component, in: place), own != key,
        shape.required.isSuperset(of: [own, key]), required(shape, [OpenAPINames.snake(own)]) != nil
      else { continue }
      return Identity(keys: [own], evidence: "from \(place.title)")
    }
    return nil
  }

  /// Whether a path names single rows of a component after a key such as `service_id`, which then
  /// refers to no other row.
  func pathNames(_ key: String, of component: String) -> Bool {
    guard let shape = document.shape(ofComponent: component) else { return false }
    return (places[component] ?? []).contains { ownKey(of: shape, component, in: $0) == key }
  }

  /// The key with the name of the component's rows that the placeholder of a single row has.
  private func ownKey(
    of shape: OpenAPIShape, _ component: String, in place: OpenAPIRowPlace
  ) -> String? {
    guard !place.isList, let placeholder = place.placeholder.map(OpenAPINames.snake) else {
      return nil
    }
    let names = OpenAPINames.rows(of: component).flatMap { [$0 + "_id", $0 + "_uuid"] }
    guard names.contains(placeholder) else { return nil }
    return shape.properties.first { OpenAPINames.snake($0.key) == placeholder }?.key
  }

  /// The key that refers to the row around those of a component such as `ChannelBitlink`.
  private static func owner(in shape: OpenAPIShape, _ name: String) -> String? {
    guard let end = name.lastIndex(of: "_") else { return nil }
    let names = ["", "_id", "_uuid", "_guid", "_key"].map { String(name[..<end]) + $0 }
    return shape.properties.first { names.contains(OpenAPINames.snake($0.key)) }?.key
  }

  // MARK: Ids

  private static let usual = ["id", "_id", "uuid", "guid", "gid", "sid"]

  static func isUsual(_ key: String) -> Bool { usual.contains { isNamed(key, $0) } }

  /// The key of an id. A required one is preferred to an optional one.
  ///
  /// - Parameters:
  ///   - names: The names of components in snake_case.
  ///   - isNumber: Whether to look for one that only its type prevents from being an id.
  static func id(
    of shape: OpenAPIShape, named name: String, _ document: OpenAPIDocument,
    besides names: Set<String> = [], isNumber: Bool = false
  ) -> String? {
    let snake = OpenAPINames.snake(OpenAPINames.row(name) ?? name)
    var own = [snake, OpenAPIFormNames.resource(name)]
    // The id of a cart item may be that of an item.
    if let last = snake.split(separator: "_").last.map(String.init), last != snake,
      !names.contains(last)
    {
      own.append(last)
    }
    let candidates = usual + own.flatMap { [$0 + "_id", $0 + "_uuid"] }
    let keys = shape.properties.map { ($0, OpenAPINames.snake($0.key)) }
    let found = candidates.compactMap { candidate in
      keys.first { property, snake in
        (candidate.hasPrefix("_") ? property.key : snake) == candidate
          && (isNumber
            ? isFraction(property.node, document) : identifies(property.node, document))
      }?.0.key
    }
    let stated = found.filter { !mayBeNull($0, of: shape, document) }
    return stated.first(where: shape.required.contains) ?? stated.first ?? found.first
  }

  // MARK: Ids that may be null

  /// Why an object with an id is a value; `nil` if it has none or is a row.
  func obstacle(to shape: OpenAPIShape, named component: String) -> ImportNote? {
    guard let key = Self.id(of: shape, named: component, document, besides: names) else {
      guard listed.contains(component) || !used.contains(component) else { return nil }
      let number = Self.id(of: shape, named: component, document, besides: names, isNumber: true)
      return number.map { "not an entity: '\($0)' is a number, which may have a fraction" }
    }
    guard Self.mayBeNull(key, of: shape, document), single(component, by: key) == nil else {
      return nil
    }
    return "not an entity: '\(key)' may be null"
  }

  private static func mayBeNull(
    _ key: String, of shape: OpenAPIShape, _ document: OpenAPIDocument
  ) -> Bool {
    shape.properties.contains { $0.key == key && document.shape($0.node).isNullable }
  }

  /// Where a path leads to a single row, as `/tags/{id}` and `/tags/{tag_id}` do.
  private func single(_ component: String, by key: String) -> OpenAPIRowPlace? {
    let key = OpenAPINames.snake(key)
    let resource = OpenAPIFormNames.resource(component)
    return places[component]?.first { place in
      // The response may be a list with this row.
      if place.isList {
        return !Self.usual.contains(key) && place.placeholder.map(OpenAPINames.snake) == key
      }
      return place.ownKeys(of: OpenAPINames.row(component) ?? component).contains(key)
        || place.placeholder != nil && place.lastName == resource
    }
  }

  /// Whether an object in a response is a row, rather than something around rows that has an id.
  static func isRow(_ shape: OpenAPIShape, named name: String, _ document: OpenAPIDocument) -> Bool
  {
    guard id(of: shape, named: name, document) != nil else { return false }
    return !shape.properties.contains { property in
      guard RowFinder.isWrapper(property.key) else { return false }
      let inner = document.expanded(document.shape(property.node))
      guard let items = inner.items else { return false }
      return !document.expanded(document.shape(items)).properties.isEmpty
    }
  }

  private static func isNamed(_ key: String, _ name: String) -> Bool {
    (name.hasPrefix("_") ? key : OpenAPINames.snake(key)) == name
  }

  /// Whether the values are strings or integers.
  static func identifies(_ node: YAMLNode, _ document: OpenAPIDocument) -> Bool {
    let shape = document.expanded(document.shape(node))
    guard shape.alternatives.isEmpty, shape.values.isEmpty else { return false }
    if shape.types.count > 1 {
      return Set(shape.types).isSubset(of: ["string", "integer", "number"])
    }
    guard shape.types.count == 1 else { return false }
    switch shape.types[0] {
    case "string": return !["byte", "binary", "date-time", "date"].contains(shape.format ?? "")
    case "integer": return true
    case "number": return shape.format == nil
    default: return false
    }
  }

  private static func isFraction(_ node: YAMLNode, _ document: OpenAPIDocument) -> Bool {
    let shape = document.expanded(document.shape(node))
    return shape.types == ["number"] && shape.format != nil
  }

  // MARK: Ids inside other rows

  /// The key of the row inside which an id is unique, as its description says: `chat` for "Unique
  /// message identifier inside this chat".
  private static func scope(
    of key: String, in shape: OpenAPIShape, _ document: OpenAPIDocument
  ) -> String? {
    guard let property = shape.properties.first(where: { $0.key == key }),
      let text = document.shape(property.node).documentation
    else { return nil }
    let words = text.lowercased().split { !$0.isLetter }
    for (index, word) in words.enumerated() where ["inside", "within"].contains(word) {
      let rest = words[(index + 1)...].drop { ["this", "the", "a", "its", "each"].contains($0) }
      guard let owner = rest.first else { continue }
      let names = [String(owner), owner + "_id"]
      if let found = shape.properties.first(where: { names.contains(OpenAPINames.snake($0.key)) }) {
        return found.key
      }
    }
    return nil
  }

  // MARK: Keys that need evidence

  /// The key in the path of single rows, as in `/tags/{key}`, or `key`, `slug` or `uri` in a list of all
  /// rows.
  private func requested(_ shape: OpenAPIShape, _ component: String) -> Identity? {
    let found = places[component] ?? []
    for place in found {
      let names = place.ownKeys(of: OpenAPINames.row(component) ?? component)
      guard let name = names.first else { continue }
      // An id is unique in all rows, and another key perhaps only in the rows of one.
      let isID = ["_id", "_uuid"].contains(where: name.hasSuffix)
      if !place.isInside || isID, let key = required(shape, names) {
        return Identity(keys: [key], evidence: "from \(place.title)")
      }
    }
    guard let list = found.first(where: { $0.isList && !$0.isInside }),
      required(shape, ["value"]) == nil,
      let key = required(shape, ["key", "slug", "uri"])
    else { return nil }
    return Identity(keys: [key], evidence: "from the list of \(list.title)")
  }

  private func required(_ shape: OpenAPIShape, _ names: [String]) -> String? {
    shape.properties.first { property in
      names.contains(OpenAPINames.snake(property.key)) && shape.required.contains(property.key)
        && Self.identifies(property.node, document)
        && !document.shape(property.node).isNullable
    }?.key
  }
}
