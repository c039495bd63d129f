package import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// References to rows with a composite identity: the columns of the table for the parts, and the
/// column that represents all of them as a JSON array.
extension RowNode {
  /// Sets the columns that represent several others to their values. Columns of a reference get the
  /// values of an enclosing list or of an object in the row.
  func settleParts(in arena: ByteArena) {
    for (column, parts) in plan.compositeColumns {
      if column == plan.keyColumn {
        values[column] = joined(parts, in: arena)
      } else if values[column].kind != .missing {
        spread(column, to: parts, in: arena)
      } else {
        if parts.contains(where: { values[$0].kind == .null }) {
          for part in parts { values[part] = .null }
        }
        values[column] = joined(parts, in: arena)
      }
    }
  }

  /// Leaves out the parts of a reference that a payload contains because of other members, unless
  /// it states one of the reference's own parts; in that case, the values of those members are used
  /// for missing parts.
  func settleSharedParts(in arena: ByteArena) {
    for parts in plan.sharedParts {
      let isStated = parts.own.contains { values[$0].kind != .missing }
      for part in parts.shared {
        if !isStated {
          values[part.column] = .missing
        } else if values[part.column].kind == .missing, let source = part.source {
          let field = plan.fields[part.column]
          values[part.column] = field.restored(values[source], in: arena)
        }
      }
    }
  }

  /// The parts as one value; missing, or null, if one of them is.
  private func joined(_ parts: [Int], in arena: ByteArena) -> BoundValue {
    if parts.contains(where: { values[$0].kind == .missing }) { return .missing }
    if parts.contains(where: { values[$0].kind == .null }) { return .null }
    let text = ListText.json(of: parts.map { values[$0].stored })
    return text.map { .text(arena.copy($0)) } ?? .missing
  }

  /// Sets the parts to the value of the column that represents them.
  private func spread(_ column: Int, to parts: [Int], in arena: ByteArena) {
    let whole = values[column]
    guard whole.kind == .text, let identity = ListText.parts(of: whole.slice, in: arena),
      identity.count == parts.count
    else {
      if whole.kind == .null { for part in parts { values[part] = .null } }
      return
    }
    for (part, value) in zip(parts, identity) { values[part] = value }
  }

  /// Sets the columns of the table to the values of the to-one relationships, after waiting links
  /// are filled in and forbidden links are removed.
  func mergeLinks(ofNew isNew: Bool, in arena: ByteArena) {
    if !plan.taggedReferences.isEmpty { mergeTags(ofNew: isNew) }
    for (column, parts) in plan.compositeColumns where column != plan.keyColumn {
      if values[column].kind == .missing {
        for part in parts where !plan.identity.contains(part) { values[part] = .missing }
        continue
      }
      let isCompleted = completed.contains(column)
      spread(column, to: parts, in: arena)
      if isCompleted { completed += parts }
    }
  }

  /// Completes a reference with only some of its parts if they equal those of the stored row;
  /// otherwise treats it as a value that does not fit.
  func completeParts(_ find: () throws(SyncError) -> StoredTable.Row?) throws(SyncError) {
    for reference in plan.references where reference.isComposite {
      let parts = reference.storedColumns
      guard values[reference.column].kind == .missing,
        parts.contains(where: { values[$0].kind != .missing }),
        let absent = parts.first(where: { values[$0].kind == .missing }),
        !problems.contains(where: { $0.column.map(parts.contains) ?? false })
      else { continue }
      let stated = parts.filter { values[$0].kind != .missing }
      let stored = try find()
      if let stored, stated.allSatisfy({ stored.holds(values[$0], in: $0) }) {
        // Stored values are not written again.
        for part in stated where !plan.identity.contains(part) { values[part] = .missing }
        continue
      }
      let name = plan.fields[absent].paths.first ?? plan.metadata.columns[absent].name
      addProblem(
        ValueProblem(
          order: plan.order(ofColumn: stated[0]), column: nil, path: path(of: stated[0]),
          message: ValueExpectation.beside(name, isStored: stored != nil)))
    }
  }
}

extension ValueExpectation {
  /// The reason why one part of a reference does not fit without another one.
  ///
  /// - Parameter isStored: Whether the row is stored, so that it could provide the other part.
  static func beside(_ name: String, isStored: Bool) -> String {
    let reason = isStored ? "the stored row has another value" : "the row is not stored yet"
    return "expected '\(name)' next to it, because \(reason)"
  }
}

extension EntityPlan {
  /// The attributes that hold a reference, as named in the change queue; `nil` for a reference with
  /// its own column.
  package func partNames(of relation: Int) -> [String]? {
    if let tagged = taggedReference(of: relation) { return tagged.fieldNames }
    guard !compositeColumns.isEmpty,
      let reference = references.first(where: { $0.relation == relation }), reference.isComposite
    else { return nil }
    return metadata.attributes.filter { reference.storedColumns.contains($0.column) }.map(\.name)
  }
}

extension RowParser {
  /// The identity of a row to which imported rows refer by a list of its parts.
  func identity(ofParts token: JSONToken, of plan: EntityPlan) -> BoundValue? {
    var scanner = JSONScanner(token.slice)
    var parts: [StoredValue] = []
    do {
      try scanner.beginArray()
      while try scanner.nextElement() {
        let part = try scanner.readValue()
        guard parts.count < plan.identity.count,
          let value = plan.fields[plan.identity[parts.count]].converter.convert(part, in: arena)
        else { return nil }
        parts.append(value.stored)
      }
    } catch {
      return nil
    }
    guard parts.count == plan.identity.count else { return nil }
    return ListText.json(of: parts).map { .text(arena.copy($0)) }
  }
}

extension ListText {
  /// The values that `json(of:)` has written; `nil` for any other string.
  package static func parts(of text: JSONSlice, in arena: ByteArena) -> [BoundValue]? {
    var scanner = JSONScanner(text)
    var parts: [BoundValue] = []
    do {
      try scanner.beginArray()
      while try scanner.nextElement() {
        let token = try scanner.readValue()
        switch token.kind {
        case .number:
          guard let value = ValueConverter(.int).convert(token, in: arena) else { return nil }
          parts.append(value)
        case .string:
          guard let value = ValueConverter(.string).convert(token, in: arena) else { return nil }
          parts.append(value)
        case .null, .bool, .array, .object: return nil
        }
      }
      return parts
    } catch {
      return nil
    }
  }
}
