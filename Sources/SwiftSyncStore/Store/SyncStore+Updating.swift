@_spi(Generated) import SwiftSyncCoding

/// Changing single rows.
extension SyncStore {
  /// Changes a row, and writes only the members that the closure has changed.
  ///
  /// ```swift
  /// try await store.update(note) { $0.isPinned.toggle() }
  /// ```
  ///
  /// The closure gets the stored row. What others have written since `row` was fetched is therefore
  /// kept, and a counter that the closure increments counts every call. If the stored row is not
  /// `row` any more, or changes before it is written, the closure is called again with the newer
  /// row, so it should do nothing but change it. It runs on the caller's actor.
  ///
  /// To-many relationships are not members of a row; use a patch for them.
  ///
  /// - Parameters:
  ///   - row: The row, which is found by its identity.
  ///   - isolation: The actor of the caller.
  ///   - change: Changes the row.
  /// - Returns: The row as it is stored now, including dates that the write has set; `nil` if it has
  ///   been deleted, or soft-deleted since `row` was fetched.
  /// - Throws: `SyncError.changedIdentity` if the closure changes the identity, and the errors of
  ///   `insert(_:)`, e.g. for a unique value that another row has.
  @discardableResult
  public func update<Entity: SyncedEntity>(
    _ row: Entity, isolation: isolated (any Actor)? = #isolation,
    _ change: (inout Entity) -> Void
  ) async throws(SyncError) -> Entity? {
    var old = row
    while true {
      var new = old
      change(&new)
      let outcome = try await edit(Entity.self) { [old, new] (editor) throws(SyncError) in
        try editor.update(old, to: new)
      }
      switch outcome {
      case .updated(let row): return row
      case .outdated(let stored): old = stored
      case .gone: return nil
      }
    }
  }
}

extension SyncTransaction {
  /// Changes a row, and writes only the members that the closure has changed. See
  /// `SyncStore.update(_:isolation:_:)`. The closure is called once, with the stored row.
  ///
  /// - Returns: The row as it is stored now; `nil` if it has been deleted, or soft-deleted since
  ///   `row` was fetched.
  @discardableResult
  public func update<Entity: SyncedEntity>(
    _ row: Entity, _ change: (inout Entity) -> Void
  ) throws(SyncError) -> Entity? {
    try edit(Entity.self) { (editor) throws(SyncError) -> Entity? in
      guard let old = try editor.stored(row) else { return nil }
      var new = old
      change(&new)
      return try editor.write(from: old, to: new)
    }
  }
}

/// The outcome of writing what a closure has changed.
private enum RowUpdate<Entity: SyncedEntity>: Sendable {
  case updated(Entity)
  /// The stored row is not the one that the closure got. Nothing was written.
  case outdated(Entity)
  case gone
}

extension RowEditor {
  /// The currently stored row; `nil` if it was deleted, or if it is soft-deleted and was not before.
  package func stored<Entity: SyncedEntity>(_ base: Entity) throws(SyncError) -> Entity? {
    let key = base.identity.storedValues(in: Entity.metadata)
    guard let row = try call.connection.row(of: Entity.self, key, .include) else { return nil }
    guard Entity.metadata.sync.keepsTombstones, let tombstone = Entity.metadata.sync.tombstone,
      !row.states[tombstone].isEqual(to: base.states[tombstone]),
      try call.connection.row(of: Entity.self, key, .exclude) == nil
    else { return row }
    return nil
  }

  fileprivate func update<Entity: SyncedEntity>(
    _ old: Entity, to new: Entity
  ) throws(SyncError) -> RowUpdate<Entity> {
    guard let stored = try stored(old) else { return .gone }
    // A date in memory may be more precise than its column.
    guard try stored.storedForm == old.storedForm else { return .outdated(stored) }
    guard let row = try write(from: old, to: new) else { return .gone }
    return .updated(row)
  }

  /// Writes the members of a stored row that differ, and returns the row as it is stored then.
  fileprivate func write<Entity: SyncedEntity>(
    from old: Entity, to new: Entity
  ) throws(SyncError) -> Entity? {
    let changes = Entity.Patch.diff(from: old, to: new)
    _ = try update(Entity.self, old.identity, changes)
    let key = old.identity.storedValues(in: Entity.metadata)
    return try call.connection.row(of: Entity.self, key, .include)
  }
}

extension StoredEntity {
  /// The values of the row's columns.
  fileprivate var storedForm: [StoredValue] {
    get throws(SyncError) {
      var values = RowWriter(Self.metadata)
      write(to: &values)
      return try values.settings.map(\.value)
    }
  }
}
