import SwiftSyncFoundation
import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// One call that applies a payload, from its first row to its report. Runs in a transaction.
///
/// Rows are applied in the order of the payload, each with its nested rows. Decisions that depend
/// on the outcome wait for the end: unlisted children, missing rows, unique values that another row
/// must give up first, references to rows that come later, and `deny`.
package final class ApplyCall {
  let call: CallData
  private let parts: CallParts
  private let rows: RowApplier
  /// The editor for the app's own writes.
  package let editor: RowEditor
  /// Receives the progress of the call, and may cancel it.
  var monitor: CallMonitor?
  /// Whether it is not an error if every row is rejected.
  package var toleratesRejections = false

  package convenience init(
    _ schema: SchemaPlan, _ plan: EntityPlan, _ options: ApplyOptions, on connection: Connection
  ) throws(SyncError) {
    try self.init(schema, .rows(plan), options, on: connection)
  }

  package init(
    _ schema: SchemaPlan, _ target: ApplyTarget, _ options: ApplyOptions,
    on connection: Connection
  ) throws(SyncError) {
    call = try CallData(schema, target, options, on: connection)
    parts = CallParts(call)
    rows = RowApplier(parts)
    editor = RowEditor(parts, rows)
  }

  var plan: EntityPlan { call.plan }
  var connection: Connection { call.connection }
  var changes: PendingChanges { call.changes }
  package var parser: RowParser { call.parser }

  package var state: CallState {
    _read { yield call.state }
    _modify { yield &call.state }
  }

  /// Releases everything that reads the tables, so that others can write.
  package func close() {
    for table in call.tables { table.close() }
  }
}

// MARK: - Payloads

extension ApplyCall {
  /// Applies all rows of the streams, as one list.
  package func run(_ streams: [any ByteStream]) throws(SyncError) -> ApplyReport {
    do {
      try applyAll(streams)
    } catch {
      guard case .database(let failure) = error, error.isFailedCheck else { throw error }
      // The check of a row that the payload does not write.
      guard let refusal = try call.brokenCheck(failure) else { throw error }
      throw try refused(refusal)
    }
    close()
    try call.recording.end()
    return call.report(unresolved: try parts.base.unresolved.missingRows())
  }

  /// Checks that the keys of the payload's object identify its rows.
  private func checkKey() throws(SyncError) {
    guard let name = call.options.keyedBy else { return }
    if call.options.isItem {
      throw .invalidOption("keyedBy: it needs an object of rows, but the call is for one row")
    }
    guard case .attribute(let index) = plan.fields[plan.idColumn].source,
      plan.metadata.attributes[index].name == name
    else {
      throw .invalidOption(
        "'\(name)' does not identify rows of '\(plan.metadata.name)', so it cannot be their key")
    }
  }

  private func applyAll(_ streams: [any ByteStream]) throws(SyncError) {
    try parts.missing.checkPredicate()
    try checkKey()
    try call.options.checkMissingRows()
    try parts.base.conflicts.beginInbound()
    for plan in call.targets
    where call.mayDeleteMissingRows(of: plan) || call.deletesByTombstone(plan) {
      parts.base.expected.expectDeletions(in: plan)
    }
    call.mode = .reading
    for stream in streams {
      if try applyRows(of: stream), streams.count == 1 { try call.noteSingleObject() }
    }
    call.mode = .finishing
    try finish()
  }

  /// - Returns: Whether the payload is one object.
  private func applyRows(of stream: any ByteStream) throws(SyncError) -> Bool {
    let window = PayloadWindow(stream, valueLimit: call.options.rowSizeLimit)
    if let document = call.document { return try applyRows(in: window, as: document) }
    let sign = call.options.missingRows.sign
    if try hasEnvelope(window) {
      return try applyRows(
        in: window, as: DocumentPlan(around: plan, in: call.schema), sign: sign)
    }
    let root = call.options.root.map(ValuePath.keys) ?? []
    parser.root = root
    let rows = PayloadRows(
      window, parser, as: plan, root: root, isKeyed: call.options.keyedBy != nil,
      isItem: call.options.isItem, sign: sign)
    do throws(PayloadFailure) {
      while let element = try rows.next(at: call.state.topRows.count) {
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
    try call.note(sign, hasLines: rows.hasLines)
    return rows.isSingleObject
  }

  private func apply(_ element: PayloadRows.Element) throws(SyncError) {
    let location = RowLocation.top(call.state.topRows.next())
    switch element {
    case .dropped:
      call.state.topRows.countAsDropped()
      parser.arena.reset()
    case .nonObjectElement(let message):
      call.rejectNonObject(at: location.path, message, of: plan)
      call.state.topRows.countAsRejected()
      call.state.rejections.noteUnidentifiedRow(of: plan)
    case .row(let node):
      try checkItem()
      try applyTop(node)
      parser.recycle(node)
      parser.arena.reset()
    }
  }

  private func checkItem() throws(SyncError) {
    guard !call.options.isItem || call.state.topRows.count <= 1 else {
      throw .invalidOption("the payload has several rows, but the call is for one row")
    }
  }

  private func applyTop(_ node: RowNode) throws(SyncError) {
    // Before the row is applied, because applying leaves out the values of locally written fields.
    if let newest = monitor?.newestClock, node.plan === plan, let column = plan.clockColumn {
      let clock = node.values[column].stored
      parts.base.deferred.topClock = clock
      newest.take(clock, of: plan)
    }
    let outcome = try rows.apply(node, link: nil)
    if case .rejected(_, let isIdentified) = outcome, node.location.isTop {
      call.state.topRows.countAsRejected()
      if isIdentified { noteRejection(of: node) }
    }
    if case .applied = outcome { try keepTag(of: node) }
    noteAccepted(node, outcome)
    call.state.named.note(node, outcome)
  }

  /// Forgets the rejection of a row by an earlier page or call, now that the row is applied or
  /// gone.
  private func noteAccepted(_ node: RowNode, _ outcome: RowOutcome) {
    guard node.plan === plan else { return }
    switch outcome {
    case .applied: monitor?.newestClock?.accept(plan.identity.map { node.values[$0].stored })
    case .tombstoned:
      let key = plan.identity.map { node.values[$0].stored }
      monitor?.newestClock?.accept(key)
      parts.rejections.noteTombstone(key)
    case .passed, .left, .named, .rejected, .waiting: break
    }
  }

  private func keepTag(of node: RowNode) throws(SyncError) {
    guard let tag = call.options.entityTag, call.options.isItem, node.location.isTop,
      plan.metadata.sync.hasETags
    else { return }
    let key = plan.identity.map { node.values[$0].stored }
    try EntityTags(on: call.connection).set(tag, of: key, plan)
  }

  /// Remembers a row that the server will not send again, because the watermark will be newer than
  /// its clock.
  private func noteRejection(of node: RowNode) {
    guard let newest = monitor?.newestClock, node.plan === plan, let column = plan.clockColumn,
      let rule = call.state.rejections.lastRule
    else { return }
    newest.reject(
      RejectedTopRow(
        key: plan.identity.map { node.values[$0].stored }, rule: rule,
        clock: node.values[column].stored))
  }

  /// Carries out everything that waits until all rows are read.
  private func finish() throws(SyncError) {
    try monitor?.finishRows(self)
    for table in call.tables { try table.restoreIndexes() }
    try parts.deletions.carryOutReleases()
    try parts.pruner.prune()
    try parts.missing.delete()
    if !parts.base.deferred.isEmpty { try applyDeferredRows() }
    try parts.lists.settleOrders()
    try checkDenials()
    try checkRefusals()
    try parts.purge.run()
    try countNetEffects()
    try parts.rejections.remove(of: plan)
    try call.noteRefetchedRows()
    for table in call.tables { try table.restoreTriggers() }
  }

  private func applyDeferredRows() throws(SyncError) {
    for clock in try parts.base.deferred.apply(by: rows, parts.deletions, parts.pruner) {
      monitor?.newestClock?.hold(clock)
    }
  }

  /// Counts rows as unchanged that were changed and changed back.
  private func countNetEffects() throws(SyncError) {
    for table in call.tables {
      let entity = table.plan.index
      let relinked = call.state.relinkedRows(of: table.plan, in: call.schema)
      for rowID in relinked where try parts.members.hasMembersAsBefore(rowID, of: table.plan) {
        call.state.tallies.markMembersReverted(rowID, of: entity)
      }
      for rowID in relinked.union(table.originals?.suspects ?? [])
      where try table.originals?.isAsBefore(rowID) ?? true {
        call.state.tallies.markReverted(rowID, of: entity)
      }
    }
    for parent in call.state.history.memberships.changedParents {
      call.state.tallies.markMembershipChanged(parent.rowID, of: parent.entity)
    }
  }

  private func checkDenials() throws(SyncError) {
    if let denial = try parts.deletions.denial { throw try refused(denial) }
  }

  private func checkRefusals() throws(SyncError) {
    // All rows of a part of a list may be wrong while others are not. Changes are remembered by
    // their identities.
    let isPart = call.options.isPage || monitor?.newestClock?.rejected.isEmpty == false
    if !toleratesRejections, !isPart, call.state.topRows.areAllRejected {
      throw try refused(.everyRowRejected)
    }
    let deletions = call.state.tallies.deletions
    if let limit = call.options.deletionLimit, deletions > limit {
      throw try refused(.deletionLimit(limit: limit, deletions: deletions))
    }
    if call.options.isStrict, call.state.rejections.count > 0 || !call.unknownKeys.counts.isEmpty {
      throw try refused(.strict)
    }
  }

  private func refused(_ refusal: SyncError.Refusal) throws(SyncError) -> SyncError {
    .refused(
      refusal, report: call.refusedReport(unresolved: try parts.base.unresolved.missingRows()))
  }
}

// MARK: - Documents

extension ApplyCall {
  /// Whether the payload is a JSON:API document.
  private func hasEnvelope(_ window: PayloadWindow) throws(SyncError) -> Bool {
    guard plan.metadata.resourceType != nil, call.options.root == nil, call.options.keyedBy == nil
    else { return false }
    do throws(PayloadFailure) {
      return try EnvelopeRows.isDocument(window, parser.arena)
    } catch {
      throw try syncError(error, in: window)
    }
  }

  /// - Returns: Whether the payload is one resource object of JSON:API.
  private func applyRows(
    in window: PayloadWindow, as document: DocumentPlan, sign: ListSign? = nil
  ) throws(SyncError) -> Bool {
    let rows = DocumentRows(window, parser, as: document, of: call, sign: sign)
    do throws(PayloadFailure) {
      while let element = try rows.next() {
        do throws(SyncError) {
          try apply(element, isTop: !document.isEnvelope || !rows.isInIncluded)
          parser.arena.reset()
          if let monitor { try monitor.note(self, window) }
        } catch {
          throw .source(error)
        }
      }
    } catch {
      throw try syncError(error, in: window, at: rows.openPath)
    }
    monitor?.finishStream(window)
    try call.note(sign, hasLines: false)
    return rows.isSingleObject
  }

  /// - Parameter isTop: Whether it is one of the rows that the call applies, not one that comes
  ///   with them.
  private func apply(_ element: DocumentRows.Element, isTop: Bool) throws(SyncError) {
    if isTop { _ = call.state.topRows.next() }
    switch element {
    case .dropped:
      if isTop { call.state.topRows.countAsDropped() }
    case .unknownTag(let path):
      if isTop { call.state.topRows.countAsDropped() }
      call.unknownKeys.count(path, besides: [])
    case .nonObjectElement(let path, let message, let plans):
      call.rejectNonObject(at: path, message, of: plans.count == 1 ? plans[0] : nil)
      noteUnidentifiedRow(of: plans, isTop: isTop)
    case .badTag(let path, let message, let plans):
      call.state.rejections.add(
        ApplyReport.RejectedRow(path: path, identity: nil, rule: .badValue, message: message))
      noteUnidentifiedRow(of: plans, isTop: isTop)
    case .row(let node):
      try checkItem()
      call.note(node.plan, deletesMissingRows: false)
      try applyTop(node)
      parser.recycle(node)
    }
  }

  /// Records a rejected row that may be any stored row of some entities.
  private func noteUnidentifiedRow(of plans: [EntityPlan], isTop: Bool) {
    if isTop { call.state.topRows.countAsRejected() }
    for plan in plans { call.state.rejections.noteUnidentifiedRow(of: plan) }
  }
}

// MARK: - The app's own writes

extension ApplyCall {
  /// Removes the children that lists of patches leave out from their parents.
  func pruneLists() throws(SyncError) {
    try parts.pruner.prune()
    try parts.lists.settleOrders()
  }

  /// Carries out everything that waits until all rows are written.
  func finishEdit() throws(SyncError) {
    try pruneLists()
    try checkDenials()
  }
}

// MARK: - Payloads that cannot be read

extension ApplyCall {
  /// - Parameter place: The place of the value; `nil` in a list of rows.
  private func syncError(
    _ failure: PayloadFailure, in window: PayloadWindow, at place: String? = nil
  ) throws(SyncError) -> SyncError {
    switch failure {
    case .source(let error):
      return error
    case .noRows(let reason, let offset, let path):
      return try problem(reason, at: offset, path: path, in: window)
    case .tooLarge(let limit, let offset):
      return try problem(
        "this value is larger than \(limit) bytes, the limit for a row (rowSizeLimit)", at: offset,
        path: place ?? "", in: window)
    case .text(let error):
      let trail = parser.errorTrail.reversed().joined()
      let path =
        parser.hasFailed ? (place ?? "[\(call.state.topRows.count)]") + trail : place ?? ""
      return try problem(error.message, at: error.offset, path: path, in: window)
    }
  }

  private func problem(
    _ reason: String, at offset: Int, path: String, in window: PayloadWindow
  ) throws(SyncError) -> SyncError {
    let position = try window.position(of: offset)
    return .invalidPayload(
      SyncError.PayloadProblem(
        file: window.file, offset: offset, line: position.line, column: position.column,
        path: path, reason: reason))
  }
}
