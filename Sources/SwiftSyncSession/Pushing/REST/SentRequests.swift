import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// A request that may have arrived.
struct SentRequest: Sendable {
  /// The revision of the row in the request.
  let revision: Int64
  /// The fields that were sent.
  let fields: String
  /// The path and the body of a creation; `nil` for other requests.
  let path: String?
  let body: Data?
  let key: String?
  /// The time since the request was first sent.
  let age: Duration
  let isUncertain: Bool
  /// Whether it updates a row that was deleted and inserted again here, and whose deletion may have
  /// arrived.
  let isRestored: Bool

  /// Whether it is a creation that may have arrived.
  var isCreation: Bool { path != nil }
}

/// The `swiftsync_requests` table: creations, recorded before they are sent, and requests without a
/// response.
struct SentRequests {
  private let connection: Connection

  init(on connection: Connection) {
    self.connection = connection
  }

  /// All requests, by the positions of their changes in the queue. Requests whose changes no longer
  /// exist are removed.
  func all() throws(SyncError) -> [Int64: SentRequest] {
    try run(
      """
      DELETE FROM swiftsync_requests WHERE NOT EXISTS (SELECT 1 FROM swiftsync_changes c
        WHERE c.sequence = swiftsync_requests.sequence
          AND (c.sent_revision IS NOT NULL OR failures > 0))
      """)
    let query = try connection.statement(Self.select)
    defer { query.reset() }
    var found: [Int64: SentRequest] = [:]
    while try query.step() { found[query.integer(0)] = read(query) }
    return found
  }

  /// The request of one change.
  func request(of sequence: Int64) throws(SyncError) -> SentRequest? {
    let query = try connection.statement("\(Self.select) WHERE sequence = ?1")
    defer { query.reset() }
    query.bind(1, sequence)
    return try query.step() ? read(query) : nil
  }

  private static let select = """
    SELECT sequence, revision, fields, path, body, key,
      (julianday('now') - julianday(sent_at)) * 86400, is_uncertain,
      is_restored
    FROM swiftsync_requests
    """

  private func read(_ query: Statement) -> SentRequest {
    SentRequest(
      revision: query.integer(1), fields: query.text(2) ?? ",", path: query.text(3),
      body: query.text(4).map { Data($0.utf8) }, key: query.text(5),
      age: .seconds(query.value(6).stored.seconds), isUncertain: query.integer(7) != 0,
      isRestored: query.integer(8) != 0)
  }

  /// Records a creation that is about to be sent for the first time.
  func note(
    _ change: QueuedChange, path: String, body: Data?, key: String?
  ) throws(SyncError) {
    let statement = try connection.statement(
      """
      INSERT INTO swiftsync_requests (sequence, revision, fields, path, body, key, sent_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      ON CONFLICT (sequence) DO UPDATE SET revision = excluded.revision, fields = excluded.fields,
        path = excluded.path, body = excluded.body, key = excluded.key,
        sent_at = excluded.sent_at, is_uncertain = 0
      """)
    statement.bind(1, change.sequence)
    statement.bind(2, change.revision)
    statement.bind(3, change.fields.list)
    statement.bind(4, path)
    statement.bind(5, body.map { StoredValue.text(String(decoding: $0, as: UTF8.self)) } ?? .null)
    statement.bind(6, key.map(StoredValue.text) ?? .null)
    try statement.run()
  }

  /// Records that a request had no response.
  ///
  /// - Returns: How often that has happened to the change.
  func noteFailure(of change: QueuedChange) throws(SyncError) -> Int64 {
    try run(
      """
      INSERT INTO swiftsync_requests (sequence, revision, fields, sent_at, failures)
      VALUES (?1, ?2, ',', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 1)
      ON CONFLICT (sequence) DO UPDATE SET failures = failures + 1
      """, [.integer(change.sequence), .integer(change.revision)])
    return try connection.integer(
      "SELECT failures FROM swiftsync_requests WHERE sequence = \(change.sequence)") ?? 1
  }

  /// Records failures, and delays the changes that have failed at least a number of times.
  func postpone(
    _ failed: [FailedChange], ifFailed least: Int64, _ policy: HTTP.RetryPolicy
  ) throws(SyncError) {
    let queue = ChangeQueue(on: connection)
    for failure in failed {
      let failures = try noteFailure(of: failure.pushed.change)
      guard failures >= least else { continue }
      try queue.postpone(
        failure.pushed.change, failure.reason, for: policy.delay(afterFailures: failures))
    }
  }

  /// The table; `nil` if it is empty.
  var ifAny: SentRequests? {
    get throws(SyncError) {
      try connection.integer("SELECT 1 FROM swiftsync_requests LIMIT 1") == 1 ? self : nil
    }
  }

  /// Records whether an update that is about to be sent follows a deletion that may have arrived.
  func noteRestored(_ change: QueuedChange) throws(SyncError) {
    try run(
      """
      INSERT INTO swiftsync_requests (sequence, revision, fields, sent_at, is_restored)
      SELECT sequence, revision, ',', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 1
      FROM swiftsync_changes WHERE sequence = ?1 AND sent_operation = 'delete'
      ON CONFLICT (sequence) DO UPDATE SET is_restored = 1
      """, [.integer(change.sequence)])
  }

  /// Records that only the app can determine whether a creation has arrived.
  func noteUncertain(_ change: QueuedChange) throws(SyncError) {
    try run(
      """
      INSERT INTO swiftsync_requests (sequence, revision, fields, sent_at, is_uncertain)
      VALUES (?1, ?2, ',', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 1)
      ON CONFLICT (sequence) DO UPDATE SET is_uncertain = 1
      """, [.integer(change.sequence), .integer(change.revision)])
  }

  /// Records that a creation was not sent. The number of its failures is kept.
  func forget(_ sequence: Int64) throws(SyncError) {
    try run(
      """
      UPDATE swiftsync_requests SET fields = ',', path = NULL, body = NULL, key = NULL,
        is_uncertain = 0 WHERE sequence = ?1
      """, [.integer(sequence)])
  }

  /// Forgets the request of a change that the server has processed.
  func remove(_ sequence: Int64) throws(SyncError) {
    try run("DELETE FROM swiftsync_requests WHERE sequence = ?1", [.integer(sequence)])
  }

  private func run(_ sql: String, _ values: [StoredValue] = []) throws(SyncError) {
    let statement = try connection.statement(sql)
    statement.bind(values)
    try statement.run()
  }
}

extension StoredValue {
  fileprivate var seconds: Double {
    switch self {
    case .real(let seconds): seconds
    case .integer(let seconds): Double(seconds)
    default: 0
    }
  }
}

/// The way in which a push treats a change.
enum RowFate: Hashable, Sendable {
  /// It is sent.
  case send
  /// A creation without a response is sent again, with the same key and body.
  case sendAgain
  /// The server is asked whether a creation without a response has arrived.
  case ask
  /// The server never had the row.
  case drop
  /// The app must determine whether a creation has arrived.
  case uncertain
}

extension PushEndpoint {
  /// The endpoints of an entity.
  func routes(of plan: EntityPlan) -> RowEndpoints? {
    routes.first { $0.entity == plan.metadata.name }
  }

  /// - Parameter sent: The unsettled earlier request of the change.
  func fate(of change: QueuedChange, in plan: EntityPlan, _ sent: SentRequest?) -> RowFate {
    let isTemporary = plan.mayBeRenamed && plan.isTemporary(change.key)
    switch change.operation {
    case .update: return .send
    case .delete where !isTemporary: return .send
    case .delete:
      guard let sent, sent.isCreation else { return .drop }
    case .insert:
      guard change.isRepeated else { return .send }
    }
    if let sent, sent.isCreation {
      if let key = idempotencyKey, sent.key != nil, sent.age < key.validity { return .sendAgain }
      if retriesCreates, change.operation == .delete { return .sendAgain }
    }
    let routes = routes(of: plan)
    if !isTemporary, routes?.fetch != nil { return .ask }
    // By the rules of HTTP, a request of this method can be repeated (RFC 9110, section 9.2.2).
    let isRepeatable = retriesCreates || routes?.create?.request.method == .put
    return isRepeatable && change.operation == .insert ? .send : .uncertain
  }
}
