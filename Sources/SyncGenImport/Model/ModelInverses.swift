import SyncGenSchema

/// States the inverses of lists and places the delete rules, for models of apps, in which a
/// relationship has the rule for the rows that it refers to.
struct ModelInverses {
  /// The names of the rules in the source.
  private let rules: [DeleteRule: String]

  static func complete(_ schema: inout ImportedSchema, rules: [DeleteRule: String]) {
    var seen: Set<String> = []
    for entity in schema.entities.indices {
      for relation in schema.entities[entity].relations.indices {
        ModelInverses(rules).complete(entity, relation, &schema, &seen)
      }
    }
    keepOneOrder(of: &schema)
  }

  /// The positions in ordered lists are in a column of the rows, which has the name of the list. Of
  /// two lists with one name, the first keeps its order.
  private static func keepOneOrder(of schema: inout ImportedSchema) {
    var known: [String: String] = [:]
    let positions = Dictionary(
      schema.entities.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    for entity in schema.entities.indices {
      let owner = schema.entities[entity]
      for (index, relation) in owner.relations.enumerated() where relation.isOrdered {
        guard case .named(let back) = relation.inverse,
          let child = positions[relation.target].map({ schema.entities[$0] }),
          child.relations.contains(where: { $0.name == back && !$0.isToMany })
        else { continue }
        let column = "\(child.name).\(ImportNames.snake(relation.name, NameStyle()))"
        let title = "\(owner.name).\(relation.name)"
        guard let first = known[column] else {
          known[column] = title
          continue
        }
        schema.entities[entity].relations[index].isOrdered = false
        schema.remarks.append(
          ImportRemark(
            at: owner.place,
            "\(title) is not ordered, because \(first) has the same name and the same rows"))
      }
    }
  }

  private init(_ rules: [DeleteRule: String]) {
    self.rules = rules
  }

  private func complete(
    _ entity: Int, _ index: Int, _ schema: inout ImportedSchema, _ seen: inout Set<String>
  ) {
    let owner = schema.entities[entity]
    let relation = owner.relations[index]
    guard let target = schema.entities.firstIndex(where: { $0.name == relation.target }) else {
      return
    }
    let inverse = inverse(of: relation, owner, schema.entities[target])
    guard !seen.contains("\(owner.name).\(relation.name)") else { return }
    guard let inverse,
      let back = schema.entities[target].relations.firstIndex(where: { $0.name == inverse })
    else {
      alone(entity, index, &schema)
      return
    }
    seen.insert("\(relation.target).\(inverse)")
    let other = schema.entities[target].relations[back]
    if !other.targets.isEmpty {
      listOfSharedRows(entity, index, target, back, &schema)
    } else if relation.isToMany == other.isToMany {
      if relation.isToMany {
        pair(entity, index, target, back, &schema)
      } else {
        pairOfOne(entity, index, target, back, &schema)
      }
    } else if relation.isToMany {
      list(entity, index, target, back, &schema)
    } else {
      list(target, back, entity, index, &schema)
    }
  }

  /// The stated inverse, the relationship that states this one as its inverse, or the only one that
  /// refers back.
  private func inverse(
    of relation: ImportedRelation, _ owner: ImportedEntity, _ target: ImportedEntity
  ) -> String? {
    if case .named(let name) = relation.inverse { return name }
    let back = target.relations.filter {
      $0.target == owner.name && !(target.name == owner.name && $0.name == relation.name)
    }
    if let stating = back.first(where: { $0.inverse == .named(relation.name) }) {
      return stating.name
    }
    guard relation.inverse == .inferred else { return nil }
    let free = back.filter { candidate in
      candidate.inverse == .inferred
        && !owner.relations.contains {
          $0.target == target.name && $0.inverse == .named(candidate.name)
        }
    }
    guard free.count == 1, let found = free.first else { return nil }
    return target.name != owner.name || Self.areOpposite(relation, found) ? found.name : nil
  }

  private static func areOpposite(_ one: ImportedRelation, _ other: ImportedRelation) -> Bool {
    let names = [one, other].map { ImportNames.snake($0.name, NameStyle()) }
    return one.isToMany && OppositeNames.areOpposite(names[0], names[1])
      || other.isToMany && OppositeNames.areOpposite(names[1], names[0])
  }

  private func drop(
    _ rule: DeleteRule?, _ entity: Int, _ index: Int, _ schema: inout ImportedSchema
  ) {
    guard let rule else { return }
    let owner = schema.entities[entity]
    schema.entities[entity].relations[index].onDelete = nil
    schema.remarks.append(
      ImportRemark(
        at: owner.place,
        "\(owner.name).\(owner.relations[index].name): delete rule '\(rules[rule] ?? rule.rawValue)' is left out, because \(Self.effect(of: rule))"
      ))
  }

  /// The effect in the source, which a schema cannot state.
  static func effect(of rule: DeleteRule) -> String {
    switch rule {
    case .cascade: "it would delete the referenced row"
    case .deny: "it would keep the row from being deleted while it refers to another one"
    case .keep, .nullify: "it would apply when the row itself is deleted"
    }
  }

  private func alone(_ entity: Int, _ index: Int, _ schema: inout ImportedSchema) {
    let relation = schema.entities[entity].relations[index]
    schema.entities[entity].relations[index].inverse = relation.isToMany ? .none : .inferred
    drop(relation.onDelete, entity, index, &schema)
  }

  /// A list whose rows refer to one of several entities, which have the delete rule and no order.
  private func listOfSharedRows(
    _ entity: Int, _ index: Int, _ child: Int, _ back: Int, _ schema: inout ImportedSchema
  ) {
    let owner = schema.entities[entity]
    let relation = owner.relations[index]
    let reference = schema.entities[child].relations[back]
    schema.entities[entity].relations[index].inverse = .named(reference.name)
    let rule = relation.onDelete
    let isFirst = reference.onDelete == nil
    if rule == .cascade || rule == .keep, isFirst || reference.onDelete == rule {
      schema.entities[child].relations[back].onDelete = rule
      schema.entities[entity].relations[index].onDelete = nil
    } else if let rule {
      schema.entities[entity].relations[index].onDelete = nil
      schema.remarks.append(
        ImportRemark(
          at: owner.place,
          "\(owner.name).\(relation.name): delete rule '\(rules[rule] ?? rule.rawValue)' is left out, "
            + "because \(schema.entities[child].name).\(reference.name) refers to several entities")
      )
    }
    guard relation.isOrdered else { return }
    schema.entities[entity].relations[index].isOrdered = false
    schema.remarks.append(
      ImportRemark(
        at: owner.place,
        "\(owner.name).\(relation.name) is not ordered, because "
          + "\(schema.entities[child].name).\(reference.name) refers to several entities"))
  }

  /// The side whose order is kept has the join table.
  private func pair(
    _ entity: Int, _ index: Int, _ target: Int, _ back: Int, _ schema: inout ImportedSchema
  ) {
    let one = schema.entities[entity].relations[index]
    let other = schema.entities[target].relations[back]
    guard one.isOrdered || !other.isOrdered else {
      return pair(target, back, entity, index, &schema)
    }
    schema.entities[entity].relations[index].inverse = .named(
      schema.entities[target].relations[back].name)
    schema.entities[target].relations[back].inverse = .inferred
    drop(schema.entities[entity].relations[index].onDelete, entity, index, &schema)
    drop(schema.entities[target].relations[back].onDelete, target, back, &schema)
  }

  /// The rule of the list describes the effect on its rows; the to-one relationship's own rule
  /// would delete the parent.
  private func list(
    _ entity: Int, _ index: Int, _ child: Int, _ back: Int, _ schema: inout ImportedSchema
  ) {
    schema.entities[entity].relations[index].inverse = .named(
      schema.entities[child].relations[back].name)
    schema.entities[child].relations[back].inverse = .inferred
    drop(schema.entities[child].relations[back].onDelete, child, back, &schema)
  }

  /// The column is on the side that is deleted with the other one.
  private func pairOfOne(
    _ entity: Int, _ index: Int, _ target: Int, _ back: Int, _ schema: inout ImportedSchema
  ) {
    let (one, other) = (
      schema.entities[entity].relations[index], schema.entities[target].relations[back]
    )
    let isHere = one.onDelete == nil && (other.onDelete != nil || !one.isOptional)
    let (child, at, parent, parentAt) =
      isHere ? (entity, index, target, back) : (target, back, entity, index)
    let rule = schema.entities[parent].relations[parentAt].onDelete
    let name = schema.entities[parent].relations[parentAt].name
    drop(schema.entities[child].relations[at].onDelete, child, at, &schema)
    schema.entities[child].relations[at].inverse = .named(name)
    schema.entities[child].relations[at].onDelete = rule
    schema.entities[parent].relations[parentAt].inverse = .inferred
    schema.entities[parent].relations[parentAt].onDelete = nil
    schema.entities[parent].relations[parentAt].isOptional = true
  }
}
