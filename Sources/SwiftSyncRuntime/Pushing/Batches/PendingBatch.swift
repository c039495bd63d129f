/// Local writes to rows of one entity, as `SyncStore.withPendingChanges` hands them to an upload.
///
/// Rows come in an order that a server can take: those that others of the batch refer to before them.
public struct PendingBatch<Entity: SyncedEntity>: Hashable, Sendable {
  /// A row that has other values than the server knows.
  public struct Update: Hashable, Sendable {
    /// Which row.
    public let id: Entity.Identity
    /// Its values now in the fields that were written; all others are missing. Of relations to many it has those
    /// that a join table holds, each as a whole list.
    public let patch: Entity.Patch

    /// An update; the store makes them, and tests of apps may.
    public init(id: Entity.Identity, patch: Entity.Patch) {
      self.id = id
      self.patch = patch
    }
  }

  /// Rows that the server does not know, as they are now.
  public let inserted: [Entity]
  /// Rows that the server knows. A new row with members in lists of a join table is here as well, with these.
  public let updated: [Update]
  /// Rows that are gone, or soft-deleted.
  public let deleted: [Entity.Identity]

  /// A batch; the store makes them, and tests of apps may.
  public init(inserted: [Entity] = [], updated: [Update] = [], deleted: [Entity.Identity] = []) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// Whether there is nothing to push.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
