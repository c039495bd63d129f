import SyncGenSchema

/// Determines how a column that holds an entity's identity follows a change of that identity.
struct ReferenceConverter {
  let pairing: SchemaPairing

  /// - Parameters:
  ///   - column: The old column in SQL; `table` is its old table.
  func conversion(
    from old: EntityID, to new: EntityID, column: String, table: SQLIdentifier
  ) -> ValueConversion {
    guard pairing.isSame(old, new) else { return .impossible }
    return conversion(from: old, to: new, column: column, table: table, visited: [])
  }

  /// - Parameter visited: The visited entities, because an identity may be a reference.
  private func conversion(
    from old: EntityID, to new: EntityID, column: String, table: SQLIdentifier,
    visited: Set<EntityID>
  ) -> ValueConversion {
    let (before, after) = (pairing.old[old], pairing.new[new])
    if before.identity.isComposite || after.identity.isComposite {
      return keepsParts(from: old, to: new, visited: visited) ? .none : .impossible
    }
    guard let members = pairing.members(ofNew: new), visited.count < 64,
      let formerPart = before.identity.parts.first, let part = after.identity.parts.first
    else { return .none }
    switch (formerPart, part) {
    case (.attribute(let from), .attribute(let to)):
      if let backfill = members.identityBackfill(of: to, pairing) {
        return follow(backfill, of: before, column: column, table: table)
      }
      guard let source = members.attributes.oldPositions[to] else { return .impossible }
      let converter = ColumnConverter(pairing: pairing)
      let (was, becomes) = (before.attributes[source], after.attributes[to])
      if source == from { return converter.conversion(from: was, to: becomes, column: column) }
      return lookUp(was, becomes, of: before, for: column, table: table)
    case (.reference(let from), .reference(let to)):
      guard members.relations.oldPositions[to] == from else { return .impossible }
      return conversion(
        from: before.relations[from].target, to: after.relations[to].target, column: column,
        table: table, visited: visited.union([new]))
    default: return .impossible
    }
  }

  /// Whether a composite identity is unchanged.
  private func keepsParts(from old: EntityID, to new: EntityID, visited: Set<EntityID>) -> Bool {
    let (before, after) = (pairing.old[old], pairing.new[new])
    guard let members = pairing.members(ofNew: new), visited.count < 64,
      before.identity.parts.count == after.identity.parts.count
    else { return false }
    return zip(before.identity.parts, after.identity.parts).allSatisfy { former, part in
      switch (former, part) {
      case (.attribute(let from), .attribute(let to)):
        members.attributes.oldPositions[to] == from
          && members.identityBackfill(of: to, pairing) == nil
          && CompositeFollower(pairing: pairing, members: members).part(ofAttribute: to) == nil
          && ColumnConverter(pairing: pairing).conversion(
            from: before.attributes[from], to: after.attributes[to], column: "value") == .none
      case (.reference(let from), .reference(let to)):
        members.relations.oldPositions[to] == from
          && conversion(
            from: before.relations[from].target, to: after.relations[to].target, column: "value",
            table: before.table, visited: visited.union([new])) == .none
      default: false
      }
    }
  }

  /// References get the `backfill` of the identity that they name. If it depends on more than the
  /// identity, the row is looked up, and a reference to a row that is not stored cannot follow.
  private func follow(
    _ backfill: String, of entity: Entity, column: String, table: SQLIdentifier
  ) -> ValueConversion {
    guard let position = entity.identity.columns.first else { return .impossible }
    let words = BackfillWords(backfill)
    if words.isRandom { return .impossible }
    let key = entity.columns[position].name
    let names = [entity.table.name] + entity.columns.map(\.name.name)
    if words.dependOnly(on: [key.name], of: names) {
      return .sql(
        "CASE WHEN \(column) IS NOT NULL THEN (SELECT (\(backfill)) FROM (SELECT \(column) AS "
          + "\(key.quoted))) END", isLossy: false)
    }
    // The names of the row are those of an inner query, so that none of them refers to the outer
    // table.
    let outer = Self.outer(column, of: table)
    return .sql(
      "(SELECT swiftsync_new FROM (SELECT (\(backfill)) AS swiftsync_new, \(key.quoted) AS "
        + "swiftsync_old FROM \(entity.table.quoted)) WHERE swiftsync_old = \(outer))",
      isLossy: true)
  }

  /// Another attribute is now the identity: the referenced row is looked up in its old table.
  private func lookUp(
    _ was: Attribute, _ becomes: Attribute, of entity: Entity, for column: String,
    table: SQLIdentifier
  ) -> ValueConversion {
    guard let key = entity.identity.columns.first, let position = was.columns.first else {
      return .impossible
    }
    let name = "swiftsync_target.\(entity.columns[position].name.quoted)"
    let value = ColumnConverter(pairing: pairing).conversion(from: was, to: becomes, column: name)
    if value == .impossible { return .impossible }
    let keyName = "swiftsync_target.\(entity.columns[key].name.quoted)"
    if column.contains("(") {
      // The columns in an expression are not those of the target.
      return .sql(
        "(SELECT swiftsync_new FROM (SELECT \(value.expression(name)) AS swiftsync_new, \(keyName) "
          + "AS swiftsync_old FROM \(entity.table.quoted) AS swiftsync_target) "
          + "WHERE swiftsync_old = \(column))", isLossy: true)
    }
    return .sql(
      "(SELECT \(value.expression(name)) FROM \(entity.table.quoted) AS swiftsync_target "
        + "WHERE \(keyName) = \(Self.outer(column, of: table)))",
      isLossy: true)
  }

  /// A column of the outer table, qualified with the name of the table unless it is already
  /// qualified or an expression.
  private static func outer(_ column: String, of table: SQLIdentifier) -> String {
    column.contains(".") || column.contains("(") ? column : "\(table.quoted).\(column)"
  }
}
