import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The ids that a patch states for a relationship without a column.
package struct StatedIDList: Sendable {
  /// The position in the entity's relationships.
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

/// The app's own writes of single rows, with the same rules for links as for a payload.
package final class RowEditor {
  package let call: CallData
  let plan: EntityPlan
  private let rows: RowApplier
  private let references: ReferenceLinker
  let deletions: DeletionRun
  private let softDeletion: SoftDeletion
  /// The statement for the last inserted row.
  private var latestInsertion: (columns: [Int], statement: Statement)?

  init(_ parts: CallParts, _ rows: RowApplier) {
    call = parts.base.call
    plan = call.plan
    references = parts.references
    deletions = parts.deletions
    softDeletion = parts.softDeletion
    self.rows = rows
  }

  package func insert(_ settings: [RowWriter.Setting]) throws(SyncError) {
    let settings = try withReplacedReferences(settings)
    try checkScalars(settings)
    try checkTemporaryID(settings)
    let node = insertsByOneStatement ? nil : makeNode(settings)
    if let node { try makeRoom(for: node, columns: nil) }
    let statement = try insertion(of: settings.map(\.column))
    for (index, setting) in settings.enumerated() {
      statement.bind(Int32(index + 1), setting.value)
    }
    try statement.run()
    guard let node else { return }
    noteListed(node, call.connection.lastInsertedRowID)
    call.parser.arena.reset()
  }

  /// Whether inserting a row changes neither other rows nor the known state of lists.
  var insertsByOneStatement: Bool { !plan.hasMovingLinks && !hasStatedLists }

  /// The statement that inserts these columns. Rows that are inserted together have the same
  /// columns.
  private func insertion(of columns: [Int]) throws(SyncError) -> Statement {
    if let latestInsertion, latestInsertion.columns == columns { return latestInsertion.statement }
    let statement = try call.connection.statement(call.tables[plan.index].sql.insert(columns))
    latestInsertion = (columns, statement)
    return statement
  }

  /// Keeps a row in the lists of its parents that earlier edits of the transaction have stated.
  private func noteListed(_ node: RowNode, _ rowID: Int64) {
    let entity = node.plan.index
    for reference in node.plan.references
    where call.state.statements[entity, reference.relation].hasLists {
      let kind = node.values[reference.column].kind
      guard kind != .missing, kind != .null else { continue }
      let number = call.state.statements.next()
      call.state.statements[entity, reference.relation].list(rowID, number: number)
    }
  }

  /// Whether edits of the transaction have stated lists that contain rows of the entity.
  var hasStatedLists: Bool {
    plan.references.contains { call.state.statements[plan.index, $0.relation].hasLists }
  }

  /// Updates a row, and returns whether there is one with the identity.
  package func update(
    _ identity: [StoredValue], _ settings: [RowWriter.Setting], _ lists: [StatedIDList]
  ) throws(SyncError) -> Bool {
    let settings = try withReplacedReferences(settings, besides: plan.identity)
    try checkScalars(settings)
    let node = makeNode(settings)
    for (column, value) in zip(plan.identity, identity) {
      let known = BoundValue(value, in: call.parser.arena)
      guard node.values[column].kind == .missing || node.values[column] == known else {
        throw .changedIdentity(entity: plan.metadata.name, identity: value.text)
      }
      node.values[column] = known
    }
    if let current = try replacement(of: identity) {
      for (column, value) in zip(plan.identity, current) {
        node.values[column] = BoundValue(value, in: call.parser.arena)
      }
    }
    node.settleParts(in: call.parser.arena)
    let table = call.tables[plan.index]
    guard let stored = try table.find(node.values) else { return false }
    let changed = node.changedColumns(beside: stored)
    if !changed.isEmpty {
      try makeRoom(for: node, columns: changed)
      guard try table.update(stored.rowID, columns: changed, node.values) else {
        throw call.connection.failure(sql: table.sql.update(changed))
      }
    }
    if hasStatedLists { noteListed(node, stored.rowID) }
    for list in lists { try state(list, in: node) }
    try rows.applyLists(of: node, stored.rowID)
    return true
  }

  /// Applies a list of ids of a stored row, as a patch with this list does.
  ///
  /// - Parameter isAddition: Whether members that the list leaves out are kept.
  func applyList(
    _ ids: [StoredValue], of relation: Int, to node: RowNode, _ rowID: Int64, isAddition: Bool
  ) throws(SyncError) {
    let content = begin(relation, in: node)
    content.isAddition = isAddition
    for id in ids { append(id, to: content) }
    try rows.applyLists(of: node, rowID)
  }

  /// Deletes the row with an identity, and returns whether there was one.
  ///
  /// - Parameter isRefetched: Whether the server still has the row, so that it is asked for again.
  package func deleteRow(
    _ identity: [StoredValue], isRefetched: Bool = false
  ) throws(SyncError) -> Bool {
    try deletions.deleteRow(current(identity), isRefetched: isRefetched)
  }

  /// Deletes the row with an identity as the app does. The row is soft-deleted if the entity states
  /// so; rows that refer to it then do not change.
  ///
  /// - Returns: Whether the row existed and was not soft-deleted.
  package func deleteOrMark(_ identity: [StoredValue]) throws(SyncError) -> Bool {
    guard let mark = plan.deletionMark else { return try deleteRow(identity) }
    return try set(mark, of: identity)
  }

  /// Deletes the row with an identity as a payload does: the unsent edits of rows that go with it
  /// are given up, and of these rows, those that the server may have are asked for again. The caller
  /// ends the edits before and afterwards.
  ///
  /// - Parameter isNew: Whether the server has never had the row.
  package func deleteAsReceived(
    _ identity: [StoredValue], isNew: Bool
  ) throws(SyncError) {
    call.changes.beginInbound()
    if isNew {
      try deletions.deleteUnsentRow(current(identity))
    } else {
      _ = try plan.metadata.sync.keepsTombstones ? deleteOrMark(identity) : deleteRow(identity)
    }
  }

  /// Soft-deletes a row with the current time, and returns whether it exists and was not
  /// soft-deleted.
  func set(_ mark: RowMark, of identity: [StoredValue]) throws(SyncError) -> Bool {
    guard let row = try call.storedRow(current(identity)), !mark.isSet(in: row) else {
      return false
    }
    try softDeletion.write(mark, of: row.rowID, plan, flag: true, date: call.now)
    return true
  }

  /// Clears a mark, and returns whether there is a row that had it.
  func clear(_ mark: RowMark, of identity: [StoredValue]) throws(SyncError) -> Bool {
    guard let row = try call.storedRow(current(identity)), !mark.isClear(in: row) else {
      return false
    }
    try softDeletion.write(mark, of: row.rowID, plan, flag: false, date: nil)
    return true
  }
}

// MARK: - Values

extension RowEditor {
  private func makeNode(_ settings: [RowWriter.Setting]) -> RowNode {
    let node = RowNode(plan)
    for setting in settings {
      node.values[setting.column] = BoundValue(setting.value, in: call.parser.arena)
    }
    for reference in plan.taggedReferences { node.spread(reference) }
    node.settleParts(in: call.parser.arena)
    return node
  }

  /// Checks values against the schema's scalars. Few entities have any.
  func checkScalars(_ settings: [RowWriter.Setting]) throws(SyncError) {
    guard !plan.checkedColumns.isEmpty else { return }
    for setting in settings where plan.checkedColumns.contains(setting.column) {
      let field = plan.fields[setting.column]
      let value = BoundValue(setting.value, in: call.parser.arena)
      defer { call.parser.arena.reset() }
      let reason = field.converter.refusal(
        ofStored: value, expected: field.expectation, in: call.parser.arena)
      guard let reason else { continue }
      throw .invalidValue(
        entity: plan.metadata.name, column: plan.metadata.columns[setting.column].name,
        reason: reason)
    }
  }

  /// Removes one-to-one links from the rows that have them. References with a foreign key are left
  /// to SQLite, which checks them when the transaction ends.
  private func makeRoom(for node: RowNode, columns: [Int]?) throws(SyncError) {
    call.mode = .makingRoom
    defer { call.mode = .editing }
    _ = try references.prepareReferences(of: node, columns: columns)
  }

  private func state(_ list: StatedIDList, in node: RowNode) throws(SyncError) {
    let target = plan.relations[list.relation].target
    let column = target.metadata.columns[target.idColumn]
    let content = begin(list.relation, in: node)
    for id in list.ids {
      guard var stored = id.stored(in: column.storage) else {
        throw .unstorable(String(describing: id), in: column.name, of: target.metadata.name)
      }
      if target.isTemporary(stored, in: target.idColumn), target.identity.count == 1,
        let current = try temporaryIDs.replacement(of: [stored], in: target.metadata)
      {
        stored = current[0]
      }
      append(stored, to: content)
    }
  }

  private func begin(_ relation: Int, in node: RowNode) -> RelationContent {
    node.hasLinks = true
    let content = node.relations[relation]
    _ = content.beginIDs(rank: 0)
    content.isWhole = true
    return content
  }

  private func append(_ id: StoredValue, to content: RelationContent) {
    content.idPositions.append(content.ids.count)
    content.ids.append(BoundValue(id, in: call.parser.arena))
  }
}
