/// The statements that are run on one entity's table.
///
/// The rowid is spelled `_rowid_`, which no column can be called: names begin with a letter.
struct TableSQL {
  private let table: String
  private let columns: [String]
  private let identity: [Int]

  init(_ metadata: EntityMetadata) {
    table = quoted(metadata.table)
    columns = metadata.columns.map { quoted($0.name) }
    identity = metadata.identity
  }

  /// All rows behind a rowid, in the order of rowids.
  var scan: String {
    "\(select) NOT INDEXED WHERE _rowid_ > ?1 ORDER BY _rowid_"
  }

  var lookup: String { "\(select) WHERE \(isIdentity)" }

  var byRowID: String { "\(select) WHERE _rowid_ = ?1" }

  var rowID: String { "SELECT _rowid_ FROM \(table) WHERE \(isIdentity)" }

  var insert: String { insert(Array(columns.indices)) }

  /// Leaves the other columns to their defaults.
  func insert(_ set: [Int]) -> String {
    let names = set.map { columns[$0] }.joined(separator: ", ")
    let parameters = set.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return "INSERT INTO \(table) (\(names)) VALUES (\(parameters))"
  }

  var delete: String { "DELETE FROM \(table) WHERE _rowid_ = ?1" }

  func update(_ changed: [Int]) -> String {
    "\(updateAll(changed)) WHERE _rowid_ = ?\(changed.count + 1)"
  }

  func rowIDs(where column: Int) -> String {
    "SELECT _rowid_ FROM \(table) WHERE \(columns[column]) = ?1"
  }

  /// All rowids; with a condition only those for which it holds.
  func rowIDs(condition: String?) -> String {
    let suffix = condition.map { " WHERE \($0)" } ?? ""
    return "SELECT _rowid_ FROM \(table)\(suffix)"
  }

  /// The rowids of the children of the parent with a rowid.
  static func children(
    of parent: EntityPlan, in child: EntityPlan, _ reference: RelationMetadata.Reference
  ) -> String {
    let column = quoted(child.metadata.columns[reference.column].name)
    let identity = quoted(parent.metadata.columns[parent.identity[0]].name)
    return "SELECT _rowid_ FROM \(quoted(child.metadata.table)) WHERE \(column) = "
      + "(SELECT \(identity) FROM \(quoted(parent.metadata.table)) WHERE _rowid_ = ?1)"
  }

  private var select: String {
    "SELECT _rowid_, \(columns.joined(separator: ", ")) FROM \(table)"
  }

  private func updateAll(_ changed: [Int]) -> String {
    let assignments = changed.enumerated().map { "\(columns[$1]) = ?\($0 + 1)" }
    return "UPDATE \(table) SET \(assignments.joined(separator: ", "))"
  }

  private var isIdentity: String {
    identity.enumerated().map { "\(columns[$1]) = ?\($0 + 1)" }.joined(separator: " AND ")
  }
}

/// A name as SQL takes it, whatever characters it has.
func quoted(_ name: String) -> String {
  "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
}
