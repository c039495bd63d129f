/// What a response says of the rows that were pushed, and the server's rows in it.
struct PushResponse: Sendable {
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
  /// Results that name no row that was sent, or contradict themselves.
  var unnamed = 0
  /// What the response lacks first, in words; nothing of such a response is used.
  private(set) var problem: String?

  /// Notes that something is missing or of another kind than the protocol asks for.
  mutating func note(_ problem: @autoclosure () -> String) {
    if self.problem == nil { self.problem = problem() }
  }
}

/// Why nothing of a response can be used.
enum PushResponseError: Error {
  /// It is not JSON.
  case json(PayloadProblem)
  /// It is JSON and lacks what the protocol asks for.
  case shape(String)
}
