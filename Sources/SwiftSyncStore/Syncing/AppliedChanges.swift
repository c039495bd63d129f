@_spi(Generated) import SwiftSyncCoding

/// The net effect of one payload on the rows of the applied entity, with the rows: a row that is
/// changed and changed back is not in it. With `ApplyOptions.isDryRun`, it is what would have
/// changed. `SyncStore.applyReturningChanges` returns it.
///
/// To follow the changes that anything makes, observe `CommittedChanges`.
public struct AppliedChanges<Entity: SyncedEntity>: Hashable, Sendable {
  /// A row that was updated.
  public struct Update: Hashable, Sendable {
    /// The identity of the row.
    public let id: Entity.Identity
    /// The changed members; all others are missing. A to-many relationship is included only if it
    /// has a join table.
    public let patch: Entity.Patch
  }

  /// The inserted rows, in the order of the payload.
  public let inserted: [Entity]
  /// The updated rows, in the order of the payload.
  public let updated: [Update]
  /// The identities of the deleted rows.
  public let deleted: [Entity.Identity]
  /// The counts, the rejected rows and the unknown keys.
  public let report: ApplyReport
}

extension AppliedChanges: Reporting {
  var applyReport: ApplyReport { report }
}

/// Reads changed rows: those of a transaction before it is committed, or those of local writes.
package struct ChangedRowsReader<Entity: SyncedEntity> {
  private let connection: Connection
  private let plan: EntityPlan
  private let lookup: String

  package init(_ plan: EntityPlan, on connection: Connection) {
    lookup = TableSQL(plan.metadata).lookup
    self.plan = plan
    self.connection = connection
  }

  func changes(
    _ rows: [RowChange], _ report: ApplyReport
  ) throws(SyncError) -> AppliedChanges<Entity> {
    var inserted: [Entity] = []
    var updated: [AppliedChanges<Entity>.Update] = []
    var deleted: [Entity.Identity] = []
    for row in rows {
      switch row.kind {
      case .inserted:
        if let entity = try entity(row.key) { inserted.append(entity) }
      case .updated(let fields):
        let id = try Entity.identity(row.key)
        updated.append(.init(id: id, patch: try patch(of: row.key, fields) ?? Entity.Patch()))
      case .deleted:
        deleted.append(try Entity.identity(row.key))
      }
    }
    return AppliedChanges(inserted: inserted, updated: updated, deleted: deleted, report: report)
  }

  /// The row with an identity.
  package func entity(_ key: RowKey) throws(SyncError) -> Entity? {
    let query = try connection.statement(lookup)
    query.reset()
    query.bind(key)
    return try query.entities(Entity.self, RowColumns(query.pointer, from: 1)).first
  }

  /// The current values of some fields of a row; `nil` if it is not stored.
  package func patch(of key: RowKey, _ fields: Set<Int>) throws(SyncError) -> Entity.Patch? {
    var lists: [Int: [StoredValue]] = [:]
    for relation in plan.relations {
      let field = plan.metadata.attributes.count + relation.index
      guard fields.contains(field), case .members(let side) = relation.kind else { continue }
      lists[field] = try members(side, of: key)
    }
    let query = try connection.statement(lookup)
    defer { query.reset() }
    query.reset()
    query.bind(key)
    guard try query.step() else { return nil }
    let columns = RowColumns(query.pointer, from: 1)
    return try Entity.Patch(StoredFields(columns, lists, fields, Entity.coding))
  }

  private func members(_ side: JoinSide, of key: RowKey) throws(SyncError) -> [StoredValue] {
    let query = try connection.statement("\(side.selectSQL) ORDER BY 2, 1")
    defer { query.reset() }
    query.bind(key)
    var members: [StoredValue] = []
    while try query.step() { members.append(query.value(0).stored) }
    return members
  }
}

extension AppliedChanges: CustomStringConvertible {
  /// The counts on one line, e.g. `2 inserted, 1 updated, 0 deleted`.
  public var description: String {
    "\(inserted.count) inserted, \(updated.count) updated, \(deleted.count) deleted"
  }
}
