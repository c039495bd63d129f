import SyncGenSchema

/// Finds how a column that holds an entity's identity follows a change of that identity.
struct ReferenceConverter {
  let pairing: SchemaPairing

  /// - Parameters:
  ///   - column: The old column as SQL writes it, and `table` the old table it is in.
  func conversion(
    from old: EntityID, to new: EntityID, column: String, table: SQLIdentifier
  ) -> ValueConversion {
    guard pairing.isSame(old, new) else { return .impossible }
    return conversion(from: old, to: new, column: column, table: table, visited: [])
  }

  /// - Parameter visited: The entities on the way, as an identity may be a reference.
  private func conversion(
    from old: EntityID, to new: EntityID, column: String, table: SQLIdentifier,
    visited: Set<EntityID>
  ) -> ValueConversion {
    let (before, after) = (pairing.old[old], pairing.new[new])
    guard !before.identity.isComposite, !after.identity.isComposite,
      let members = pairing.members(ofNew: new), visited.count < 64,
      let formerPart = before.identity.parts.first, let part = after.identity.parts.first
    else { return .none }
    switch (formerPart, part) {
    case (.attribute(let from), .attribute(let to)):
      guard let source = members.attributes.oldPositions[to] else { return .impossible }
      let converter = ValueConverter(pairing: pairing)
      let (was, becomes) = (before.attributes[source], after.attributes[to])
      if source == from { return converter.conversion(from: was, to: becomes, column: column) }
      return lookUp(was, becomes, of: before, for: "\(table.quoted).\(column)")
    case (.reference(let from), .reference(let to)):
      guard members.relations.oldPositions[to] == from else { return .impossible }
      return conversion(
        from: before.relations[from].target, to: after.relations[to].target, column: column,
        table: table, visited: visited.union([new]))
    default: return .impossible
    }
  }

  /// Another attribute is the identity now: the row that was meant is looked up in its old table.
  private func lookUp(
    _ was: Attribute, _ becomes: Attribute, of entity: Entity, for column: String
  ) -> ValueConversion {
    guard let key = entity.identity.columns.first, let position = was.columns.first else {
      return .impossible
    }
    let name = "swiftsync_target.\(entity.columns[position].name.quoted)"
    let value = ValueConverter(pairing: pairing).conversion(from: was, to: becomes, column: name)
    if value == .impossible { return .impossible }
    return .sql(
      "(SELECT \(value.expression(name)) FROM \(entity.table.quoted) AS swiftsync_target "
        + "WHERE swiftsync_target.\(entity.columns[key].name.quoted) = \(column))",
      narrows: true)
  }
}
