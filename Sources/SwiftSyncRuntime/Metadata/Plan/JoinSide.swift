/// A join table as seen from one of its two sides, with the statements that are run on it.
final class JoinSide {
  let table: JoinTableMetadata
  /// The column that holds, or stands for, this side's identity, and the one for the other's.
  let own: ColumnMetadata
  let other: ColumnMetadata
  /// Whether this side's list is the one that the position column orders.
  let isOrdered: Bool
  /// The members of one row, with their places if the table keeps an order.
  let selectSQL: String
  /// Adds a member; from the side that has no order it goes to the end of the other's list.
  let insertSQL: String
  let deleteSQL: String
  let moveSQL: String
  let rowIDsSQL: String
  let allRowIDsSQL: String
  let deleteAllSQL: String
  /// The entity whose table this is, for `through:`; `unowned` as the schema's plan keeps it.
  unowned let through: EntityPlan?

  init(_ table: JoinTableMetadata, _ side: JoinTableMetadata.Side, in schema: SchemaPlan) {
    self.table = table
    through = table.through.flatMap(schema.entity)
    own = table.column(side)
    other = table.column(side == .left ? .right : .left)
    isOrdered = side == .left && table.positionColumn != nil
    let name = quoted(table.name)
    let position = table.positionColumn.map(quoted)
    let isOwn = own.isEqual(to: "?1")
    let isOther = other.isEqual(to: "?2")
    let isMember = "\(isOwn) AND \(isOther)"
    // Soft-deleted rows of a `through:` entity are no longer memberships.
    let isPresent = through?.metadata.softDeletion().map { " AND \($0.absent)" } ?? ""
    selectSQL =
      "SELECT \(other.expression()), \(position ?? "0") FROM \(name) WHERE \(isOwn)\(isPresent)"
    deleteSQL = "DELETE FROM \(name) WHERE \(isMember)"
    moveSQL = "UPDATE \(name) SET \(position ?? other.stored[0]) = ?3 WHERE \(isMember)"
    rowIDsSQL = "SELECT _rowid_ FROM \(name) WHERE \(isMember)"
    allRowIDsSQL = "SELECT _rowid_ FROM \(name) WHERE \(isOwn)"
    deleteAllSQL = "DELETE FROM \(name) WHERE \(isOwn)"
    let last = "SELECT coalesce(max(\(position ?? "0")) + 1, 0) FROM \(name)"
    insertSQL = Self.insertSQL(
      into: name, columns: own.stored + other.stored,
      values: own.values(in: "?1") + other.values(in: "?2"), position: position,
      isOrdered ? "?3" : "(\(last) WHERE \(isOther))",
      generated: through?.metadata.generatedColumns ?? [])
  }

  private static func insertSQL(
    into table: String, columns: [String], values: [String], position: String?, _ place: String,
    generated: [(column: String, value: String)]
  ) -> String {
    var columns = columns
    var values = values
    if let position {
      columns.append(position)
      values.append(place)
    }
    columns += generated.map { quoted($0.column) }
    values += generated.map(\.value)
    let list = columns.joined(separator: ", ")
    return "INSERT INTO \(table) (\(list)) VALUES (\(values.joined(separator: ", ")))"
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

extension ColumnMetadata {
  /// The columns of the table in SQL.
  fileprivate var stored: [String] { composite?.names.map(quoted) ?? [quoted(name)] }

  /// What a value gives these columns.
  fileprivate func values(in value: String) -> [String] { composite?.values(in: value) ?? [value] }
}
