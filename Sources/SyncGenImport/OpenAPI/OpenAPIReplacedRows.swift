import SwiftSyncValues
import SyncGenSchema
import SyncGenYAML

/// Rows that requests replace together with their list, and that get new ids each time.
struct ReplacedRows {
  /// The key in the row of another entity that has the list.
  struct Place {
    let owner: String
    let key: String
    let isList: Bool
  }

  /// The key of the id, which a value does not have.
  let identity: String
  let places: [Place]
  /// The name without its use, as `Ingredient` for `IngredientRead`; `nil` if it is taken.
  let name: String?
  /// What a request sends in place of such a row.
  let sent: YAMLNode
}

extension OpenAPIRoles {
  /// Treats such rows as values: a `PUT` or `PATCH` of the row around them sends them without ids,
  /// and nothing else mentions these.
  mutating func findReplacedRows(besides returned: Set<String>) {
    let candidates = document.schemas.map(\.key).filter {
      isAlone($0) && !returned.contains($0) && identities[$0]?.count == 1
    }
    let places = places(ofNested: Set(candidates))
    guard !places.isEmpty else { return }
    let signs = OpenAPIRowEvidence(document)
    let sent = SentMembers(document, self)
    var mentions: [String: Int] = [:]
    for name in document.allMentions { mentions[name, default: 0] += 1 }
    for name in candidates where !signs.hasReference(to: name) && !refersToRows(name) {
      guard let found = places[name], found.count == mentions[name],
        let update = replacement(of: name, at: found, sent)
      else { continue }
      replaced[name] = ReplacedRows(
        identity: key(of: name), places: found, name: freeName(of: name), sent: update.row)
      treatAsValue(
        name,
        "\(update.title) replaces '\(update.key)', which it sends without '\(key(of: name))'")
      obstacles[name]?.guess = .entity
    }
  }

  /// The keys of entities that have rows of one of the components, or lists of them.
  private func places(ofNested components: Set<String>) -> [String: [ReplacedRows.Place]] {
    var found: [String: [ReplacedRows.Place]] = [:]
    for pair in document.schemas where !components.isEmpty {
      guard let owner = entity(pair.key) else { continue }
      for property in document.shape(ofComponent: pair.key)?.properties ?? [] {
        let (node, isList) = document.element(of: property.node)
        guard let component = document.shape(node).component, components.contains(component) else {
          continue
        }
        found[component, default: []].append(
          .init(owner: owner, key: property.key, isList: isList))
      }
    }
    return found
  }

  /// Whether the rows of a component contain other rows or ids of them, which a value could only
  /// keep as plain ids.
  private func refersToRows(_ component: String) -> Bool {
    guard let node = document.node(of: component) else { return true }
    let keys = document.shape(ofComponent: component)?.properties.map(\.key) ?? []
    return document.reached(from: [node]).contains { entity($0) != nil }
      || keys.contains { $0 != key(of: component) && OpenAPISchemaMaker.withoutEnding($0) != nil }
  }

  /// The request that replaces the rows of a component, with their key in it, if all requests with
  /// them lack their ids and nothing else.
  private func replacement(
    of component: String, at places: [ReplacedRows.Place], _ sent: SentMembers
  ) -> (title: String, key: String, row: YAMLNode)? {
    var found: (title: String, key: String, row: YAMLNode)?
    for place in places {
      let members = sent.members(place.owner, place.key)
      guard members.allSatisfy({ sends($0.node, rowsOf: component, asList: place.isList) }),
        let update = members.first(where: { $0.operation.method != "post" })
      else { return nil }
      let row = document.element(of: update.node).node
      found = found ?? (update.operation.title, place.key, row)
    }
    return found
  }

  /// Whether a member of a request has all keys of a component except the id.
  private func sends(_ node: YAMLNode, rowsOf component: String, asList isList: Bool) -> Bool {
    let (element, isSentAsList) = document.element(of: node)
    let own = document.shape(element)
    // An id that only responses have may be that of a row to be changed.
    guard isSentAsList == isList, own.component != component,
      let row = document.shape(ofComponent: component)
    else { return false }
    let shape = document.expanded(own)
    let keys = Set(shape.properties.map(\.key))
    let needed = row.properties.map(\.key).filter { $0 != key(of: component) }
    return shape.alternatives.isEmpty && !keys.contains(key(of: component))
      && !needed.isEmpty && keys.isSuperset(of: needed)
  }

  private func freeName(of component: String) -> String? {
    guard let name = OpenAPINames.row(component) else { return nil }
    let snake = OpenAPINames.snake(name)
    let others = document.schemas.map(\.key).filter { $0 != component }
    let isTaken = others.contains { other in
      [other, OpenAPINames.row(other) ?? other].map(OpenAPINames.snake).contains(snake)
    }
    return isTaken ? nil : name
  }
}

/// The members that requests send for rows, by the entity that they return.
private struct SentMembers {
  private var found: [String: [String: [(operation: OpenAPIOperation, node: YAMLNode)]]] = [:]

  init(_ document: OpenAPIDocument, _ roles: OpenAPIRoles) {
    var rows: [String: Set<String>] = [:]
    for place in document.rowPlaces where !place.isList {
      let entity = document.shape(place.node).component.flatMap(roles.entity)
      if let entity { rows[place.operation.path, default: []].insert(entity) }
    }
    for operation in document.operations
    where ["post", "put", "patch"].contains(operation.method) {
      guard let body = operation.node["requestBody"].map(document.resolved),
        let schema = document.jsonSchema(of: body)
      else { continue }
      for property in document.expanded(document.shape(schema)).properties {
        for entity in rows[operation.path] ?? [] {
          found[entity, default: [:]][property.key, default: []].append((operation, property.node))
        }
      }
    }
  }

  func members(
    _ entity: String, _ key: String
  ) -> [(operation: OpenAPIOperation, node: YAMLNode)] { found[entity]?[key] ?? [] }
}

extension OpenAPIDocument {
  /// The elements of a list, or else the value itself.
  fileprivate func element(of node: YAMLNode) -> (node: YAMLNode, isList: Bool) {
    let own = shape(node)
    guard own.component == nil, own.types == ["array"], let items = own.items else {
      return (node, false)
    }
    return (items, true)
  }
}

// MARK: - Types

extension OpenAPISchemaMaker {
  /// The name of the type of a component's values.
  func typeName(_ component: String) -> String { roles.replaced[component]?.name ?? component }

  /// Adds the type of replaced rows, without the id that only responses have.
  mutating func addReplaced(_ component: String, _ stated: OpenAPIShape) {
    guard let rows = roles.replaced[component] else { return }
    var shape = withSubtypes(stated, component)
    shape.properties.removeAll { $0.key == rows.identity }
    shape.required.remove(rows.identity)
    addFields(typeName(component), shape, like: place(ofComponent: component))
    let index = result.types.count - 1
    result.types[index].documentation = shape.documentation(of: component)
    let sent = document.expanded(document.shape(rows.sent)).properties
    let limits = Dictionary(sent.map { ($0.key, limitNotes(of: $0.node)) }) { first, _ in first }
    result.types[index].content.changeFields { $0.noteLimits(limits[$0.name] ?? []) }
    guard rows.name != nil else { return }
    result.types[index].notes.insert(.guessed(.name, "named after \(component)"), at: 0)
  }

  /// Lets entities ignore the ids of replaced rows, which their values do not have.
  mutating func ignoreReplacedIDs() {
    for index in result.entities.indices {
      let name = result.entities[index].name
      let paths = document.schemas.flatMap { pair -> [String] in
        guard let rows = roles.replaced[pair.key] else { return [] }
        return rows.places.filter { roles.entity($0.owner) == name || $0.owner == name }
          .map { ValuePath.text([.key($0.key), .key(rows.identity)]) }
      }
      guard !paths.isEmpty else { continue }
      result.entities[index].settings.append(YAMLEntry("ignore", .texts(paths)))
    }
  }
}
