public import SwiftSyncFoundation
@_spi(Generated) public import SwiftSyncREST
@_spi(Generated) import SwiftSyncStore

/// A pending change: a row with local writes that the server has not confirmed.
///
/// ```swift
/// @LiveCount(PendingChange.all) private var unsentCount
///
/// let changes = try await store.fetch(PendingChange.of(Note.self))
/// ```
public struct PendingChange: Hashable, Sendable {
  /// The operation that the server must carry out.
  public enum Operation: String, Hashable, Sendable {
    /// Insert the row.
    case insert
    /// Update the row.
    case update
    /// Delete the row.
    case delete
  }

  /// The entity's name.
  public let entity: String
  /// The stored identity, with one value for each column.
  public let identity: [StoredValue]
  /// The operation that the server must carry out.
  public let operation: Operation
  /// The names of the written attributes and relationships in the schema; for an insert, those
  /// written since.
  public let fields: [String]
  /// The date of the last local change.
  public let changedAt: Date
  /// The number of times that the server has rejected the row.
  public let attempts: Int
  /// The message of the last rejection.
  public let lastError: String?
  /// The date from which it is pushed again; `nil` if the next push includes it.
  public let retryAt: Date?
  /// Whether the row was rejected so often that it waits for a write or
  /// `SyncStore.retryPendingChange`.
  public let isQuarantined: Bool
  /// Whether the row was sent in a push that is still running or that ended without a response.
  public let isSent: Bool
}

extension PendingChange: CustomStringConvertible {
  /// A description, e.g. `update Task 12: title, state; rejected 2 times: title is too long`.
  public var description: String {
    var text = "\(operation.rawValue) \(entity) \(identity.map(\.text).joined(separator: "/"))"
    if !fields.isEmpty { text += ": \(fields.joined(separator: ", "))" }
    if attempts > 0 { text += "; rejected \(attempts == 1 ? "once" : "\(attempts) times")" }
    if attempts > 0, let lastError { text += ": \(lastError)" }
    return isQuarantined ? text + " (quarantined)" : text
  }
}

/// Reads the queue in its public form.
struct PendingChangeReader {
  private let connection: Connection

  init(on connection: Connection) {
    self.connection = connection
  }

  /// The entries of some entities, in the order of their first writes.
  func rows(of plans: [EntityPlan]) throws(SyncError) -> [PendingChange] {
    var rows: [(sequence: Int64, row: PendingChange)] = []
    for plan in plans { rows += try entries(of: plan) }
    return rows.compactlySorted { $0.sequence < $1.sequence }.map(\.row)
  }

  /// The number of entries of an entity, or of all.
  func count(of entity: String? = nil) throws(SyncError) -> Int {
    let query = try connection.statement(
      "SELECT count(*) FROM swiftsync_changes WHERE operation IN ('insert', 'update', 'delete') "
        + "AND entity = coalesce(?1, entity)")
    defer { query.reset() }
    query.bind(1, entity.map(StoredValue.text) ?? .null)
    return try query.step() ? Int(query.integer(0)) : 0
  }

  private func entries(
    of plan: EntityPlan
  ) throws(SyncError) -> [(sequence: Int64, row: PendingChange)] {
    let query = try connection.statement(
      """
      SELECT sequence, operation, fields || coalesce(sent_fields, ''), changed_at, attempts,
        last_error, retry_at, is_quarantined, nullif(sent_operation, 'none'), \(plan.queuedIDParts)
      FROM swiftsync_changes
      WHERE entity = ?1 AND operation IN ('insert', 'update', 'delete')
      """)
    defer { query.reset() }
    query.bind(1, plan.metadata.name)
    var rows: [(sequence: Int64, row: PendingChange)] = []
    while try query.step() {
      guard let operation = query.text(1).flatMap(PendingChange.Operation.init) else { continue }
      let row = PendingChange(
        entity: plan.metadata.name,
        identity: plan.identity.indices.map { query.value(Int32($0 + 9)).stored },
        operation: operation, fields: Self.fields(query.text(2)),
        changedAt: Date(canonical: query.text(3)) ?? .distantPast, attempts: Int(query.integer(4)),
        lastError: query.text(5), retryAt: Date(canonical: query.text(6)),
        isQuarantined: query.integer(7) != 0, isSent: !query.isNull(8))
      rows.append((query.integer(0), row))
    }
    return rows
  }

  private static func fields(_ list: String?) -> [String] {
    Set((list ?? "").split(separator: ",").map(String.init)).compactlySorted()
  }
}
