/// A row to be deleted.
struct PendingDeletion {
  let rowID: Int64
  let plan: EntityPlan
  /// Whether it is deleted because of another row.
  var isCascaded = false
  /// Whether the server may still have the row.
  var isRefetched = false
  /// Whether the server may still have the rows that depend on it, even if it does not have the row.
  var refetchesDependents = false
}

/// A deleted row whose links must still be handled.
struct Release {
  /// The position in `SchemaPlan.entities`.
  let entity: Int
  let identity: StoredValue
  /// Whether the row was stored before the call.
  let wasStored: Bool
  /// Whether the server may still have the row, so that the rows which depend on it are asked for
  /// again too.
  var isRefetched = false
}

/// A deleted row that other rows may refer to with `on-delete: deny`.
struct Denial {
  let entity: Int
  let identity: StoredValue
  let incoming: Int
}

/// The state, before the call, of a row that a tombstone has deleted.
struct TombstonedRow {
  let hash: UInt32
  /// Its references and list positions, by column: a restored row keeps the links that its payload
  /// does not mention.
  let links: [Int: StoredValue]
}

/// The deletions of a call, as far as they must still be handled or may be reverted.
struct DeletionLog {
  private(set) var denials: [Denial] = []
  /// Rows that the server may have in another state than the store, as `RefetchedRows` records them.
  private(set) var refetched: [RefetchedRow] = []
  /// Whether an earlier page contained a row that may be any of the missing ones.
  var isWithheld = false
  /// Rows deleted by tombstones, whose links are handled when all rows are read.
  private var releases: [Release] = []
  /// Rows deleted by tombstones, which may be restored by the same payload.
  private var tombstoned: [RowIdentity: TombstonedRow] = [:]
  /// For identities that are scoped by a parent: the parents that the payload names, by entity.
  private var namedParents: [Int: Set<StoredValue>] = [:]

  mutating func note(parent: StoredValue, of entity: Int) {
    namedParents[entity, default: []].insert(parent)
  }

  func namedParents(of entity: Int) -> Set<StoredValue> { namedParents[entity] ?? [] }

  mutating func add(_ denial: Denial) { denials.append(denial) }

  mutating func noteRefetched(_ row: RefetchedRow) { refetched.append(row) }

  mutating func takeRefetched() -> [RefetchedRow] {
    defer { refetched = [] }
    return refetched
  }

  mutating func postpone(_ release: Release) { releases.append(release) }

  @inline(__always)
  var hasReleases: Bool { !releases.isEmpty }

  mutating func takeReleases() -> [Release] {
    defer { releases = [] }
    return releases
  }

  mutating func note(_ row: TombstonedRow, _ node: RowNode) { tombstoned[RowIdentity(node)] = row }

  /// The former state of a row that a tombstone has deleted in this call.
  @inline(__always)
  func tombstoned(_ node: RowNode) -> TombstonedRow? {
    tombstoned.isEmpty ? nil : tombstoned[RowIdentity(node)]
  }

  /// Like `tombstoned`, for a row that has been restored.
  @inline(__always)
  mutating func takeTombstoned(_ node: RowNode) -> TombstonedRow? {
    tombstoned.isEmpty ? nil : tombstoned.removeValue(forKey: RowIdentity(node))
  }
}
