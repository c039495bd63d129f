/// The columns in which rows of any entity refer to rows of an entity.
///
/// This is the only place that knows which columns of a reference hold which parts of an identity.
struct ReferringColumns {
  /// A column of a reference, and the part of the target's identity that it holds.
  struct Column {
    /// The position in the child's columns.
    let position: Int
    /// The position in the target's identity.
    let part: Int
    /// The column's name in SQL.
    let name: String
    /// The column in the plan, which may represent two columns of the table.
    let metadata: ColumnMetadata
  }

  let child: EntityPlan
  let reference: ReferencePlan
  /// The name of the relationship in `swiftsync_links`.
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

  /// Whether the reference is part of the identity of the referring rows.
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

  /// The condition for the rows that refer to a target, whose identity follows as parameters.
  ///
  /// - Parameter row: The qualifier of the columns, e.g. `t.`
  func condition(from parameter: Int, row: String = "") -> String {
    columns.map { $0.metadata.isEqual(to: "?\($0.part + parameter)", row) }
      .joined(separator: " AND ")
  }

  /// Assignments that leave the rows without a target.
  var clearing: String {
    let positions = reference.positionColumn.map { [quoted(child.metadata.columns[$0].name)] } ?? []
    return (columns.map(\.name) + positions).map { "\($0) = NULL" }.joined(separator: ", ")
  }

  /// Assignments of the target's other identity, which follows as parameters.
  func assignments(from parameter: Int) -> String {
    columns.map { "\($0.name) = ?\($0.part + parameter)" }.joined(separator: ", ")
  }

  /// The unique indexes over a column of the reference, each with its other columns.
  var uniques: [[String]] {
    let own = Set(columns.map(\.position))
    return child.metadata.uniques.filter { !own.isDisjoint(with: $0) }.map { index in
      index.filter { !own.contains($0) }.map { quoted(child.metadata.columns[$0].name) }
    }
  }
}
