extension ApplyCall {
  /// Writes the rows that have waited, as far as they fit when everything else is done.
  ///
  /// Rows may exchange unique values, so they are written together: first all of them give up the
  /// values that they want to change, then each takes its new ones. A row that still does not fit
  /// is left out and the rest is tried again, until no row fails.
  func applyDeferredRows() throws(SyncError) {
    // Before the savepoint, so that going back to it does not end the pause.
    try recording.begin()
    let before = state
    var next = Attempt()
    var isDone = false
    while !isDone {
      try connection.execute("SAVEPOINT swiftsync_attempt")
      attempt = next
      postponesReleases = true
      try parkUniques()
      for row in deferredRows { try applyWaiting(row) }
      postponesReleases = false
      try carryOutReleases()
      try pruneLists()
      try checkReferences()
      isDone = attempt?.hasNewFailures == false
      next = Attempt(failures: attempt?.failures ?? [:], excluded: attempt?.excluded ?? [])
      if !isDone {
        for table in tables { table.close() }
        try connection.execute("ROLLBACK TO swiftsync_attempt")
        state = before
      }
      try connection.execute("RELEASE swiftsync_attempt")
    }
    for row in deferredRows where attempt?.failures[ObjectIdentifier(row.node)] != nil {
      monitor?.newestClock?.hold(row.topClock)
    }
    attempt = nil
    deferredRows = []
  }

  private func applyWaiting(_ row: DeferredRow) throws(SyncError) {
    let node = row.node
    switch try apply(node, link: nil) {
    case .applied(let rowID):
      nameInList(node, rowID)
    case .rejected:
      if node.location.isTop { state.rejectedTopRows += 1 }
      stepAside(node)
    case .passed, .left, .tombstoned:
      stepAside(node)
    case .waiting:
      break
    }
  }

  /// Notes that the list in which a row stood names it, as it would have done in its turn.
  private func nameInList(_ node: RowNode, _ rowID: Int64) {
    guard let column = node.listColumn,
      let reference = node.plan.references.first(where: { $0.column == column })
    else { return }
    state.statements[node.plan.index][reference.relation].name(rowID, number: node.number)
  }

  /// Notes a row that is not written although it may have given up its values.
  private func stepAside(_ node: RowNode) {
    let key = ObjectIdentifier(node)
    guard attempt?.failures[key] == nil, attempt?.excluded.insert(key).inserted == true else {
      return
    }
    attempt?.hasNewFailures = true
  }

  /// Lets every waiting row give up the unique values that it changes.
  private func parkUniques() throws(SyncError) {
    for row in deferredRows {
      let node = row.node
      let key = ObjectIdentifier(node)
      guard attempt?.failures[key] == nil, attempt?.excluded.contains(key) == false,
        node.plan.hasUniques
      else { continue }
      let table = tables[node.plan.index]
      guard let rowID = try table.find(node.values)?.rowID else { continue }
      for unique in node.plan.metadata.uniques {
        try park(unique, rowID, of: node, table)
      }
    }
  }

  private func park(
    _ unique: [Int], _ rowID: Int64, of node: RowNode, _ table: StoredTable
  ) throws(SyncError) {
    guard let stored = try table.row(rowID) else { return }
    let changed = unique.first { column in
      node.values[column].kind != .missing && !stored.holds(node.values[column], in: column)
        && !node.plan.identity.contains(column)
    }
    guard let changed else { return }
    _ = try table.update(
      rowID, column: changed, node.plan.parkedValue(of: changed, rowID: rowID, in: parser.arena))
  }

  /// Checks that enforced references have their rows, now that all that will come is there.
  private func checkReferences() throws(SyncError) {
    for reference in attempt?.references ?? [] {
      let key = ObjectIdentifier(reference.node)
      guard attempt?.failures[key] == nil,
        try !tables[reference.target].contains(reference.id)
      else { continue }
      attempt?.failures[key] = .reference(path: reference.path)
      attempt?.hasNewFailures = true
    }
  }
}

extension EntityPlan {
  /// A value for a unique column that no other row has, until all rows have their new ones.
  func parkedValue(
    of column: Int, rowID: Int64, in arena: ByteArena
  ) -> BoundValue {
    if !metadata.columns[column].isRequired { return .null }
    switch metadata.columns[column].storage {
    case .integer: return .integer(Int64.min / 2 &+ rowID)
    case .real:
      // The smallest normal numbers, told apart by their last bits.
      let bits = UInt64(bitPattern: rowID) & (1 << 52 - 1) | 1 << 52
      return .real(-Double(bitPattern: bits))
    case .text: return .text(arena.copy("\u{1}swiftsync \(rowID)"))
    case .blob: return .blob(arena.copy("\u{1}swiftsync \(rowID)"))
    }
  }
}
