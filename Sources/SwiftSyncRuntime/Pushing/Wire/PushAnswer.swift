/// What an answer says of the rows that were pushed, and the server's rows in it.
struct PushAnswer: Sendable {
  /// A row of the server.
  struct Row: Sendable {
    let key: RowKey
    /// `null` if the row has none.
    let clock: StoredValue
    /// Where the row's object lies in the body.
    let text: Range<Int>
  }

  /// By the entity's position in the schema.
  var rows: [Int: [Row]] = [:]
  /// What the server has taken. In the protocol `batch` it names other rows, too.
  var accepted: Set<PushedKey> = []
  /// What it has not taken, and why.
  var rejected: [PushedKey: String] = [:]
  /// What was made from an older row than the server has.
  var stale: Set<PushedKey> = []
}
