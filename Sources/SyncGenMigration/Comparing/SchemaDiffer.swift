import SyncGenDiagnostics
import SyncGenSchema

/// Determines the differences between two versions, and their effect on rows.
struct SchemaDiffer {
  let pairing: SchemaPairing

  init(_ pairing: SchemaPairing) {
    self.pairing = pairing
  }

  private var old: Schema { pairing.old }
  private var new: Schema { pairing.new }

  func changes() -> [SchemaChange] {
    var changes = schema()
    changes += enums()
    changes += types()
    changes += entities()
    for members in pairing.members {
      let entity = EntityDiffer(pairing: pairing, members: members)
      changes += entity.changes()
    }
    return changes + joinTables()
  }

  private func schema() -> [SchemaChange] {
    var changes: [SchemaChange] = []
    if old.name != new.name {
      changes.append(
        SchemaChange(
          "renames schema '\(old.name.name)' to '\(new.name.name)'", .lightweight,
          because: "no row contains the name", at: new.versionSpan))
    }
    return changes
      + old.conventions.changes(to: new.conventions).map { text, _ in
        SchemaChange(
          text, .lightweight, because: "it affects only payloads", at: new.versionSpan)
      }
  }

  // MARK: Enums

  private func enums() -> [SchemaChange] {
    let added = pairing.enums.added.map { index in
      SchemaChange(
        "adds enum '\(new.enums[index].name.name)'", .lightweight,
        because: "no row has this value yet",
        at: new.enums[index].span)
    }
    let dropped = pairing.enums.dropped.map { index in
      SchemaChange(
        "drops enum '\(old.enums[index].name.name)'", .lightweight,
        because: "its values are dropped with the attributes that used it",
        at: old.enums[index].span)
    }
    return added + dropped
      + pairing.enums.pairs.flatMap { pair in
        EnumDiffer(pairing: pairing, old: pair.old, new: pair.new).changes()
      }
  }

  // MARK: Types

  private func types() -> [SchemaChange] {
    let stored = Set(new.storedValueTypes)
    let added = pairing.types.added.filter(stored.contains).map { index in
      SchemaChange(
        "adds type '\(new.valueTypes[index].name.name)'", .lightweight,
        because: "no row has a value of it yet", at: new.valueTypes[index].span)
    }
    let dropped = pairing.types.dropped.map { index in
      SchemaChange(
        "drops type '\(old.valueTypes[index].name.name)'", .lightweight,
        because: "its values are dropped with the attributes that used it",
        at: old.valueTypes[index].span)
    }
    let (oldIDs, newIDs) = (old.valueTypeIDs, new.valueTypeIDs)
    return added + dropped
      + pairing.types.pairs.flatMap { pair in
        ValueTypeDiffer(pairing: pairing, old: oldIDs[pair.old], new: newIDs[pair.new]).changes()
      }
  }

  // MARK: Entities

  private func entities() -> [SchemaChange] {
    let taken = TablePairer(pairing: pairing).takenTables.filter { $0.obstacle == nil }
    let added = pairing.entities.added.map { index in
      let table = taken.first { $0.entity.index == index }
      return table.map(takeover)
        ?? SchemaChange(
          "adds entity '\(new.entities[index].name.name)'", .lightweight,
          because: "its table is empty", at: new.entities[index].span)
    }
    let dropped = pairing.entities.dropped.map { index in
      let entity = old.entities[index]
      return SchemaChange(
        "drops entity '\(entity.name.name)'", .custom, because: "its rows are deleted",
        suitsCloudKit: false, dropsTable: true,
        data: "the rows of table '\(entity.table.name)' are deleted"
          + (entity.sync.isPushed ? "; local changes that are not pushed yet are lost" : ""),
        permission: .drops(entity.name.name),
        risks: SchemaChange.lossRisks(isPushed: entity.sync.isPushed),
        remedy: Self.rename(entity.name.name, "entity"),
        problem: pairing.isGone(
          entity.name.name,
          "the rows of table '\(entity.table.name)' would be deleted"
            + (entity.sync.isPushed ? ", and unpushed local changes lost" : "")),
        place: new.versionSpan, at: entity.span)
    }
    return added + dropped
  }

  /// The remedy if a drop was meant as a rename.
  static func rename(_ name: String, _ kind: String) -> String {
    "renamed? add 'renamed-from: \(name)' to the new \(kind)"
  }

  // MARK: Join tables

  private func takeover(_ taken: TakenTable) -> SchemaChange {
    let (entity, table) = (new[taken.entity], old.joinTables[taken.transition.old].name.name)
    return SchemaChange(
      "turns join table '\(table)' into entity '\(entity.name.name)'", .custom,
      because: "its table has other columns", suitsCloudKit: false, data: "its rows are kept",
      at: entity.span)
  }

  /// The additional changes to the rows of a join table.
  private func takeoverChanges(_ taken: TakenTable) -> [SchemaChange] {
    let entity = new[taken.entity]
    let foreignKeys = entity.relations.filter { $0.reference?.hasForeignKey == true }.map {
      relation in
      let name = "\(entity.name.name).\(relation.name.name)"
      return SchemaChange(
        "enforces relationship '\(name)'", .custom, because: "rows may refer to missing rows",
        suitsCloudKit: false, data: "the migration fails if a referenced row is missing",
        permission: .allowLossy(name), risks: [.mayFail], at: relation.span)
    }
    return changes(taken.transition) + foreignKeys
  }

  /// The remedy with which the rows of a join table could be kept in the table of an entity.
  private func remedy(_ taken: TakenTable) -> String {
    let name = new[taken.entity].name.name
    return switch taken.obstacle {
    case .identity(let sides):
      "to keep its rows, identify '\(name)' by its two sides, 'identity: [\(sides.joined(separator: ", "))]'"
    case .required(let column):
      "to keep its rows, give column '\(column)' of '\(name)' a constant default, or make it optional"
    case .unique, nil: "to keep its rows, add the unique index of '\(name)' in a later version"
    }
  }

  private func joinTables() -> [SchemaChange] {
    let pairer = TablePairer(pairing: pairing)
    let kept = new.joinTables.indices.filter { new.joinTables[$0].through == nil }
      .compactMap(pairer.transition)
    let taken = pairer.takenTables
    let staying = Set(kept.map(\.old) + taken.filter { $0.obstacle == nil }.map(\.transition.old))
    let dropped = old.joinTables.indices.filter { index in
      old.joinTables[index].through == nil && !staying.contains(index)
    }.compactMap { index in
      drop(of: old.joinTables[index], takenBy: taken.first { $0.transition.old == index })
    }
    return dropped + taken.filter { $0.obstacle == nil }.flatMap(takeoverChanges)
      + kept.flatMap(changes)
  }

  private func drop(of table: JoinTable, takenBy taken: TakenTable?) -> SchemaChange? {
    guard let relation = table.left.relation else { return nil }
    // The rows of a dropped entity are dropped with their lists, which its own permission covers.
    let isCovered = [table.left.entity, table.right.entity].contains { id in
      pairing.members(ofOld: id) == nil
    }
    let name = old.name(of: relation)
    // Of a list that is dropped, that is said.
    let isPushed = pairing.newRelation(of: relation) != nil && !old.recordedSides(of: table).isEmpty
    return SchemaChange(
      "drops join table '\(table.name.name)'", .custom, because: "its rows are deleted",
      suitsCloudKit: false, dropsTable: true,
      data: "the memberships of '\(name)' are deleted"
        + (isPushed ? SchemaChange.unsentOfMember : ""),
      permission: isCovered ? nil : .drops(name), risks: SchemaChange.lossRisks(isPushed: isPushed),
      remedy: isCovered
        ? nil
        : taken.map(remedy)
          ?? (pairing.newRelation(of: relation) == nil
            ? Self.rename(old[relation].name.name, "relationship") : nil),
      at: taken.map { new[$0.entity].span } ?? old[relation].span)
  }

  private func changes(_ kept: JoinTableTransition) -> [SchemaChange] {
    let (before, after) = (old.joinTables[kept.old], new.joinTables[kept.new])
    guard let relation = after.left.relation else { return [] }
    let isPushed = !old.recordedSides(of: before).isEmpty
    let (name, span) = (new.name(of: relation), new[relation].span)
    var changes: [SchemaChange] = []
    let names = [before, after].map { table in
      (table.left.columns + table.right.columns).map(\.name)
    }
    if before.name != after.name || names[0] != names[1] || kept.isTurned {
      changes.append(
        SchemaChange(
          "renames join table '\(before.name.name)' to '\(after.name.name)' ("
            + "\(names[1].map(\.name).joined(separator: ", ")))", .lightweight,
          because: "the names are derived from the entities and relationships",
          data: "its rows are kept", at: span))
    }
    if kept.conversions.contains(where: { $0 != .none }) {
      changes.append(
        SchemaChange(
          "changes the identities in join table '\(after.name.name)'", .custom,
          because: "memberships have to be converted", suitsCloudKit: false,
          data: kept.isLossy
            ? "memberships get the new identities; those of missing rows are lost"
              + (isPushed
                ? "; local changes to lists with such rows that are not pushed yet are lost" : "")
            : "memberships get the new identities",
          permission: kept.isLossy ? .allowLossy(name) : nil,
          risks: kept.isLossy ? SchemaChange.lossRisks(isPushed: isPushed) : nil, at: span))
    }
    if before.positionColumn != nil, !kept.keepsOrder {
      let ordered = before.left.relation.flatMap(pairing.newRelation) ?? relation
      let list = new.name(of: ordered)
      changes.append(
        SchemaChange(
          "drops the order of relationship '\(list)'", .lightweight,
          because: "its positions are dropped",
          data: "the order of its lists is lost", permission: .allowLossy(list),
          at: new[ordered].span))
    }
    if after.positionColumn != nil, !kept.keepsOrder {
      changes.append(
        SchemaChange(
          "adds an order to relationship '\(name)'", .custom, because: "rows get a position",
          suitsCloudKit: false,
          data: "lists are in the order of their identities", at: span))
    }
    return changes
  }
}

extension Schema {
  /// The name of a relationship, e.g. `Task.watchers`.
  func name(of id: RelationID) -> String { self[id.entity].name.name + "." + self[id].name.name }
}
