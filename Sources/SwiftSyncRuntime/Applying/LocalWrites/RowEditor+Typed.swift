@_spi(Generated) import SwiftSyncREST

/// Writes of the app's own, of generated types. The call is one for their entity.
extension RowEditor {
  func insert<Entity: SyncedEntity>(_ row: Entity) throws(SyncError) {
    var values = RowWriter(Entity.metadata)
    row.write(to: &values)
    try insert(values.settings)
  }

  /// Returns whether there is such a row.
  func update<Entity: SyncedEntity>(
    _ entity: Entity.Type, _ id: Entity.Identity, _ patch: Entity.Patch
  ) throws(SyncError) -> Bool {
    var values = RowWriter(Entity.metadata)
    patch.write(to: &values)
    return try update(
      id.storedValues(in: Entity.metadata), values.patchedSettings(of: Entity.metadata),
      patch.statedLists)
  }

  /// Inserts a row, or sets all columns of the stored one.
  func save<Entity: SyncedEntity>(_ row: Entity) throws(SyncError) {
    var values = RowWriter(Entity.metadata)
    row.write(to: &values)
    let settings = try values.settings
    let identity = row.identity.storedValues(in: Entity.metadata)
    if try update(identity, settings, []) { return }
    try insert(settings)
  }

  /// Returns the number of rows.
  func update<Patch: EntityPatch>(
    _ rows: RowSelection, _ patch: Patch
  ) throws(SyncError) -> Int {
    var values = RowWriter(Patch.Entity.metadata)
    patch.write(to: &values)
    return try update(
      rows, values.patchedSettings(of: Patch.Entity.metadata), patch.statedLists)
  }

  /// Returns whether there was such a row that was not soft-deleted yet.
  func delete<Entity: SyncedEntity>(
    _ entity: Entity.Type, _ id: Entity.Identity
  ) throws(SyncError) -> Bool {
    try deleteOrMark(id.storedValues(in: Entity.metadata))
  }

  /// Returns whether there was such a row that was not archived yet.
  func archive<Entity: ArchivableEntity>(
    _ entity: Entity.Type, _ id: Entity.Identity
  ) throws(SyncError) -> Bool {
    guard let archive = plan.archive else { throw .notRestorable(entity: Entity.metadata.name) }
    return try set(archive, of: id.storedValues(in: Entity.metadata))
  }

  /// Returns whether there was such a row that was archived.
  func restore<Entity: RestorableEntity>(
    _ entity: Entity.Type, _ id: Entity.Identity
  ) throws(SyncError) -> Bool {
    guard let mark = plan.restorableMark else {
      throw .notRestorable(entity: Entity.metadata.name)
    }
    return try clear(mark, of: id.storedValues(in: Entity.metadata))
  }

  /// Returns whether there was such a row, soft-deleted or not.
  func purge<Entity: RestorableEntity>(
    _ entity: Entity.Type, _ id: Entity.Identity
  ) throws(SyncError) -> Bool {
    try deleteRow(id.storedValues(in: Entity.metadata))
  }

  func move<Entity: SyncedEntity>(
    _ entity: Entity.Type, _ id: Entity.Identity, after other: Entity.Identity?,
    in list: OrderedList<Entity>
  ) throws(SyncError) {
    try move(
      id.storedValues(in: Entity.metadata), after: other?.storedValues(in: Entity.metadata),
      in: list.relation)
  }
}

extension EntityPatch {
  /// The to-many relations, and the columnless sides of one-to-ones, that the patch states.
  fileprivate var statedLists: [StatedIDList] {
    let attributes = Entity.metadata.attributes.count
    return states.enumerated().compactMap { field, state in
      guard Entity.coding.columns[field] < 0, !state.isMissing else { return nil }
      return StatedIDList(relation: field - attributes, ids: state.value)
    }
  }
}
