/// Lint rules about single attributes and relationships.
enum MemberRules {
  /// The words in a name that suggest that a number is money.
  private static let moneyWords: Set<String> = [
    "amount", "balance", "budget", "cents", "cost", "costs", "euros", "dollars", "fee", "fees",
    "money", "payment", "price", "prices", "revenue", "salary", "wage",
  ]

  /// - Parameter orders: The attributes by which lists are ordered: the rule `order-attribute`
  ///   requires each to be a `double`.
  static func money(_ entity: Entity, orders: Set<Int>) -> [LintViolation] {
    entity.attributes.indices.filter { index in
      let attribute = entity.attributes[index]
      var words = WordSplitter(attribute.name.name) { _ in false }
      return attribute.type == .scalar(.double) && !orders.contains(index)
        && words.words().contains { moneyWords.contains($0.text) }
    }.map { index in
      let attribute = entity.attributes[index]
      return LintViolation(
        message: "attribute '\(entity.name.name).\(attribute.name.name)' stores money in a "
          + "'double'",
        fix: "write '\(attribute.name.name): money'", span: attribute.span)
    }
  }

  static func booleanNames(_ entity: Entity) -> [LintViolation] {
    entity.attributes.filter { attribute in
      attribute.type == .scalar(.bool) && !asks(attribute.name.name)
    }.map { attribute in
      let name = attribute.name.name
      let better = "is" + name.prefix(1).uppercased() + name.dropFirst()
      return LintViolation(
        message: "boolean '\(entity.name.name).\(name)' does not begin with 'is', 'has', 'can' or "
          + "'should'",
        fix: "call it '\(better)', with 'remote:' for the key that it has in payloads",
        span: attribute.span)
    }
  }

  /// Whether a name begins with one of the words and continues after it.
  private static func asks(_ name: String) -> Bool {
    ["is", "has", "can", "should"].contains { word in
      name.hasPrefix(word) && name.dropFirst(word.count).first.map { !$0.isLowercase } ?? false
    }
  }

  /// Required references whose rows remain without the target, which the schema does not state.
  static func deleteRules(_ entity: Entity, _ schema: Schema) -> [LintViolation] {
    let references = entity.relations.filter { relation in
      guard case .toOne(let reference) = relation.kind else { return false }
      return !reference.isOptional && !reference.hasForeignKey && !relation.statesOnDelete
    }.map { (name: $0.name.name, target: "its '\(schema[$0.target].name.name)'", span: $0.span) }
    let tagged = entity.taggedReferences.filter { reference in
      !entity.attributes[reference.idAttribute].isOptional && !reference.statesOnDelete
    }.map { (name: $0.name.name, target: "the row to which it refers", span: $0.span) }
    return (references + tagged).map { reference in
      LintViolation(
        message: "relationship '\(entity.name.name).\(reference.name)' has no 'on-delete', so "
          + "a row remains when \(reference.target) is deleted",
        fix: "write 'on-delete: cascade' to delete the row too, or 'on-delete: keep' to keep it",
        span: reference.span)
    }
  }

  static func generatedJoins(_ id: EntityID, _ schema: Schema) -> [LintViolation] {
    schema.joinTables.compactMap { table in
      guard table.through == nil, let relation = table.left.relation, relation.entity == id else {
        return nil
      }
      let (owner, target) = (schema[id].name.name, schema[table.right.entity].name.name)
      let ends = owner == target ? "two to-ones to" : "a to-one to '\(owner)' and one to"
      return LintViolation(
        message:
          "relationship '\(owner).\(schema[relation].name.name)' uses the generated join table "
          + "'\(table.name.name)'",
        fix:
          "add an entity with \(ends) '\(target)', and name it under 'through:'",
        span: schema[relation].span)
    }
  }
}
