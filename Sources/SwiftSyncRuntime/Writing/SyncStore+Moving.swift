extension SyncStore {
  /// Moves a row within a list that is ordered by an attribute of its rows (`ordered: sortIndex`).
  ///
  /// One row is written: it gets the middle of its neighbours' values. Only when no number lies between
  /// them are the list's rows renumbered, from 1 on. A row that is in its place already is left alone.
  /// Such a list is read by that attribute, and by identity where its values are equal; soft-deleted rows have
  /// their places in it like any other. Lists with `ordered: true` are written with a patch of the parent.
  ///
  /// - Parameters:
  ///   - id: The row to move.
  ///   - other: The row after which it is put; `nil` makes it the first.
  ///   - list: The list, named by the row's relation to its parent, e.g. `.project`. Rows without a parent
  ///     are a list, too.
  /// - Throws: `SyncError.unknownRow` if one of the rows is not there, `SyncError.movedAfterItself`, or
  ///   `SyncError.movedAcrossLists` if the two rows have different parents.
  public func move<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, after other: Entity.Identity?,
    in list: OrderedList<Entity>
  ) async throws(SyncError) {
    try await edit(entity) { (call) throws(SyncError) in
      try call.move(entity, id, after: other, in: list)
    }
  }
}
