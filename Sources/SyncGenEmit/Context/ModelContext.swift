import SyncGenSchema
import SyncGenTemplateEngine

/// An entity as a SwiftData class, as exposed to templates.
struct ModelContext: ContextSubject {
  let id: EntityID
  let schema: Schema

  private var entity: Entity { schema[id] }

  static let type = ContextType<Self>(
    "model", "An entity as a class of SwiftData.",
    [
      .text("name", "The name of the class, which does not hide a macro.") {
        ModelNames.type($0.id, in: $0.schema)
      },
      .texts("indexes", "The key paths of each index of attributes, in brackets.") { context in
        context.entity.indexes.filter { !$0.isUnique }
          .compactMap { context.keyPaths(context.attributeColumns(of: $0)) }.uniqued()
      },
      .texts("uniques", "The same for the identity and for unique indexes.") { context in
        let unique = context.entity.indexes.filter { $0.isUnique && $0.predicate == nil }
        return ([context.entity.identity.columns] + unique.map(\.columns))
          .compactMap(context.keyPaths).uniqued()
      },
      .objects(
        "backlinks",
        "The generated inverses of relationships for which the schema declares none."
      ) { ModelBacklinkContext.all(to: $0.id, in: $0.schema) },
    ])

  /// The attribute columns of an index, without references, which SwiftData indexes separately
  /// anyway.
  private func attributeColumns(of index: Index) -> [Int] {
    index.columns.filter { column in
      if case .reference = entity.columns[column].source { false } else { true }
    }
  }

  /// The key paths, e.g. `[\.title, \.updatedAt]`; `nil` if a column is not an attribute, because
  /// SwiftData indexes nothing else.
  private func keyPaths(_ columns: [Int]) -> String? {
    let names = columns.compactMap { position -> String? in
      switch entity.columns[position].source {
      case .attribute(let index): ModelNames.member(entity.attributes[index].name)
      case .moneyMinor(let index): ModelNames.money(entity.attributes[index].name, "Minor")
      case .moneyCurrency(let index): ModelNames.money(entity.attributes[index].name, "Currency")
      case .reference, .position: nil
      }
    }
    guard names.count == columns.count, !names.isEmpty else { return nil }
    return "[" + names.map { "\\." + $0 }.joined(separator: ", ") + "]"
  }
}

/// The inverse of a relationship that has none, as exposed to templates.
struct ModelBacklinkContext: ContextSubject {
  let source: EntityID
  let relation: Relation
  let schema: Schema

  static let type = ContextType<Self>(
    "model backlink", "A list of the rows that refer to a row by one of their relationships.",
    [
      .text("name", "The name of the list.") { context in
        let name = context.schema[context.source].name.name
        let relation = context.relation.name.name
        return name.prefix(1).lowercased() + name.dropFirst() + relation.prefix(1).uppercased()
          + relation.dropFirst() + "Rows"
      },
      .text("model", "The class of those rows.") {
        ModelNames.type($0.source, in: $0.schema)
      },
      .text("relation", "Their relationship, as written in Swift code.") {
        ModelNames.member($0.relation.name)
      },
      .text("onDelete", "`nullify`, `keep`, `deny` or `cascade`.") {
        $0.relation.onDelete.rawValue
      },
    ])

  static func all(to target: EntityID, in schema: Schema) -> [ModelBacklinkContext] {
    schema.entityIDs.flatMap { source in
      schema[source].relations.filter { relation in
        relation.target == target && relation.inverse == nil && isStored(relation, in: schema)
      }
      .map { ModelBacklinkContext(source: source, relation: $0, schema: schema) }
    }
  }

  private static func isStored(_ relation: Relation, in schema: Schema) -> Bool {
    switch relation.kind {
    case .toOne: true
    case .manyToMany(let membership): schema.joinTables[membership.joinTable].through == nil
    case .toOneInverse, .toMany: false
    }
  }
}
