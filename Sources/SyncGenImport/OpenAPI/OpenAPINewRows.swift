import SwiftSyncValues
import SyncGenSchema
import SyncGenYAML

/// Bodies of new rows, to which the server gives an id.
extension OpenAPISchemaMaker {
  /// Notes which bodies of a `POST` have all that a row sends, except an id that the server
  /// assigns. As a part of a resource, the request then sends the row.
  mutating func noteNewRows(in api: inout ImportedAPI) {
    guard !document.isOwn else { return }
    for (index, endpoint) in api.endpoints.enumerated() where endpoint.method == .post {
      guard case .json(.named(let component))? = endpoint.body, roles.inputs.contains(component),
        roles.roles[component] == .value, case .named(let entity)? = endpoint.returns,
        let position = entityPositions[entity],
        let shape = document.shape(ofComponent: component).map(document.expanded),
        shape.alternatives.isEmpty
      else { continue }
      let former = result.entities[position]
      guard unsentKeys(of: component, by: entity, .whole).isEmpty,
        isNewRow(shape, of: result.entities[position])
      else {
        // The comparison states keys of ids, which only a row that is sent needs.
        result.entities[position] = former
        continue
      }
      api.endpoints[index].newRow = entity
      takeDefaults(of: shape, position)
      takeLimits(of: shape, position)
    }
  }

  /// Notes the limits that only requests state, whose types a resource does not need.
  private mutating func takeLimits(of body: OpenAPIShape, _ entity: Int) {
    for property in body.properties {
      guard
        let index = result.entities[entity].attributes.firstIndex(where: {
          $0.name == property.key && $0.notes.isEmpty
        })
      else { continue }
      result.entities[entity].attributes[index].noteLimits(limitNotes(of: property.node))
    }
  }

  /// The limits of a value or its elements in a request, as comments.
  func limitNotes(of node: YAMLNode) -> [ImportNote] {
    let shape = document.expanded(document.shape(node))
    let elements = shape.items.map { notes(of: document.expanded(document.shape($0))) } ?? []
    return notes(of: shape) + elements.map { ImportNote("each element: \($0.text)") }
  }

  private func isNewRow(_ body: OpenAPIShape, of entity: ImportedEntity) -> Bool {
    guard entity.identity.count == 1,
      let id = entity.attributes.first(where: { $0.name == entity.identity[0] }), id.type == .int,
      !body.properties.contains(where: { $0.key == id.name })
    else { return false }
    return entity.attributes.allSatisfy { attribute in
      attribute.name == id.name || !attribute.isSent || has(body, attribute)
    }
      && entity.relations.allSatisfy { relation in
        relation.direction == .pull || isOtherEnd(relation, of: entity) || has(body, relation)
      }
  }

  /// Whether a body has an attribute, and null if the attribute may be.
  private func has(_ body: OpenAPIShape, _ attribute: ImportedAttribute) -> Bool {
    let keys =
      attribute.type == .money
      ? ["_minor", "_currency"].map { attribute.name + $0 } : [attribute.name]
    let found = body.properties.filter { keys.contains($0.key) }
    return found.count == keys.count
      && (!attribute.isOptional || found.allSatisfy { accepts(null: $0, body) })
  }

  private func has(_ body: OpenAPIShape, _ relation: ImportedRelation) -> Bool {
    body.properties.contains { property in
      relation.remote.contains(ValuePath.text([.key(property.key)]))
        && (!relation.isOptional || accepts(null: property, body))
    }
  }

  private func accepts(null property: OpenAPIShape.Property, _ body: OpenAPIShape) -> Bool {
    !body.required.contains(property.key) || document.shape(property.node).isNullable
  }

  /// Gives attributes the defaults of new rows.
  private mutating func takeDefaults(of body: OpenAPIShape, _ entity: Int) {
    for property in body.properties where !body.required.contains(property.key) {
      guard let node = document.shape(property.node).defaultNode, !node.isNull,
        let index = result.entities[entity].attributes.firstIndex(where: {
          $0.name == property.key
        })
      else { continue }
      let attribute = result.entities[entity].attributes[index]
      guard attribute.isSent, !attribute.isOptional, attribute.defaultValue == nil else { continue }
      let model = result.enums.first { $0.name == attribute.type.mentioned }
      result.entities[entity].attributes[index].defaultValue = OpenAPIDefault.value(
        node, attribute.type, model)
    }
  }
}

extension ImportedAttribute {
  /// Adds limits as comments, unless a scalar states them.
  mutating func noteLimits(_ limits: [ImportNote]) {
    switch type {
    case .scalar, .list: notes += limits.filter { !notes.contains($0) }
    default: break
    }
  }

  fileprivate var isSent: Bool { settings.direction == .both || settings.direction == .push }
}
