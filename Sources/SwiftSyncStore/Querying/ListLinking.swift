@_spi(Generated) import SwiftSyncCoding

/// Adding single rows to to-many relationships, and removing them.
extension SyncStore {
  /// Adds a row to a list, at its end. The list's other rows need not be known.
  ///
  /// ```swift
  /// try await store.link("urgent", to: \.labels, of: todo)
  /// ```
  ///
  /// The effect is that of a patch with the whole list and this id: in a many-to-many relationship,
  /// the pair is stored and the list is recorded for pushing; in other relationships, the row gets
  /// this parent. A row that is not stored is linked when it arrives.
  ///
  /// - Parameters:
  ///   - id: The identity of the row to add.
  ///   - list: The to-many relationship.
  ///   - row: The row whose list changes. It is found by its identity.
  /// - Returns: Whether the row was not in the list.
  /// - Throws: `SyncError.unknownRow` if `row` is not stored.
  @discardableResult
  public func link<Row: SyncedEntity, Target: SyncedEntity>(
    _ id: Target.Identity, to list: KeyPath<QueriedRow<Row>, QueriedRows<Target>>, of row: Row
  ) async throws(SyncError) -> Bool {
    try await change(ListLink(id, in: list, isAdded: true), of: row)
  }

  /// Adds a row to a list. See `link(_:to:of:)`.
  @discardableResult
  public func link<Row: SyncedEntity, Target: SyncedEntity>(
    _ target: Target, to list: KeyPath<QueriedRow<Row>, QueriedRows<Target>>, of row: Row
  ) async throws(SyncError) -> Bool {
    try await change(ListLink(target.identity, in: list, isAdded: true), of: row)
  }

  /// Removes a row from a list. The list's other rows need not be known.
  ///
  /// ```swift
  /// try await store.unlink("urgent", from: \.labels, of: todo)
  /// ```
  ///
  /// The effect is that of a patch with the whole list without this id: in a many-to-many
  /// relationship, the pair is deleted and the list is recorded for pushing; in other relationships,
  /// the row is deleted if its reference has `on-delete: cascade`, and has no parent otherwise.
  ///
  /// - Parameters:
  ///   - id: The identity of the row to remove.
  ///   - list: The to-many relationship.
  ///   - row: The row whose list changes. It is found by its identity.
  /// - Returns: Whether the row was in the list.
  /// - Throws: `SyncError.unknownRow` if `row` is not stored, `SyncError.nullRequired` if the row to
  ///   remove must have a parent.
  @discardableResult
  public func unlink<Row: SyncedEntity, Target: SyncedEntity>(
    _ id: Target.Identity, from list: KeyPath<QueriedRow<Row>, QueriedRows<Target>>, of row: Row
  ) async throws(SyncError) -> Bool {
    try await change(ListLink(id, in: list, isAdded: false), of: row)
  }

  /// Removes a row from a list. See `unlink(_:from:of:)`.
  @discardableResult
  public func unlink<Row: SyncedEntity, Target: SyncedEntity>(
    _ target: Target, from list: KeyPath<QueriedRow<Row>, QueriedRows<Target>>, of row: Row
  ) async throws(SyncError) -> Bool {
    try await change(ListLink(target.identity, in: list, isAdded: false), of: row)
  }

  private func change<Row: SyncedEntity>(
    _ link: ListLink, of row: Row
  ) async throws(SyncError) -> Bool {
    let identity = row.identity.storedValues(in: Row.metadata)
    return try await edit(Row.self) { (editor) throws(SyncError) in
      try editor.link(link, of: identity)
    }
  }
}

/// Adding single rows to to-many relationships, and removing them, as in `SyncStore`.
extension SyncTransaction {
  /// Adds a row to a list. See `SyncStore.link(_:to:of:)`.
  @discardableResult
  public func link<Row: SyncedEntity, Target: SyncedEntity>(
    _ id: Target.Identity, to list: KeyPath<QueriedRow<Row>, QueriedRows<Target>>, of row: Row
  ) throws(SyncError) -> Bool {
    try change(ListLink(id, in: list, isAdded: true), of: row)
  }

  /// Adds a row to a list. See `SyncStore.link(_:to:of:)`.
  @discardableResult
  public func link<Row: SyncedEntity, Target: SyncedEntity>(
    _ target: Target, to list: KeyPath<QueriedRow<Row>, QueriedRows<Target>>, of row: Row
  ) throws(SyncError) -> Bool {
    try change(ListLink(target.identity, in: list, isAdded: true), of: row)
  }

  /// Removes a row from a list. See `SyncStore.unlink(_:from:of:)`. A row that its parent's rule
  /// deletes is deleted when the transaction ends, unless it is then in another list.
  @discardableResult
  public func unlink<Row: SyncedEntity, Target: SyncedEntity>(
    _ id: Target.Identity, from list: KeyPath<QueriedRow<Row>, QueriedRows<Target>>, of row: Row
  ) throws(SyncError) -> Bool {
    try change(ListLink(id, in: list, isAdded: false), of: row)
  }

  /// Removes a row from a list. See `SyncStore.unlink(_:from:of:)`.
  @discardableResult
  public func unlink<Row: SyncedEntity, Target: SyncedEntity>(
    _ target: Target, from list: KeyPath<QueriedRow<Row>, QueriedRows<Target>>, of row: Row
  ) throws(SyncError) -> Bool {
    try change(ListLink(target.identity, in: list, isAdded: false), of: row)
  }

  private func change<Row: SyncedEntity>(
    _ link: ListLink, of row: Row
  ) throws(SyncError) -> Bool {
    let identity = row.identity.storedValues(in: Row.metadata)
    return try edit(Row.self) { (editor) throws(SyncError) in try editor.link(link, of: identity) }
  }
}

extension ListLink {
  /// - Parameter list: A to-many relationship of the row itself.
  package init<Row: SyncedEntity, Target: SyncedEntity>(
    _ id: Target.Identity, in list: KeyPath<QueriedRow<Row>, QueriedRows<Target>>, isAdded: Bool
  ) {
    // A relationship of a related row, or one that the app has added to a generated type, is
    // refused when the link is written.
    let path = QueriedRow<Row>(.root)[keyPath: list].place.relations
    relation = path.count == 1 ? path[0] : -1
    member = id.storedValues(in: Target.metadata)
    self.isAdded = isAdded
  }
}
