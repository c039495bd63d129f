import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// The entities that a source and a schema share.
extension SchemaMatch {
  mutating func matchEntities() {
    match { imported, schema in
      let plural = Inflection.plural(NameStyle().snakeCase(imported.name))
      return schema.entities.first { $0.isNamed(like: imported, plural) }
    }
    match { imported, schema in schema.entities.first { $0.renamedFrom == imported.name } }
    matchByEndpoints()
    let known = schema.entities.map(Self.paths)
    for index in model.entities.indices where entities[index] == nil {
      pair(index, entity(like: model.entities[index], known))
    }
    var names: [String: String] = [:]
    for (index, entity) in entities where entity.name.name != model.entities[index].name {
      names[model.entities[index].name] = entity.name.name
    }
    matchTargets(&names)
    if !names.isEmpty { model.rename(names) }
    noteTypes()
    for index in model.entities.indices where entities[index] == nil {
      model.entities[index].relations.removeAll(where: isLeftOut)
    }
  }

  private mutating func match(_ find: (ImportedEntity, Schema) -> Entity?) {
    for index in model.entities.indices where entities[index] == nil {
      pair(index, find(model.entities[index], schema))
    }
  }

  private mutating func pair(_ index: Int, _ entity: Entity?) {
    guard let entity, taken.insert(entity.name.name).inserted else { return }
    entities[index] = entity
  }

  /// Matches the rows that the same endpoint returns.
  private mutating func matchByEndpoints() {
    let indices = Dictionary(
      model.entities.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let own = Dictionary(
      (schema.api?.endpoints ?? []).map { ($0.method.rawValue + $0.plainPath, $0) },
      uniquingKeysWith: { first, _ in first })
    for endpoint in model.api?.endpoints ?? [] {
      let path = EndpointPath.withoutNames(endpoint.path)
      guard let name = endpoint.returns?.mentioned, let index = indices[name],
        entities[index] == nil, let entity = own[endpoint.method.rawValue + path]?.returns?.row
      else { continue }
      pair(index, schema[entity])
    }
  }

  /// Replaces the targets of the source's relationships by those of the schema's.
  private mutating func matchTargets(_ names: inout [String: String]) {
    var rest = entities.sorted { $0.key < $1.key }
    while let (index, entity) = rest.popLast() {
      for relation in model.entities[index].relations {
        let paths = paths(relation)
        guard let target = model.entities.firstIndex(where: { $0.name == relation.target }),
          entities[target] == nil,
          let own = entity.relations.first(where: { own in
            (own.remote.ids + own.remote.objects).contains { paths.contains($0.dotted) }
          })
        else { continue }
        let known = schema.entities[own.target.index]
        // It may be the entity of other rows of the source, too, such as those that contain these.
        entities[target] = known
        if known.name.name != relation.target { names[relation.target] = known.name.name }
        rest.append((target, known))
      }
    }
  }

  /// The new entities of which rows can arrive: that of a response, and those to which a
  /// relationship refers that is not one of the schema's with another target.
  func filledEntities() -> Set<Int> {
    let new = Set(
      model.entities.indices.filter {
        let name = model.entities[$0].name
        return entities[$0] == nil && !comments.leavesOut(name) && typeSpans[name] == nil
      })
    // Other sources state all their entities, and not only rows that contain others.
    if model.answers.isEmpty || model.answers.contains(where: \.isDocument) { return new }
    let indices = Dictionary(
      new.map { (model.entities[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    var names = model.answers.map(\.target) + newRelations.values.joined().flatMap(\.targetNames)
    var filled: Set<Int> = []
    while let name = names.popLast() {
      guard let index = indices[name], filled.insert(index).inserted else { continue }
      names += model.entities[index].relations.flatMap(\.targetNames)
    }
    return filled
  }

  /// Records entities of the source that are types in the schema.
  private mutating func noteTypes() {
    for (index, imported) in model.entities.enumerated() where entities[index] == nil {
      guard let span = typeSpans[imported.name], !comments.accepts(span),
        !comments.leavesOut(imported.name)
      else { continue }
      differences.append(
        ImportDifference(
          kind: .type, name: imported.name, path: span.path, line: span.line,
          source: imported.place,
          message: "\(imported.name) is a type without an identity, an entity in the source"))
    }
  }

  /// Whether rows contain values of a type.
  func isStored(_ type: String) -> Bool { schema.valueTypes.contains { $0.name.name == type } }

  /// - Parameter known: The paths of the schema's entities.
  private func entity(like imported: ImportedEntity, _ known: [Set<String>]) -> Entity? {
    let paths = imported.attributes.map { self.paths($0, of: imported) }
    let best = zip(schema.entities, known).filter { !taken.contains($0.0.name.name) }
      .map { entity, known in
        (entity: entity, shared: paths.count { !known.isDisjoint(with: $0) })
      }.max { $0.shared < $1.shared }
    guard let best, best.shared >= 4, best.shared * 10 >= paths.count * 7 else { return nil }
    return best.entity
  }
}

extension Entity {
  fileprivate func isNamed(like imported: ImportedEntity, _ plural: String) -> Bool {
    if name.name == imported.name || remoteName == imported.name { return true }
    return table.name == plural || imported.table?.sameInSQL(table.name) == true
  }
}

extension PayloadType {
  /// The entity of the rows.
  fileprivate var row: EntityID? {
    switch self {
    case .entity(let id): id
    case .array(let element), .dictionary(let element), .optional(let element): element.row
    default: nil
    }
  }
}

extension ImportedRelation {
  /// The entities to which it refers.
  var targetNames: [String] {
    (targets.isEmpty ? [target] : targets.map(\.name)) + (through.map { [$0] } ?? [])
  }
}

extension ImportedSchema {
  /// Replaces entity names by those of another schema.
  fileprivate mutating func rename(_ names: [String: String]) {
    for index in entities.indices {
      entities[index].name = names[entities[index].name] ?? entities[index].name
      for relation in entities[index].relations.indices {
        let target = entities[index].relations[relation].target
        entities[index].relations[relation].target = names[target] ?? target
        entities[index].relations[relation].targets = entities[index].relations[relation].targets
          .map {
            .init(names[$0.name] ?? $0.name, $0.value)
          }
      }
    }
    for index in answers.indices {
      answers[index].target = names[answers[index].target] ?? answers[index].target
    }
  }
}
