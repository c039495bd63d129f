@_spi(Generated) import SwiftSyncREST

/// A row to be deleted.
struct PendingDeletion {
  let rowID: Int64
  let plan: EntityPlan
}

/// A deleted row whose links are still to be judged.
struct Release {
  /// Position in `SchemaPlan.entities`.
  let entity: Int
  let identity: StoredValue
  /// Whether the row was there before the call.
  let wasStored: Bool
}

/// A deleted row that others may refer to under `deny`.
struct Denial {
  let entity: Int
  let identity: StoredValue
  let incoming: Int
}

/// What a row that a tombstone has deleted was before the call.
struct TombstonedRow {
  let hash: UInt32
  /// Its references and its places in lists, by column: a row that comes back keeps the links that
  /// its payload does not mention.
  let links: [Int: StoredValue]
}

/// What a call has deleted, as far as it is still to be judged or may come back.
struct DeletionLog {
  private(set) var denials: [Denial] = []
  /// Whether an earlier page had a row that may be any of the missing ones.
  var isWithheld = false
  /// Rows that tombstones have deleted, whose links are judged when all rows are read.
  private var releases: [Release] = []
  /// Rows that tombstones have deleted; they may come back in the same payload.
  private var tombstoned: [RowIdentity: TombstonedRow] = [:]
  /// For identities that a parent scopes: the parents that the payload names, by entity.
  private var namedParents: [Int: Set<StoredValue>] = [:]

  mutating func note(parent: StoredValue, of entity: Int) {
    namedParents[entity, default: []].insert(parent)
  }

  func namedParents(of entity: Int) -> Set<StoredValue> { namedParents[entity] ?? [] }

  mutating func add(_ denial: Denial) { denials.append(denial) }

  mutating func postpone(_ release: Release) { releases.append(release) }

  @inline(__always)
  var hasReleases: Bool { !releases.isEmpty }

  mutating func takeReleases() -> [Release] {
    defer { releases = [] }
    return releases
  }

  mutating func note(_ row: TombstonedRow, _ node: RowNode) { tombstoned[RowIdentity(node)] = row }

  /// What a row was that a tombstone has deleted in this call.
  @inline(__always)
  func tombstoned(_ node: RowNode) -> TombstonedRow? {
    tombstoned.isEmpty ? nil : tombstoned[RowIdentity(node)]
  }

  /// As `tombstoned`, for a row that has come back.
  @inline(__always)
  mutating func takeTombstoned(_ node: RowNode) -> TombstonedRow? {
    tombstoned.isEmpty ? nil : tombstoned.removeValue(forKey: RowIdentity(node))
  }
}
