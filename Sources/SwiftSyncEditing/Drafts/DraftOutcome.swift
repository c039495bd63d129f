@_spi(Generated) public import SwiftSyncStore

extension Draft {
  /// The outcome of saving a draft.
  public enum Outcome: Hashable, Sendable {
    /// The draft was saved.
    ///
    /// - Parameters:
    ///   - row: The row as it is stored now, including dates that the write has set.
    ///   - merged: The changes in the store since the draft was created, which are kept. They
    ///     include members for which the draft has the same values.
    case saved(_ row: Row, merged: Row.Patch)
    /// Nothing was saved: members that the draft edits have changed in the store to other values
    /// since the draft was created.
    case conflict(Conflict)
    /// Nothing was saved: the row has since been deleted. `Draft(new: draft.row)` creates it again
    /// if it is not soft-deleted.
    case deleted
    /// Nothing was saved: the draft does not pass the checks of the schema.
    case invalid([DraftProblem])
  }

  /// A conflict between a draft's edits and changes of the same members in the store.
  ///
  /// ```swift
  /// case .conflict(let conflict):
  ///   // The user's choice:
  ///   draft = conflict.overwriting  // the edits win when it is saved
  ///   draft = conflict.reloaded     // the store's values win; edits of other members are kept
  /// ```
  public struct Conflict: Hashable, Sendable {
    /// The row as it is stored now.
    public let stored: Row
    /// The changes in the store since the draft was created.
    public let changes: Row.Patch
    /// The names of the edited attributes and relationships that have other values in the store.
    public let fields: Set<String>
    /// All edits on top of the stored row. Saving it overwrites the store's current values, but not
    /// later changes.
    public let overwriting: Draft<Row>
    /// The edits of members without a conflict on top of the stored row.
    public let reloaded: Draft<Row>
  }
}

extension SyncStore {
  /// Saves a draft: inserts a new row, or writes the edited members of a stored one.
  ///
  /// ```swift
  /// switch try await store.save(draft) {
  /// case .saved(let todo, _): draft = Draft(todo)
  /// case .conflict(let conflict): self.conflict = conflict
  /// case .deleted: dismiss()
  /// case .invalid(let problems): self.problems = problems
  /// }
  /// ```
  ///
  /// Members that have changed in the store since the draft was created are kept if the draft has
  /// not edited them. If it has, and the values differ, nothing is written. Lists are written as
  /// set in the draft, and `link(_:to:)` and `unlink(_:from:)` change only what they name.
  ///
  /// - Returns: The outcome. Only `saved` has written anything.
  /// - Throws: The errors of `insert(_:)` and `update(_:id:_:)`, e.g. for a unique value that
  ///   another row has.
  public func save<Row: SyncedEntity>(
    _ draft: Draft<Row>
  ) async throws(SyncError) -> Draft<Row>.Outcome {
    try await edit(Row.self) { (editor) throws(SyncError) in try editor.save(draft) }
  }
}

extension SyncTransaction {
  /// Saves a draft. See `SyncStore.save(_:)`. If the draft is not saved, the rest of the
  /// transaction is not affected.
  public func save<Row: SyncedEntity>(_ draft: Draft<Row>) throws(SyncError) -> Draft<Row>.Outcome {
    try edit(Row.self) { (editor) throws(SyncError) in try editor.save(draft) }
  }
}

extension RowEditor {
  fileprivate func save<Row: SyncedEntity>(
    _ draft: Draft<Row>
  ) throws(SyncError) -> Draft<Row>.Outcome {
    let problems = draft.problems
    guard problems.isEmpty else { return .invalid(problems) }
    if draft.isNew { return try insert(draft) }
    guard let stored = try stored(draft.base) else { return .deleted }
    let change = DraftChange(draft, stored)
    if let conflict = try change.conflict { return .conflict(conflict) }
    _ = try update(Row.self, draft.base.identity, draft.changes)
    try link(draft.links, of: draft.base)
    return try saved(draft.base.identity, merged: change.inStore)
  }

  private func insert<Row: SyncedEntity>(
    _ draft: Draft<Row>
  ) throws(SyncError) -> Draft<Row>.Outcome {
    try insert(draft.row)
    let lists = draft.changes.leavingOut(Set(Row.coding.members))
    if !lists.isEmpty { _ = try update(Row.self, draft.row.identity, lists) }
    try link(draft.links, of: draft.row)
    return try saved(draft.row.identity, merged: Row.Patch())
  }

  private func link<Row: SyncedEntity>(_ links: [ListLink], of row: Row) throws(SyncError) {
    let identity = row.identity.storedValues(in: Row.metadata)
    for link in links { _ = try self.link(link, of: identity) }
  }

  private func saved<Row: SyncedEntity>(
    _ id: Row.Identity, merged: Row.Patch
  ) throws(SyncError) -> Draft<Row>.Outcome {
    let key = id.storedValues(in: Row.metadata)
    guard let row = try call.connection.row(of: Row.self, key, .include) else {
      throw .unknownRow(key.map(\.text).joined(separator: "/"), entity: Row.metadata.name)
    }
    return .saved(row, merged: merged)
  }
}

/// The edits of a draft together with the changes in the store.
private struct DraftChange<Row: SyncedEntity> {
  let draft: Draft<Row>
  let stored: Row
  /// The changes in the store since the draft was created.
  let inStore: Row.Patch

  init(_ draft: Draft<Row>, _ stored: Row) {
    self.draft = draft
    self.stored = stored
    inStore = .diff(from: draft.base, to: stored)
  }

  /// The fields that both have changed to different values.
  private var fields: Set<Int> {
    let states = zip(inStore.states, draft.changes.states)
    return Set(
      states.enumerated().filter { _, pair in
        !pair.0.isMissing && !pair.1.isMissing && !pair.0.isEqual(to: pair.1)
      }.map(\.offset))
  }

  var conflict: Draft<Row>.Conflict? {
    get throws(SyncError) {
      let fields = fields
      guard !fields.isEmpty else { return nil }
      return Draft<Row>.Conflict(
        stored: stored, changes: inStore,
        fields: Set(fields.map { Row.metadata.fieldNames[$0] }),
        overwriting: try draft.rebased(on: stored),
        reloaded: try draft.rebased(on: stored, without: fields))
    }
  }
}

extension EntityPatch {
  fileprivate var isEmpty: Bool { states.allSatisfy(\.isMissing) }
}
