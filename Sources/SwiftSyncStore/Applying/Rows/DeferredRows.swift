import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// A row that could not be written in its turn.
struct DeferredRow {
  enum Reason {
    /// A unique value was taken: `email "ada@example.com"`, if it is known.
    case unique(String? = nil)
    /// A reference with a foreign key had no row.
    case reference(path: String)
    /// The values do not meet the check of the table.
    case check

    /// Whether a row of a later payload may allow this row to be applied.
    var dependsOnOtherRows: Bool {
      if case .check = self { false } else { true }
    }

    func rejection(of node: RowNode) -> Rejection {
      switch self {
      case .unique(let value):
        Rejection(
          .uniqueConflict,
          "another row already has the same unique value" + (value.map { ": \($0)" } ?? ""))
      case .reference(let path):
        Rejection(
          .unknownReference, path: path, "the row that it refers to does not exist")
      case .check:
        Rejection(
          .checkFailed,
          "the row does not meet the check of its table"
            + (node.plan.metadata.check.map { ": \($0)" } ?? ""))
      }
    }
  }

  let node: RowNode
  /// The clock of the top-level row that contained it, if it is needed.
  let topClock: StoredValue
}

/// Rows that wait for the end of the call because of a unique value or a reference with a foreign
/// key.
final class DeferredRows {
  private let call: CallData
  private var rows: [DeferredRow] = []
  private var identities: Set<RowIdentity> = []
  /// One-to-one links that waiting rows will take.
  private var links: Set<OneToOneLink> = []
  private var attempt = DeferredAttempt()
  /// The rows that occur more than once; created when one of them fails.
  private var repeated: RepeatedRows?
  /// The clock of the top-level row that is being applied, if it is needed.
  var topClock = StoredValue.null

  init(_ call: CallData) {
    self.call = call
  }

  var isEmpty: Bool { rows.isEmpty }

  /// Lets a row wait for the end of the call. A row that has waited is left out.
  func wait(_ node: RowNode, _ reason: DeferredRow.Reason) throws(SyncError) {
    if call.mode.isAttempt {
      guard case .unique = reason else { return attempt.fail(node, reason) }
      return attempt.fail(node, .unique(try takenValue(of: node)))
    }
    call.state.hasDeferredRows = true
    node.number { call.state.statements.next() }
    node.detach()
    rows.append(DeferredRow(node: node, topClock: topClock))
    hold(node)
  }

  /// Lets later occurrences of a row that waits, and of those nested in it, wait as well.
  private func hold(_ node: RowNode) {
    if node.hasIdentity { identities.insert(RowIdentity(node)) }
    links.formUnion(OneToOneLink.all(of: node))
    guard node.hasLinks else { return }
    for content in node.relations {
      for nested in content.rows where nested.node.hasLinks || !nested.node.namesRow {
        hold(nested.node)
      }
    }
  }

  /// The unique value of a row that another row has; `nil` if none is found.
  private func takenValue(of node: RowNode) throws(SyncError) -> String? {
    try takenUnique(of: node).map { node.text(ofUnique: $0.index, $0.values) }
  }

  private func takenUnique(
    of node: RowNode
  ) throws(SyncError) -> (index: Int, values: [StoredValue])? {
    let table = call.tables[node.plan.index]
    let stored = node.hasIdentity ? try table.find(node.values) : nil
    let rowID = stored?.rowID
    let uniques = node.plan.metadata.uniques
    for (index, values) in node.uniqueValues(beside: stored).enumerated()
    where !values.contains(.null) {
      let bound = values.map { BoundValue($0, in: call.parser.arena) }
      if try table.rowIDs(where: uniques[index], hold: bound).contains(where: { $0 != rowID }) {
        return (index, values)
      }
    }
    return nil
  }

  /// Whether an earlier occurrence of the row waits, by itself or nested in another row, or an
  /// earlier row that takes the same link: it must be applied before this one (A6).
  func isBefore(_ node: RowNode) -> Bool {
    guard !call.mode.isAttempt, !rows.isEmpty else { return false }
    if identities.contains(RowIdentity(node)) { return true }
    return !links.isEmpty && !links.isDisjoint(with: OneToOneLink.all(of: node))
  }

  /// The reason why a row that has waited cannot be written, regardless of the others.
  func failure(of node: RowNode) -> DeferredRow.Reason? {
    attempt.failure(of: node)
  }

  /// Records a reference with a foreign key that must have its row when the waiting rows are
  /// written.
  func expect(_ reference: ReferencePlan, of node: RowNode) {
    guard call.mode == .retrying else { return }
    attempt.references.append(
      DeferredAttempt.Reference(
        node: node, column: reference.column, path: node.path(of: reference.column),
        target: reference.target, id: node.values[reference.column].stored))
  }
}

// MARK: - Attempts

extension DeferredRows {
  /// Writes the rows that have waited, as far as they fit when all other work is done.
  ///
  /// Rows may exchange unique values, so they are written together: first all of them give up the
  /// values that they change, then each gets its new ones. A row that still does not fit is left
  /// out together with those that depend on it, and the rest is tried again until no row fails.
  ///
  /// - Returns: The clocks of the rows that are left out and may fit with the rows of a later
  ///   payload.
  func apply(
    by applier: RowApplier, _ deletions: DeletionRun, _ pruner: ListPruner
  ) throws(SyncError) -> [StoredValue] {
    // Before the savepoint, so that rolling back to it does not end the pause.
    try call.recording.begin()
    let before = call.state
    var dependents: DependentFailures?
    repeat {
      attempt = attempt.next
      try call.connection.execute("SAVEPOINT swiftsync_attempt")
      try writeAll(by: applier, deletions, pruner)
      if attempt.mustRepeat {
        for table in call.tables { table.close() }
        try call.connection.execute("ROLLBACK TO swiftsync_attempt")
        call.state = before
        if dependents == nil { dependents = try DependentFailures(rows, call) }
        try dependents?.find(in: &attempt)
      }
      try call.connection.execute("RELEASE swiftsync_attempt")
    } while attempt.mustRepeat
    let failed = rows.filter { failure(of: $0.node)?.dependsOnOtherRows == true }
    rows = []
    return failed.map(\.topClock)
  }

  private func writeAll(
    by applier: RowApplier, _ deletions: DeletionRun, _ pruner: ListPruner
  ) throws(SyncError) {
    call.mode = .retrying
    repeated?.returnValues()
    try call.connection.ignoringChecks { () throws(SyncError) in
      try parkUniques(by: applier)
    }
    for row in rows { try write(row.node, by: applier) }
    attempt.excludeUnwrittenRows()
    call.mode = .settling
    try deletions.carryOutReleases()
    try pruner.prune()
    try checkReferences()
    call.mode = .finishing
  }

  private func write(_ node: RowNode, by applier: RowApplier) throws(SyncError) {
    let outcome = try applier.apply(node, link: nil)
    note(node, outcome)
    switch outcome {
    case .applied(let rowID):
      nameInList(node, rowID)
    case .rejected:
      if node.location.isTop { call.state.topRows.countAsRejected() }
    case .passed, .left, .tombstoned, .named, .waiting:
      break
    }
  }

  /// Records that the row's list contains it, as if the list had been applied in its turn.
  private func nameInList(_ node: RowNode, _ rowID: Int64) {
    guard let column = node.listColumn,
      let reference = node.plan.references.first(where: { $0.column == column })
    else { return }
    let list = StatedList(entity: node.plan.index, relation: reference.relation)
    let number = call.state.statements[list].number(of: rowID)
    // A later list may also contain the row.
    if number > node.number, number != LinkStatements.exempt { return }
    call.state.statements[list].name(rowID, number: node.number)
  }

  /// Records that a row is written and, if it has given up unique values, that it has new ones.
  func note(_ node: RowNode, _ outcome: RowOutcome) {
    if case .tombstoned = outcome {
      attempt.buried.insert(ObjectIdentifier(node))
      attempt.parked[ObjectIdentifier(node)] = nil
      attempt.lenders.remove(ObjectIdentifier(node))
    }
    guard node.plan.hasUniques || node.plan.hasForeignKeys, case .applied = outcome else {
      return
    }
    attempt.written.insert(ObjectIdentifier(node))
    attempt.lenders.remove(ObjectIdentifier(node))
    guard let columns = attempt.parked[ObjectIdentifier(node)],
      !columns.contains(where: { node.values[$0].kind == .missing })
    else { return }
    attempt.parked[ObjectIdentifier(node)] = nil
  }

  /// Lets every waiting row, and every row nested in one, give up the unique values that it
  /// changes, and a row that its tombstone deletes all of them.
  private func parkUniques(by applier: RowApplier) throws(SyncError) {
    for row in rows { try parkUniques(of: row.node, by: applier) }
  }

  private func parkUniques(
    of node: RowNode, by applier: RowApplier
  ) throws(SyncError) {
    guard failure(of: node) == nil else { return }
    if node.plan.hasUniques, node.hasIdentity,
      !attempt.excluded.contains(ObjectIdentifier(node)),
      let rowID = try call.tables[node.plan.index].find(node.values)?.rowID
    {
      let isLeaving = try applier.parts.references.isTombstoned(node)
      for unique in node.plan.metadata.uniques {
        try park(unique, rowID, of: node, isLeaving, call.tables[node.plan.index])
      }
    }
    guard node.hasLinks else { return }
    for content in node.relations {
      for nested in content.rows { try parkUniques(of: nested.node, by: applier) }
    }
  }

  private func park(
    _ unique: [Int], _ rowID: Int64, of node: RowNode, _ isLeaving: Bool, _ table: StoredTable
  ) throws(SyncError) {
    guard let stored = try table.row(rowID) else { return }
    let changed = unique.first { column in
      guard !node.plan.identity.contains(column) else { return false }
      if isLeaving { return !stored.holds(.null, in: column) }
      return node.values[column].kind != .missing && !stored.holds(node.values[column], in: column)
    }
    guard let changed else { return }
    attempt.parked[ObjectIdentifier(node), default: []].append(changed)
    _ = try table.update(
      rowID, column: changed,
      node.plan.parkedValue(
        of: changed, rowID: rowID, mayBeNull: node.values[changed].kind != .null,
        in: call.parser.arena))
  }
}

// MARK: - Rows that occur more than once

extension DeferredRows {
  /// Gives a row the unique values that later occurrences of it state, so that it takes none that no
  /// row has in the end.
  func borrowLaterValues(of node: RowNode) {
    guard node.plan.hasUniques, node.hasIdentity, attempt.failure(of: node) == nil else { return }
    let columns = node.plan.metadata.uniques.flatMap { $0 }
    let lenders = occurrences.borrow(columns, for: node) { attempt.isOut($0) }
    for lender in lenders ?? [] { attempt.lenders.insert(ObjectIdentifier(lender)) }
  }

  /// Replaces a unique value by which a row could not be written with the one that a later
  /// occurrence of the row states, and returns whether the row may be written now.
  ///
  /// If that value is taken, too, the row gets one that no other row has until the later occurrence
  /// is written: by then, the other row may have given it up.
  func replaceTakenValue(of node: RowNode) throws(SyncError) -> Bool {
    guard case .unique = attempt.failure(of: node), node.hasIdentity,
      let taken = try takenUnique(of: node)
    else { return false }
    let columns = node.plan.metadata.uniques[taken.index]
    attempt.reviveLatest()
    if occurrences.setAside(columns, of: node) { return true }
    let lenders = occurrences.borrow(columns, for: node) { attempt.isOut($0) }
    guard let lenders else {
      attempt.fail(node, .unique(node.text(ofUnique: taken.index, taken.values)))
      return false
    }
    for lender in lenders { attempt.lenders.insert(ObjectIdentifier(lender)) }
    return true
  }

  private var occurrences: RepeatedRows {
    let occurrences = repeated ?? RepeatedRows(rows)
    repeated = occurrences
    return occurrences
  }

  /// Checks that references with a foreign key have their rows, now that all rows have arrived. The
  /// later occurrences of a row come first: the others need not fit if these do.
  private func checkReferences() throws(SyncError) {
    for reference in attempt.references.reversed() {
      let node = reference.node
      guard failure(of: node) == nil, try !call.tables[reference.target].contains(reference.id),
        !isReplaced(reference)
      else { continue }
      attempt.fail(node, .reference(path: reference.path))
    }
  }

  /// Whether a row does not have a reference in the end.
  private func isReplaced(_ reference: DeferredAttempt.Reference) -> Bool {
    occurrences.isReplaced(
      reference.column, of: reference.node, isOut: { attempt.failure(of: $0) != nil },
      isWritten: { node in
        let node = ObjectIdentifier(node)
        return attempt.written.contains(node) || attempt.buried.contains(node)
      })
  }
}
