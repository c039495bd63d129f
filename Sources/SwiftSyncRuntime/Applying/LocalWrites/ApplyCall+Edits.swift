/// What a patch says of a relation without a column.
struct StatedIDList: Sendable {
  /// Position in the entity's relations.
  let relation: Int
  let ids: [any SyncedValue]

  /// - Parameter ids: A list of ids, one id, or `nil` for none.
  init(relation: Int, ids: (any Hashable & Sendable)?) {
    self.relation = relation
    if let list = ids as? [any SyncedValue] {
      self.ids = list
    } else {
      self.ids = (ids as? any SyncedValue).map { [$0] } ?? []
    }
  }
}

/// Writes of the app's own: single rows, by the same rules for links as a payload's.
extension ApplyCall {
  func insert(_ settings: [RowWriter.Setting]) throws(SyncError) {
    let needsNode = plan.hasMovingLinks || hasStatedLists
    let node = needsNode ? makeNode(settings) : nil
    if let node { try makeRoom(for: node, columns: nil) }
    let statement = try insertion(of: settings.map(\.column))
    for (index, setting) in settings.enumerated() {
      statement.bind(Int32(index + 1), setting.value)
    }
    try statement.run()
    guard let node else { return }
    noteListed(node, connection.lastInsertedRowID)
    parser.arena.reset()
  }

  /// The statement that inserts these columns; rows that are inserted together have the same ones.
  private func insertion(of columns: [Int]) throws(SyncError) -> Statement {
    if let latestInsertion, latestInsertion.columns == columns { return latestInsertion.statement }
    let statement = try connection.statement(tables[plan.index].sql.insert(columns))
    latestInsertion = (columns, statement)
    return statement
  }

  /// Keeps a row in the lists of its parents that other edits of the transaction have stated before.
  private func noteListed(_ node: RowNode, _ rowID: Int64) {
    let entity = node.plan.index
    for reference in node.plan.references
    where state.statements[entity][reference.relation].hasLists {
      let kind = node.values[reference.column].kind
      guard kind != .missing, kind != .null else { continue }
      let number = state.nextStatement()
      state.statements[entity][reference.relation].list(rowID, number: number)
    }
  }

  /// Whether edits of the transaction have stated lists that hold rows of the entity.
  private var hasStatedLists: Bool {
    plan.references.contains { state.statements[plan.index][$0.relation].hasLists }
  }

  /// Returns whether there is a row with the identity.
  func update(
    _ identity: [StoredValue], _ settings: [RowWriter.Setting], _ lists: [StatedIDList]
  ) throws(SyncError) -> Bool {
    let node = makeNode(settings)
    for (column, value) in zip(plan.identity, identity) {
      let known = BoundValue(value, in: parser.arena)
      guard node.values[column].kind == .missing || node.values[column] == known else {
        throw .changedIdentity(entity: plan.metadata.name, identity: value.text)
      }
      node.values[column] = known
    }
    let table = tables[plan.index]
    guard let stored = try table.find(node.values) else { return false }
    let changed = changedColumns(of: node, stored)
    if !changed.isEmpty {
      try makeRoom(for: node, columns: changed)
      guard try table.update(stored.rowID, columns: changed, node.values) else {
        throw connection.failure(sql: table.sql.update(changed))
      }
    }
    if hasStatedLists { noteListed(node, stored.rowID) }
    for list in lists { try state(list, in: node) }
    try applyLists(of: node, stored.rowID)
    return true
  }

  /// Carries out what can only be judged when the row is written.
  func finishEdit() throws(SyncError) {
    try pruneLists()
    try checkDenials()
  }

  func close() {
    for table in tables { table.close() }
  }

  private func makeNode(_ settings: [RowWriter.Setting]) -> RowNode {
    let node = RowNode(plan)
    for setting in settings {
      node.values[setting.column] = BoundValue(setting.value, in: parser.arena)
    }
    return node
  }

  /// Takes one-to-one links away from the rows that have them. Enforced references are left to
  /// SQLite, which judges them when the transaction ends.
  private func makeRoom(for node: RowNode, columns: [Int]?) throws(SyncError) {
    attempt = Attempt()
    _ = try prepareReferences(of: node, columns: columns)
    attempt = nil
  }

  private func state(_ list: StatedIDList, in node: RowNode) throws(SyncError) {
    let target = plan.relations[list.relation].target
    let column = target.metadata.columns[target.idColumn]
    node.hasLinks = true
    _ = node.relations[list.relation].beginIDs(rank: 0)
    for (position, id) in list.ids.enumerated() {
      guard let stored = id.stored(in: column.storage) else {
        throw .unstorableValue(
          entity: target.metadata.name, column: column.name, found: String(describing: id))
      }
      node.relations[list.relation].ids.append(BoundValue(stored, in: parser.arena))
      node.relations[list.relation].idPositions.append(position)
    }
  }
}
