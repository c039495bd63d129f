import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncCoding

/// Functions of values in SQL.
extension ConditionSQL {
  mutating func computed(
    _ computed: ComputedOperand, of entity: EntityMetadata, as alias: String
  ) throws(SyncError) -> String {
    try checkForms(of: computed, on: entity)
    var arguments: [String] = []
    for argument in computed.arguments {
      arguments.append(try operand(argument, of: entity, as: alias))
    }
    let list = arguments.joined(separator: ", ")
    switch computed.function {
    case .lowercased: return "\(SQLFunctions.lowercased)(\(list))"
    case .length: return "length(\(list))"
    case .coalesce: return "coalesce(\(list))"
    case .date(let part, let zone):
      var storage = StoredValue.Storage.text
      if let date = computed.arguments.first { storage = try self.storage(of: date, on: entity) }
      let form = DateForm.Storage(in: storage).rawValue
      // Literals, so that the expressions of a group and of its values are the same.
      return "\(SQLFunctions.date)(\(list), \(quotedText(form)), \(quotedText(part.rawValue)), "
        + "\(quotedText(zone.identifier)))"
    case .not: return "(NOT \(list))"
    // Days are text of the form `YYYY-MM-DD`.
    case .day(.year): return "CAST(substr(\(list), 1, 4) AS INTEGER)"
    case .day: return "CAST(substr(\(list), 6, 2) AS INTEGER)"
    }
  }

  /// A condition that all rows meet which meet a test of a lowercase string, and for which SQLite can
  /// use an index on `lower(…)`. It is also faster to compute than the string.
  mutating func lookup(
    of operand: QueryOperand, _ test: Condition.Test, on entity: EntityMetadata, as alias: String
  ) throws(SyncError) -> String? {
    guard case .computed(let computed) = operand, computed.function == .lowercased,
      let argument = computed.arguments.first, case .column(let column) = argument,
      column.relations.isEmpty
    else { return nil }
    var texts: [String] = []
    switch test {
    case .compares(.equal, .constant(let value as String)): texts = [value]
    case .isOneOf(let list):
      for case .constant(let value as String) in list { texts.append(value) }
      guard texts.count == list.count else { return nil }
    default: return nil
    }
    var forms: [String] = []
    for text in texts {
      guard let some = LowercaseForms.of(text) else { return nil }
      forms += some
    }
    let name = try self.operand(argument, of: entity, as: alias)
    return "lower(\(name)) IN (\(list(forms.map(StoredValue.text))))"
  }

  /// Throws if the columns of an alternative have different storage forms.
  private func checkForms(
    of computed: ComputedOperand, on entity: EntityMetadata
  ) throws(SyncError) {
    guard computed.function == .coalesce else { return }
    let columns = computed.arguments.compactMap(\.storedColumn)
    guard let first = columns.first else { return }
    for column in columns.dropFirst() {
      try check(first, of: entity, against: column, of: entity)
    }
  }

  mutating func constant(
    _ constant: ConstantOperand, of entity: EntityMetadata
  ) throws(SyncError) -> String {
    guard let value = constant.value.value else {
      throw .invalidOption("a day of a query for '\(entity.name)' is not in the years 1 to 9999")
    }
    let column = constant.peer?.storedColumn
    var storage = StoredValue.Storage.text
    if let column { storage = try self.storage(of: .column(column), on: entity) }
    let found = column?.field.map { $0.stored(value) } ?? value.stored(in: storage)
    guard let stored = found else {
      throw .unstorable(RowWriter.text(of: value), in: "computed value", of: entity.name)
    }
    return values.place(stored)
  }
}
