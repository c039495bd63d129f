/// The columns in which rows of other entities, or of the same one, refer to rows of an entity.
///
/// This is the one place that knows in which columns a reference holds which parts of an identity.
struct ReferringColumns {
  /// A column of a reference, and the part of the target's identity that it holds.
  struct Column {
    /// Position in the child's columns.
    let position: Int
    /// Position in the target's identity.
    let part: Int
    /// The column's name in SQL.
    let name: String
    /// The column in the plan, which may stand for two of the table.
    let metadata: ColumnMetadata
  }

  let child: EntityPlan
  let reference: ReferencePlan
  /// What `swiftsync_links` calls the relation.
  let linkName: String
  let columns: [Column]

  /// All references to rows of an entity.
  static func all(to target: EntityPlan) -> [ReferringColumns] {
    target.incoming.compactMap(ReferringColumns.init)
  }

  init?(_ incoming: IncomingReference) {
    child = incoming.child
    linkName = incoming.child.linkName(of: incoming.relation)
    guard let reference = ReferencePlan(incoming.relation) else { return nil }
    self.reference = reference
    let stored = child.metadata.columns
    columns = reference.storedColumns.enumerated().map { part, position in
      let column = stored[position]
      return Column(
        position: column.tagged?.idColumn ?? position, part: part,
        name: quoted(column.tagged?.idName ?? column.name), metadata: column)
    }
  }

  /// Whether the reference is a part of the identity of the rows that have it.
  var isIdentity: Bool { columns.contains { child.identity.contains($0.position) } }

  /// The identity of a child when the target has another one.
  func identity(of key: RowKey, when target: RowKey) -> RowKey {
    var key = key
    for column in columns {
      guard let place = child.identity.firstIndex(of: column.position) else { continue }
      key[place] = target[column.part]
    }
    return key
  }

  /// A condition for the rows that refer to a target, whose identity follows as parameters.
  ///
  /// - Parameter row: What columns are qualified with, e.g. `t.`
  func condition(from parameter: Int, row: String = "") -> String {
    columns.map { $0.metadata.isEqual(to: "?\($0.part + parameter)", row) }
      .joined(separator: " AND ")
  }

  /// Assignments that leave the rows without a target.
  var clearing: String {
    let positions = reference.positionColumn.map { [quoted(child.metadata.columns[$0].name)] } ?? []
    return (columns.map(\.name) + positions).map { "\($0) = NULL" }.joined(separator: ", ")
  }

  /// Assignments of another identity of the target, which follows as parameters.
  func assignments(from parameter: Int) -> String {
    columns.map { "\($0.name) = ?\($0.part + parameter)" }.joined(separator: ", ")
  }

  /// Unique indexes over a column of the reference, each with its other columns.
  var uniques: [[String]] {
    let own = Set(columns.map(\.position))
    return child.metadata.uniques.filter { !own.isDisjoint(with: $0) }.map { index in
      index.filter { !own.contains($0) }.map { quoted(child.metadata.columns[$0].name) }
    }
  }
}
