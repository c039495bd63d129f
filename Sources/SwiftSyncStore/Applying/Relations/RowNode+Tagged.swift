import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Relationships to one of several entities: the tag and the identity that the table stores, and
/// the to-one relationships to each of the targets, of which at most one has a value.
extension RowNode {
  /// Sets the to-one relationships from the tag and the identity, and the latter from an enclosing
  /// list or an object in the row.
  func settleTags() {
    for reference in plan.taggedReferences {
      takeLink(of: reference)
      takeObject(of: reference)
      if values[reference.idColumn].kind == .null { values[reference.tagColumn] = .null }
      if values[reference.tagColumn].kind == .null {
        if values[reference.idColumn].kind == .missing { values[reference.idColumn] = .null }
        // An id whose tag is null has no tag.
        if values[reference.idColumn].kind != .null { values[reference.tagColumn] = .missing }
      }
      spread(reference)
    }
  }

  /// Accepts ids that do not fit the targets' type if the tag is unknown.
  func settleUnknownIDs(in arena: ByteArena) {
    for reference in plan.taggedReferences {
      guard values[reference.tagColumn].kind == .text,
        reference.part(ofTag: values[reference.tagColumn]) == nil,
        let id = unknownID(of: reference)
      else { continue }
      takeUnknownID(BoundValue(id, in: arena), of: reference)
    }
  }

  private func unknownID(of reference: TaggedReferencePlan) -> StoredValue? {
    problems.first { $0.column == reference.idColumn }?.unknownID
  }

  private func takeLink(of reference: TaggedReferencePlan) {
    guard let part = reference.parts.first(where: { $0.column == listColumn }) else { return }
    values[reference.tagColumn] = part.tag
    values[reference.idColumn] = values[part.column]
  }

  private func takeObject(of reference: TaggedReferencePlan) {
    guard hasLinks,
      listColumn.map({ column in !reference.parts.contains { $0.column == column } }) ?? true,
      let part = reference.parts.first(where: { relations[$0.relation].statesRows })
    else { return }
    values[reference.idColumn] = values[part.column]
    // The row of an object without identity is rejected, and the enclosing row keeps its value.
    values[reference.tagColumn] = values[part.column].kind == .missing ? .missing : part.tag
  }

  /// Sets the to-one relationships to the targets from the tag and the identity.
  func spread(_ reference: TaggedReferencePlan) {
    let (tag, id) = (values[reference.tagColumn], values[reference.idColumn])
    let isStated = tag.kind != .missing && id.kind != .missing
    for part in reference.parts {
      values[part.column] = !isStated ? .missing : part.tag == tag ? id : .null
    }
  }

  /// Sets the tag and the identity from the to-one relationships, after waiting links are filled in
  /// and forbidden links are removed.
  ///
  /// - Parameter isNew: Whether the row is not stored. In that case, a reference to a row of an
  ///   unknown type takes no link from it, so no operation needs to allow it.
  func mergeTags(ofNew isNew: Bool) {
    for reference in plan.taggedReferences {
      if isNew, isUnknown(reference) { continue }
      let part = reference.parts.first {
        values[$0.column].kind != .missing && values[$0.column].kind != .null
      }
      if let part {
        values[reference.tagColumn] = part.tag
        values[reference.idColumn] = values[part.column]
        for other in reference.parts where other.column != part.column {
          values[other.column] = .null
        }
      } else if reference.parts.contains(where: { values[$0.column].kind == .missing }) {
        for column in [reference.tagColumn, reference.idColumn] + reference.parts.map(\.column) {
          values[column] = .missing
        }
      } else if reference.part(ofTag: values[reference.tagColumn]) != nil {
        values[reference.tagColumn] = .null
        values[reference.idColumn] = .null
      }
    }
  }

  /// Whether the whole reference is stated, and refers to a row of a type that the schema does not
  /// have.
  private func isUnknown(_ reference: TaggedReferencePlan) -> Bool {
    let columns = [reference.tagColumn, reference.idColumn]
    return columns.allSatisfy { values[$0].kind != .missing && values[$0].kind != .null }
      && reference.part(ofTag: values[reference.tagColumn]) == nil
  }

  /// Accepts an id without a tag that does not fit the targets' type if the stored row has it.
  private func completeUnknownID(
    of reference: TaggedReferencePlan, _ find: () throws(SyncError) -> StoredTable.Row?
  ) throws(SyncError) -> Bool {
    guard values[reference.tagColumn].kind == .missing,
      values[reference.idColumn].kind == .missing, let id = unknownID(of: reference),
      !problems.contains(where: { $0.column == reference.tagColumn }), let stored = try find(),
      id.withBound({ stored.holds($0, in: reference.idColumn) })
    else { return false }
    // Stored values are not written again.
    takeUnknownID(.missing, of: reference)
    return true
  }

  /// Completes a tag without identity, or an identity without tag, if it equals that of the stored
  /// row; otherwise treats it as a value that does not fit.
  func completeTags(_ find: () throws(SyncError) -> StoredTable.Row?) throws(SyncError) {
    for reference in plan.taggedReferences {
      if try completeUnknownID(of: reference, find) { continue }
      let tag = values[reference.tagColumn]
      let id = values[reference.idColumn]
      guard (tag.kind == .missing) != (id.kind == .missing),
        !problems.contains(where: {
          $0.column == reference.tagColumn || $0.column == reference.idColumn
        })
      else { continue }
      let stated = tag.kind == .missing ? reference.idColumn : reference.tagColumn
      let stored = try find()
      if let stored, stored.holds(values[stated], in: stated) {
        // Stored values are not written again.
        values[stated] = .missing
        spread(reference)
        continue
      }
      let other = tag.kind == .missing ? reference.tagColumn : reference.idColumn
      let name = plan.fields[other].paths.first ?? plan.metadata.columns[other].name
      addProblem(
        ValueProblem(
          order: plan.order(ofColumn: stated), column: nil, path: path(of: stated),
          message: ValueExpectation.beside(name, isStored: stored != nil)))
    }
  }
}
