import SwiftSyncValues
import SyncGenSchema
import SyncGenYAML

/// How an entity is sent, compared with what a request body contains.
extension OpenAPISchemaMaker {
  /// How the row of an entity gets into a request.
  enum Sending: Hashable {
    /// As a patch, which contains only what was set.
    case patch
    /// As a whole, with the ids of its many-to-many lists.
    case whole
    /// As a part of another body, without lists.
    case nested
  }

  /// What a body needs from an entity besides what it sends already.
  private struct Needs {
    /// The keys for the ids of relationships, by their positions.
    var keys: [Int: String] = [:]
    /// Members that only requests have.
    var added: [ImportedAttribute] = []
  }

  /// The keys of a component that an entity does not send as the component has them; empty if the
  /// entity can be the body. Keys of ids are then stated by the entity.
  mutating func unsentKeys(
    of component: String, by entity: String, _ sending: Sending
  ) -> [String] {
    let comparison = "\(component) \(entity) \(sending)"
    if let known = unsentKeys[comparison] { return known }
    // A type that contains itself is compared once.
    unsentKeys[comparison] = []
    guard let shape = document.shape(ofComponent: component).map(document.expanded),
      let index = entityPositions[entity]
    else { return [] }
    var needs = Needs()
    let places = RowPlaces(result.entities[index])
    let keys = shape.properties.compactMap { property in
      sends(property, of: shape, places, sending, &needs) ? nil : property.key
    }
    if keys.isEmpty { apply(needs, to: index) }
    unsentKeys[comparison] = keys
    return keys
  }

  private mutating func apply(_ needs: Needs, to index: Int) {
    for (relation, key) in needs.keys {
      let path = ValuePath.text([.key(key)])
      result.entities[index].relations[relation].sentKey = path
      result.entities[index].relations[relation].remote.removeAll { $0 == path }
      result.entities[index].relations[relation].remote.insert(path, at: 0)
    }
    result.entities[index].attributes += needs.added
  }

  private mutating func sends(
    _ property: OpenAPIShape.Property, of body: OpenAPIShape, _ places: RowPlaces,
    _ sending: Sending, _ needs: inout Needs
  ) -> Bool {
    let own = document.shape(property.node)
    if own.isReadOnly { return true }
    let entity = places.entity
    if let index = places.attribute(property.key) {
      guard entity.attributes[index].direction != .pull else { return false }
      // A row lacks the members that other bodies added.
      return rowNodes[entity.name]?[property.key].map { hasSameForm(property.node, $0) }
        ?? (entity.attributes[index].direction == .push)
    }
    if let relation = relation(for: property, own, places) {
      return sends(property, own, entity, relation, sending, &needs)
    }
    return sending == .patch && adds(property, of: body, places, &needs)
  }

  // MARK: Relationships

  /// The position of the relationship that a key of a body belongs to.
  private func relation(
    for property: OpenAPIShape.Property, _ shape: OpenAPIShape, _ places: RowPlaces
  ) -> Int? {
    if let index = places.relation(property.key) { return index }
    let rest = Self.withoutEnding(property.key) ?? OpenAPINames.snake(property.key)
    let ids = document.expanded(shape)
    return [rest, Inflection.plural(rest)].lazy.compactMap { places.relations[$0] }.first {
      identifies(ids, places.entity.relations[$0].target)
    }
  }

  private func sends(
    _ property: OpenAPIShape.Property, _ own: OpenAPIShape, _ entity: ImportedEntity,
    _ index: Int, _ sending: Sending, _ needs: inout Needs
  ) -> Bool {
    let relation = entity.relations[index]
    let shape = document.expanded(own)
    let isList = isListOfIDs(shape)
    guard relation.direction != .pull, relation.targets.isEmpty, relation.keyedBy == nil,
      isList == relation.isToMany, isList || isID(shape), identifies(shape, relation.target),
      !isOtherEnd(relation, of: entity), !isList || sending != .nested
    else { return false }
    let path = ValuePath.text([.key(property.key)])
    if let sent = relation.sentKey { return sent == path }
    if let needed = needs.keys[index] { return needed == property.key }
    needs.keys[index] = property.key
    return true
  }

  /// Whether the other end has the column, so that rows of this entity do not contain the
  /// reference.
  func isOtherEnd(_ relation: ImportedRelation, of entity: ImportedEntity) -> Bool {
    guard relation.isToMany, case .named(let name) = relation.inverse,
      let target = entityPositions[relation.target].map({ result.entities[$0] })
    else { return false }
    return target.relations.contains { $0.name == name && !$0.isToMany }
  }

  // MARK: Members of requests only

  /// Adds a member that only requests have, unless it is a secret, which is not stored.
  private mutating func adds(
    _ property: OpenAPIShape.Property, of body: OpenAPIShape, _ places: RowPlaces,
    _ needs: inout Needs
  ) -> Bool {
    let entity = places.entity
    let words = OpenAPINames.snake(property.key).split(separator: "_")
    let isSecret = words.contains { ["password", "secret", "token", "passcode"].contains($0) }
    guard !isSecret, !places.names.contains(property.key),
      document.shape(property.node).format != "password",
      !document.reached(from: [property.node]).contains(where: { roles.entity($0) != nil })
    else { return false }
    var attribute = field(
      property, of: body, in: Place(owner: entity.name, key: property.key, isStored: true))
    attribute.isOptional = true
    attribute.defaultValue = nil
    attribute.direction = .push
    attribute.notes.append("only in requests")
    needs.added.append(attribute)
    return true
  }

  // MARK: Forms

  /// Whether a value of a row has the form that a body states.
  private func hasSameForm(_ body: YAMLNode, _ row: YAMLNode) -> Bool {
    var seen: Set<String> = []
    return hasSameForm(document.shape(body), document.shape(row), &seen)
  }

  private func hasSameForm(
    _ body: OpenAPIShape, _ row: OpenAPIShape, _ seen: inout Set<String>
  ) -> Bool {
    if let one = body.component, let other = row.component {
      // A type that contains itself is compared once.
      if one == other || !seen.insert("\(one) \(other)").inserted { return true }
    }
    guard seen.count < 1_000 else { return false }
    let (body, row) = (document.expanded(body), document.expanded(row))
    guard body.alternatives.count == row.alternatives.count, Self.kinds(body) == Self.kinds(row)
    else { return Self.kinds(body).isEmpty && body.alternatives.isEmpty }
    let days: Set = ["date", "date-time", "time"]
    if let one = body.format, let other = row.format, one != other, days.contains(one),
      days.contains(other)
    {
      return false
    }
    if let items = body.items, let others = row.items,
      !hasSameForm(document.shape(items), document.shape(others), &seen)
    {
      return false
    }
    for (one, other) in zip(body.alternatives, row.alternatives)
    where !hasSameForm(document.shape(one), document.shape(other), &seen) { return false }
    let nodes = Dictionary(row.properties.map { ($0.key, $0.node) }) { first, _ in first }
    return body.properties.allSatisfy { property in
      if document.shape(property.node).isReadOnly { return true }
      guard let node = nodes[property.key] else { return row.properties.isEmpty }
      return hasSameForm(document.shape(property.node), document.shape(node), &seen)
    }
  }

  /// The types in JSON, in which integers are numbers.
  private static func kinds(_ shape: OpenAPIShape) -> Set<String> {
    Set(shape.types.map { $0 == "integer" ? "number" : $0 })
  }
}

/// An entity with the positions of its members by their keys in payloads.
private struct RowPlaces {
  let entity: ImportedEntity
  /// The positions of attributes by their paths.
  private var attributes: [String: Int] = [:]
  private var relationPaths: [String: Int] = [:]
  /// The positions of relationships by their names in snake_case.
  private(set) var relations: [String: Int] = [:]
  private(set) var names: Set<String> = []

  init(_ entity: ImportedEntity) {
    self.entity = entity
    for (index, attribute) in entity.attributes.enumerated() {
      names.insert(attribute.name)
      for path in attribute.paths { attributes[path] = index }
    }
    for (index, relation) in entity.relations.enumerated() {
      names.insert(relation.name)
      relations[OpenAPINames.snake(relation.name)] = index
      for path in relation.remote { relationPaths[path] = index }
    }
  }

  func attribute(_ key: String) -> Int? { attributes[ValuePath.text([.key(key)])] }

  func relation(_ key: String) -> Int? { relationPaths[ValuePath.text([.key(key)])] }
}

extension ImportedAttribute {
  /// The paths at which a payload has the value.
  fileprivate var paths: [String] {
    switch remote {
    case .paths(let paths): paths
    case .money(let amount, _, let currency, _): [amount] + (currency.map { [$0] } ?? [])
    case nil:
      type == .money
        ? ["_minor", "_currency"].map { ValuePath.text([.key(name + $0)]) } : []
    }
  }
}
