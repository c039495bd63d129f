/// A relation worked out for applying payloads, as seen from the entity that has it.
struct RelationPlan {
  enum Kind {
    case reference(RelationMetadata.Reference)
    /// Rows of the target refer to this entity.
    case children(Children)
    case members(JoinSide)
  }

  /// A to-many, or the side of a one-to-one that has no column.
  struct Children {
    /// The target's relation that refers back.
    let relation: Int
    let reference: RelationMetadata.Reference
    /// Whether there is one child at most.
    let isSingle: Bool
    /// `Child.reference`, as the table of waiting links calls it.
    let linkName: String
    let onDelete: RelationMetadata.DeleteRule
  }

  let metadata: RelationMetadata
  /// Position in the entity's relations.
  let index: Int
  let kind: Kind
  /// `unowned`: entities refer to each other in circles, and the schema's plan keeps all of them.
  unowned let target: EntityPlan

  /// Returns `nil` if the metadata names an entity or a relation that is not there, which no
  /// generated metadata does.
  init?(_ metadata: RelationMetadata, index: Int, of entity: EntityPlan, in schema: SchemaPlan) {
    guard let target = schema.entity(metadata.target) else { return nil }
    self.metadata = metadata
    self.index = index
    self.target = target
    switch metadata.kind {
    case .toOne(let reference):
      kind = .reference(reference)
    case .toOneInverse:
      guard let children = Children(metadata, of: target, isSingle: true) else { return nil }
      kind = .children(children)
    case .toMany:
      guard let children = Children(metadata, of: target, isSingle: false) else { return nil }
      kind = .children(children)
    case .manyToMany(let table, let side, _):
      guard let joinTable = schema.joinTable(table) else { return nil }
      kind = .members(JoinSide(joinTable, side, in: schema))
    }
  }
}

extension RelationPlan.Children {
  fileprivate init?(_ metadata: RelationMetadata, of target: EntityPlan, isSingle: Bool) {
    let relations = target.metadata.relations
    guard let relation = relations.firstIndex(where: { $0.name == metadata.inverse }),
      case .toOne(let reference) = relations[relation].kind
    else { return nil }
    self.relation = relation
    self.reference = reference
    self.isSingle = isSingle
    linkName = "\(target.metadata.name).\(relations[relation].name)"
    onDelete = relations[relation].onDelete
  }
}

extension RelationMetadata {
  /// The first key under which nested rows lie, for reports.
  var objectsPath: String { objects.first ?? name }
}

/// A join table as seen from one of its two sides.
struct JoinSide {
  let table: JoinTableMetadata
  /// The column that holds this side's identity, and the one that holds the other's.
  let ownColumn: String
  let otherColumn: String
  /// Whether this side's list is the one that the position column orders.
  let isOrdered: Bool
  /// The entity whose table this is, for `through:`; `unowned` as the schema's plan keeps it.
  unowned let through: EntityPlan?

  init(_ table: JoinTableMetadata, _ side: JoinTableMetadata.Side, in schema: SchemaPlan) {
    self.table = table
    through = table.through.flatMap(schema.entity)
    ownColumn = side == .left ? table.leftColumn : table.rightColumn
    otherColumn = side == .left ? table.rightColumn : table.leftColumn
    isOrdered = side == .left && table.positionColumn != nil
  }

  private var name: String { quoted(table.name) }
  private var isMember: String {
    "\(quoted(ownColumn)) = ?1 AND \(quoted(otherColumn)) = ?2"
  }

  /// The members of one row, with their places if the table keeps an order.
  var selectSQL: String {
    let position = table.positionColumn.map(quoted) ?? "0"
    return "SELECT \(quoted(otherColumn)), \(position) FROM \(name) WHERE \(quoted(ownColumn)) = ?1"
  }

  /// Adds a member; from the side that has no order it goes to the end of the other's list.
  var insertSQL: String {
    var columns = [quoted(ownColumn), quoted(otherColumn)]
    var values = ["?1", "?2"]
    if let position = table.positionColumn.map(quoted) {
      let last = "SELECT coalesce(max(\(position)) + 1, 0) FROM \(name)"
      columns.append(position)
      values.append(isOrdered ? "?3" : "(\(last) WHERE \(quoted(otherColumn)) = ?2)")
    }
    let generated = through?.metadata.generatedColumns ?? []
    columns += generated.map { quoted($0.column) }
    values += generated.map(\.value)
    let list = columns.joined(separator: ", ")
    return "INSERT INTO \(name) (\(list)) VALUES (\(values.joined(separator: ", ")))"
  }

  var deleteSQL: String { "DELETE FROM \(name) WHERE \(isMember)" }

  var moveSQL: String {
    "UPDATE \(name) SET \(quoted(table.positionColumn ?? otherColumn)) = ?3 WHERE \(isMember)"
  }

  var rowIDsSQL: String { "SELECT _rowid_ FROM \(name) WHERE \(isMember)" }

  var allRowIDsSQL: String { "SELECT _rowid_ FROM \(name) WHERE \(quoted(ownColumn)) = ?1" }

  var deleteAllSQL: String { "DELETE FROM \(name) WHERE \(quoted(ownColumn)) = ?1" }

  /// The sides on which `entity` stands: none, one, or both for a relation to itself.
  static func sides(
    of table: JoinTableMetadata, for entity: EntityPlan, in schema: SchemaPlan
  ) -> [JoinSide] {
    var sides: [JoinSide] = []
    let name = entity.metadata.name
    if table.leftEntity == name { sides.append(JoinSide(table, .left, in: schema)) }
    if table.rightEntity == name { sides.append(JoinSide(table, .right, in: schema)) }
    return sides
  }
}
