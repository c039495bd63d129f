import SyncGenSchema
import SyncGenTemplateEngine

/// A line of an entity-relationship diagram: two entities that rows link, as exposed to templates.
struct LinkContext: ContextSubject {
  enum Kind: String, Sendable {
    case toOne, oneToOne, manyToMany
  }

  let kind: Kind
  let source: EntityID
  let target: EntityID
  /// The relationship that the line is named after, and its inverse.
  let relation: Relation?
  let inverse: Relation?
  let isOptional: Bool
  /// The name of a relationship to one of several entities.
  var taggedName: String?
  let schema: Schema

  static let type = ContextType<Self>(
    "link",
    "Two entities whose rows are linked: each relationship once, from the side that has "
      + "it.",
    [
      .text("kind", "`toOne`, `oneToOne` or `manyToMany`.") { $0.kind.rawValue },
      .text("from", "The entity that has the column, or that the join table belongs to.") {
        $0.schema[$0.source].name.name
      },
      .text("to", "The target entity.") { $0.schema[$0.target].name.name },
      .text("name", "The name of the relationship.") { $0.name },
      .optionalText("inverse", "The name of the inverse relationship.") {
        $0.inverse?.name.name
      },
      .flag("isOptional", "Whether a row can exist without a linked row; true for lists.") {
        $0.isOptional
      },
    ])

  var name: String { taggedName ?? relation?.name.name ?? inverse?.name.name ?? "" }

  /// The to-one relationships of every entity in the order of the schema, followed by the join
  /// tables. An entity that replaces a join table is linked by its own to-one relationships.
  static func all(of schema: Schema) -> [LinkContext] {
    let references = schema.entityIDs.flatMap { id in
      schema[id].relations.compactMap { link($0, of: id, in: schema) }
        + schema[id].taggedReferences.flatMap { links($0, of: id, in: schema) }
    }
    let tables = schema.joinTables.filter { $0.through == nil }.map { table in
      LinkContext(
        kind: .manyToMany, source: table.left.entity, target: table.right.entity,
        relation: table.left.relation.map { schema[$0] },
        inverse: table.right.relation.map { schema[$0] }, isOptional: true, schema: schema)
    }
    return references + tables
  }

  /// A line to each target.
  private static func links(
    _ reference: TaggedReference, of id: EntityID, in schema: Schema
  ) -> [LinkContext] {
    reference.targets.map { target in
      let list = schema[target.entity].relations.first {
        $0.target == id
          && $0.taggedInverse.map { schema[id].taggedReferences[$0] == reference } ?? false
      }
      return LinkContext(
        kind: .toOne, source: id, target: target.entity, relation: nil, inverse: list,
        isOptional: schema[id].attributes[reference.idAttribute].isOptional,
        taggedName: reference.name.name, schema: schema)
    }
  }

  private static func link(
    _ relation: Relation, of id: EntityID, in schema: Schema
  ) -> LinkContext? {
    guard case .toOne(let reference) = relation.kind else { return nil }
    return LinkContext(
      kind: reference.isOneToOne ? .oneToOne : .toOne, source: id, target: relation.target,
      relation: relation, inverse: relation.inverse.map { schema[$0] },
      isOptional: reference.isOptional, schema: schema)
  }
}
