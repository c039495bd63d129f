/// The statement for the rows that a relation leads to; parameter 1 is the value that links them.
struct RelatedSQL {
  private let schema: SchemaMetadata
  private let source: EntityMetadata
  private let relation: RelationMetadata
  private let target: EntityMetadata
  private let table: String

  init(
    _ schema: SchemaMetadata, _ source: EntityMetadata, _ relation: RelationMetadata,
    _ target: EntityMetadata
  ) {
    self.schema = schema
    self.source = source
    self.relation = relation
    self.target = target
    table = quoted(target.table)
  }

  func rows(_ softDeleted: SoftDeleted) throws(SyncError) -> String {
    let marks = target.condition(for: softDeleted, as: table).map { " AND \($0)" } ?? ""
    switch relation.kind {
    case .toOne: return "\(select) FROM \(table) WHERE \(column(target.identity[0])) = ?1\(marks)"
    case .toOneInverse, .toMany:
      let reference = try target.reference(back: relation, to: source)
      let order = childOrder(reference)
      return "\(select) FROM \(table) WHERE \(column(reference.column)) = ?1\(marks)\(order)"
    case .manyToMany(let name, let side, let ordering):
      guard let join = schema.joinTables.first(where: { $0.name == name }) else {
        throw .unknownRelation(relation.name, entity: source.name)
      }
      return try members(join, side, ordering) + marks + memberOrder(join, side, ordering)
    }
  }

  /// The join table is called `swiftsync_join`, as no table of a schema is.
  private func members(
    _ join: JoinTableMetadata, _ side: JoinTableMetadata.Side, _: RelationMetadata.Ordering
  ) throws(SyncError) -> String {
    let (own, other) =
      side == .left ? (join.leftColumn, join.rightColumn) : (join.rightColumn, join.leftColumn)
    // A soft-deleted row of the join entity is not a membership.
    let through = try join.through.map { (name) throws(SyncError) in try schema.entity(named: name)
    }
    let marks =
      through?.condition(for: .exclude, as: "swiftsync_join").map { " AND \($0)" } ?? ""
    return "\(select) FROM \(quoted(join.name)) AS swiftsync_join JOIN \(table) "
      + "ON \(column(target.identity[0])) = swiftsync_join.\(quoted(other)) "
      + "WHERE swiftsync_join.\(quoted(own)) = ?1\(marks)"
  }

  private func memberOrder(
    _ join: JoinTableMetadata, _ side: JoinTableMetadata.Side,
    _ ordering: RelationMetadata.Ordering
  ) -> String {
    if side == .left, let position = join.positionColumn {
      return order(by: "swiftsync_join.\(quoted(position))")
    }
    return order(by: attribute(ordering))
  }

  private func childOrder(_ reference: RelationMetadata.Reference) -> String {
    guard case .toMany(let ordering) = relation.kind else { return "" }
    return order(by: reference.positionColumn.map(column) ?? attribute(ordering))
  }

  /// What has no place comes last, and equal places by identity.
  private func order(by place: String?) -> String {
    let identity = target.identityList(as: table)
    guard let place else { return " ORDER BY \(identity)" }
    return " ORDER BY \(place) IS NULL, \(place), \(identity)"
  }

  private func attribute(_ ordering: RelationMetadata.Ordering) -> String? {
    guard case .attribute(let name) = ordering else { return nil }
    return target.attributes.first { $0.name == name }.map { column($0.column) }
  }

  private func column(_ index: Int) -> String { "\(table).\(quoted(target.columns[index].name))" }

  private var select: String { "SELECT \(target.columnList(as: table))" }
}
