/// The statements that run on one entity's table.
///
/// The rowid is spelled `_rowid_`, which cannot be the name of a column, because names begin with a
/// letter.
package struct TableSQL {
  /// The SQL for the current time, as in the triggers.
  package static let now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"

  private let table: String
  private let columns: [String]
  /// The values of the columns, and of the columns that virtual columns represent.
  private let selected: String
  /// The columns that are not in the table, by position.
  private let virtual: [Int: ColumnMetadata]
  /// The number of columns of the table.
  let storedCount: Int
  /// All rows, by identity.
  let all: String
  /// All rows after a rowid, by rowid.
  let scan: String
  package let lookup: String
  let byRowID: String
  /// The rowid of a row. The parameter is the single value by which links refer to it.
  let rowID: String
  let delete: String
  let largestRowID: String

  init(_ metadata: EntityMetadata) {
    let columns = metadata.columns.map { quoted($0.name) }
    let table = quoted(metadata.table)
    selected = metadata.columns.map { $0.expression() }.joined(separator: ", ")
    virtual = metadata.columns.enumerated().reduce(into: [:]) { virtual, column in
      if column.element.isVirtual { virtual[column.offset] = column.element }
    }
    storedCount = columns.count - virtual.count
    let key = metadata.columns.last { $0.name == EntityMetadata.keyName }?.composite
    let select = "SELECT _rowid_, \(selected) FROM \(table)"
    let identity = metadata.identity.map { columns[$0] }
    let isIdentity = identity.enumerated().map { "\($1) = ?\($0 + 1)" }.joined(separator: " AND ")
    all = "\(select) ORDER BY \(identity.joined(separator: ", "))"
    scan = "\(select) NOT INDEXED WHERE _rowid_ > ?1 ORDER BY _rowid_"
    lookup = "\(select) WHERE \(isIdentity)"
    byRowID = "\(select) WHERE _rowid_ = ?1"
    rowID = "SELECT _rowid_ FROM \(table) WHERE \(key?.isEqual(to: "?1") ?? isIdentity)"
    delete = "DELETE FROM \(table) WHERE _rowid_ = ?1"
    largestRowID = "SELECT max(_rowid_) FROM \(table)"
    self.columns = columns
    self.table = table
  }

  var insert: String { insert(Array(0..<storedCount)) }

  /// Inserts a row. The other columns get their defaults.
  func insert(_ set: [Int]) -> String {
    let names = set.map { columns[$0] }.joined(separator: ", ")
    let parameters = set.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return "INSERT INTO \(table) (\(names)) VALUES (\(parameters))"
  }

  func update(_ changed: [Int]) -> String {
    "\(updateAll(changed)) WHERE _rowid_ = ?\(changed.count + 1)"
  }

  /// Updates a row. The parameters are the values of the columns, followed by the identity.
  func update(_ changed: [Int], identity: [Int]) -> String {
    "\(updateAll(changed)) WHERE \(condition(identity, from: changed.count + 1))"
  }

  /// The rowid of a row. The parameters are the parts of its identity.
  package func rowID(identity: [Int]) -> String {
    "SELECT _rowid_ FROM \(table) WHERE \(condition(identity, from: 1))"
  }

  func delete(identity: [Int]) -> String {
    "DELETE FROM \(table) WHERE \(condition(identity, from: 1))"
  }

  /// The rows between two rowids.
  var between: String {
    "SELECT \(selected) FROM \(table) NOT INDEXED "
      + "WHERE _rowid_ BETWEEN ?1 AND ?2 ORDER BY _rowid_"
  }

  /// The rowids between two rowids.
  var rowIDsBetween: String {
    "SELECT _rowid_ FROM \(table) NOT INDEXED WHERE _rowid_ BETWEEN ?1 AND ?2 ORDER BY _rowid_"
  }

  private func condition(_ identity: [Int], from parameter: Int) -> String {
    identity.enumerated().map { "\(columns[$1]) = ?\($0 + parameter)" }.joined(separator: " AND ")
  }

  func rowIDs(where places: [Int]) -> String {
    let conditions = places.enumerated().map { index, column in
      virtual[column]?.isEqual(to: "?\(index + 1)") ?? "\(columns[column]) = ?\(index + 1)"
    }
    return rowIDs(condition: conditions.joined(separator: " AND "))
  }

  /// The rows with a value in one column and a place in another, with the place, in that order.
  func places(_ place: Int, where column: Int) -> String {
    let condition = virtual[column]?.isEqual(to: "?1") ?? "\(columns[column]) = ?1"
    return "SELECT _rowid_, \(columns[place]) FROM \(table) "
      + "WHERE \(condition) AND \(columns[place]) IS NOT NULL ORDER BY \(columns[place]), _rowid_"
  }

  /// All rowids; with a condition, only those of rows that meet it.
  func rowIDs(condition: String?) -> String {
    let suffix = condition.map { " WHERE \($0)" } ?? ""
    return "SELECT _rowid_ FROM \(table)\(suffix)"
  }

  /// The rowid of the parent of a child, given by its rowid.
  static func parent(
    of child: EntityPlan, in parent: EntityPlan, _ reference: RelationMetadata.Reference
  ) -> String {
    let condition = parent.metadata.columns[parent.keyColumn].isEqual(
      to: child.metadata.columns[reference.column],
      selected: "FROM \(quoted(child.metadata.table)) WHERE _rowid_ = ?1")
    return "SELECT _rowid_ FROM \(quoted(parent.metadata.table)) WHERE \(condition)"
  }

  /// The rowids of the children of a parent, given by its rowid.
  static func children(
    of parent: EntityPlan, in child: EntityPlan, _ reference: RelationMetadata.Reference
  ) -> String {
    let condition = child.metadata.columns[reference.column].isEqual(
      to: parent.metadata.columns[parent.keyColumn],
      selected: "FROM \(quoted(parent.metadata.table)) WHERE _rowid_ = ?1")
    return "SELECT _rowid_ FROM \(quoted(child.metadata.table)) WHERE \(condition)"
  }

  /// Writes a value into the columns that represent it. The parameters are the value and the rowid.
  func update(_ composite: CompositeColumn) -> String {
    "UPDATE \(table) SET \(composite.assignment(of: "?1")) WHERE _rowid_ = ?2"
  }

  private func updateAll(_ changed: [Int]) -> String {
    let assignments = changed.enumerated().map { "\(columns[$1]) = ?\($0 + 1)" }
    return "UPDATE \(table) SET \(assignments.joined(separator: ", "))"
  }
}
