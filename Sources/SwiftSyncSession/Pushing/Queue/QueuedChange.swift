/// An entry of the queue as leased for a push.
struct QueuedChange: Hashable, Sendable {
  /// The position in the queue.
  let sequence: Int64
  /// The number of times that the row had been written.
  let revision: Int64
  let operation: PendingChange.Operation
  /// The written attributes and relationships.
  let fields: QueuedFields
  /// The server's clock before the first write; for a deletion, the clock of the deletion itself.
  let clock: StoredValue
  /// The time of the last write, as spelled in the queue.
  let changedAt: String
  /// Whether it was sent before without a response, so that it may have arrived.
  let isRepeated: Bool
  let key: RowKey
  /// The values of the written members before their first edits, as in the queue.
  var oldValues = ""
}
