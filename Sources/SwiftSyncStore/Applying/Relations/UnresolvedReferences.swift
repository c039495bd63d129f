import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Counts the references that the payload states and that have no row at the end (A16).
final class UnresolvedReferences {
  private let call: CallData

  init(_ call: CallData) {
    self.call = call
  }

  /// Counts the ids that the row's references state, for checking at the end which have no row.
  func stateReferences(
    of node: RowNode, _ rowID: Int64, changed: [Int]?
  ) throws(SyncError) {
    if let column = node.scopedColumn { stateScope(of: node, rowID, column) }
    for reference in node.plan.references {
      let id = node.values[reference.column]
      guard id.kind == .integer || id.kind == .text, node.states(reference.column) else { continue }
      let isWritten = changed?.contains(reference.column) ?? true
      let isFull = call.state.state(
        id, by: reference, of: rowID, node.plan.index, isWritten: isWritten, number: node.number)
      if isFull { try keepUnresolvedIDs(of: call.schema.entities[reference.target]) }
    }
  }

  /// Records that the call's scope states a row's parent, as the row itself would have done.
  private func stateScope(of node: RowNode, _ rowID: Int64, _ column: Int) {
    guard let reference = node.plan.references.first(where: { $0.column == column }),
      node.values[column].kind != .missing
    else { return }
    call.state.statements[node.plan.index, reference.relation].stateOwn(rowID, number: node.number)
  }

  func state(_ id: BoundValue, of target: EntityPlan) throws(SyncError) {
    if call.state.references.state(id, of: target.index) { try keepUnresolvedIDs(of: target) }
  }

  /// Counts an id of a list that has no row, once for each list.
  func stateListed(_ id: BoundValue, _ links: ChildLinks) throws(SyncError) {
    let target = links.relation.target
    let isFull = call.state.references.state(
      id, of: target.index, by: links.statement, isRepeated: links.isRepeated)
    if isFull { try keepUnresolvedIDs(of: target) }
  }

  private func keepUnresolvedIDs(of target: EntityPlan) throws(SyncError) {
    let table = call.tables[target.index]
    try call.state.references.filter(target) {
      id throws(SyncError) in try table.rowID(of: id) == nil
    }
  }

  /// The rows that the payload refers to and that are not stored.
  func missingRows() throws(SyncError) -> ReferredRows {
    var rows = ReferredRows()
    for entity in call.schema.entities where entity.isNamed {
      let table = call.tables[entity.index]
      try call.state.references.forEach(of: entity) { id, count throws(SyncError) in
        guard try table.rowID(of: id) == nil else { return }
        rows.add(count) { entity.text(of: id, in: call.parser.arena) }
      }
    }
    for child in call.state.references.unresolvedChildren where try isUnresolved(child) {
      rows.add(1) { call.schema.entities[child.list.entity].text(of: child) }
    }
    return rows
  }

  private func isUnresolved(_ child: ScopedChild) throws(SyncError) -> Bool {
    let plan = call.schema.entities[child.list.entity]
    guard let reference = plan.references.first(where: { $0.relation == child.list.relation }),
      try call.tables[reference.target].contains(child.parent)
    else { return false }
    let node = RowNode(plan)
    node.values[reference.column] = BoundValue(child.parent, in: call.parser.arena)
    node.values[plan.idColumn] = BoundValue(child.id, in: call.parser.arena)
    return try call.tables[plan.index].find(node.values) == nil
  }
}

/// Rows that a payload refers to, with the number of references.
struct ReferredRows {
  /// The number of references.
  private(set) var count = 0
  /// The first hundred rows as named in a report, with the number of references to each.
  private(set) var names: [String: Int] = [:]

  /// - Parameter name: Returns the name of the row, which is not needed beyond the first hundred.
  mutating func add(_ references: Int, _ name: () -> String) {
    count += references
    guard names.count < RejectionLog.rowLimit else { return }
    names[name(), default: 0] += references
  }
}

extension EntityPlan {
  /// A row as named in a report, e.g. `Todo/7`.
  fileprivate func text(of id: BoundValue, in arena: ByteArena) -> String {
    guard identity.count > 1, let parts = ListText.parts(of: id.slice, in: arena) else {
      return text(of: [id.stored])
    }
    return text(of: parts.map(\.stored))
  }

  fileprivate func text(of child: ScopedChild) -> String {
    text(of: identity.map { $0 == idColumn ? child.id : child.parent })
  }

  private func text(of identity: [StoredValue]) -> String {
    ([metadata.name] + identity.map(\.text)).joined(separator: "/")
  }
}
