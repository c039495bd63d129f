@_spi(Generated) import SwiftSyncREST

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
  /// Whether it was sent before without a response, so that it may have arrived.
  let isRepeated: Bool
  let key: RowKey
}

/// The names of the attributes and relations that were written, as the queue holds them: `,title,state,`.
///
/// Rows that are pushed together mostly have the same ones, so they are taken apart only where that matters.
struct QueuedFields: Hashable, Sendable {
  /// With commas around, also without a name.
  let list: String

  init(list: String) {
    self.list = list
  }

  init(_ names: Set<String>) {
    list = names.isEmpty ? "," : ",\(names.sorted().joined(separator: ",")),"
  }

  var names: Set<String> { Set(list.split(separator: ",").map(String.init)) }
}
