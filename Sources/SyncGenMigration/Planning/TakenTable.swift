import SyncGenSchema

/// A join table that a new entity takes over with `through:`.
struct TakenTable {
  /// The reason why the entity's table cannot contain the rows of the join table.
  enum Obstacle {
    /// The sides do not identify a row.
    case identity([String])
    /// A column requires a value that a row of the join table lacks.
    case required(String)
    /// An index refuses rows with the same value.
    case unique
  }

  let transition: JoinTableTransition
  let entity: EntityID
  /// `nil` if all rows are kept.
  let obstacle: Obstacle?
}

extension TablePairer {
  /// The join tables of the old version that are tables of entities in the new one.
  ///
  /// Not those whose rows are dropped because a step states `drops`, as in a version that was
  /// frozen before this was possible.
  var takenTables: [TakenTable] {
    pairing.new.joinTables.indices.compactMap { index in
      let table = pairing.new.joinTables[index]
      guard let id = table.through, pairing.entities.oldPositions[id.index] == nil,
        let transition = transition(ofJoinTable: index), !transition.isLossy,
        !isDropped(pairing.old.joinTables[transition.old])
      else { return nil }
      return TakenTable(
        transition: transition, entity: id,
        obstacle: obstacle(pairing.new[id], table, sources(of: id, from: transition)))
    }
  }

  private func isDropped(_ table: JoinTable) -> Bool {
    table.left.relation.map { pairing.new.permits(.drops(pairing.old.name(of: $0))) } ?? false
  }

  /// The tables of entities with the rows of the join tables that they take over.
  func throughTables() -> [TablePairing] {
    takenTables.filter { $0.obstacle == nil }.map { taken in
      TablePairing(
        old: TableShape(joinTable: taken.transition.old, pairing.old),
        new: TableShape(taken.entity, pairing.new),
        sources: sources(of: taken.entity, from: taken.transition), condition: nil)
    }
  }

  private func sources(
    of id: EntityID, from transition: JoinTableTransition
  ) -> [TablePairing.Source] {
    let table = pairing.new.joinTables[transition.new]
    let ends = joinTable(transition).sources
    let sides = (table.left.columns + table.right.columns).map(\.name)
    return pairing.new[id].columns.map { column in
      if let place = sides.firstIndex(of: column.name) { return ends[place] }
      return column.name == table.positionColumn && transition.keepsOrder
        ? TablePairing.Source(oldColumn: OldColumn(sides.count), expression: nil) : .fresh
    }
  }

  private func obstacle(
    _ entity: Entity, _ table: JoinTable, _ sources: [TablePairing.Source]
  ) -> TakenTable.Obstacle? {
    let sides = (table.left.columns + table.right.columns).map(\.name)
    let key = entity.identity.columns.map { entity.columns[$0].name }
    if Set(key) != Set(sides) {
      return .identity(
        [table.left, table.right].compactMap { end in
          entity.relations.first { relation in
            relation.reference.map { entity.columns[$0.column].name == end.column } ?? false
          }?.name.name
        })
    }
    let lacking = entity.columns.indices.first { position in
      sources[position] == .fresh && entity.columns[position].isRequired
        && entity.columns[position].defaultValue == nil
    }
    if let lacking { return .required(entity.columns[lacking].name.name) }
    let mayClash = entity.indexes.contains { index in
      // Rows without a value are all distinct in SQLite.
      index.isUnique
        && !index.columns.contains { position in
          sources[position] == .fresh && entity.columns[position].defaultValue == nil
        }
    }
    return mayClash ? .unique : nil
  }
}
