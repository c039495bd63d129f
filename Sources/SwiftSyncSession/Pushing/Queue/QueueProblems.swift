import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore

/// Reads what is wrong with pending changes.
struct QueueProblems {
  /// The limits for a list.
  struct Limits {
    var count = Int.max
    var bodyBytes = Int.max
  }

  private let connection: Connection
  private let readers: ErrorReaders

  init(on connection: Connection, _ readers: ErrorReaders) {
    self.connection = connection
    self.readers = readers
  }

  /// The problems of some entities, in the order of the first writes.
  func problems(
    of plans: [EntityPlan], _ limits: Limits = Limits()
  ) throws(SyncError) -> [SyncProblem] {
    var found: [(sequence: Int64, problem: SyncProblem)] = []
    var bodyBytes = 0
    for plan in plans where found.count < limits.count {
      let query = try connection.statement(Self.select(plan))
      defer { query.reset() }
      query.bind(1, plan.metadata.name)
      while found.count < limits.count, try query.step() {
        let length = Int(query.integer(6))
        let keepsBody = bodyBytes + length <= limits.bodyBytes
        if keepsBody { bodyBytes += length }
        found.append((query.integer(0), read(query, plan, keepsBody: keepsBody)))
      }
    }
    return found.compactlySorted { $0.sequence < $1.sequence }.map(\.problem)
  }

  private static func select(_ plan: EntityPlan) -> String {
    """
    SELECT c.sequence, iif(\(isUncertain), 'uncertain', c.problem),
      c.fields || coalesce(c.sent_fields, ''), c.last_error, c.status, c.code,
      coalesce(length(c.body), 0), c.body, \(plan.queuedIDParts)
    FROM swiftsync_changes c NOT INDEXED
    WHERE c.entity = ?1 AND c.operation IN ('insert', 'update', 'delete')
      AND (c.problem IS NOT NULL OR \(isUncertain))
    ORDER BY c.sequence
    """
  }

  private static let isUncertain = """
    (c.sent_operation = 'insert' AND EXISTS (SELECT 1 FROM swiftsync_requests r
      WHERE r.sequence = c.sequence AND r.is_uncertain))
    """

  private func read(
    _ query: Statement, _ plan: EntityPlan, keepsBody: Bool
  ) -> SyncProblem {
    let kind = query.text(1).flatMap(SyncProblem.Kind.init) ?? .rejected
    let lost = "the response to the creation was lost, and the server may have the row"
    let isUncertain = kind == .uncertain
    var body: Data?
    if keepsBody, case .blob(let bytes) = query.value(7).stored { body = Data(bytes) }
    let reason = ProblemReason(
      isUncertain ? lost : query.text(3) ?? "",
      status: query.isNull(4) || isUncertain ? nil : Int(query.integer(4)),
      code: isUncertain ? nil : query.text(5), body: isUncertain ? nil : body)
    let declared = reason.body.map { [readers] in
      readers.errors(of: plan.metadata.name, reason.status ?? 0, $0)
    }
    return SyncProblem(
      kind, entity: plan.metadata.name,
      key: plan.identity.indices.map { query.value(Int32($0 + 8)).stored },
      members: Set(QueuedFields(list: query.text(2) ?? ",").names).sorted(), reason,
      resolutions: kind == .goneOnServer && plan.temporaryPart != nil ? [.discard] : nil,
      declaredErrors: declared ?? [:])
  }
}
