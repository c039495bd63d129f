import SwiftSyncValues
import SyncGenSchema
import SyncGenYAML

/// Entities, whose keys are values, references and lists of rows.
extension OpenAPISchemaMaker {
  /// The kind of reference to other rows in a key.
  enum Reference: Equatable {
    case one(String)
    case list(String)
    /// Rows under their identities.
    case keyed(String)

    var entity: String {
      switch self {
      case .one(let name), .list(let name), .keyed(let name): name
      }
    }

    var isList: Bool { if case .one = self { false } else { true } }
  }

  /// A relationship with the keys under which it was found.
  private struct Found {
    var name: String
    let reference: Reference
    var keys: [String]
    var isNullable: Bool
    var isImportOnly: Bool
    let shape: OpenAPIShape
    var notes: [ImportNote] = []
    /// The key whose values are rows, unless all keys have ids.
    var rowKey: String?
    /// The path of the rows, if they are not under the key itself.
    var path: String?
    /// The path of the flag that is true if there are more rows; `true` if none is known.
    var more: YAMLValue?
    /// Whether ids have no single type, as for rows with a composite identity.
    var hasPartsInIDs = false
  }

  mutating func addEntity(_ name: String, _ component: String) {
    guard var shape = document.shape(ofComponent: component).map(document.expanded) else { return }
    shape = withForms(withSubtypes(shape, component), component)
    let flag = addFlag(of: component, to: &shape)
    var entity = ImportedEntity(
      name, identity: roles.identity(of: name), at: document.place(shape.node))
    entity.notes = formNotes(component)
    if roles.isRenamed(component), entity.notes.isEmpty {
      entity.notes = [.guessed(.name, "named after \(component)")]
    }
    entity.notes += shape.limits.map { ImportNote($0) }
    let isOtherForm = document.isOwn && component != name
    entity.documentation = isOtherForm ? nil : shape.documentation(of: component)
    if shape.additional != nil {
      remark(shape.node, "additional keys of '\(name)' are not imported")
    }
    var relations: [Found] = []
    // The first part of an identity may refer to the row around it.
    let identity = Set(document.isOwn ? entity.identity : entity.identity.suffix(1))
    for property in shape.properties where !identity.contains(property.key) {
      guard examples.other(property.node) == nil, var found = relation(property) else { continue }
      let isTaken =
        relations.contains { $0.name == found.name }
        || found.name != property.key && shape.properties.contains { $0.key == found.name }
      if isTaken { found.name = property.key }
      relations.append(found)
    }
    let named = Set(relations.flatMap(\.keys))
    let rest = shape.properties.filter { !named.contains($0.key) }
    var attributes: [OpenAPIShape.Property] = []
    for property in rest {
      let isAbsorbed =
        !identity.contains(property.key)
        && absorb(property, of: shape, in: name, into: &relations)
      if !isAbsorbed {
        attributes.append(property)
      }
    }
    add(attributes, of: shape, to: &entity)
    entity.attributes += undeclaredMembers(
      of: withAllRequired(shape, component), component, .responses)
    entity.relations = relations.map { relation($0, shape, of: name) }
    completeIdentity(of: &entity, shape)
    if let flag { setTombstone(of: &entity, flag, component) }
    for problem in shape.problems { remark(shape.node, "\(problem): not imported") }
    rowNodes[name] = Dictionary(shape.properties.map { ($0.key, $0.node) }) { first, _ in first }
    result.entities.append(entity)
  }

  // MARK: Attributes

  private mutating func add(
    _ properties: [OpenAPIShape.Property], of shape: OpenAPIShape, to entity: inout ImportedEntity
  ) {
    var skipped: Set<String> = []
    for property in properties where !skipped.contains(property.key) {
      if let (money, keys) = money(property, properties, shape) {
        entity.attributes.append(money)
        skipped.formUnion(keys)
        continue
      }
      var attribute = field(
        property, of: shape, in: Place(owner: entity.name, key: property.key, isStored: true))
      let other = shape.requiredGroups.first { $0.first == property.key } ?? []
      if other.count > 1 {
        attribute.isOptional = false
        attribute.remote = .paths(other.map { ValuePath.text([.key($0)]) })
        skipped.formUnion(other)
      }
      let own = document.shape(property.node)
      if own.isReadOnly { attribute.direction = .pull }
      if own.isWriteOnly { attribute.direction = .push }
      entity.attributes.append(attribute)
    }
  }

  /// An amount such as `price_minor` and `price_currency`.
  private func money(
    _ property: OpenAPIShape.Property, _ all: [OpenAPIShape.Property], _ shape: OpenAPIShape
  ) -> (ImportedAttribute, Set<String>)? {
    let (key, end) = (property.key, "_minor")
    guard key.hasSuffix(end), document.shape(property.node).types == ["integer"] else { return nil }
    let name = String(key.dropLast(end.count))
    guard !name.isEmpty, !all.contains(where: { $0.key == name }),
      let currency = all.first(where: { $0.key == name + "_currency" }),
      document.shape(currency.node).types == ["string"]
    else { return nil }
    let isOptional =
      !shape.required.contains(key) || document.shape(property.node).isNullable
    return (ImportedAttribute(name, .money, isOptional: isOptional), [key, currency.key])
  }

  /// Completes identities: a row that its own key does not identify belongs to a parent that lists
  /// it.
  mutating func completeParts() {
    guard !partial.isEmpty else { return }
    for owner in result.entities {
      for list in owner.relations where list.isToMany && partial.contains(list.target) {
        guard case .named(let name) = list.inverse,
          let index = result.entities.firstIndex(where: { $0.name == list.target }),
          let at = result.entities[index].relations.firstIndex(where: { $0.name == name }),
          !result.entities[index].identity.contains(name)
        else { continue }
        result.entities[index].relations[at].isOptional = false
        result.entities[index].identity.insert(name, at: 0)
      }
    }
  }

  private mutating func completeIdentity(of entity: inout ImportedEntity, _ shape: OpenAPIShape) {
    let names = Set(entity.attributes.map(\.name))
    entity.identity = entity.identity.compactMap { key in
      guard !names.contains(key) else { return key }
      let path = ValuePath.text([.key(key)])
      return entity.relations.first { !$0.isToMany && $0.remote.contains(path) }?.name
    }
    if entity.identity.isEmpty {
      var id = ImportedAttribute("row id", .scalar(.uuid))
      id.defaultValue = .word("new")
      id.notes = ["added: no key identifies the rows"]
      entity.attributes.insert(id, at: 0)
      entity.identity = [id.name]
      return
    }
    let evidence = roles.evidence[entity.name]
    if let evidence, entity.identity.count > 1 {
      entity.notes.append(.guessed(.identity, evidence))
    }
    for key in entity.identity {
      guard let index = entity.attributes.firstIndex(where: { $0.name == key }) else {
        let part = entity.relations.firstIndex { $0.name == key }
        if let part { entity.relations[part].isOptional = false }
        continue
      }
      if let evidence, entity.identity.count == 1 {
        entity.attributes[index].notes.append(.guessed(.identity, evidence))
      }
      entity.attributes[index].isOptional = false
      entity.attributes[index].notes.removeAll(where: Self.optional.contains)
      if let property = shape.properties.first(where: { $0.key == key }) {
        if examples.isMissing(property.node) {
          entity.attributes[index].notes.append("an example lacks it")
        } else if examples.isNull(property.node) {
          entity.attributes[index].notes.append("null in an example")
        } else if examples.isBlank(property.node) {
          entity.attributes[index].notes.append("empty in an example")
        }
      }
      entity.attributes[index].defaultValue = nil
      entity.attributes[index].direction = .both
      if entity.attributes[index].type == .scalar(.double) {
        entity.attributes[index].type = .int
        entity.attributes[index].notes.append("a number in the API")
      } else if entity.attributes[index].type == .json {
        entity.attributes[index].type = .string
      }
    }
  }

  // MARK: Relations

  private func reference(_ shape: OpenAPIShape, depth: Int = 0) -> Reference? {
    guard depth < OpenAPIDocument.depth else { return nil }
    if let component = shape.component {
      if let entity = roles.entity(component) { return .one(entity) }
      guard roles.roles[component] == .inline, let inner = document.shape(ofComponent: component)
      else { return nil }
      return reference(inner, depth: depth + 1)
    }
    if !shape.alternatives.isEmpty { return choice(shape, depth) }
    if let items = shape.items, shape.types == ["array"] {
      guard case .one(let entity)? = reference(document.shape(items), depth: depth + 1) else {
        return nil
      }
      return .list(entity)
    }
    if let values = shape.additional, shape.properties.isEmpty,
      case .one(let entity)? = reference(document.shape(values), depth: depth + 1),
      document.isOwn || evidenceOfKeys(shape, entity) != nil
    {
      return .keyed(entity)
    }
    return nil
  }

  /// Ids or rows, as in `anyOf: [{type: string}, {$ref: …}]`.
  func choice(_ shape: OpenAPIShape, _ depth: Int) -> Reference? {
    var found: Reference?
    var deleted: Set<String> = []
    for choice in shape.alternatives.map({ document.shape($0) }) {
      if let one = reference(choice, depth: depth + 1) {
        guard found == nil || found == one else { return nil }
        found = one
      } else if let entity = choice.component.flatMap(roles.deletedEntity) {
        deleted.insert(entity)
      } else if !isID(document.expanded(choice)), !isListOfIDs(choice) {
        return nil
      }
    }
    return deleted.allSatisfy({ found == .one($0) }) ? found : nil
  }

  func isID(_ shape: OpenAPIShape) -> Bool {
    shape.alternatives.isEmpty && shape.properties.isEmpty
      && Set(shape.types).isSubset(of: ["string", "integer", "number"])
      && (!shape.types.isEmpty || document.isOwn)
  }

  func isListOfIDs(_ shape: OpenAPIShape) -> Bool {
    shape.types == ["array"] && (shape.items.map { isID(document.shape($0)) } ?? false)
  }

  private func relation(_ property: OpenAPIShape.Property) -> Found? {
    let shape = document.shape(property.node)
    if let wrapped = wrapped(property, shape) { return wrapped }
    guard let reference = reference(shape) else { return nil }
    let name = Self.withoutEnding(property.key, besides: ["_url", "_uri"]).map { name in
      reference.isList ? Inflection.plural(name) : name
    }
    var found = Found(
      name: name ?? property.key, reference: reference,
      keys: [property.key], isNullable: shape.isNullable, isImportOnly: shape.isReadOnly,
      shape: shape, notes: property.notes, rowKey: property.key)
    if case .keyed(let entity) = reference, let evidence = evidenceOfKeys(shape, entity) {
      found.notes.append(.guessed(.key, evidence))
    }
    return found
  }

  /// A list inside its own object, as in `{data: […], has_more: true}`.
  private func wrapped(_ property: OpenAPIShape.Property, _ own: OpenAPIShape) -> Found? {
    let shape = document.expanded(own)
    if let component = own.component, roles.entity(component) != nil { return nil }
    guard let inner = shape.properties.first(where: { RowFinder.isWrapper($0.key) }),
      case .list(let entity)? = reference(document.shape(inner.node)),
      shape.properties.allSatisfy({
        $0.key == inner.key || PageNames.concernsList(PageSigns.snake($0.key))
      })
    else { return nil }
    let more = shape.properties.first { PageNames.more.contains(PageSigns.snake($0.key)) }?.key
    var found = Found(
      name: property.key, reference: .list(entity), keys: [property.key], isNullable: false,
      isImportOnly: own.isReadOnly, shape: own, notes: property.notes)
    found.path = ValuePath.text([.key(property.key), .key(inner.key)])
    found.more = more.map { .text(ValuePath.text([.key(property.key), .key($0)])) }
    if more == nil,
      shape.properties.contains(where: { PageNames.concernsOnlyPages(PageSigns.snake($0.key)) })
    {
      found.more = .flag(true)
      found.notes.append(.guessed(.completeness, "a page of the list, from the keys next to it"))
    }
    return found
  }

  /// The name of the entity that a key such as `project` or `labels` has, if its values can hardly be
  /// anything but ids.
  private func bareName(_ key: String, _ ids: OpenAPIShape, isList: Bool) -> String? {
    guard ids.types == ["integer"] || ids.format == "uuid" else { return nil }
    let snake = OpenAPINames.snake(key)
    let name = isList ? Inflection.singular(snake) : snake
    return sourcePositions[name] != nil || name == "parent" ? name : nil
  }

  /// Merges ids of rows into an existing relationship, or creates one from them.
  private func absorb(
    _ property: OpenAPIShape.Property, of owner: OpenAPIShape, in name: String,
    into relations: inout [Found]
  ) -> Bool {
    let shape = document.expanded(document.shape(property.node))
    let isList = isListOfIDs(shape)
    guard isList || isID(shape), shape.format != "uri" || isList else { return false }
    let ids = shape.items.map { document.expanded(document.shape($0)) } ?? shape
    guard
      let rest = Self.withoutEnding(property.key)
        ?? bareName(property.key, ids, isList: isList)
    else { return false }
    let names = [rest, Inflection.plural(rest)]
    let known = relations.firstIndex { found in
      found.reference.isList == isList
        && names.contains(ImportNames.snake(found.name, NameStyle()))
    }
    if let known {
      // A URL or an old number next to a row is not its identity.
      guard document.isOwn || identifies(shape, relations[known].reference.entity) else {
        return false
      }
      if let form = looseForm(ofIDs: shape, of: relations[known].reference.entity) {
        relations[known].notes.append(.guessed(.relation, "from \(property.key), \(form)"))
      }
      relations[known].keys.insert(property.key, at: 0)
      let ids = shape.items.map { document.shape($0) }
      if document.isOwn, ids?.types.isEmpty == true { relations[known].hasPartsInIDs = true }
      relations[known].isImportOnly = relations[known].isImportOnly && shape.isReadOnly
      relations[known].isNullable = relations[known].isNullable || shape.isNullable
      return true
    }
    let relation = isList ? Inflection.plural(rest) : rest
    let isTaken =
      relations.contains { $0.name == relation }
      || owner.properties.contains { $0.key == relation && $0.key != property.key }
    let target = entity(named: rest) ?? (rest == "parent" && !isList ? name : nil)
    guard !isTaken, let entity = target, identifies(shape, entity),
      entity != name || !roles.pathNames(property.key, of: components[name] ?? name)
    else { return false }
    let form = looseForm(ofIDs: shape, of: entity).map { ", " + $0 } ?? ""
    relations.append(
      Found(
        name: relation, reference: isList ? .list(entity) : .one(entity), keys: [property.key],
        isNullable: shape.isNullable, isImportOnly: shape.isReadOnly, shape: shape,
        notes: [.guessed(.relation, "from \(property.key)\(form)")] + property.notes))
    return true
  }

  private mutating func relation(
    _ found: Found, _ owner: OpenAPIShape, of entity: String
  ) -> ImportedRelation {
    let isMissing = owner.properties.contains { property in
      found.keys.contains(property.key)
        && (examples.isMissing(property.node) || examples.isNull(property.node))
    }
    let isRequired =
      found.keys.contains(where: owner.required.contains) && !isMissing
      || owner.requiredGroups.contains { !$0.isEmpty && Set($0).isSubset(of: found.keys) }
    var relation =
      found.reference.isList
      ? ImportedRelation(found.name, toMany: found.reference.entity)
      : ImportedRelation(
        found.name, toOne: found.reference.entity, isOptional: found.isNullable || !isRequired)
    relation.remote = found.path.map { [$0] } ?? found.keys.map { ValuePath.text([.key($0)]) }
    relation.rowPath = found.rowKey.map { ValuePath.text([.key($0)]) }
    relation.partial = found.more
    if found.hasPartsInIDs { partial.insert(found.reference.entity) }
    if case .keyed(let target) = found.reference {
      relation.keyedBy = roles.identity(of: target).first
    }
    if found.isImportOnly { relation.direction = .pull }
    relation.documentation = found.shape.documentation(of: found.keys[0])
    if found.shape.isDeprecated { relation.deprecated = "The API deprecates it." }
    relation.notes = found.notes
    if isMissing, !found.reference.isList, found.keys.contains(where: owner.required.contains) {
      relation.notes.append(Self.missing)
    }
    relation.place = document.place(found.shape.node)
    return relation
  }
}
