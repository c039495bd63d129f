public import SwiftSyncFoundation

extension SyncTransaction {
  /// Applies a payload as a part of the transaction. As `SyncStore.sync(_:as:in:options:progress:)`.
  ///
  /// What edits of the transaction have left out of lists goes before. With `options.isDryRun` only
  /// the payload is undone.
  @discardableResult
  public func sync<Entity: SyncedEntity>(
    _ data: Data, as entity: Entity.Type, in scope: SyncScope<Entity>? = nil,
    options: ApplyOptions = ApplyOptions()
  ) throws(SyncError) -> SyncReport {
    try run(SyncCall(entity, scope, options, nil, in: session().plan.metadata), .data(data))
  }

  /// Applies one row, so that no other row counts as missing.
  @discardableResult
  public func sync<Entity: SyncedEntity>(
    item data: Data, as entity: Entity.Type, in scope: SyncScope<Entity>? = nil,
    options: ApplyOptions = ApplyOptions()
  ) throws(SyncError) -> SyncReport {
    try run(
      SyncCall(entity, scope, options, nil, isItem: true, in: session().plan.metadata), .data(data))
  }

  /// Applies a payload in a file, which is read in pieces.
  @discardableResult
  public func sync<Entity: SyncedEntity>(
    contentsOf file: URL, as entity: Entity.Type, in scope: SyncScope<Entity>? = nil,
    options: ApplyOptions = ApplyOptions()
  ) throws(SyncError) -> SyncReport {
    try run(SyncCall(entity, scope, options, nil, in: session().plan.metadata), .files([file.path]))
  }

  /// Applies a payload in a savepoint of its own.
  func run(
    _ call: SyncCall, _ payload: SyncPayload
  ) throws(SyncError) -> SyncReport {
    // Before the savepoint: what edits have left to do stays done if the payload is undone.
    try settleEdits()
    var call = call
    // When the transaction's task is cancelled, the payload is not read to its end.
    if let token { call.token = token }
    return try session().connection.nestedTransaction { () throws(SyncError) in
      (try call.run(payload.opened, in: self), call.ending)
    }
  }
}
