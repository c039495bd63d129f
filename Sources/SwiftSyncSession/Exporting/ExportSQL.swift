@_spi(Generated) import SwiftSyncStore

/// The queries for rows and their related rows. Parameter 1 is the identity of the enclosing row.
///
/// Lists are in the order of the schema or, if it states none, ordered by identity.
struct ExportSQL {
  private let plan: EntityPlan

  init(_ plan: EntityPlan) {
    self.plan = plan
  }

  /// The query for all rows, by identity.
  var all: String { "\(select("t")) ORDER BY \(identity("t"))" }

  /// The query for the row with an identity, whose parts are the parameters.
  var one: String {
    let parts = plan.identity.enumerated().map { "t.\(column($1)) = ?\($0 + 1)" }
    return "\(select("t")) WHERE \(parts.joined(separator: " AND "))"
  }

  /// The query for whether the row that a link refers to is stored.
  var exists: String { "SELECT 1 FROM \(table) WHERE \(key.isEqual(to: "?1"))" }

  /// The query for the row that a link refers to.
  var named: String { "\(select("t")) WHERE \(key.isEqual(to: "?1", "t."))" }

  private var key: ColumnMetadata { plan.metadata.columns[plan.keyColumn] }

  /// The columns that a shape reads, after the columns that identify the row.
  private func select(_ alias: String) -> String {
    "SELECT \(columns(alias)) FROM \(table) AS \(alias)"
  }

  private func columns(_ alias: String) -> String {
    let names = plan.metadata.columns.map { $0.expression("\(alias).") }
    let row = plan.hasRowIDs ? "\(alias)._rowid_" : plan.metadata.identityExpression(alias)
    return "\(row), \(names.joined(separator: ", "))"
  }

  private func identity(_ alias: String) -> String {
    plan.identity.map { "\(alias).\(column($0))" }.joined(separator: ", ")
  }

  private func column(_ index: Int) -> String { quoted(plan.metadata.columns[index].name) }
  private var table: String { quoted(plan.metadata.table) }
}

extension ExportSQL {
  /// The query for the related rows.
  static func rows(_ relation: RelationPlan) -> String {
    let target = ExportSQL(relation.target)
    switch relation.kind {
    case .reference:
      return target.named
    case .children(let children):
      let reference = relation.target.metadata.columns[children.reference.column]
      return "\(target.select("t")) WHERE \(reference.isEqual(to: "?1", "t."))"
        + " ORDER BY \(target.order(of: relation, children))"
    case .members(let side):
      let join =
        "\(quoted(side.table.name)) AS j JOIN \(target.table) AS t ON \(target.isMember(side))"
      return "SELECT \(target.columns("t")) FROM \(join) WHERE \(side.own.isEqual(to: "?1", "j."))"
        + " ORDER BY \(target.order(of: relation, side))"
    }
  }

  /// The query for the identities of the related rows, including those of rows that are not stored
  /// yet.
  ///
  /// - Parameter waiting: Whether links that wait for their child are included; their name is
  ///   parameter 2.
  static func ids(_ relation: RelationPlan, waiting: Bool) -> String {
    let target = ExportSQL(relation.target)
    switch relation.kind {
    case .reference:
      return "SELECT ?1"
    case .children(let children):
      return target.childIDs(relation, children, waiting: waiting)
    case .members(let side):
      let join =
        side.ordersByAttribute(relation)
        ? " LEFT JOIN \(target.table) AS t ON \(target.isMember(side))" : ""
      return "SELECT \(side.other.expression("j.")) FROM \(quoted(side.table.name)) AS j\(join)"
        + " WHERE \(side.own.isEqual(to: "?1", "j.")) ORDER BY \(target.order(of: relation, side))"
    }
  }

  /// The query for whether there is an identity without a row. Parameter 2 is as in `ids`.
  static func hasNonObjectElements(_ relation: RelationPlan) -> String {
    let target = ExportSQL(relation.target)
    switch relation.kind {
    case .reference:
      return "SELECT 1 WHERE ?1 IS NOT NULL AND NOT EXISTS (\(target.exists))"
    case .children:
      return "SELECT 1 FROM swiftsync_links WHERE relation = ?2 AND parent_id = ?1 LIMIT 1"
    case .members(let side):
      return
        "SELECT 1 FROM \(quoted(side.table.name)) AS j WHERE \(side.own.isEqual(to: "?1", "j."))"
        + " AND NOT EXISTS (SELECT 1 FROM \(target.table) AS t WHERE \(target.isMember(side)))"
        + " LIMIT 1"
    }
  }

  private func childIDs(
    _ relation: RelationPlan, _ children: RelationPlan.Children, waiting: Bool
  ) -> String {
    let id = plan.metadata.columns[relation.memberColumn].expression("t.")
    let parent = plan.metadata.columns[children.reference.column].isEqual(to: "?1", "t.")
    let own = "FROM \(table) AS t WHERE \(parent)"
    guard waiting else {
      return "SELECT \(id) \(own) ORDER BY \(order(of: relation, children))"
    }
    let place = orderColumn(of: relation, children).map { "t.\($0)" } ?? "NULL"
    let waitingPlace = children.reference.positionColumn == nil ? "NULL" : "position"
    return "SELECT id FROM (SELECT \(id) AS id, \(place) AS place, 0 AS waits \(own)"
      + " UNION ALL SELECT child_id, \(waitingPlace), 1 FROM swiftsync_links"
      + " WHERE relation = ?2 AND parent_id = ?1) ORDER BY place IS NULL, place, waits, id"
  }

  private func order(of relation: RelationPlan, _ children: RelationPlan.Children) -> String {
    guard let place = orderColumn(of: relation, children) else { return identity("t") }
    // Rows without a position come last.
    return "t.\(place) IS NULL, t.\(place), \(identity("t"))"
  }

  private func order(of relation: RelationPlan, _ side: JoinSide) -> String {
    let other = side.other.composite?.list("j.") ?? "j.\(quoted(side.other.name))"
    if side.isOrdered, let position = side.table.positionColumn {
      return "j.\(quoted(position)), \(other)"
    }
    guard side.ordersByAttribute(relation), let place = attributeColumn(relation.ordering) else {
      return other
    }
    return "t.\(place) IS NULL, t.\(place), \(other)"
  }

  private func orderColumn(
    of relation: RelationPlan, _ children: RelationPlan.Children
  ) -> String? {
    if let position = children.reference.positionColumn { return column(position) }
    return attributeColumn(relation.ordering)
  }

  private func attributeColumn(_ ordering: RelationMetadata.Ordering) -> String? {
    guard case .attribute(let name) = ordering else { return nil }
    return plan.metadata.attributes.first { $0.name == name }.map { column($0.column) }
  }

  private func isMember(_ side: JoinSide) -> String {
    guard let own = key.composite, let other = side.other.composite else {
      return "t.\(quoted(key.name)) = j.\(quoted(side.other.name))"
    }
    return "\(own.tuple("t.")) = \(other.tuple("j."))"
  }
}

extension JoinSide {
  fileprivate func ordersByAttribute(_ relation: RelationPlan) -> Bool {
    guard case .attribute = relation.ordering else { return false }
    return !isOrdered
  }
}

extension RelationPlan {
  /// The order of a to-many relationship.
  fileprivate var ordering: RelationMetadata.Ordering {
    switch metadata.kind {
    case .toMany(let ordering), .manyToMany(_, _, let ordering): ordering
    case .toOne, .toOneInverse: .none
    }
  }
}
