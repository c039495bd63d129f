import SyncGenSchema

/// Gives entities other tables if the join table of a relationship would have the name of theirs:
/// that of `Product.tags` is `product_tags`, as the table of `ProductTag`.
struct SeparateTables {
  /// Entities that have got another table. A second attempt would not end.
  private var done: Set<String> = []

  /// Returns `false` if the relationship does not get a table of its own in this way.
  mutating func separate(_ relation: Int, of entity: Int, in schema: inout ImportedSchema) -> Bool {
    let style = NameStyle(acronyms: schema.conventions.acronyms)
    let owner = schema.entities[entity]
    let join =
      style.snakeCase(owner.name) + "_" + style.snakeCase(owner.relations[relation].name)
    let tables = schema.entities.map { Self.table(of: $0, style) }
    guard let index = tables.firstIndex(where: { $0.lowercased() == join.lowercased() }),
      schema.entities[index].table == nil
    else { return false }
    let singular = style.snakeCase(schema.entities[index].name)
    let taken = Set(tables + Self.joinTables(schema, style)).map { $0.lowercased() }
    let names = [singular, singular + "_rows"].filter { !taken.contains($0.lowercased()) }
    guard let name = names.first, done.insert(schema.entities[index].name).inserted else {
      return false
    }
    schema.entities[index].table = name
    schema.entities[index].notes.append(
      Self.note(join, of: "\(owner.name).\(owner.relations[relation].name)"))
    return true
  }

  /// The comment of an entity with another table.
  static func note(_ table: String, of relation: String) -> ImportNote {
    "not in the table \(table), which is the join table of \(relation)"
  }

  static func table(of entity: ImportedEntity, _ style: NameStyle) -> String {
    entity.table ?? entity.plural ?? Inflection.plural(style.snakeCase(entity.name))
  }

  /// The names of all join tables that lists may have.
  private static func joinTables(_ schema: ImportedSchema, _ style: NameStyle) -> [String] {
    schema.entities.flatMap { entity in
      entity.relations.filter(\.isToMany).map {
        style.snakeCase(entity.name) + "_" + style.snakeCase($0.name)
      }
    }
  }
}
