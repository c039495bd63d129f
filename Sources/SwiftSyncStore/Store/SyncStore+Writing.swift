extension SyncStore {
  /// Inserts a row. If it replaces another row in a one-to-one relationship, the link moves to it.
  ///
  /// - Throws: `SyncError.database` with SQLite's constraint code if the identity or a unique value
  ///   is taken, `SyncError.invalidValue` for a value that no column can store.
  public func insert<Entity: SyncedEntity>(_ row: Entity) async throws(SyncError) {
    try await edit(Entity.self) { (editor) throws(SyncError) in try editor.insert(row) }
  }

  /// Inserts rows, or none of them if one cannot be inserted.
  ///
  /// - Throws: The errors of inserting one row.
  public func insert<Entity: SyncedEntity>(_ rows: [Entity]) async throws(SyncError) {
    try await edit(Entity.self, long: rows.count > 1) { (editor) throws(SyncError) in
      for row in rows { try editor.insert(row) }
    }
  }

  /// Applies a patch to a row: its columns and its lists.
  ///
  /// Children that are not in a list of the patch are deleted, unlinked or kept by the payload
  /// rules (A15).
  ///
  /// - Returns: Whether the row exists.
  /// - Throws: `SyncError.nullRequired` if the patch clears a required value without a default,
  ///   `SyncError.changedIdentity` if it has the identity of another row, and the errors of
  ///   `insert`.
  @discardableResult
  public func update<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, _ patch: Entity.Patch
  ) async throws(SyncError) -> Bool {
    try await edit(entity) { (editor) throws(SyncError) in try editor.update(entity, id, patch) }
  }

  /// Deletes a row and applies the `on-delete` rules of the references to it.
  ///
  /// If the entity keeps its tombstones or has an archive (`RestorableEntity`), the row is
  /// soft-deleted instead, and rows that refer to it do not change.
  ///
  /// - Returns: Whether the row exists and was not soft-deleted.
  /// - Throws: `SyncError.refused` if other rows refer to it with `on-delete: deny`.
  @discardableResult
  public func delete<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await edit(entity) { (editor) throws(SyncError) in try editor.delete(entity, id) }
  }

  /// Deletes the rows with the given identities, or none of them if one cannot be deleted.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: `SyncError.refused` if other rows refer to one of them with `on-delete: deny`.
  @discardableResult
  public func delete<Entity: SyncedEntity>(
    _ entity: Entity.Type, ids: [Entity.Identity]
  ) async throws(SyncError) -> Int {
    try await edit(entity, long: ids.count > 1) { (editor) throws(SyncError) in
      var count = 0
      for id in ids where try editor.delete(entity, id) { count += 1 }
      return count
    }
  }

  /// Runs a local write in a transaction, with the applier's knowledge of links.
  ///
  /// - Parameter isLong: Whether it writes many rows.
  package func edit<Entity: SyncedEntity, Value: Sendable>(
    operation: String = #function, _ entity: Entity.Type, long isLong: Bool = false,
    _ body: @escaping @Sendable (RowEditor) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    let name = Entity.metadata.name
    let token = CancellationToken()
    let job: @Sendable (Writer) throws(SyncError) -> Value = { (writer) throws(SyncError) in
      do throws(SyncError) {
        return try writer.transaction(token, as: .step) { (transaction) throws(SyncError) in
          (try body(transaction.call(for: name).editor), .commit)
        }
      } catch {
        throw error.naming(name)
      }
    }
    return try await isLong || Entity.metadata.nestsDeeply
      ? write(operation: operation, as: token, job)
      : writeShort(operation: operation, as: token, job)
  }
}

extension SyncError {
  /// The same error, with the name of the entity.
  func naming(_ entity: String) -> SyncError {
    guard case .database(let failure) = self, failure.entity == nil else { return self }
    return .database(
      SyncError.DatabaseFailure(
        code: failure.code, message: failure.message, sql: failure.sql, entity: entity))
  }
}

extension RowWriter {
  /// A column and its new value.
  package struct Setting {
    package let column: Int
    package let value: StoredValue

    package init(column: Int, value: StoredValue) {
      self.column = column
      self.value = value
    }
  }

  /// The columns that were set.
  package var settings: [Setting] {
    get throws(SyncError) {
      if let problem { throw problem }
      return values.enumerated().compactMap { column, value in
        value.map { Setting(column: column, value: $0) }
      }
    }
  }

  /// The columns that a patch sets. For a required column, null means the default.
  func patchedSettings(of entity: EntityMetadata) throws(SyncError) -> [Setting] {
    var settings = try settings
    for (index, setting) in settings.enumerated() {
      guard setting.value == .null, entity.columns[setting.column].isRequired else { continue }
      guard let value = entity.defaultValue(of: setting.column) else {
        throw .nullRequired(entity: entity.name, member: entity.member(of: setting.column))
      }
      settings[index] = Setting(column: setting.column, value: value)
    }
    return settings
  }
}

extension EntityMetadata {
  /// The constant default of a column.
  fileprivate func defaultValue(of column: Int) -> StoredValue? {
    for attribute in attributes {
      let part = column - attribute.column
      if attribute.defaultValues.indices.contains(part) { return attribute.defaultValues[part] }
    }
    return nil
  }

  /// The name of the attribute or relationship of a column.
  fileprivate func member(of column: Int) -> String {
    attributes.last { $0.column <= column && column <= $0.column + ($0.isAmount ? 1 : 0) }?
      .name ?? columns[column].name
  }
}

extension SyncStore {
  /// Moves a row within a list that is ordered by an attribute of its rows (`ordered: sortIndex`).
  ///
  /// The row gets the mean of its neighbors' values. If there is no number between them, the rows
  /// of the list are renumbered from 1. A row that is already in its position is not written. Rows
  /// with equal values are ordered by identity, and soft-deleted rows keep their positions. To
  /// change a list with `ordered: true`, update the parent with a patch.
  ///
  /// - Parameters:
  ///   - entity: The type of the rows.
  ///   - id: The row to move.
  ///   - other: The row to move it after, or `nil` to make it the first.
  ///   - list: The list, named after the row's relationship to its parent, e.g. `.project`. Rows
  ///     without a parent form a list too.
  /// - Throws: `SyncError.unknownRow` if one of the rows does not exist,
  ///   `SyncError.movedAfterItself`, or `SyncError.movedAcrossLists` if the two rows have different
  ///   parents.
  public func move<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, after other: Entity.Identity?,
    in list: OrderedList<Entity>
  ) async throws(SyncError) {
    try await edit(entity) { (call) throws(SyncError) in
      try call.move(entity, id, after: other, in: list)
    }
  }
}
