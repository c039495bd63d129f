public import SwiftSyncFoundation
@_spi(Generated) public import SwiftSyncREST
@_spi(Generated) public import SwiftSyncStore

extension PendingChange {
  /// Local writes to rows of one entity, as `SyncStore.withPendingChanges` passes them to its
  /// closure.
  ///
  /// The rows are in an order that a server can accept: a row comes after the rows that it refers to.
  public struct Batch<Entity: SyncedEntity>: Hashable, Sendable {
    /// A row with changes that the server has not confirmed.
    public struct Update: Hashable, Sendable {
      /// The identity of the row.
      public let id: Entity.Identity
      /// The current values of the written fields; all others are missing. A to-many relationship is
      /// included, as a whole list, only if it has a join table.
      public let patch: Entity.Patch

      /// Creates an update, for tests.
      public init(id: Entity.Identity, patch: Entity.Patch) {
        self.id = id
        self.patch = patch
      }
    }

    /// Rows that the server does not have, with their current values.
    public let inserted: [Entity]
    /// Changes of rows that the server has. A new row that has rows in a join table is also included,
    /// with these lists.
    public let updated: [Update]
    /// The identities of deleted and soft-deleted rows.
    public let deleted: [Entity.Identity]

    /// Creates a batch, for tests.
    public init(inserted: [Entity] = [], updated: [Update] = [], deleted: [Entity.Identity] = []) {
      self.inserted = inserted
      self.updated = updated
      self.deleted = deleted
    }

    /// Whether there is nothing to push.
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
  }
}

/// Reads the rows of pending changes as a batch of models, and records that they are being sent.
struct PendingBatchReader<Entity: SyncedEntity> {
  /// A batch with the queue entries that it was created from.
  struct Lease: Sendable {
    let batch: PendingChange.Batch<Entity>
    let changes: [Entity.Identity: QueuedChange]
  }

  private let plan: EntityPlan
  private let queue: ChangeQueue
  private let rows: ChangedRowsReader<Entity>
  private let positions: [String: Int]

  init(_ plan: EntityPlan, on connection: Connection) {
    self.plan = plan
    queue = ChangeQueue(on: connection)
    rows = ChangedRowsReader(plan, on: connection)
    let names = plan.metadata.fieldNames
    positions = Dictionary(zip(names, names.indices)) { first, _ in first }
  }

  /// Leases changes, which are in the order in which they must be pushed.
  func lease(_ changes: some Sequence<QueuedChange>) throws(SyncError) -> Lease {
    var inserted: [Entity] = []
    var updated: [PendingChange.Batch<Entity>.Update] = []
    var deleted: [Entity.Identity] = []
    var handed: [Entity.Identity: QueuedChange] = [:]
    for change in changes {
      let id = try Entity.identity(change.key)
      guard change.operation != .delete else {
        deleted.append(id)
        handed[id] = change
        try queue.lease(change)
        continue
      }
      guard let patch = try patch(of: change) else {
        try queue.drop(change)
        continue
      }
      if change.operation == .insert, let row = try rows.entity(change.key) { inserted.append(row) }
      if change.operation == .update || !lists(of: change).isEmpty {
        updated.append(.init(id: id, patch: patch))
      }
      handed[id] = change
      try queue.lease(change)
    }
    return Lease(
      batch: PendingChange.Batch(inserted: inserted, updated: updated, deleted: deleted),
      changes: handed)
  }

  /// The current values of a row in the fields of a change. For a new row, only its lists, since
  /// the row itself contains the other fields.
  private func patch(of change: QueuedChange) throws(SyncError) -> Entity.Patch? {
    let fields =
      change.operation == .insert
      ? lists(of: change) : Set(change.fields.names.compactMap { positions[$0] })
    return try rows.patch(of: change.key, fields)
  }

  private func lists(of change: QueuedChange) -> Set<Int> {
    Set(change.fields.names.compactMap { positions[$0] }.filter { Entity.coding.columns[$0] < 0 })
  }
}

extension PushSummary {
  /// The results of pushing local changes.
  public struct Counts: Codable, Hashable, Sendable {
    /// The number of rows that the server accepted.
    public var confirmed = 0
    /// The number of rows that the server rejected.
    public var rejected = 0
    /// The number of rejected rows that are not sent again until they are written or retried.
    public var quarantined = 0

    /// Creates counts of zero.
    public init() {}

    /// Returns the sum of two results.
    public static func + (left: Self, right: Self) -> Self {
      var sum = left
      sum.confirmed += right.confirmed
      sum.rejected += right.rejected
      sum.quarantined += right.quarantined
      return sum
    }
  }
}

extension PushSummary.Counts: CustomStringConvertible {
  /// The counts on one line, e.g. `3 confirmed, 2 rejected (1 quarantined)`.
  public var description: String {
    let counts = "\(confirmed) confirmed, \(rejected) rejected"
    return quarantined > 0 ? "\(counts) (\(quarantined) quarantined)" : counts
  }
}

extension PendingChange.Batch {
  /// A row that a server rejected, with the reason.
  public struct Rejection: Hashable, Sendable {
    /// The identity of the row.
    public let id: Entity.Identity
    let reason: ProblemReason

    /// The server's message, which the queue keeps as the row's last error.
    public var message: String { reason.message }

    /// Creates a rejection, to be returned by the closure of `SyncStore.withPendingChanges`.
    ///
    /// - Parameters:
    ///   - id: The identity of the row.
    ///   - message: The server's message.
    ///   - status: The status of the response.
    ///   - body: The body of the response, for `SyncProblem.body(as:)` and `fieldErrors`.
    public init(id: Entity.Identity, message: String, status: Int? = nil, body: Data? = nil) {
      self.id = id
      reason = ProblemReason(message, status: status, body: body)
    }

    /// Creates a rejection from the error of a request.
    public init(id: Entity.Identity, _ error: APIError) {
      self.id = id
      reason = ProblemReason(error)
    }
  }
}
