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

  /// Of a `through:` entity that keeps its tombstones.
  private var markColumn: String? {
    guard let through, let mark = through.keptTombstone else { return nil }
    return quoted(through.metadata.columns[mark.dateColumn].name)
  }

  private var name: String { quoted(table.name) }
  private var isMember: String {
    "\(quoted(ownColumn)) = ?1 AND \(quoted(otherColumn)) = ?2"
  }

  /// The members of one row, with their places if the table keeps an order. Marked rows of a
  /// `through:` entity are no memberships any more.
  var selectSQL: String {
    let position = table.positionColumn.map(quoted) ?? "0"
    let condition = markColumn.map { " AND \($0) IS NULL" } ?? ""
    return "SELECT \(quoted(otherColumn)), \(position) FROM \(name) "
      + "WHERE \(quoted(ownColumn)) = ?1\(condition)"
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

  /// The relation whose lists hold the rows of this side, if there is one.
  func listOfOthers(in schema: SchemaPlan) -> CallState.StatedList? {
    let isLeft = ownColumn == table.leftColumn
    guard let other = schema.entity(isLeft ? table.rightEntity : table.leftEntity) else {
      return nil
    }
    let list = other.relations.first { relation in
      guard case .members(let side) = relation.kind else { return false }
      return side.table.name == table.name && side.ownColumn == otherColumn
    }
    return list.map { CallState.StatedList(entity: other.index, relation: $0.index) }
  }

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
