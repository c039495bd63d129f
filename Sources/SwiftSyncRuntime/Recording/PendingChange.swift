/// A local write to a row that is not pushed yet: an entry of the queue `swiftsync_changes`.
struct PendingChange {
  /// What the server has to do.
  enum Operation: String {
    case insert
    case update
    case delete
    /// Nothing; the entry only keeps the server's clock of a row whose clock was written here.
    case touch
  }

  /// Its place in the queue, which is also the entry's rowid.
  let sequence: Int64
  let operation: Operation
  /// Names of attributes and relations, with commas around: `,title,state,`; some may occur twice.
  let fields: String
  /// The server's clock before the first local write; of a deletion, the clock that it has.
  let clock: StoredValue

  /// The names in `fields`.
  var fieldNames: [String] { fields.split(separator: ",").map(String.init) }

  func names(_ field: String) -> Bool { fields.contains(",\(field),") }

  /// Whether the value of an attribute or a to-one relation was written here.
  func holds(_ field: String, _ direction: SyncDirection) -> Bool {
    operation == .insert ? direction.isExported : names(field)
  }
}
