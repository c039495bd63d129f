import SwiftSyncValues
import SyncGenSchema
import SyncGenYAML

/// Entities of resource objects of JSON:API.
extension OpenAPISchemaMaker {
  mutating func addResource(_ name: String, _ component: String) {
    guard let shape = document.shape(ofComponent: component).map(document.expanded) else { return }
    let complete = withForms(shape, component)
    var entity = ImportedEntity(name, identity: ["id"], at: document.place(shape.node))
    entity.remoteName = roles.resources?.types[component] ?? nil
    entity.documentation = shape.documentation(of: component)
    entity.notes = formNotes(component)
    if entity.remoteName == nil {
      entity.notes.append(.guessed(.name, "the type of the resource objects, from the name"))
    }
    var id = ImportedAttribute("id", .string)
    if let property = complete.properties.first(where: { $0.key == "id" }) {
      id = field(property, of: complete, in: Place(owner: name, key: "id", isStored: true))
    }
    id.isOptional = false
    id.defaultValue = nil
    entity.attributes = [id]
    for part in [component] + (roles.forms[component] ?? []) {
      guard let shape = document.shape(ofComponent: part).map(document.expanded) else { continue }
      addAttributes(of: shape, to: &entity)
      addRelations(of: shape, to: &entity)
    }
    result.entities.append(entity)
  }

  private func members(_ key: String, of shape: OpenAPIShape) -> OpenAPIShape? {
    shape.properties.first { $0.key == key }.map { document.expanded(document.shape($0.node)) }
  }

  // MARK: Attributes

  private mutating func addAttributes(of shape: OpenAPIShape, to entity: inout ImportedEntity) {
    guard let attributes = members("attributes", of: shape) else { return }
    let isRequired = shape.required.contains("attributes")
    for property in attributes.properties {
      let remote = ValuePath.text([.key("attributes"), .key(property.key)])
      let known = entity.attributes.firstIndex { $0.remote == .key(remote) }
      var attribute = field(
        property, of: attributes,
        in: Place(owner: entity.name, key: property.key, isStored: true))
      attribute.isOptional = attribute.isOptional || !isRequired && attribute.defaultValue == nil
      attribute.remote = .key(remote)
      // The identity is next to the attributes.
      if attribute.name == "id" { attribute.name = "id_value" }
      let own = document.shape(property.node)
      if own.isReadOnly { attribute.direction = .pull }
      if own.isWriteOnly { attribute.direction = .push }
      if let known {
        merge(attribute, into: &entity.attributes[known])
      } else {
        entity.attributes.append(attribute)
      }
    }
    if attributes.additional != nil {
      remark(attributes.node, "additional attributes of '\(entity.name)' are not imported")
    }
  }

  /// Merges an attribute of another form of the resource objects.
  private func merge(_ other: ImportedAttribute, into attribute: inout ImportedAttribute) {
    attribute.isOptional = attribute.isOptional || other.isOptional
    guard other.type != attribute.type else { return }
    attribute.type = .json
    attribute.defaultValue = nil
    attribute.remoteDates = .auto
    attribute.notes = ["of several types"]
  }

  // MARK: Relationships

  private mutating func addRelations(of shape: OpenAPIShape, to entity: inout ImportedEntity) {
    guard let relationships = members("relationships", of: shape) else { return }
    for property in relationships.properties {
      let remote = ValuePath.text([.key("relationships"), .key(property.key), .key("data")])
      guard !entity.relations.contains(where: { $0.remote == [remote] }) else { continue }
      let object = document.expanded(document.shape(property.node))
      guard let data = object.properties.first(where: { $0.key == "data" }),
        var relation = relation(property.key, document.shape(data.node))
      else {
        remark(
          property.node,
          "'\(remote)' of '\(entity.name)' is not imported: no resource names its type")
        continue
      }
      let names = Set(entity.attributes.map(\.name) + entity.relations.map(\.name))
      while names.contains(relation.name) { relation.name += "_reference" }
      relation.remote = [remote]
      let isStated =
        shape.required.contains("relationships")
        && relationships.required.contains(property.key) && object.required.contains("data")
      relation.isOptional = !relation.isToMany && (relation.isOptional || !isStated)
      if relation.isToMany { setPartial(&relation, property.key, object) }
      relation.documentation = object.documentation(of: property.key)
      entity.relations.append(relation)
    }
  }

  /// Returns nil if no type is known, or if a list contains rows of several.
  private func relation(_ key: String, _ data: OpenAPIShape) -> ImportedRelation? {
    let shape = document.expanded(data)
    let isList = shape.types == ["array"]
    let linkages = isList ? shape.items.map { [document.shape($0)] } ?? [] : [shape]
    let choices = linkages.flatMap { linkage -> [OpenAPIShape] in
      let inner = document.expanded(linkage)
      guard !inner.alternatives.isEmpty else { return [inner] }
      return inner.alternatives.map { document.expanded(document.shape($0)) }
    }
    let targets = choices.flatMap(targets)
    guard let first = targets.first else { return nil }
    if isList {
      return targets.count == 1 ? ImportedRelation(key, toMany: first.name) : nil
    }
    var relation = ImportedRelation(key, toOne: first.name, isOptional: data.isNullable)
    guard targets.count > 1 else { return relation }
    relation.target = ""
    relation.targets = targets
    return relation
  }

  /// The entities of the types that a resource identifier may have.
  private func targets(of linkage: OpenAPIShape) -> [ImportedRelation.Target] {
    guard let resources = roles.resources,
      let node = linkage.properties.first(where: { $0.key == "type" })?.node
    else { return [] }
    let types = document.expanded(document.shape(node)).values.compactMap(\.text)
    return types.compactMap { type in
      resources.component(ofType: type).flatMap(roles.entity).map { .init($0, type) }
    }
  }

  /// A list that has pages of its own may have more rows than a resource object has.
  private func setPartial(
    _ relation: inout ImportedRelation, _ key: String, _ object: OpenAPIShape
  ) {
    let links = members("links", of: object)
    if links?.properties.contains(where: { $0.key == "next" }) == true {
      let steps: [PathStep] = [.key("relationships"), .key(key), .key("links"), .key("next")]
      relation.partial = .text(ValuePath.text(steps))
    } else if object.properties.contains(where: { $0.key == "meta" }) {
      relation.partial = .flag(true)
      relation.notes.append(.guessed(.completeness, "a page of the list, from its 'meta'"))
    }
  }

  // MARK: Endpoints

  /// The rows of a response that is a JSON:API document.
  func resourceType(_ node: YAMLNode) -> ImportedTypeName? {
    guard let found = roles.resources?.content(of: node), let name = roles.entity(found.component)
    else { return nil }
    if found.isList { return .list(.named(name)) }
    return found.isNullable ? .optional(.named(name)) : .named(name)
  }

  /// The pages of a list of resource objects: the document has the URL of the next one.
  func addResourcePages(of operation: OpenAPIOperation, to endpoint: inout ImportedEndpoint) {
    guard endpoint.stores != nil, endpoint.page == nil,
      let response = operation.responses.first(where: \.isSuccess),
      let schema = document.jsonSchema(of: response.node),
      let found = roles.resources?.content(of: schema), found.isList,
      members("links", of: found.shape)?.properties.contains(where: { $0.key == "next" }) == true
    else { return }
    endpoint.page = .mapping([YAMLEntry("next", .text("links.next"))])
    endpoint.keepsMissingRows = false
    endpoint.notes.removeAll { $0.guess == .completeness }
    endpoint.notes.append(.guessed(.page, "the pages, from 'links.next'"))
  }
}
