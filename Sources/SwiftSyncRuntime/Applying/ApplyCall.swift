import SwiftSyncFoundation

/// One call that applies a payload, from its first row to its report. Runs in a transaction.
///
/// Rows are applied in the order of the payload, each with what is nested in it. What can only be
/// judged on the outcome waits for the end: unlisted children, missing rows, unique values that
/// another row has to give up first, references to rows that come later, and `deny`.
final class ApplyCall {
  let schema: SchemaPlan
  let plan: EntityPlan
  let options: ApplyOptions
  let connection: Connection
  /// By entity.
  let tables: [StoredTable]
  let links: WaitingLinks
  let recording: RecordingPause
  /// Local writes that are not pushed yet.
  let changes: PendingChanges
  let scope: ParentScope?
  /// When the call began.
  let now = Date()
  let parser: RowParser
  let unknownKeys = UnknownKeys()
  var state: CallState
  /// Rows that wait for the end because of a unique value or an enforced reference.
  var deferredRows: [DeferredRow] = []
  /// The clock of the row at the top that is applied, if somebody wants to know.
  private(set) var topClock = StoredValue.null
  var waitingIdentities: Set<RowIdentity> = []
  /// One-to-one links that rows which wait will take.
  var waitingLinks: Set<OneToOneLink> = []
  /// By entity: whether this call may delete rows of it that the payload does not name, by cascade too.
  var deletable: [Bool]
  /// Set while rows that have waited are tried together.
  var attempt: Attempt?
  /// The statement of the row that was inserted last, for writes of the app's own.
  var latestInsertion: (columns: [Int], statement: Statement)?
  /// Whether rows are still to come, so that the links to a deleted one are not judged yet.
  var postponesReleases = false
  /// Who wants to know how far the call is, or may cancel it.
  var monitor: CallMonitor?
  /// Whether it is not an error that every row is rejected.
  var toleratesRejections = false

  init(
    _ schema: SchemaPlan, _ plan: EntityPlan, _ options: ApplyOptions, on connection: Connection
  ) throws(SyncError) {
    self.schema = schema
    self.plan = plan
    self.options = options
    self.connection = connection
    let recording = RecordingPause(on: connection)
    self.recording = recording
    changes = PendingChanges(schema, on: connection)
    tables = schema.entities.map { StoredTable($0, on: connection, recording) }
    links = try WaitingLinks(on: connection)
    scope = try ParentScope(options.scope, of: plan)
    parser = RowParser(schema, unknownKeys: unknownKeys)
    state = CallState(schema)
    deletable = Array(repeating: false, count: schema.entities.count)
  }

  /// Applies all rows of the streams, as one list.
  func run(_ streams: [any ByteStream]) throws(SyncError) -> SyncReport {
    try checkPredicate()
    try beginInbound()
    if deletesMissingRows || deletesByTombstone { expectDeletions(in: plan) }
    postponesReleases = true
    for stream in streams { try applyRows(of: stream) }
    postponesReleases = false
    try finish()
    for table in tables { table.close() }
    try recording.end()
    return try report
  }

  private func applyRows(of stream: any ByteStream) throws(SyncError) {
    let window = PayloadWindow(stream)
    let root = options.root.map { $0.split(separator: ".").map(String.init) } ?? []
    parser.root = root
    let rows = PayloadRows(window, parser, as: plan, root: root)
    do throws(PayloadFailure) {
      while let element = try rows.next(at: state.topRows) {
        do throws(SyncError) {
          try apply(element)
          if let monitor { try monitor.note(self, window) }
        } catch {
          throw .source(error)
        }
      }
    } catch {
      throw try syncError(error, in: window)
    }
    monitor?.finishStream(window)
  }

  private func apply(_ element: PayloadRows.Element) throws(SyncError) {
    let location = RowLocation.top(state.topRows)
    state.topRows += 1
    switch element {
    case .nonObjectElement:
      rejectNonObject(at: location.path)
      state.rejectedTopRows += 1
      state.hasUnidentifiedRow = true
    case .row(let node):
      guard !options.isItem || state.topRows == 1 else {
        throw .invalidOption("expected one row because the call applies a single item (A21)")
      }
      try applyTop(node)
      parser.recycle(node)
      parser.arena.reset()
    }
  }

  private func applyTop(_ node: RowNode) throws(SyncError) {
    // Before the row is applied: what was written here leaves its values out.
    if let newest = monitor?.newestClock, let column = plan.clockColumn {
      topClock = node.values[column].stored
      newest.take(topClock, of: plan)
    }
    let outcome = try apply(node, link: nil)
    if case .rejected = outcome { state.rejectedTopRows += 1 }
    noteOccurrence(of: node, outcome)
  }

  /// Counts a row that the payload has named before (A6), at whatever depth.
  func noteOccurrence(of node: RowNode, _ outcome: RowOutcome) {
    if isRepeated(node, outcome) { state.duplicates += 1 }
  }

  private func isRepeated(_ node: RowNode, _ outcome: RowOutcome) -> Bool {
    if let rowID = outcome.rowID {
      return !state.seen[node.plan.index].insert(rowID) || wasSeenWithoutRow(node)
    }
    if case .rejected(_, isIdentified: false) = outcome { return false }
    return !state.seenWithoutRow.insert(RowIdentity(node)).inserted
  }

  private func wasSeenWithoutRow(_ node: RowNode) -> Bool {
    !state.seenWithoutRow.isEmpty && state.seenWithoutRow.contains(RowIdentity(node))
  }

  /// What is done when all rows are read.
  private func finish() throws(SyncError) {
    try monitor?.finishRows(self)
    for table in tables { try table.restoreIndexes() }
    try carryOutReleases()
    try pruneLists()
    try deleteMissingRows()
    if !deferredRows.isEmpty { try applyDeferredRows() }
    try checkDenials()
    try checkRefusals()
    try purgeExpiredRows()
    try countNetEffects()
    for table in tables { try table.restoreTriggers() }
  }

  /// Counts the rows as unchanged that were changed and changed back.
  private func countNetEffects() throws(SyncError) {
    for table in tables {
      let entity = table.plan.index
      let relinked = state.relinkedTwice[entity]
      for rowID in relinked where try hasMembersAsBefore(rowID, of: table.plan) {
        state.markMembersReverted(rowID, of: entity)
      }
      for rowID in relinked.union(table.originals?.suspects ?? [])
      where try table.originals?.isAsBefore(rowID) ?? true {
        state.markReverted(rowID, of: entity)
      }
    }
    for parent in state.memberships.changedParents {
      state.markMembershipChanged(parent.rowID, of: parent.entity)
    }
  }

  private func checkRefusals() throws(SyncError) {
    if !toleratesRejections, state.topRows > 0, state.rejectedTopRows == state.topRows {
      throw .refused(.everyRowRejected, report: try refusedReport())
    }
    if let limit = options.deletionLimit, state.deletions > limit {
      let refusal = Refusal.deletionLimit(limit: limit, deletions: state.deletions)
      throw .refused(refusal, report: try refusedReport())
    }
    if options.isStrict, state.rejectedCount > 0 || !unknownKeys.counts.isEmpty {
      throw .refused(.strict, report: try refusedReport())
    }
  }

  private func syncError(
    _ failure: PayloadFailure, in window: PayloadWindow
  ) throws(SyncError) -> SyncError {
    switch failure {
    case .source(let error):
      return error
    case .noRows(let reason, let offset):
      return try problem("\(reason) (A21)", at: offset, path: "", in: window)
    case .text(let error):
      let trail = parser.errorTrail.reversed().joined()
      let path = parser.hasFailed ? "[\(state.topRows)]\(trail)" : ""
      return try problem("\(error.message) (A22)", at: error.offset, path: path, in: window)
    }
  }

  private func problem(
    _ reason: String, at offset: Int, path: String, in window: PayloadWindow
  ) throws(SyncError) -> SyncError {
    let position = try window.position(of: offset)
    return .invalidPayload(
      PayloadProblem(
        file: window.file, offset: offset, line: position.line, column: position.column,
        path: path, reason: reason))
  }
}

/// What happened to a row.
enum RowOutcome {
  case applied(Int64)
  /// It may not be written, but links to it may be made; its stored row, if there is one.
  case passed(Int64?)
  /// Neither the row nor links in it change: it is older, deleted here, or a tombstone that may not
  /// delete; its stored row, if there is one.
  case left(Int64?)
  /// A tombstone has deleted it, or there was nothing to be deleted.
  case tombstoned
  /// Its stored row, if it has one; without a readable identity it is not known which.
  case rejected(Int64?, isIdentified: Bool)
  /// It waits for the end of the call; its stored row, if it has one.
  case waiting(Int64?)
}

extension RowOutcome {
  /// The row that is stored.
  var rowID: Int64? {
    switch self {
    case .applied(let rowID): rowID
    case .passed(let rowID), .left(let rowID), .waiting(let rowID), .rejected(let rowID, _): rowID
    case .tombstoned: nil
    }
  }
}

/// How a nested row is linked to the row around it.
struct ParentLink {
  /// The child's column that takes the parent's identity.
  let column: Int
  let parent: BoundValue
  let positionColumn: Int?
  let position: Int
  /// Whether this call has inserted the parent.
  let isParentNew: Bool
}
