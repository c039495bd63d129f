@_spi(Generated) import SwiftSyncREST

/// Relations: references, and lists that are copied with their owners.
extension ImportMapping {
  mutating func add(
    _ relation: RelationMetadata, to table: inout ImportedTable
  ) throws(SyncError) {
    switch relation.kind {
    case .toOne(let reference): try add(reference, relation, to: &table)
    // Core Data keeps the reference on both sides.
    case .toOneInverse: _ = try column(relation.name, table.entity, table.source)
    case .toMany(let order):
      if order == .position, let list = try orderedList(relation) { table.lists.append(list) }
    case .manyToMany(let name, let side, _):
      guard let join = schema.joinTables.first(where: { $0.name == name }), join.through == nil,
        side == .left || !hasLeftSide(join)
      else { return }
      if let list = try members(relation, of: table) {
        table.lists.append(list)
      } else {
        absentMembers.append("\(table.entity.name).\(relation.name)")
      }
    }
  }

  private mutating func add(
    _ reference: RelationMetadata.Reference, _ relation: RelationMetadata,
    to table: inout ImportedTable
  ) throws(SyncError) {
    guard let target = try target(relation.target),
      let column = try column(relation.name, table.entity, table.source)
    else {
      if !reference.isOptional || table.entity.identity.contains(reference.column) {
        throw missing(relation.name, table.entity, table.source)
      }
      absentMembers.append("\(table.entity.name).\(relation.name)")
      return
    }
    table.references.append(
      ImportedTable.Reference(name: relation.name, column: column, target: target))
    if reference.isEnforced, relation.target == table.entity.name { table.isWhole = true }
  }

  private func source(of name: String) -> CoreDataFile.Entity? {
    guard let source = file.entity(named: store.names[name] ?? name),
      file.columns[file.table(of: source)] != nil
    else { return nil }
    return source
  }

  /// `nil` if the file does not have the entity, or if several columns identify its rows.
  private mutating func target(_ name: String) throws(SyncError) -> ImportedTable.Target? {
    guard let source = source(of: name),
      let entity = schema.entities.first(where: { $0.name == name }),
      entity.identity.count == 1,
      let attribute = entity.attributes.first(where: { $0.column == entity.identity[0] })
    else { return nil }
    let table = file.table(of: source)
    if let own = try ownIdentity(of: entity, source) {
      return ImportedTable.Target(table: table, identity: own)
    }
    guard let column = try column(attribute.name, entity, source) else { return nil }
    return ImportedTable.Target(table: table, identity: .column(column, attribute.type))
  }

  /// The children of a list whose order the file has; of others, each row says itself where it belongs.
  private mutating func orderedList(
    _ relation: RelationMetadata
  ) throws(SyncError) -> ImportedTable.List? {
    guard let inverse = relation.inverse, let source = source(of: relation.target),
      let entity = schema.entities.first(where: { $0.name == relation.target }),
      let target = try target(relation.target), let column = try column(inverse, entity, source),
      file.columns[target.table]?.contains("Z_FOK_\(column.dropFirst())") == true
    else { return nil }
    let owner = "m.\(quoted(column))"
    return ImportedTable.List(
      name: relation.name,
      sql: """
        SELECT \(owner), m.Z_PK, \(identity(target, "m")) FROM \(quoted(target.table)) AS m
        WHERE \(owner) BETWEEN ?1 AND ?2 ORDER BY \(owner), m.\(quoted("Z_FOK_\(column.dropFirst())")), m.Z_PK
        """,
      target: target)
  }

  private func hasLeftSide(_ join: JoinTableMetadata) -> Bool {
    schema.entities.contains { entity in
      entity.relations.contains {
        if case .manyToMany(join.name, .left, _) = $0.kind { true } else { false }
      }
    }
  }

  /// The members of a many-to-many relation, which have a table of their own.
  private mutating func members(
    _ relation: RelationMetadata, of table: ImportedTable
  ) throws(SyncError) -> ImportedTable.List? {
    guard let target = try target(relation.target), let other = source(of: relation.target) else {
      return nil
    }
    let names = JoinNames(relation, table, other, in: file, store)
    let joins = file.columns.keys.sorted().compactMap { name in
      file.columns[name].flatMap { names.join(name, $0) }
    }
    guard let join = joins.first else { return nil }
    if joins.count > 1 {
      throw file.failure(
        "'\(table.entity.name).\(relation.name)' may be table "
          + joins.map { "'\($0.table)'" }.joined(separator: " or "))
    }
    let place = join.place.map { "j.\(quoted($0)), " } ?? ""
    let owner = "j.\(quoted(join.owner))"
    return ImportedTable.List(
      name: relation.name,
      sql: """
        SELECT \(owner), m.Z_PK, \(identity(target, "m")) FROM \(join.from) AS j
        JOIN \(quoted(target.table)) AS m ON m.Z_PK = j.\(quoted(join.member))
        WHERE \(owner) BETWEEN ?1 AND ?2 ORDER BY \(owner), \(place)m.Z_PK
        """,
      target: target)
  }

  private func identity(_ target: ImportedTable.Target, _ row: String) -> String {
    if case .column(let column, _) = target.identity { "\(row).\(quoted(column))" } else { "NULL" }
  }
}
