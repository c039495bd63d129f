/// Writes to the rows of queries.
extension SyncStore {
  /// Applies a patch to all rows of a query, or to none if one of them cannot be written.
  ///
  /// ```swift
  /// let late = Todo.where { $0.dueOn < today && $0.state != .done }
  /// let count = try await store.update(late, Todo.Patch(priority: .value(.urgent)))
  /// ```
  ///
  /// The effect is that of `update(_:id:_:)` for each of the rows: changes are recorded for
  /// pushing, touched dates are set where a value changes, and observers are notified once. One
  /// statement writes the rows, unless the patch contains lists, a reference that only one row can
  /// have, or a part of the identity. In that case, they are written one by one, in the order of
  /// the query. Rows that already have all values of the patch are not written. A temporary id that
  /// the server has replaced matches no row in the query's condition, and is replaced in the patch.
  ///
  /// - Parameters:
  ///   - query: The rows. Its `limit`, `offset` and `softDeleted` apply.
  ///   - patch: The changes.
  /// - Returns: The number of rows of the query, including those that already had all values of the
  ///   patch.
  /// - Throws: The errors of `update(_:id:_:)` and `fetch(_:)`.
  @discardableResult
  public func update<Row: SyncedEntity>(
    _ query: Query<Row>, _ patch: Row.Patch
  ) async throws(SyncError) -> Int {
    try await edit(Row.self, long: true) { [metadata] (editor) throws(SyncError) in
      try editor.update(query.selection(metadata), patch)
    }
  }

  /// Deletes all rows of a query and applies the `on-delete` rules of the references to them, or
  /// deletes none if one of them cannot be deleted.
  ///
  /// If the entity keeps its tombstones or has an archive (`RestorableEntity`), the rows are
  /// soft-deleted instead, by one statement. The effect is that of `delete(_:id:)` for each of the
  /// rows. Rows of an entity with relationships are deleted one by one.
  ///
  /// - Parameter query: The rows. Its `limit`, `offset` and `softDeleted` apply.
  /// - Returns: The number of deleted rows, not including rows that the `on-delete` rules delete.
  ///   Rows that are already soft-deleted are not counted again.
  /// - Throws: `SyncError.refused` if other rows refer to one of them with `on-delete: deny`, and
  ///   the errors of `fetch(_:)`.
  @discardableResult
  public func delete<Row: SyncedEntity>(_ query: Query<Row>) async throws(SyncError) -> Int {
    try await edit(Row.self, long: true) { [metadata] (editor) throws(SyncError) in
      try editor.delete(query.selection(metadata))
    }
  }
}

extension SyncTransaction {
  /// Applies a patch to all rows of a query. See `SyncStore.update(_:_:)`.
  ///
  /// - Returns: The number of rows of the query.
  @discardableResult
  public func update<Row: SyncedEntity>(
    _ query: Query<Row>, _ patch: Row.Patch
  ) throws(SyncError) -> Int {
    let selection = try query.selection(session().plan.metadata)
    return try edit(Row.self) { (editor) throws(SyncError) in
      try editor.update(selection, patch)
    }
  }

  /// Deletes all rows of a query. See `SyncStore.delete(_:)`; `on-delete: deny` is checked when the
  /// transaction ends.
  ///
  /// - Returns: The number of deleted rows.
  @discardableResult
  public func delete<Row: SyncedEntity>(_ query: Query<Row>) throws(SyncError) -> Int {
    let selection = try query.selection(session().plan.metadata)
    return try edit(Row.self) { (editor) throws(SyncError) in try editor.delete(selection) }
  }
}

extension Query {
  /// The rows of the query in its order, for statements that write them.
  fileprivate func selection(_ schema: SchemaMetadata) throws(SyncError) -> RowSelection {
    var sql = try QuerySQL(self, schema)
    let text = try sql.rowIDs(sorted: !terms.isEmpty)
    return RowSelection(sql: text, parameters: sql.parameters)
  }
}
