@_spi(Generated) import SwiftSyncStore

/// Relationships: references, and lists that are copied with their owners.
extension ImportMapping {
  mutating func add(
    _ relation: RelationMetadata, to table: inout ImportedTable
  ) throws(SyncError) {
    switch relation.kind {
    case .toOne(let reference): try add(reference, relation, to: &table)
    // Core Data stores the reference on both sides.
    case .toOneInverse: _ = try column(relation.name, table.entity, table.source)
    case .toMany(.position): try addOrder(of: relation, to: &table)
    // Each row states its own parent.
    case .toMany: break
    case .manyToMany(let name, let side, let order):
      guard let join = schema.joinTables.first(where: { $0.name == name }),
        side == .left || !hasLeftSide(join)
      else { return }
      // If the file contains the entity, its rows state both sides.
      if let through = join.through, sources[through] != nil {
        if order == .position { noteUnordered(relation, of: table) }
      } else {
        try addMembers(of: relation, isOrdered: order == .position, to: &table)
      }
    }
  }

  private mutating func add(
    _ reference: RelationMetadata.Reference, _ relation: RelationMetadata,
    to table: inout ImportedTable
  ) throws(SyncError) {
    let entity = table.entity
    let parts = reference.parts.compactMap { part in
      entity.attributes.first { $0.column == part }?.name
    }
    guard let target = try target(relation.target),
      let column = try column(relation.name, entity, table.source)
    else {
      let isRequired = !reference.isOptional || entity.identity.contains(reference.column)
      return try addParts(
        parts, reference.parts, of: relation.name, isRequired: isRequired, to: &table)
    }
    table.relationColumns.formUnion(reference.parts)
    table.members.append(
      ImportedTable.Member(
        name: relation.name, column: column, keys: parts.isEmpty ? [relation.name] : parts,
        content: .reference(target)))
    if reference.hasForeignKey, relation.target == entity.name { table.isWhole = true }
  }

  /// Lets attributes fill the parts of a reference if the model has an attribute for each part
  /// instead of a relationship.
  private mutating func addParts(
    _ parts: [String], _ columns: [Int], of name: String, isRequired: Bool,
    to table: inout ImportedTable
  ) throws(SyncError) {
    let (entity, source) = (table.entity, table.source)
    if !parts.isEmpty, parts.allSatisfy({ hasColumn($0, entity, source) }) { return }
    table.relationColumns.formUnion(columns)
    try noteAbsent(name, isRequired: isRequired, table)
  }

  /// A reference to one of several entities that have a common parent in Core Data.
  mutating func add(
    _ reference: TaggedReferenceMetadata, to table: inout ImportedTable
  ) throws(SyncError) {
    let columns = [reference.tagColumn, reference.idColumn]
    let attributes = columns.compactMap { column in
      table.entity.attributes.first { $0.column == column }
    }
    var targets: [(tag: String, target: ImportedTable.Target)] = []
    for other in reference.targets {
      if let target = try target(other.entity) { targets.append((other.tag, target)) }
    }
    guard Set(targets.map(\.target.table)).count == 1,
      let column = try column(reference.name, table.entity, table.source)
    else {
      return try addParts(
        attributes.map(\.name), columns, of: reference.name,
        isRequired: attributes.contains { !$0.isOptional }, to: &table)
    }
    table.relationColumns.formUnion(columns)
    table.members.append(
      ImportedTable.Member(
        name: reference.name, column: column, keys: attributes.map(\.name),
        content: .tagged(targets)))
  }

  // MARK: Targets

  /// The target; `nil` if the entity, or a column for a part of its identity, is not in the file.
  mutating func target(_ name: String) throws(SyncError) -> ImportedTable.Target? {
    guard let source = sources[name],
      let entity = schema.entities.first(where: { $0.name == name })
    else { return nil }
    var parts: [ImportedTable.Part] = []
    for column in entity.identity {
      guard let part = try part(at: column, of: entity, source) else { return nil }
      parts.append(part)
    }
    return ImportedTable.Target(
      table: file.table(of: source), numbers: numbers[source.number] ?? [], parts: parts)
  }

  private mutating func part(
    at position: Int, of entity: EntityMetadata, _ source: CoreDataFile.Entity
  ) throws(SyncError) -> ImportedTable.Part? {
    for relation in entity.relations {
      guard case .toOne(let reference) = relation.kind,
        let index = reference.storedColumns.firstIndex(of: position),
        let target = try target(relation.target),
        let column = try column(relation.name, entity, source)
      else { continue }
      return .reference(column: column, table: target.table, target.parts[index])
    }
    if let own = try ownIdentity(of: entity, source) { return own }
    guard let attribute = entity.attributes.first(where: { $0.column == position }),
      let column = try column(attribute.name, entity, source)
    else { return nil }
    return .column(column, attribute.type.asStored)
  }

  // MARK: Lists

  private mutating func noteUnordered(_ relation: RelationMetadata, of table: ImportedTable) {
    absentMembers.append("\(table.entity.name).\(relation.name) (order)")
  }

  /// The children of an ordered list. Each row states its own parent, so only the order is added.
  private mutating func addOrder(
    of relation: RelationMetadata, to table: inout ImportedTable
  ) throws(SyncError) {
    guard let inverse = relation.inverse, let source = sources[relation.target],
      let entity = schema.entities.first(where: { $0.name == relation.target }),
      let target = try target(relation.target), let column = try column(inverse, entity, source)
    else { return }
    let place = "Z_FOK_\(column.dropFirst())"
    guard file.columns[target.table]?.contains(place) == true,
      let named = Self.naming(target.parts, of: entity, in: inverse)
    else { return noteUnordered(relation, of: table) }
    let owner = "m.\(quoted(column))"
    let values = named.map { $0.value(ofRow: "m.Z_PK", in: target.table) }
    table.lists.append(
      ImportedTable.List(
        name: relation.name, place: nil,
        sql: """
          SELECT \(([owner, "m.Z_PK"] + values).joined(separator: ", "))
          FROM \(quoted(target.table)) AS m
          WHERE \(owner) BETWEEN ?1 AND ?2 AND m.Z_ENT IN (\(target.numbers.listed))
          ORDER BY \(owner), m.\(quoted(place)), m.Z_PK
          """,
        parts: named))
  }

  /// The parts by which a list refers to its children: if their identity contains the parent, only
  /// the other part; `nil` if there are several others.
  private static func naming(
    _ parts: [ImportedTable.Part], of entity: EntityMetadata, in inverse: String
  ) -> [ImportedTable.Part]? {
    let parent = entity.relations.first { $0.name == inverse }
    guard parts.count > 1, case .toOne(let reference)? = parent?.kind, reference.parts.isEmpty,
      reference.column == entity.parentColumn
    else { return parts }
    let others = zip(entity.identity, parts).filter { $0.0 != reference.column }.map(\.1)
    return others.count == 1 ? others : nil
  }

  private func hasLeftSide(_ join: JoinTableMetadata) -> Bool {
    schema.entities.contains { entity in
      entity.relations.contains {
        if case .manyToMany(join.name, .left, _) = $0.kind { true } else { false }
      }
    }
  }

  /// The members of a many-to-many relationship, which have a separate table.
  private mutating func addMembers(
    of relation: RelationMetadata, isOrdered: Bool, to table: inout ImportedTable
  ) throws(SyncError) {
    guard let target = try target(relation.target),
      let join = try join(of: relation, table)
    else { return absentMembers.append("\(table.entity.name).\(relation.name)") }
    usedJoins.insert(join.table)
    if isOrdered, join.place == nil { noteUnordered(relation, of: table) }
    let (owner, member) = ("j.\(quoted(join.owner))", "j.\(quoted(join.member))")
    let columns = [owner, target.key(ofRow: member)] + target.values(ofRow: member)
    let order = [owner] + (join.place.map { ["j.\(quoted($0))"] } ?? []) + [member]
    table.lists.append(
      ImportedTable.List(
        name: relation.name, place: "\(join.table).\(join.member)",
        sql: """
          SELECT \(columns.joined(separator: ", ")) FROM \(join.from) AS j
          WHERE \(owner) BETWEEN ?1 AND ?2 ORDER BY \(order.joined(separator: ", "))
          """,
        parts: target.parts))
  }

  private func join(
    of relation: RelationMetadata, _ table: ImportedTable
  ) throws(SyncError) -> JoinNames.Join? {
    guard let other = sources[relation.target] else { return nil }
    let names = JoinNames(relation, table, other, in: file, store)
    let joins = file.columns.keys.sorted().compactMap { name in
      file.columns[name].flatMap { names.join(name, $0) }
    }
    if joins.count > 1 {
      throw file.failure(
        "'\(table.entity.name).\(relation.name)' may be table "
          + joins.map { "'\($0.table)'" }.joined(separator: " or "))
    }
    return joins.first
  }
}
