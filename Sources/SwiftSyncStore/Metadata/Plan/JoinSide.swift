/// A join table as seen from one of its two sides, with the statements that run on it.
package final class JoinSide {
  package let table: JoinTableMetadata
  /// The column that holds or represents this side's identity, and that of the other side.
  package let own: ColumnMetadata
  package let other: ColumnMetadata
  /// Whether this side's list is the one ordered by the position column.
  package let isOrdered: Bool
  /// Whether the table's primary key is the pair of both sides, so that a single member can be read
  /// without the others.
  let hasPairAsKey: Bool
  /// The number that `swiftsync_applying` contains while a list of this side is written, so that
  /// the triggers do not record the lists of the other side; `nil` for a `through:` entity, whose
  /// rows have triggers of their own.
  let mark: Int64?
  /// The members of one row, with their positions if the table stores an order.
  package let selectSQL: String
  /// The same for one member, the second parameter.
  let selectOneSQL: String
  /// Adds a member. If the table stores an order, its position is the third parameter.
  let insertSQL: String
  /// The position at the end of the list of a row of the other side, which is the second parameter;
  /// `nil` if the table stores no order, or that of this side's lists.
  let endSQL: String?
  let deleteSQL: String
  let moveSQL: String
  let rowIDsSQL: String
  let allRowIDsSQL: String
  let deleteAllSQL: String
  /// The entity of this table, for `through:`; `unowned`, since the schema's plan retains it.
  unowned let through: EntityPlan?

  init(_ table: JoinTableMetadata, _ side: JoinTableMetadata.Side, in schema: SchemaPlan) {
    self.table = table
    through = table.through.flatMap(schema.entity)
    let pair = Set(table.leftColumns + table.rightColumns)
    hasPairAsKey = through.map { pair == Set($0.metadata.identityColumnNames) } ?? true
    own = table.column(side)
    other = table.column(side == .left ? .right : .left)
    isOrdered = side == .left && table.positionColumn != nil
    mark = table.through == nil ? (side == .left ? 2 : 3) : nil
    let name = quoted(table.name)
    let position = table.positionColumn.map(quoted)
    let isOwn = own.isEqual(to: "?1")
    let isOther = other.isEqual(to: "?2")
    let isMember = "\(isOwn) AND \(isOther)"
    // Soft-deleted rows of a `through:` entity are no longer memberships.
    let isPresent = through?.metadata.softDeletion().map { " AND \($0.absent)" } ?? ""
    selectSQL =
      "SELECT \(other.expression()), \(position ?? "0") FROM \(name) WHERE \(isOwn)\(isPresent)"
    selectOneSQL = "\(selectSQL) AND \(isOther)"
    deleteSQL = "DELETE FROM \(name) WHERE \(isMember)"
    moveSQL = "UPDATE \(name) SET \(position ?? other.stored[0]) = ?3 WHERE \(isMember)"
    rowIDsSQL = "SELECT _rowid_ FROM \(name) WHERE \(isMember)"
    allRowIDsSQL = "SELECT _rowid_ FROM \(name) WHERE \(isOwn)"
    deleteAllSQL = "DELETE FROM \(name) WHERE \(isOwn)"
    endSQL =
      isOrdered
      ? nil
      : position.map { "SELECT coalesce(max(\($0)) + 1, 0) FROM \(name) WHERE \(isOther)" }
    insertSQL = Self.insertSQL(
      into: name, columns: own.stored + other.stored,
      values: own.values(in: "?1") + other.values(in: "?2"), position: position,
      generated: through?.metadata.generatedColumns ?? [])
  }

  private static func insertSQL(
    into table: String, columns: [String], values: [String], position: String?,
    generated: [(column: String, value: String)]
  ) -> String {
    var columns = columns
    var values = values
    if let position {
      columns.append(position)
      values.append("?3")
    }
    columns += generated.map { quoted($0.column) }
    values += generated.map(\.value)
    let list = columns.joined(separator: ", ")
    return "INSERT INTO \(table) (\(list)) VALUES (\(values.joined(separator: ", ")))"
  }

  /// The sides of `entity`: none, one, or both for a relationship to itself.
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

extension EntityMetadata {
  fileprivate var identityColumnNames: [String] { identity.map { columns[$0].name } }
}

extension ColumnMetadata {
  /// The columns of the table in SQL.
  fileprivate var stored: [String] { composite?.names.map(quoted) ?? [quoted(name)] }

  /// The values of these columns for a given value.
  fileprivate func values(in value: String) -> [String] { composite?.values(in: value) ?? [value] }
}
