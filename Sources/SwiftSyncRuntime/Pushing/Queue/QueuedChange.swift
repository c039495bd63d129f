/// An entry of the queue as it is handed out for a push.
struct QueuedChange: Hashable, Sendable {
  /// Its place in the queue.
  let sequence: Int64
  /// How often it had been written.
  let revision: Int64
  let operation: PendingRow.Operation
  /// The attributes and relations that were written.
  let fields: QueuedFields
  /// The server's clock before the first write; of a deletion, the clock that it has.
  let clock: StoredValue
  /// The time of the last write, as the queue spells it.
  let changedAt: String
  /// Whether it was handed out before and may have arrived: there was no response.
  let isRepeated: Bool
  let key: RowKey
}
