import SyncGenSchema
import SyncGenYAML

/// The roles of a document's components in the schema.
struct OpenAPIRoles {
  enum Role: Equatable {
    case entity
    case value
    case tagged
    case enumeration
    /// A string or a number with a pattern or a range.
    case scalar
    /// An inline type: a list, a dictionary or a plain text.
    case inline
    /// A component whose members become those of other components, and to which nothing else
    /// refers: a common part of them in `allOf`, or a subtype.
    case base
    /// A patch of an entity's rows.
    case patch(String)
    /// Another form of an entity.
    case copy(of: String)
    /// The form of an entity's deleted rows.
    case tombstone(of: String)
  }

  var roles: [String: Role] = [:]
  /// The key that identifies the rows of an entity, by its component; several keys for a composite
  /// identity.
  var identities: [String: [String]] = [:]
  /// The evidence for identities that are not ids, by the entity.
  var evidence: [String: String] = [:]
  /// Why components with an id are values, by the component.
  var obstacles: [String: ImportNote] = [:]
  /// Components with an id whose rows are values without it, by the component.
  var replaced: [String: ReplacedRows] = [:]
  /// The components that are forms of an entity, by the one with its members.
  var forms: [String: [String]] = [:]
  /// The components of deleted rows and their flags, by the one with the members of the entity.
  var tombstones: [String: (component: String, flag: OpenAPIShape.Property)] = [:]
  /// The component with the members of an entity, by the entity's name.
  private(set) var sources: [(name: String, component: String)] = []
  /// Components that only requests and errors use.
  private(set) var inputs: Set<String> = []
  /// Components that are only cases of tagged values.
  private var cases: Set<String> = []
  /// The keys that distinguish a component from the other cases.
  private var tags: [String: Set<String>] = [:]
  /// The subtypes that are merged into a component, by that component.
  private(set) var mergedSubtypes: [String: [String]] = [:]
  let document: OpenAPIDocument
  private let keys: OpenAPIIdentities
  /// The resource objects, if responses are documents of JSON:API.
  let resources: OpenAPIResources?

  init(_ document: OpenAPIDocument) {
    self.document = document
    keys = OpenAPIIdentities(document)
    resources = document.isOwn ? nil : OpenAPIResources(document)
    findCases()
    if document.isOwn { readOwnForms() }
    for name in basesOnly where roles[name] == nil { roles[name] = .base }
    inputs = inputOnly
    for pair in document.schemas where roles[pair.key] == nil {
      roles[pair.key] = role(of: pair.key, isInput: inputs.contains(pair.key))
    }
    mergeSubtypes()
    mergeForms()
    findUnstoredObjects()
    for pair in document.schemas {
      if case .entity? = roles[pair.key] { sources.append((pair.key, pair.key)) }
    }
    nameAfterRows()
    addNestedOnly()
  }

  /// The name of the entity of which a component is a form.
  func entity(_ component: String) -> String? {
    switch roles[component] {
    case .entity: component
    case .copy(let name): name
    default: nil
    }
  }

  /// The name of the entity of whose deleted rows a component is the form.
  func deletedEntity(_ component: String) -> String? {
    if case .tombstone(let name)? = roles[component] { name } else { nil }
  }

  /// Whether an entity has the name of its rows instead of its component's.
  func isRenamed(_ component: String) -> Bool {
    !document.isOwn && sources.contains { $0.component == component && $0.name != component }
  }

  func identity(of entity: String) -> [String] { identities[entity] ?? [] }

  /// Whether a path names single rows of a component after a key, such as `/services/{service_id}`.
  func pathNames(_ key: String, of component: String) -> Bool {
    ([component] + (forms[component] ?? [])).contains { keys.pathNames(key, of: $0) }
  }

  // MARK: Names

  /// Names entities after their rows if their components are named after their use: `Recipe` for
  /// `RecipeOut`, unless this could also be the name of another component.
  private mutating func nameAfterRows() {
    guard !document.isOwn else { return }
    var counts: [String: Int] = [:]
    for pair in document.schemas { counts[OpenAPINames.snake(pair.key), default: 0] += 1 }
    let names = sources.map { source in
      OpenAPINames.row(source.component)
        ?? forms[source.component].map { _ in
          ImportNames.type(OpenAPIFormNames.resource(source.component), NameStyle())
        }
    }
    for name in names.compactMap(\.self) { counts[OpenAPINames.snake(name), default: 0] += 1 }
    for (index, name) in names.enumerated() {
      guard let name, counts[OpenAPINames.snake(name)] == 1 else { continue }
      let component = sources[index].component
      for (other, role) in roles where role == .copy(of: component) {
        roles[other] = .copy(of: name)
      }
      for (other, role) in roles where role == .tombstone(of: component) {
        roles[other] = .tombstone(of: name)
      }
      roles[component] = .copy(of: name)
      identities[name] = identities.removeValue(forKey: component)
      evidence[name] = evidence.removeValue(forKey: component)
      sources[index].name = name
    }
  }

  // MARK: Tagged values

  private mutating func findCases() {
    var tagged: [String: Int] = [:]
    countCases(document.root, &tagged, depth: 0)
    guard !tagged.isEmpty else { return }
    var all: [String: Int] = [:]
    for name in document.allMentions { all[name, default: 0] += 1 }
    cases = Set(tagged.filter { all[$0.key] == $0.value }.keys)
  }

  private mutating func countCases(_ node: YAMLNode, _ count: inout [String: Int], depth: Int) {
    guard depth < 64 else { return }
    if node["oneOf"] != nil || node["anyOf"] != nil,
      let tagging = OpenAPITagging.find(document.shape(node), document)
    {
      var names: Set<String> = []
      for one in tagging.cases {
        guard let name = one.component else { continue }
        names.insert(name)
        tags[name, default: []].insert(tagging.tag)
      }
      // Each alternative mentions its component once, regardless of the number of its tags.
      for name in document.shape(node).alternatives.flatMap(document.mentions)
      where names.contains(name) {
        count[name, default: 0] += 1
      }
    }
    for pair in node.pairs { countCases(pair.value, &count, depth: depth + 1) }
    for element in node.elements { countCases(element, &count, depth: depth + 1) }
  }

  /// Whether a component has a key.
  func has(_ key: String, _ component: String) -> Bool {
    let shape = document.shape(ofComponent: component)
    return shape?.properties.contains { $0.key == key } ?? false
  }

  /// Whether a component is only a case, with its own tag, so that the case states its fields.
  func isCaseInPlace(_ component: String) -> Bool {
    cases.contains(component) && (tags[component] ?? []).allSatisfy { has($0, component) }
  }

  // MARK: Roles

  private mutating func role(of name: String, isInput: Bool) -> Role {
    guard let stated = document.shape(ofComponent: name) else { return .inline }
    if let other = stated.component {
      if let entity = entity(other) { return .copy(of: entity) }
      if roles[other] == nil, other != name {
        roles[name] = .inline
        let found = role(of: other, isInput: inputs.contains(other))
        roles[other] = found
        if found == .entity { return .copy(of: other) }
      }
      return .inline
    }
    if !stated.alternatives.isEmpty {
      return OpenAPITagging.find(stated, document) == nil ? .inline : .tagged
    }
    if OpenAPIEnums.isEnum(stated) { return .enumeration }
    if !stated.properties.isEmpty { return objectRole(of: name, stated, isInput: isInput) }
    let hasLimits = stated.pattern != nil || stated.minimum != nil || stated.maximum != nil
    return hasLimits && ["string", "integer", "number"].contains(stated.types.first ?? "")
      ? .scalar : .inline
  }

  private mutating func objectRole(of name: String, _ shape: OpenAPIShape, isInput: Bool) -> Role {
    if let resources {
      if resources.isDocument(name) { return .inline }
      guard resources.has(name), !isInput else { return .value }
      identities[name] = ["id"]
      return .entity
    }
    guard !isInput, let identity = keys.identity(of: shape, named: name),
      !cases.contains(name) || refersToRows(name)
    else {
      if !isInput { obstacles[name] = keys.obstacle(to: shape, named: name) }
      return .value
    }
    identities[name] = identity.keys
    evidence[name] = identity.evidence
    return .entity
  }

  /// Whether a case of a tagged value refers to rows, which is not possible in values.
  private func refersToRows(_ name: String) -> Bool {
    guard let node = document.node(of: name) else { return false }
    return document.reached(from: [node]).contains { other in
      guard other != name, !cases.contains(other), let shape = document.shape(ofComponent: other)
      else { return false }
      return keys.identity(of: shape, named: other) != nil
    }
  }

  /// Components that only requests and errors use.
  private var inputOnly: Set<String> {
    var (outputs, inputs): ([YAMLNode], [YAMLNode]) = ([], [])
    for operation in OpenAPIOperations.all(of: document) {
      if let body = operation.node["requestBody"] { inputs.append(document.resolved(body)) }
      for response in operation.responses {
        if response.isSuccess {
          outputs.append(response.node)
        } else {
          inputs.append(response.node)
        }
      }
    }
    return document.reached(from: inputs).subtracting(document.reached(from: outputs))
  }

  /// Components that are parts of others, which contain their members, and to which nothing else
  /// refers.
  private var basesOnly: Set<String> {
    var counts: [String: Int] = [:]
    for pair in document.schemas {
      for name in document.bases(of: pair.value) where name != pair.key {
        counts[name, default: 0] += 1
      }
    }
    guard !counts.isEmpty else { return [] }
    for name in document.allMentions where counts[name] != nil {
      counts[name, default: 0] -= 1
    }
    return Set(counts.filter { $0.value == 0 }.keys)
  }

  // MARK: Subtypes

  /// Merges the subtypes to which nothing else refers into their component with a discriminator:
  /// any of them may occur where the component is used.
  private mutating func mergeSubtypes() {
    var mentions: [String: Int] = [:]
    for name in document.allMentions { mentions[name, default: 0] += 1 }
    // A base has more subtypes than each of its subtypes.
    let bases = document.schemas.filter(hasKinds).map { ($0, document.subtypes(of: $0.key).count) }
    for (pair, _) in bases.sorted(by: { $0.1 > $1.1 }) {
      guard let role = roles[pair.key], role == .entity || role == .value else { continue }
      let subtypes = document.subtypes(of: pair.key)
      // References within the family, such as that of a cat to its mother, refer to the base.
      var outside = mentions
      for node in ([pair.key] + subtypes).compactMap(document.node) {
        for name in document.mentions(in: node) { outside[name, default: 0] -= 1 }
      }
      let own = subtypes.filter { name in
        outside[name, default: 0] <= 0 && [.entity, .value, .base].contains(roles[name])
      }
      mergedSubtypes[pair.key] = own
      for name in own { roles[name] = role == .entity ? .copy(of: pair.key) : .base }
    }
  }

  /// Whether a component states how to distinguish its subtypes, and is not only a choice of
  /// components.
  private func hasKinds(_ pair: YAMLPair) -> Bool {
    let parts = [pair.value] + (pair.value["allOf"]?.elements ?? [])
    return parts.contains { $0["discriminator"] != nil }
      && pair.value["oneOf"] == nil && pair.value["anyOf"] == nil
  }
}

// MARK: - Documents of our own

/// `generate` writes several forms of an entity, and names the entity in a sentence.
/// Earlier versions wrote an article before the name.
extension OpenAPIRoles {
  private mutating func readOwnForms() {
    for pair in document.schemas {
      let text = pair.value["description"]?.text ?? ""
      if let name = Self.quoted(text, after: "A row of `", before: "` in another row.") {
        roles[pair.key] = .copy(of: name)
        let shape = document.shape(ofComponent: pair.key)
        let keys = shape.map(Self.ownIdentity) ?? []
        identities[name] = keys.isEmpty ? ["id"] : keys
        roles[name] = document.node(of: name) == nil ? nil : .entity
      } else if let name = Self.quoted(text, after: "A partial update of `", before: "`.")
        ?? Self.quoted(text, after: "A partial update of a `", before: "`.")
      {
        roles[pair.key] = .patch(name)
      } else if let name = Self.quoted(text, after: "What was written to a row of `", before: "`:")
        ?? Self.quoted(text, after: "What was written to a `", before: "`:")
      {
        roles[pair.key] = .copy(of: name)
      }
    }
  }

  /// A row nested in another row needs only its identity.
  private static func ownIdentity(_ shape: OpenAPIShape) -> [String] {
    let keys = shape.properties.map(\.key)
    return keys.filter(shape.required.contains) + shape.requiredGroups.compactMap(\.first)
  }

  private static func quoted(_ text: String, after start: String, before end: String) -> String? {
    guard text.hasPrefix(start), let stop = text.dropFirst(start.count).firstIndex(of: "`") else {
      return nil
    }
    let name = text.dropFirst(start.count)[..<stop]
    return text[stop...].hasPrefix(end) && !name.isEmpty ? String(name) : nil
  }

  /// Adds entities that occur only as rows nested in others.
  private mutating func addNestedOnly() {
    guard document.isOwn else { return }
    for pair in document.schemas {
      guard case .copy(let name)? = roles[pair.key], document.node(of: name) == nil,
        !sources.contains(where: { $0.name == name })
      else { continue }
      sources.append((name, pair.key))
    }
  }
}
