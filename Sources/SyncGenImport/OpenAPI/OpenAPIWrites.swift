import SwiftSyncValues
import SyncGenSchema
import SyncGenYAML

/// What requests write, by which members of entities are only read or limited.
struct OpenAPIWrites {
  struct Members {
    /// The schemas of the values by their keys in snake_case, including those of inner objects.
    var nodes: [String: [YAMLNode]] = [:]
    /// Whether there may be any other keys.
    var isOpen = false

    func lacks(_ keys: [String]) -> Bool { !keys.contains { nodes[$0] != nil } }

    mutating func add(_ other: Members) {
      nodes.merge(other.nodes) { $0 + $1 }
      isOpen = isOpen || other.isOpen
    }
  }

  fileprivate struct Write {
    let path: String
    let members: Members
    var entities: [String]
  }

  fileprivate var writes: [Write] = []
  /// The entities of rows that a path returns, by the path without its last placeholder.
  fileprivate var rows: [String: Set<String>] = [:]
  /// The members of components.
  fileprivate var known: [String: Members] = [:]

  /// A path without a placeholder at its end.
  fileprivate static func stem(_ path: String) -> String {
    var steps = path.split(separator: "/")
    if steps.last?.hasPrefix("{") == true { steps.removeLast() }
    return steps.joined(separator: "/")
  }

  /// The members of all requests that write rows of an entity; empty if there are none.
  fileprivate var membersByEntity: [String: Members] {
    var result: [String: Members] = [:]
    for write in writes {
      var entities = Set(write.entities)
      var steps = Self.stem(write.path).split(separator: "/")
      while entities.isEmpty, !steps.isEmpty {
        entities = rows[steps.joined(separator: "/")] ?? []
        steps.removeLast()
      }
      for entity in entities { result[entity, default: Members()].add(write.members) }
    }
    return result
  }
}

extension OpenAPISchemaMaker {
  // MARK: Operations

  mutating func noteRows(of operation: OpenAPIOperation, _ endpoint: ImportedEndpoint) {
    let entities = returnedEntities(endpoint.returns)
    switch endpoint.method {
    case .get: writes.rows[OpenAPIWrites.stem(operation.path), default: []].formUnion(entities)
    case .post, .put, .patch:
      guard let schema = bodySchema(of: operation) else { return }
      let shape = document.shape(schema)
      let named = shape.component.map { roles.entity($0).map { [$0] } ?? namedEntities($0) } ?? []
      writes.writes.append(
        .init(
          path: operation.path, members: members(of: shape, depth: 0),
          entities: Array(named.prefix(1)) + (endpoint.returns?.isRows == true ? [] : entities)))
    case .head, .delete: break
    }
  }

  /// The entities in a response, including those in its fields.
  mutating func returnedEntities(_ type: ImportedTypeName?, depth: Int = 0) -> [String] {
    switch type {
    case .named(let name)?:
      if isEntity(name) { return [name] }
      guard depth < 2 else { return [] }
      return (fields(of: name) ?? []).flatMap { returnedEntities($0.type, depth: depth + 1) }
    case .list(let inner)?, .optional(let inner)?, .dictionary(let inner)?:
      return returnedEntities(inner, depth: depth)
    case .fields(let fields)?:
      return fields.flatMap { returnedEntities($0.type, depth: depth + 1) }
    case .scalar?, .money?, .patch?, .taggedRows?, nil: return []
    }
  }

  private mutating func members(of shape: OpenAPIShape, depth: Int) -> OpenAPIWrites.Members {
    guard let component = shape.component, depth == 0 else {
      return ownMembers(of: document.expanded(shape), depth: depth)
    }
    if let known = writes.known[component] { return known }
    let members = ownMembers(of: document.expanded(shape), depth: depth)
    writes.known[component] = members
    return members
  }

  private mutating func ownMembers(of shape: OpenAPIShape, depth: Int) -> OpenAPIWrites.Members {
    guard depth < 4 else { return OpenAPIWrites.Members() }
    if let items = shape.items {
      return members(of: document.shape(items), depth: depth + 1)
    }
    var result = OpenAPIWrites.Members()
    for choice in shape.alternatives {
      result.add(members(of: document.shape(choice), depth: depth + 1))
    }
    let isAny = shape.types.isEmpty || shape.types == ["object"]
    result.isOpen =
      result.isOpen || shape.alternatives.isEmpty && shape.properties.isEmpty && isAny
    for property in shape.properties {
      let own = document.shape(property.node)
      if own.isReadOnly { continue }
      result.nodes[OpenAPINames.snake(property.key), default: []].append(property.node)
      guard depth == 0 else { continue }
      let inner = document.expanded(own)
      for nested in inner.properties where !document.shape(nested.node).isReadOnly {
        result.nodes[OpenAPINames.snake(nested.key), default: []].append(nested.node)
      }
    }
    return result
  }

  // MARK: Entities

  /// States which members requests lack, and which limits requests and responses share.
  mutating func applyWrites() {
    guard !document.isOwn else { return }
    var scalars = LimitScalars(result)
    for (entity, members) in writes.membersByEntity.sorted(by: { $0.key < $1.key }) {
      guard let index = entityPositions[entity] else { continue }
      stateDirections(index, members)
      limit(index, members, &scalars)
    }
  }

  private mutating func stateDirections(_ index: Int, _ members: OpenAPIWrites.Members) {
    let entity = result.entities[index]
    let attributes = entity.attributes.indices.filter { at in
      let attribute = entity.attributes[at]
      return attribute.direction == .both && !entity.identity.contains(attribute.name)
    }
    let relations = entity.relations.indices.filter { at in
      let relation = entity.relations[at]
      return relation.direction == .both && !entity.identity.contains(relation.name)
        && !isOtherEnd(relation, of: entity)
    }
    let read = attributes.filter { members.lacks(entity.attributes[$0].keys) }
    let readRelations = relations.filter { members.lacks(entity.relations[$0].keys) }
    let count = read.count + readRelations.count
    guard !members.isOpen, count > 0, count < attributes.count + relations.count else { return }
    for at in read { result.entities[index].attributes[at].direction = .pull }
    for at in readRelations { result.entities[index].relations[at].direction = .pull }
    result.entities[index].notes.append(
      .guessed(.direction, "'direction: pull', because no request body has the member"))
  }

  private mutating func limit(
    _ index: Int, _ members: OpenAPIWrites.Members, _ scalars: inout LimitScalars
  ) {
    let entity = result.entities[index]
    for (at, attribute) in entity.attributes.enumerated()
    where attribute.direction != .pull && !entity.identity.contains(attribute.name) {
      guard case .scalar(let base) = attribute.type,
        let node = rowNodes[entity.name]?[attribute.name]
      else { continue }
      let shape = document.expanded(document.shape(node))
      let limits = shape.valueLimits
      let sent = attribute.keys.flatMap { members.nodes[$0] ?? [] }
        .map { document.expanded(document.shape($0)).valueLimits }
      guard !sent.isEmpty, sent.allSatisfy({ $0 == limits }), let note = notes(of: shape).first,
        shape.examplesMeetLimits(base), examples.meetLimits(node)
      else { continue }
      var limited = attribute
      scalars.limit(
        &limited, of: entity.name, by: limits, note: note, rest: shape.limitNotes,
        at: document.place(node), in: &result)
      result.entities[index].attributes[at] = limited
    }
  }

  // MARK: Types of bodies

  /// Drops the types of requests that nothing uses, such as one that a patch replaces.
  mutating func dropUnusedBodies() {
    let unused = result.unusedTypes
    guard !unused.isEmpty else { return }
    var dropped = roles.inputs.intersection(unused)
    var rest = Array(dropped)
    let fields = Dictionary(
      result.types.filter { unused.contains($0.name) }.map { ($0.name, $0.content.fields) }
    ) { first, _ in first }
    while let name = rest.popLast() {
      for inner in (fields[name] ?? []).compactMap(\.type.mentioned)
      where unused.contains(inner) && dropped.insert(inner).inserted { rest.append(inner) }
    }
    result.dropTypes(dropped)
    typePositions = ([:], 0)
  }
}

extension ImportedTypeName {
  fileprivate var isRows: Bool {
    if case .list = self { true } else { false }
  }
}

extension ImportedAttribute {
  /// The keys under which requests may have it, in snake_case.
  fileprivate var keys: [String] {
    let own = OpenAPINames.snake(name)
    return type == .money ? [own, own + "_minor", own + "_currency"] : [own]
  }
}

extension ImportedRelation {
  /// The keys under which requests may have it, in snake_case.
  fileprivate var keys: [String] {
    let own = OpenAPINames.snake(name)
    let one = Inflection.singular(own)
    let usual = [own, one, own + "_id", one + "_id", one + "_ids", own + "_ids"]
    return usual
      + remote.flatMap { path in
        (ValuePath.steps(path) ?? []).compactMap { step in
          if case .key(let key) = step { OpenAPINames.snake(key) } else { nil }
        }
      }
  }
}
