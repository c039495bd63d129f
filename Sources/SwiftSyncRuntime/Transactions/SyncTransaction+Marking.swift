/// Marks and places of rows, as `SyncStore` sets them.
extension SyncTransaction {
  /// Puts a row away. As `SyncStore.archive(_:id:)`.
  @discardableResult
  public func archive<Entity: ArchivableEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) throws(SyncError) -> Bool {
    try edit(entity) { (call) throws(SyncError) in try call.archive(entity, id) }
  }

  /// Takes a row out of the archive again. As `SyncStore.restore(_:id:)`.
  @discardableResult
  public func restore<Entity: RestorableEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) throws(SyncError) -> Bool {
    try edit(entity) { (call) throws(SyncError) in try call.restore(entity, id) }
  }

  /// Removes a row for good. As `SyncStore.purge(_:id:)`, but `deny` is judged when the transaction ends.
  @discardableResult
  public func purge<Entity: RestorableEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) throws(SyncError) -> Bool {
    try edit(entity) { (call) throws(SyncError) in try call.purge(entity, id) }
  }

  /// Moves a row within a list that is ordered by an attribute of its rows. As
  /// `SyncStore.move(_:id:after:in:)`.
  public func move<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, after other: Entity.Identity?,
    in list: OrderedList<Entity>
  ) throws(SyncError) {
    try edit(entity) { (call) throws(SyncError) in try call.move(entity, id, after: other, in: list)
    }
  }
}
