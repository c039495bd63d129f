import SyncGenSchema

/// Soft deletion that a version gives up: without a kept tombstone, soft-deleted rows would
/// reappear as ordinary ones.
struct EndedMarks {
  /// The position of the tombstone in the old entity.
  let attribute: Int
  /// The permission that it requires, e.g. `Note.deletedAt`.
  let permission: SchemaChange.Permission
  private let mark: KeptTombstone
  private let isAllowed: Bool

  /// Returns `nil` if soft-deleted rows remain soft-deleted.
  init?(_ members: SchemaPairing.Members, _ pairing: SchemaPairing) {
    let (before, after) = (pairing.old[members.old], pairing.new[members.new])
    guard let mark = before.sync.tombstone, let kept = before.keptTombstone else { return nil }
    if let now = after.sync.tombstone, now.keepsRows,
      members.attributes.oldPositions[now.attribute] == mark.attribute
    {
      return nil
    }
    attribute = mark.attribute
    self.mark = kept
    permission = .drops("\(before.name.name).\(before.attributes[mark.attribute].name.name)")
    isAllowed = pairing.new.permits(permission)
  }

  /// The old rows that are not soft-deleted, as SQL.
  var unmarkedRows: String { mark.isAbsent() }

  /// The old rows that are kept, as SQL; `nil` for all of them, as in frozen steps that state
  /// nothing.
  var keptRows: String? { isAllowed ? mark.isAbsent() : nil }
}
