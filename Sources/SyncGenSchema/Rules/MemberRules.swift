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
