import TestHelpers
import SyncGenSchema

/// The values that a step must not change, read before and after it.
struct KeptValues {
  /// A table of both versions, and the columns whose values are kept.
  private struct Table {
    let old: String
    let new: String
    var columns: [(old: String, new: String)]
    /// The condition of rows that the step deletes.
    var deleted: String?
  }

  private var tables: [Table] = []
  private var links: [(old: String, new: String)] = []

  init(from first: RandomSchema, to second: RandomSchema, old: Schema, new: Schema) {
    for (index, entity) in second.entities.enumerated() {
      guard let formerIndex = first.entities.firstIndex(where: { $0.key == entity.key }) else {
        continue
      }
      let former = first.entities[formerIndex]
      let (before, after) = (old.entities[formerIndex], new.entities[index])
      var table = Table(old: before.table.quoted, new: after.table.quoted, columns: [])
      table.deleted = Self.deletedRows(former, entity, before)
      if former.idType == entity.idType { table.columns.append(("id", "id")) }
      for attribute in entity.attributes {
        guard let was = former.attributes.first(where: { $0.member.key == attribute.member.key }),
          Self.stays(was, attribute, first, second)
        else { continue }
        table.columns += zip(
          before.columns(of: was.member.name), after.columns(of: attribute.member.name)
        ).map { ($0, $1) }
      }
      for relation in entity.relations where !relation.isMany {
        guard
          let was = former.relations.first(where: { $0.member.key == relation.member.key }),
          relation.isOptional || !was.isOptional, was.hasForeignKey || !relation.hasForeignKey,
          first.entity(relation.target)?.idType == second.entity(relation.target)?.idType
        else { continue }
        let gone = Self.deletedTargets(of: was, first, second, old)
        table.columns += zip(
          before.columns(of: was.member.name), after.columns(of: relation.member.name)
        ).map { column, next in
          (gone.map { "CASE WHEN \(column) NOT IN (\($0)) THEN \(column) END" } ?? column, next)
        }
        guard former.idType == entity.idType, former.identityPart == entity.identityPart else {
          continue
        }
        links.append(
          ("\(former.name).\(was.member.name)", "\(entity.name).\(relation.member.name)"))
      }
      tables.append(table)
      tables += Self.joinTables(former, entity, first, second, old, new)
    }
  }

  /// The condition of rows whose tombstone the new version no longer keeps.
  private static func deletedRows(
    _ former: RandomSchema.Entity, _ entity: RandomSchema.Entity, _ before: Entity
  ) -> String? {
    let mark = former.attributes.first { $0.member.key == former.endedTombstone(in: entity) }
    return mark.flatMap { before.columns(of: $0.member.name).first }.map { "\($0) IS NOT NULL" }
  }

  /// The condition of memberships one of whose rows is deleted.
  private static func deletedMemberships(
    _ table: JoinTable, _ first: RandomSchema, _ second: RandomSchema, _ old: Schema
  ) -> String? {
    let conditions = [table.left, table.right].compactMap { end -> String? in
      deletedKeys(of: end.entity.index, first, second, old).map {
        "\(end.column.quoted) IN (\($0))"
      }
    }
    return conditions.isEmpty ? nil : conditions.joined(separator: " OR ")
  }

  /// The query for the deleted rows to which a reference becomes null; `nil` if there are none, or the
  /// reference keeps what it refers to.
  private static func deletedTargets(
    of relation: RandomSchema.Relation, _ first: RandomSchema, _ second: RandomSchema, _ old: Schema
  ) -> String? {
    guard relation.isOptional,
      let target = first.entities.firstIndex(where: { $0.key == relation.target })
    else { return nil }
    return deletedKeys(of: target, first, second, old)
  }

  /// The query for the identities of an entity's deleted rows.
  private static func deletedKeys(
    of index: Int, _ first: RandomSchema, _ second: RandomSchema, _ old: Schema
  ) -> String? {
    let (former, before) = (first.entities[index], old.entities[index])
    guard let entity = second.entities.first(where: { $0.key == former.key }),
      let rows = deletedRows(former, entity, before),
      let key = before.identity.columns.first.map({ before.columns[$0].name.quoted })
    else { return nil }
    return "SELECT \(key) FROM \(before.table.quoted) WHERE \(rows)"
  }

  private static func joinTables(
    _ former: RandomSchema.Entity, _ entity: RandomSchema.Entity, _ first: RandomSchema,
    _ second: RandomSchema, _ old: Schema, _ new: Schema
  ) -> [Table] {
    entity.relations.filter(\.isMany).compactMap { relation in
      guard let was = former.relations.first(where: { $0.member.key == relation.member.key }),
        former.idType == entity.idType,
        first.entity(relation.target)?.idType == second.entity(relation.target)?.idType,
        let before = old.joinTable(former.name, was.member.name),
        let after = new.joinTable(entity.name, relation.member.name)
      else { return nil }
      var columns = [
        (before.left.column.quoted, after.left.column.quoted),
        (before.right.column.quoted, after.right.column.quoted),
      ]
      if let place = before.positionColumn, let newPlace = after.positionColumn {
        columns.append((place.quoted, newPlace.quoted))
      }
      return Table(
        old: before.name.quoted, new: after.name.quoted, columns: columns,
        deleted: deletedMemberships(before, first, second, old))
    }
  }

  private static func stays(
    _ was: RandomSchema.Attribute, _ attribute: RandomSchema.Attribute, _ first: RandomSchema,
    _ second: RandomSchema
  ) -> Bool {
    let isSameEnum =
      second.rejectsUnknown == first.rejectsUnknown
      && first.cases.allSatisfy { item in
        second.cases.contains { $0.key == item.key && $0.value == item.value }
      }
    return was.type == attribute.type && was.storage == attribute.storage
      && (attribute.isOptional || !was.isOptional)
      && (isSameEnum || !attribute.type.contains("Kind"))
  }

  // MARK: Reading

  func before(_ database: Database) throws -> [[[String?]]] {
    try read(
      database, { $0.old + ($0.deleted.map { " WHERE NOT (\($0))" } ?? "") }, { $0.old },
      { $0.old })
  }

  func after(_ database: Database) throws -> [[[String?]]] {
    try read(database, { $0.new }, { $0.new }, { $0.new })
  }

  private func read(
    _ database: Database, _ name: (Table) -> String,
    _ column: ((old: String, new: String)) -> String,
    _ link: ((old: String, new: String)) -> String
  ) throws -> [[[String?]]] {
    let rows = try tables.map { table in
      let values = ["'row'"] + table.columns.map { "quote(\(column($0)))" }
      let list = values.joined(separator: ", ")
      let order = values.indices.map { "\($0 + 1)" }.joined(separator: ", ")
      return try database.rows("SELECT \(list) FROM \(name(table)) ORDER BY \(order)")
    }
    let counts = try links.map { names in
      try database.rows(
        "SELECT child_id, parent_id, position FROM swiftsync_links WHERE relation = '\(link(names))'"
      )
    }
    return rows + counts
  }
}

extension RandomSchema.Entity {
  /// The key of the tombstone that the next version of the entity does not have.
  func endedTombstone(in next: RandomSchema.Entity) -> Int? {
    tombstone == next.tombstone ? nil : tombstone
  }
}

extension Entity {
  /// The columns of an attribute or a reference, without positions.
  fileprivate func columns(of member: String) -> [String] {
    columns.filter { column in
      switch column.source {
      case .attribute(let index), .moneyMinor(let index), .moneyCurrency(let index):
        attributes[index].name.name == member
      case .reference(let index): relations[index].name.name == member
      case .position: false
      }
    }.map(\.name.quoted)
  }
}

extension Schema {
  fileprivate func joinTable(_ entity: String, _ relation: String) -> JoinTable? {
    joinTables.first { table in
      table.left.relation.map {
        self[$0.entity].name.name == entity && self[$0].name.name == relation
      } ?? false
    }
  }
}
