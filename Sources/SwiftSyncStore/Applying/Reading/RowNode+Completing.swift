import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

extension RowNode {
  /// Whether every part of the identity has a value that is not blank (A4).
  var hasIdentity: Bool {
    plan.identity.allSatisfy { column in
      switch values[column].kind {
      case .missing, .null: return false
      case .text: return !isBlank(column)
      case .integer, .real, .blob: return true
      }
    }
  }

  /// Whether a column has a string that contains only white space.
  func isBlank(_ column: Int) -> Bool {
    values[column].kind == .text && values[column].slice.isBlank
  }

  /// The problem that the row's own identity differs from that of its key, if it does.
  var keyProblem: ValueProblem? {
    problems.first { !$0.identities.isEmpty }
  }

  /// Whether a nested object contains only its identity, so that it refers to a row without being
  /// one. Values filled by the enclosing list and unknown keys are ignored.
  var namesRow: Bool {
    guard !location.isTop, !statesMore, problems.isEmpty else { return false }
    return (0..<plan.columnCount).allSatisfy { column in
      !isRead(column) || plan.identity.contains(column)
        || plan.sharedParts.contains { $0.shared.contains { $0.column == column } }
    }
  }

  /// Whether a nested object is an id of several parts, which cannot be written in another form.
  /// It does not count as a row.
  var isID: Bool {
    plan.identity.count > 1 && !location.isTop && plan.identity.allSatisfy(isRead) && namesRow
  }

  /// Whether a nested object contains its whole identity and nothing else, not even other rows.
  var isReference: Bool {
    guard namesRow, hasIdentity, transformFailure == nil else { return false }
    return !hasLinks || relations.allSatisfy { $0.rows.isEmpty && $0.namedRows.isEmpty }
  }

  /// The identity as text, with its parts joined by `/`.
  var identityText: String {
    plan.identity.map { values[$0].stored.text }.joined(separator: "/")
  }

  /// Gives a new row the values that its payload lacks: the default, otherwise null (A1, A2).
  func completeNewRow() -> Rejection? {
    for column in 0..<plan.columnCount {
      if let rejection = values[column].kind == .missing ? complete(column) : resolveNull(column) {
        uncompleteRow()
        return rejection
      }
    }
    return halfAmount(beside: nil)
  }

  private func complete(_ column: Int) -> Rejection? {
    if plan.defaults[column].kind != .missing {
      values[column] = plan.defaults[column]
    } else if plan.fields[column].isOptional {
      values[column] = .null
    } else if let problem = toleratedProblems.first(where: { $0.column == column }) {
      return Rejection(problem)
    } else {
      return .missingRequired(
        path: path(of: column), note: plan.generatedDefaultNote(column) ?? "")
    }
    completed.append(column)
    return nil
  }

  /// Undoes `completeNewRow`, because the row turned out to be known.
  func uncompleteRow() {
    for column in completed { values[column] = .missing }
    completed.removeAll(keepingCapacity: true)
  }

  /// Replaces null in required columns by the default (A2).
  func resolveNulls() -> Rejection? {
    for column in 0..<plan.columnCount {
      if let rejection = resolveNull(column) { return rejection }
    }
    return nil
  }

  private func resolveNull(_ column: Int) -> Rejection? {
    guard values[column].kind == .null, !plan.fields[column].isOptional else { return nil }
    guard plan.defaults[column].kind != .missing else {
      return .nullRequired(path: pathOfNull(column))
    }
    values[column] = plan.defaults[column]
    return nil
  }

  /// The path of the null that a column contains. The tag of a reference is null because the
  /// identity is.
  private func pathOfNull(_ column: Int) -> String {
    let reference = plan.taggedReferences.first { $0.tagColumn == column && isRead($0.idColumn) }
    return path(of: reference?.idColumn ?? column)
  }

  /// Finds an amount of money of which only one part would have a value after the row is stored.
  func halfAmount(beside stored: StoredTable.Row?) -> Rejection? {
    for column in plan.amounts where isStated(column) || isStated(column + 1) {
      let isMinorNull = isNull(column, beside: stored)
      guard isMinorNull != isNull(column + 1, beside: stored) else { continue }
      let missing = isMinorNull ? column : column + 1
      return .halfAmount(
        ValueProblem(
          order: plan.order(ofColumn: column), column: column, path: path(of: missing),
          message: ValueExpectation.halfAmount))
    }
    return nil
  }

  private func isStated(_ column: Int) -> Bool { values[column].kind != .missing }

  private func isNull(_ column: Int, beside stored: StoredTable.Row?) -> Bool {
    guard values[column].kind == .missing, let stored else { return values[column].kind == .null }
    return stored.holds(.null, in: column)
  }
}

extension JSONSlice {
  /// Whether the text contains only white space.
  fileprivate var isBlank: Bool {
    bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}
