import SwiftSyncValues
import SyncGenSchema

/// Merges attributes that contain the identities of related rows into the relationships, for models
/// of apps: `projectID` next to `project`, `tagIDs` next to `tags`. Payloads have the attributes,
/// and a relationship reads the same keys.
struct ModelReferences {
  /// An attribute that is part of a relationship now.
  struct Merged: Hashable {
    let entity: String
    let attribute: String
    let relation: String
    let target: String
  }

  /// - Returns: What was merged.
  static func merge(into schema: inout ImportedSchema) -> [Merged] {
    var merged: [Merged] = []
    let keys = Dictionary(
      schema.entities.compactMap { entity in entity.onlyKey.map { (entity.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    for index in schema.entities.indices {
      var names = Dictionary(
        schema.entities[index].attributes.map { (snake($0.name), $0.name) },
        uniquingKeysWith: { first, _ in first })
      for at in schema.entities[index].relations.indices {
        guard let key = keys[schema.entities[index].relations[at].target],
          let one = merge(at, of: &schema.entities[index], key, names, &schema.remarks)
        else { continue }
        names[snake(one.attribute)] = nil
        merged.append(one)
      }
    }
    return merged
  }

  /// Turns attributes of older versions into the references that they are in the next one, where the
  /// relationship is new. Otherwise a migration would delete their values.
  ///
  /// - Parameter versions: All versions, the oldest first, with what was merged in each.
  static func carryBack(_ versions: inout [(schema: ImportedSchema, merged: [Merged])]) {
    for index in versions.indices.dropLast().reversed() {
      let next = versions[index + 1].merged
      for one in next where convert(one, in: &versions[index].schema) {
        versions[index].merged.append(one)
      }
    }
  }

  private static func convert(_ merged: Merged, in schema: inout ImportedSchema) -> Bool {
    guard let index = schema.entities.firstIndex(where: { $0.name == merged.entity }),
      let key = schema.entities.first(where: { $0.name == merged.target })?.onlyKey,
      let at = schema.entities[index].attributes.firstIndex(where: { $0.name == merged.attribute }),
      schema.entities[index].attributes[at].type == key.type,
      schema.entities[index].identity != [merged.attribute],
      !schema.entities[index].relations.contains(where: { $0.name == merged.relation })
    else { return false }
    let attribute = schema.entities[index].attributes.remove(at: at)
    let isPart = schema.entities[index].identity.contains(attribute.name)
    var relation = ImportedRelation(
      merged.relation, toOne: merged.target, isOptional: attribute.isOptional && !isPart)
    relation.renamedFrom = attribute.renamedFrom
    schema.entities[index].relations.append(relation)
    schema.entities[index].replace(attribute, by: relation.name)
    return true
  }

  private static func merge(
    _ at: Int, of entity: inout ImportedEntity, _ key: ImportedAttribute,
    _ names: [String: String], _ remarks: inout [ImportRemark]
  ) -> Merged? {
    let relation = entity.relations[at]
    guard let name = idNames(of: relation, key).compactMap({ names[$0] }).first,
      entity.identity != [name],
      let index = entity.attributes.firstIndex(where: { $0.name == name }),
      holdsIDs(entity.attributes[index], of: relation, key)
    else { return nil }
    let attribute = entity.attributes.remove(at: index)
    entity.relations[at] = merged(relation, attribute)
    if attribute.defaultValue != nil {
      remarks.append(
        ImportRemark(
          at: entity.place, "the default of '\(attribute.name)', which is a reference, is left out")
      )
    }
    entity.replace(attribute, by: relation.name)
    if entity.identity.contains(relation.name) { entity.relations[at].isOptional = false }
    return Merged(
      entity: entity.name, attribute: attribute.name, relation: relation.name,
      target: relation.target)
  }

  /// The names in snake_case that an attribute with the identities of a relationship has.
  private static func idNames(
    of relation: ImportedRelation, _ key: ImportedAttribute
  ) -> [String] {
    let name = snake(relation.name)
    let ends = ["id", snake(key.name)]
    guard relation.isToMany else { return ends.map { name + "_" + $0 } }
    return ends.map(Inflection.plural).flatMap { end in
      [Inflection.singular(name) + "_" + end, name + "_" + end]
    }
  }

  /// Whether an attribute has the type of a relationship's identities. A list of ids may be a
  /// transformable value, whose elements the model does not state.
  private static func holdsIDs(
    _ attribute: ImportedAttribute, of relation: ImportedRelation, _ key: ImportedAttribute
  ) -> Bool {
    relation.isToMany
      ? attribute.type == .list(key.type) || attribute.type == .json : attribute.type == key.type
  }

  private static func snake(_ name: String) -> String { ImportNames.snake(name, NameStyle()) }

  private static func merged(
    _ source: ImportedRelation, _ attribute: ImportedAttribute
  ) -> ImportedRelation {
    var relation = source
    relation.notes.append(.guessed(.relation, "'\(attribute.name)' contains its reference"))
    relation.notes += attribute.notes
    relation.isOptional = !source.isToMany && (source.isOptional || attribute.isOptional)
    // The keys of the convention are those of both.
    if case .paths(let paths)? = attribute.remote {
      relation.remote = paths + (source.remote.isEmpty ? [snake(source.name)] : source.remote)
    } else if !source.remote.isEmpty {
      relation.remote = [snake(attribute.name)] + source.remote
    }
    if attribute.direction == .both { relation.direction = .both }
    relation.renamedFrom = source.renamedFrom ?? attribute.renamedFrom
    let known = Set(source.settings.map(\.key))
    relation.settings += attribute.annotations.filter { !known.contains($0.key) }
    return relation
  }
}

extension ImportedEntity {
  /// The attribute that alone identifies the rows.
  fileprivate var onlyKey: ImportedAttribute? {
    identity.count == 1 ? attributes.first { $0.name == identity[0] } : nil
  }

  /// Lets the identity and the indexes have a relationship instead of an attribute.
  fileprivate mutating func replace(_ attribute: ImportedAttribute, by name: String) {
    func replaced(_ names: [String]) -> [String] { names.map { $0 == attribute.name ? name : $0 } }
    identity = replaced(identity)
    for index in indexes.indices { indexes[index].members = replaced(indexes[index].members) }
    if attribute.isUnique { add(ImportedIndex([name], isUnique: true)) }
  }
}
