import SwiftSyncValues
@_spi(Generated) import SwiftSyncREST

/// Relations to one of several entities: the tag and the identity that the table holds, and the to-ones to each of
/// the targets, of which one at most has a value.
extension RowNode {
  /// Gives the to-ones what the tag and the identity say, and these what a list around the row or an object in it
  /// says.
  func settleTags() {
    for reference in plan.taggedReferences {
      takeLink(of: reference)
      takeObject(of: reference)
      if values[reference.idColumn].kind == .null { values[reference.tagColumn] = .null }
      if values[reference.tagColumn].kind == .null {
        if values[reference.idColumn].kind == .missing { values[reference.idColumn] = .null }
        // An id with null for its tag has none.
        if values[reference.idColumn].kind != .null { values[reference.tagColumn] = .missing }
      }
      spread(reference)
    }
  }

  /// Takes ids that do not fit the targets' type where the tag is unknown.
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
    // The row of an object without identity is rejected, and the one around it keeps what it has.
    values[reference.tagColumn] = values[part.column].kind == .missing ? .missing : part.tag
  }

  /// Gives the to-ones to the targets what the tag and the identity say.
  func spread(_ reference: TaggedReferencePlan) {
    let (tag, id) = (values[reference.tagColumn], values[reference.idColumn])
    let isStated = tag.kind != .missing && id.kind != .missing
    for part in reference.parts {
      values[part.column] = !isStated ? .missing : part.tag == tag ? id : .null
    }
  }

  /// Gives the tag and the identity what the to-ones hold once links that have waited are in and those that must
  /// not be written are out.
  ///
  /// - Parameter isNew: Whether the row is not stored; a reference to a row of an unknown type takes no link from it
  ///   then, so no operation has to allow it.
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

  /// Whether the whole reference is stated, and leads to a row of a type that the schema does not have.
  private func isUnknown(_ reference: TaggedReferencePlan) -> Bool {
    let columns = [reference.tagColumn, reference.idColumn]
    return columns.allSatisfy { values[$0].kind != .missing && values[$0].kind != .null }
      && reference.part(ofTag: values[reference.tagColumn]) == nil
  }

  /// Takes an id without tag that does not fit the targets' type if the stored row has it.
  private func completeUnknownID(
    of reference: TaggedReferencePlan, _ find: () throws(SyncError) -> StoredTable.Row?
  ) throws(SyncError) -> Bool {
    guard values[reference.tagColumn].kind == .missing,
      values[reference.idColumn].kind == .missing, let id = unknownID(of: reference),
      !problems.contains(where: { $0.column == reference.tagColumn }), let stored = try find(),
      id.withBound({ stored.holds($0, in: reference.idColumn) })
    else { return false }
    // What is stored already is not written again.
    takeUnknownID(.missing, of: reference)
    return true
  }

  /// Takes a tag without identity, or an identity without tag, as the whole reference if the stored row has it, else
  /// as a value that does not fit.
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
      if let stored = try find(), stored.holds(values[stated], in: stated) {
        // What is stored already is not written again.
        values[stated] = .missing
        spread(reference)
        continue
      }
      let other = tag.kind == .missing ? reference.tagColumn : reference.idColumn
      let name = plan.fields[other].paths.first ?? plan.metadata.columns[other].name
      addProblem(
        ValueProblem(
          order: plan.order(ofColumn: stated), column: nil, path: path(of: stated),
          message: "expected '\(name)' beside it, as the stored row has another value"))
    }
  }
}
