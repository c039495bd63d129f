/// The app's own writes with generated types. The call is one for their entity.
extension RowEditor {
  package func insert<Entity: SyncedEntity>(_ row: Entity) throws(SyncError) {
    var values = RowWriter(Entity.metadata)
    row.write(to: &values)
    try insert(values.settings)
  }

  /// Updates a row, and returns whether it exists.
  package func update<Entity: SyncedEntity>(
    _ entity: Entity.Type, _ id: Entity.Identity, _ patch: Entity.Patch
  ) throws(SyncError) -> Bool {
    var values = RowWriter(Entity.metadata)
    patch.write(to: &values)
    return try update(
      id.storedValues(in: Entity.metadata), values.patchedSettings(of: Entity.metadata),
      patch.statedLists)
  }

  /// Updates rows, and returns their number.
  package func update<Patch: EntityPatch>(
    _ rows: RowSelection, _ patch: Patch
  ) throws(SyncError) -> Int {
    var values = RowWriter(Patch.Entity.metadata)
    patch.write(to: &values)
    return try update(
      rows, values.patchedSettings(of: Patch.Entity.metadata), patch.statedLists)
  }

  /// Deletes a row, and returns whether it existed and was not soft-deleted.
  func delete<Entity: SyncedEntity>(
    _ entity: Entity.Type, _ id: Entity.Identity
  ) throws(SyncError) -> Bool {
    try deleteOrMark(id.storedValues(in: Entity.metadata))
  }

  /// Archives a row, and returns whether it exists and was not archived.
  func archive<Entity: ArchivableEntity>(
    _ entity: Entity.Type, _ id: Entity.Identity
  ) throws(SyncError) -> Bool {
    guard let archive = plan.archive else { throw .notRestorable(entity: Entity.metadata.name) }
    return try set(archive, of: id.storedValues(in: Entity.metadata))
  }

  /// Restores a row, and returns whether it exists and was archived.
  func restore<Entity: RestorableEntity>(
    _ entity: Entity.Type, _ id: Entity.Identity
  ) throws(SyncError) -> Bool {
    guard let mark = plan.restorableMark else {
      throw .notRestorable(entity: Entity.metadata.name)
    }
    return try clear(mark, of: id.storedValues(in: Entity.metadata))
  }

  /// Removes a row permanently, and returns whether it existed, soft-deleted or not.
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
  /// The to-many relationships, and the sides of one-to-one relationships without a column, that
  /// the patch states.
  fileprivate var statedLists: [StatedIDList] {
    let attributes = Entity.metadata.attributes.count
    return states.enumerated().compactMap { field, state in
      guard Entity.coding.columns[field] < 0, !state.isMissing else { return nil }
      return StatedIDList(relation: field - attributes, ids: state.value)
    }
  }
}
