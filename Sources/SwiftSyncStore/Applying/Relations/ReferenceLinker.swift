import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// To-one relationships of the rows of a call (A9, A14, A16).
final class ReferenceLinker {
  private let call: CallData
  private let base: BaseParts

  init(_ base: BaseParts) {
    call = base.call
    self.base = base
  }

  /// Sets the references that the payload states by nesting: the parent of a nested row, and the
  /// rows nested under to-one relationships. Ids take precedence, if there are any.
  func takeReferences(of node: RowNode, link: ParentLink?) throws(SyncError) {
    if let link {
      node.values[link.column] = link.parent
      node.listColumn = link.column
      node.hasNewParent = link.isParentNew
      if let column = link.positionColumn {
        node.values[column] = .integer(Int64(link.position))
      }
    }
    defer {
      if !node.plan.taggedReferences.isEmpty { node.settleTags() }
      if !node.plan.sharedParts.isEmpty { node.settleSharedParts(in: call.parser.arena) }
      if !node.plan.compositeColumns.isEmpty { node.settleParts(in: call.parser.arena) }
    }
    guard node.hasLinks else { return }
    for reference in node.plan.references {
      guard node.relations[reference.relation].statesRows,
        node.values[reference.column].kind == .missing
      else { continue }
      if reference.isComposite,
        try takesParts(of: node.relations[reference.relation], reference, node)
      {
        continue
      }
      node.values[reference.column] =
        try identity(ofObjectIn: node.relations[reference.relation], reference)
    }
  }

  /// Sets the parts of an identity that an object does not state completely. In that case it is not
  /// a row, and the reference is null if a part is.
  private func takesParts(
    of content: RelationContent, _ reference: ReferencePlan, _ node: RowNode
  ) throws(SyncError) -> Bool {
    guard let child = content.rows.first?.node else { return false }
    try takeReferences(of: child, link: nil)
    let parts = child.plan.identity.map { child.values[$0] }
    guard child.problems.isEmpty, !child.hasIdentity,
      parts.contains(where: { $0.kind != .missing })
    else { return false }
    for (column, part) in zip(reference.storedColumns, parts) { node.values[column] = part }
    content.clear()
    return true
  }

  /// The identity of the nested object; null if the payload states null or that the object is
  /// deleted, missing if it cannot be read.
  private func identity(
    ofObjectIn content: RelationContent, _ reference: ReferencePlan
  ) throws(SyncError) -> BoundValue {
    guard let child = content.rows.first?.node else { return .null }
    try takeReferences(of: child, link: nil)
    guard child.hasIdentity else { return .missing }
    if reference.isOptional, try isTombstoned(child) { return .null }
    return child.values[child.plan.keyColumn]
  }

  /// Whether a nested row is a tombstone and no row is kept for it.
  func isTombstoned(_ node: RowNode) throws(SyncError) -> Bool {
    guard node.isTombstone, call.operations(ofNested: node).contains(.delete) else { return false }
    guard let stored = try call.tables[node.plan.index].find(node.values) else { return true }
    if case .stale = try base.conflicts.conflict(of: node, stored) { return false }
    return !call.stays(node)
  }
}

// MARK: - Ids with several parts

extension ReferenceLinker {
  /// Completes the ids of a list of children that have several parts by the enclosing row.
  ///
  /// - Returns: Ids that lack a part, or that refer to a row of another parent.
  func identifyNamedRows(
    in relation: RelationPlan, of node: RowNode
  ) throws(SyncError) -> [RelationContent.NestedRow] {
    guard case .children(let children) = relation.kind, node.plan.isNamed else { return [] }
    let column = children.reference.column
    let parent = node.values[node.plan.keyColumn]
    return try node.relations[relation.index].takeNamedRows { child throws(SyncError) in
      try takeReferences(of: child, link: nil)
      let stated = child.values[column]
      if stated.kind == .missing {
        child.values[column] = parent
        child.settleParts(in: call.parser.arena)
      }
      let isOwn = stated.kind == .missing || stated == parent
      return isOwn && child.hasIdentity ? child.values[relation.memberColumn] : nil
    }
  }
}

// MARK: - Room for references

extension ReferenceLinker {
  /// Makes room for the references among some columns (all, for a new row), and returns the reason
  /// why they cannot be written now; `nil` if they can.
  ///
  /// A row whose reference has no row yet waits, unless the target is nested in it and certain to
  /// be stored.
  func prepareReferences(
    of node: RowNode, columns: [Int]?
  ) throws(SyncError) -> DeferredRow.Reason? {
    for reference in node.plan.references {
      guard columns?.contains(reference.column) ?? true,
        node.values[reference.column].kind != .null
      else { continue }
      guard try releaseLink(reference, of: node) else { return .unique() }
      guard reference.hasForeignKey else { continue }
      guard try prepare(reference, of: node) else {
        return .reference(path: node.path(of: reference.column))
      }
    }
    return nil
  }

  /// Whether making room for a row's references has effects that are not allowed if the row turns
  /// out to be known: it may be older, or may not be written.
  func mayLeaveTraces(_ node: RowNode) -> Bool {
    if call.mode.isAttempt { return true }
    for reference in node.plan.references where reference.isOneToOne && reference.isOptional {
      let kind = node.values[reference.column].kind
      if kind != .missing, kind != .null { return true }
    }
    return false
  }

  /// Removes a one-to-one link from the row that has it, so that it can move.
  ///
  /// Returns `false` if the link must be kept because the row may still be rejected.
  private func releaseLink(
    _ reference: ReferencePlan, of node: RowNode
  ) throws(SyncError) -> Bool {
    guard reference.isOneToOne, reference.isOptional else { return true }
    let table = call.tables[node.plan.index]
    for rowID in try table.rowIDs(where: reference.column, holds: node.values[reference.column]) {
      guard let row = try table.row(rowID) else { continue }
      let isSame = node.plan.identity.allSatisfy { row.holds(node.values[$0], in: $0) }
      if isSame { continue }
      if !call.mode.isAttempt, node.plan.canBeRefused(besides: reference) { return false }
      // The row that has the link may be deleted because its parent refers to this one in its place
      // (A15).
      let onDelete = node.plan.relations[reference.relation].metadata.onDelete
      if !call.mode.isAttempt, onDelete == .cascade { return false }
      try base.conflicts.giveUpReference(
        node.plan.relations[reference.relation], of: rowID, node.plan)
      try base.writer.unlink(
        rowID, column: reference.column, positionColumn: reference.positionColumn, of: node.plan)
    }
    return true
  }

  private func prepare(
    _ reference: ReferencePlan, of node: RowNode
  ) throws(SyncError) -> Bool {
    let id = node.values[reference.column]
    let hasObject = node.hasLinks && !node.relations[reference.relation].rows.isEmpty
    if call.mode.isAttempt {
      base.deferred.expect(reference, of: node)
      return true
    }
    base.expected.expectDeletions(by: node)
    if hasObject, let object = node.relations[reference.relation].rows.first?.node {
      return node.plan.hasUniques ? false : try willBeStored(object)
    }
    guard let target = try call.tables[reference.target].rowID(of: id) else { return false }
    return !base.expected.mayGo(target, of: reference.target)
  }

  /// Whether an object that is applied after its enclosing row is certain to be stored then.
  private func willBeStored(_ object: RowNode) throws(SyncError) -> Bool {
    guard object.hasIdentity, try !isTombstoned(object) else { return false }
    if try call.tables[object.plan.index].find(object.values) != nil { return true }
    guard object.problems.isEmpty, !object.isTombstone, !base.deferred.isBefore(object),
      call.operations(ofNested: object).isSuperset(of: .all),
      !object.plan.hasUniques, !object.plan.references.contains(where: \.hasForeignKey),
      try !call.changes.hasAny(of: object.plan)
    else { return false }
    defer { object.uncompleteRow() }
    return object.completeNewRow() == nil
  }
}

// MARK: - References with a foreign key that are kept

extension ReferenceLinker {
  /// The path of a reference with a foreign key that a known row keeps and whose target may still
  /// be deleted, so that the row must wait; `nil` if there is none. A row that has waited is
  /// checked after all deletions.
  func endangeredReference(
    of node: RowNode, changed: [Int]
  ) throws(SyncError) -> String? {
    for reference in node.plan.references where reference.hasForeignKey {
      let id = node.values[reference.column]
      guard id.kind != .missing, id.kind != .null, !changed.contains(reference.column) else {
        continue
      }
      if call.mode.isAttempt {
        base.deferred.expect(reference, of: node)
      } else if try isEndangered(reference, of: node) {
        return node.path(of: reference.column)
      }
    }
    return nil
  }

  private func isEndangered(
    _ reference: ReferencePlan, of node: RowNode
  ) throws(SyncError) -> Bool {
    if node.hasLinks, let object = node.relations[reference.relation].rows.first?.node,
      try isTombstoned(object)
    {
      return true
    }
    base.expected.expectDeletions(by: node)
    let isDeleting = call.state.deletions.hasReleases
    guard isDeleting || base.expected.includes(reference.target) else { return false }
    let id = node.values[reference.column]
    // A tombstone earlier in the payload may have deleted the target.
    guard let target = try call.tables[reference.target].rowID(of: id) else { return isDeleting }
    return base.expected.mayGo(target, of: reference.target)
  }
}

extension EntityPlan {
  /// Whether a row may be refused at the end of the call for a reason other than one reference.
  fileprivate func canBeRefused(besides reference: ReferencePlan) -> Bool {
    metadata.uniques.contains { $0 != reference.storedColumns }
      || references.contains(where: \.hasForeignKey)
  }
}
