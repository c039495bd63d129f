import SyncGenSchema

/// Elements that two versions have in different orders, a sentence for each list.
///
/// The order of columns and members is part of a version, but no change that can be planned.
struct OrderDifferences {
  private(set) var texts: [String] = []

  init(from old: Schema, to new: Schema) {
    for entity in new.entities {
      guard let former = old.entities.first(where: { $0.name.name == entity.name.name }) else {
        continue
      }
      add(
        "columns of table '\(entity.table.name)'", former.columns.map(\.name.name),
        entity.columns.map(\.name.name))
      add(
        "attributes of entity '\(entity.name.name)'", former.attributes.map(\.name.name),
        entity.attributes.map(\.name.name))
      add(
        "relationships of entity '\(entity.name.name)'", former.relations.map(\.name.name),
        entity.relations.map(\.name.name))
    }
    for model in new.enums {
      guard let former = old.enums.first(where: { $0.name.name == model.name.name }) else {
        continue
      }
      add(
        "cases of enum '\(model.name.name)'", former.cases.map(\.name.name),
        model.cases.map(\.name.name))
    }
    for type in new.valueTypes {
      guard let former = old.valueTypes.first(where: { $0.name.name == type.name.name }) else {
        continue
      }
      add(
        "fields of type '\(type.name.name)'", former.fields.map(\.name.name),
        type.fields.map(\.name.name))
      add(
        "cases of type '\(type.name.name)'", former.tagging?.cases.map(\.name.name) ?? [],
        type.tagging?.cases.map(\.name.name) ?? [])
    }
  }

  private mutating func add(_ list: String, _ old: [String], _ new: [String]) {
    guard old != new, Set(old) == Set(new),
      let pair = zip(old, new).first(where: { $0 != $1 })
    else { return }
    texts.append(
      "the order of the \(list) has changed: '\(pair.1)' is now before '\(pair.0)'")
  }
}
