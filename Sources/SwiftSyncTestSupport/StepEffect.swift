@_spi(Generated) import SwiftSyncRuntime

/// The effect of a whole step on rows, regardless of its stages.
///
/// Tables and columns are matched by name. Renamed ones are skipped here: the tool, which knows the
/// plan, verifies them.
struct StepEffect {
  let before: [String: TableContent]
  let after: [String: TableContent]
  let step: MigrationStep
  /// The schemas of the versions at both ends.
  let old: SchemaMetadata
  let new: SchemaMetadata

  /// The damage: a sentence for each table or column, keyed by e.g. `tasks.title`.
  func damage(except open: Set<String>) -> [String: String] {
    var damage: [String: String] = [:]
    for entity in new.entities {
      guard let former = old.entities.first(where: { $0.name == entity.name }) else {
        continue
      }
      if !open.contains(entity.table) {
        damage[entity.table] = lostRows(of: former, entity) ?? lostMarks(of: former, entity)
      }
      for relation in entity.relations {
        // References to rows that may be deleted may be lost with them.
        if let target = target(relation.target, new), open.contains(target.table) { continue }
        let found = lostReferences(relation, of: former, entity)
        if let found, !open.contains(found.name) { damage[found.name] = found.text }
      }
      if !open.contains("swiftsync_changes"), let text = lostEntries(of: former, entity) {
        damage["swiftsync_changes \(entity.name)"] = text
      }
    }
    for table in new.joinTables where table.through == nil && !open.contains(table.name) {
      let ends = [table.leftEntity, table.rightEntity].compactMap { target($0, new)?.table }
      if ends.contains(where: open.contains) { continue }
      damage[table.name] = lostMembers(of: table)
    }
    return damage
  }

  // MARK: Rows

  private func lostRows(of former: EntityMetadata, _ entity: EntityMetadata) -> String? {
    guard let old = before[former.table], let new = after[entity.table],
      new.rows.count < old.rows.count
    else { return nil }
    return "\(way) loses \(old.rows.count - new.rows.count) of \(old.rows.count) rows of table "
      + "'\(entity.table)'"
  }

  /// Soft-deleted and archived rows must remain so.
  private func lostMarks(of former: EntityMetadata, _ entity: EntityMetadata) -> String? {
    let (old, new) = (
      softDeletedRows(of: former, in: before[former.table]),
      softDeletedRows(of: entity, in: after[entity.table])
    )
    guard let old, old > new ?? 0 else { return nil }
    return
      "\(way) restores \(old - (new ?? 0)) rows of table '\(entity.table)' that were soft-deleted "
      + "or archived"
  }

  private func softDeletedRows(of entity: EntityMetadata, in table: TableContent?) -> Int? {
    let kept = entity.sync.keepsTombstones ? entity.sync.tombstone : nil
    let flag = entity.sync.archiveFlag
    guard kept != nil || flag != nil, let table else { return nil }
    func value(_ attribute: Int?, _ row: [StoredValue]) -> StoredValue? {
      attribute.flatMap { table.place(of: entity.columns[entity.attributes[$0].column].name) }
        .map { row[$0] }
    }
    let isFlag = kept.map { entity.attributes[$0].type == .bool } ?? false
    return table.rows.filter { row in
      (value(kept, row).map { isFlag ? $0 == 1 : $0 != .null } ?? false) || value(flag, row) == 1
    }.count
  }

  // MARK: Links

  /// References to stored rows must still refer to stored rows.
  private func lostReferences(
    _ relation: RelationMetadata, of former: EntityMetadata, _ entity: EntityMetadata
  ) -> (name: String, text: String)? {
    guard let name = entity.column(of: relation),
      let old = former.relations.first(where: { former.column(of: $0) == name }),
      old.target == relation.target,
      let count = resolved(
        name, of: before[former.table], target(old.target, self.old), before),
      let newCount = resolved(
        name, of: after[entity.table], target(relation.target, new), after),
      newCount < count
    else { return nil }
    return (
      "\(entity.table).\(name)",
      "\(way) loses \(count - newCount) of \(count) references in '\(entity.table).\(name)'"
    )
  }

  /// Members of lists that are still stored must remain members.
  private func lostMembers(of table: JoinTableMetadata) -> String? {
    guard let former = old.joinTables.first(where: { $0.name == table.name }),
      let count = members(of: former, old, before),
      let newCount = members(of: table, new, after),
      newCount < count
    else { return nil }
    return "\(way) loses \(count - newCount) of \(count) rows of table '\(table.name)'"
  }

  private func members(
    of table: JoinTableMetadata, _ schema: SchemaMetadata, _ tables: [String: TableContent]
  ) -> Int? {
    guard let content = tables[table.name],
      let left = identities(of: target(table.leftEntity, schema), in: tables),
      let right = identities(of: target(table.rightEntity, schema), in: tables),
      table.leftColumns.count == 1, table.rightColumns.count == 1,
      let leftPlace = content.place(of: table.leftColumns[0]),
      let rightPlace = content.place(of: table.rightColumns[0])
    else { return nil }
    return content.rows.filter { left.contains($0[leftPlace]) && right.contains($0[rightPlace]) }
      .count
  }

  private func resolved(
    _ column: String, of table: TableContent?, _ target: EntityMetadata?,
    _ tables: [String: TableContent]
  ) -> Int? {
    guard let table, let place = table.place(of: column),
      let identities = identities(of: target, in: tables)
    else { return nil }
    return table.rows.filter { identities.contains($0[place]) }.count
  }

  private func identities(
    of entity: EntityMetadata?, in tables: [String: TableContent]
  ) -> Set<StoredValue>? {
    guard let entity, entity.identity.count == 1, let table = tables[entity.table],
      let place = table.place(of: entity.columns[entity.identity[0]].name)
    else { return nil }
    return Set(table.rows.map { $0[place] })
  }

  private func target(_ name: String, _ schema: SchemaMetadata) -> EntityMetadata? {
    schema.entities.first { $0.name == name }
  }

  // MARK: Local writes

  /// Rows that were inserted or deleted and wait for a push must still wait for it.
  private func lostEntries(of former: EntityMetadata, _ entity: EntityMetadata) -> String? {
    guard former.sync.isPushed, entity.sync.isPushed else { return nil }
    let (old, new) = (entries(of: former, before), entries(of: entity, after))
    let lost = old.subtracting(new).count
    return lost == 0
      ? nil
      : "\(way) loses \(lost) of \(old.count) pending changes of '\(entity.name)'"
  }

  /// The entries of the queue for inserted and deleted rows.
  private func entries(
    of entity: EntityMetadata, _ tables: [String: TableContent]
  ) -> Set<StoredValue> {
    guard let table = tables["swiftsync_changes"], let name = table.place(of: "entity"),
      let operation = table.place(of: "operation"), let sequence = table.place(of: "sequence")
    else { return [] }
    return Set(
      table.rows.filter { row in
        row[name] == .text(entity.name) && ["insert", "delete"].contains(row[operation])
      }.map { $0[sequence] })
  }

  private var way: String { "the step from version \(step.version) to \(step.nextVersion)" }
}

extension EntityMetadata {
  /// The name of a relationship's column; `nil` if it has none or several.
  fileprivate func column(of relation: RelationMetadata) -> String? {
    guard case .toOne(let reference) = relation.kind, reference.parts.isEmpty else { return nil }
    return columns[reference.column].name
  }
}

extension TableContent {
  fileprivate func place(of column: String) -> Int? { columns.firstIndex(of: column) }
}
