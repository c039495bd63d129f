@_spi(Generated) import SwiftSyncCoding

/// Writes conditions and sort terms as SQL.
///
/// SQL has a third result, null, and `NOT` of it is null again. A test is therefore written so that
/// nil makes it false or null, which `WHERE` treats alike, and its negation so that nil makes it
/// true. `&&` and `||` are negated by De Morgan's laws, so nothing else is negated.
struct ConditionSQL {
  let schema: SchemaMetadata
  var values: SQLValues

  /// - Parameter alias: The quoted name of the entity's table in the statement.
  mutating func condition(
    _ node: Condition.Node, on entity: EntityMetadata, as alias: String, isNegated: Bool = false
  ) throws(SyncError) -> String {
    switch node {
    case .not(let inner):
      return try condition(inner, on: entity, as: alias, isNegated: !isNegated)
    case .all(let nodes):
      if nodes.isEmpty { return isNegated ? "FALSE" : "TRUE" }
      return try joined(nodes, isNegated ? " OR " : " AND ", entity, alias, isNegated)
    case .any(let nodes):
      return try joined(nodes, isNegated ? " AND " : " OR ", entity, alias, isNegated)
    case .test(let place, let test):
      let row = try Reach(place, on: entity, as: alias)
      return try isNegated
        ? negation(of: test, on: place, row) : self.test(test, on: place, row)
    default:
      let met = try computed(node, on: entity, as: alias)
      return isNegated ? "(\(met)) IS NOT TRUE" : met
    }
  }

  private mutating func computed(
    _ node: Condition.Node, on entity: EntityMetadata, as alias: String
  ) throws(SyncError) -> String {
    switch node {
    case .compares(let left, let comparison, let right):
      try check(left, comparison, right, on: entity)
      let left = try operand(left, of: entity, as: alias)
      return "\(left) \(comparison.rawValue) \(try operand(right, of: entity, as: alias))"
    case .computed(let operand, let test):
      let tested = Tested(
        name: try self.operand(operand, of: entity, as: alias), entity: entity, column: nil,
        storage: try storage(of: operand, on: entity))
      let met = try self.test(test, of: tested, subject: operand)
      let lookup = try lookup(of: operand, test, on: entity, as: alias)
      return lookup.map { "(\($0) AND \(met))" } ?? met
    case .anyRelated(let path, let node):
      return try anyRelated(node, Reach(entity: entity, alias: alias, path: path[...]))
    case .sql(let expression, let values): return try self.expression(expression.text, values)
    case .test, .all, .any, .not: return try condition(node, on: entity, as: alias)
    }
  }

  private mutating func joined(
    _ nodes: [Condition.Node], _ separator: String, _ entity: EntityMetadata, _ alias: String,
    _ isNegated: Bool
  ) throws(SyncError) -> String {
    var texts: [String] = []
    for node in nodes {
      texts.append(try condition(node, on: entity, as: alias, isNegated: isNegated))
    }
    return "(\(texts.joined(separator: separator)))"
  }

  private mutating func test(
    _ test: Condition.Test, on column: ColumnPath, _ row: Reach
  ) throws(SyncError) -> String {
    guard let relation = row.path.first else { return try self.test(test, here: column, row) }
    // Rows of the other table are looked up once, and then the rows that refer to them, by an
    // index.
    let (target, key, link) = try step(from: row, through: relation)
    return "\(row.tuple(link)) IN (SELECT \(target.list(key)) FROM "
      + "\(quoted(target.entity.table)) AS \(target.alias) WHERE "
      + "\(try self.test(test, on: column, target)))"
  }

  private mutating func negation(
    of test: Condition.Test, on column: ColumnPath, _ row: Reach
  ) throws(SyncError) -> String {
    guard row.path.isEmpty else { return "(\(try self.test(test, on: column, row))) IS NOT TRUE" }
    let name = row.expression(column)
    switch test {
    case .isThere: return "\(name) IS NULL"
    case .compares(.equal, let value):
      let tested = Tested(
        name: name, entity: row.entity, column: column,
        storage: column.field?.storage ?? row.entity.columns[column.column].storage)
      return "\(name) IS NOT \(values.place(try stored(value, in: tested)))"
    case .compares(let comparison, let value)
    where column.field == nil && row.entity.columns[column.column].isRequired:
      guard let opposite = comparison.opposite else { break }
      return try self.test(.compares(opposite, value), here: column, row)
    default: break
    }
    return "(\(try self.test(test, here: column, row))) IS NOT TRUE"
  }

  private mutating func test(
    _ test: Condition.Test, here column: ColumnPath, _ row: Reach
  ) throws(SyncError) -> String {
    let tested = Tested(
      name: row.expression(column), entity: row.entity, column: column,
      storage: column.field?.storage ?? row.entity.columns[column.column].storage)
    return try self.test(
      test, of: tested,
      subject: .column(ColumnPath(relations: [], column: column.column, field: column.field)))
  }

  /// What a test is applied to.
  private struct Tested {
    /// The value in SQL.
    let name: String
    let entity: EntityMetadata
    /// The column; `nil` for a computed value.
    let column: ColumnPath?
    let storage: StoredValue.Storage

    /// Whether the case of ASCII letters is ignored. A computed value has no collation.
    var ignoresCase: Bool {
      guard let column, column.field == nil else { return false }
      return entity.columns[column.column].ignoresCase
    }
  }

  /// - Parameter subject: The operand of the tested value.
  private mutating func test(
    _ test: Condition.Test, of tested: Tested, subject: QueryOperand
  ) throws(SyncError) -> String {
    let name = tested.name
    switch test {
    case .isThere: return "\(name) IS NOT NULL"
    case .compares(let comparison, let value):
      return "\(name) \(comparison.rawValue) \(values.place(try stored(value, in: tested)))"
    case .contains(let text):
      return "instr(\(name), \(values.place(.text(searched(text, in: tested))))) > 0"
    case .containsLocalized(let text):
      let folded = values.place(.text(TextSearch.folded(text)))
      return "\(TextSearch.function)(\(name), \(folded))"
    case .isLike(let pattern):
      return "\(name) LIKE \(values.place(.text(pattern.text))) ESCAPE '\\'"
    case .hasSuffix(let text):
      let suffix = searched(text, in: tested)
      // The function takes no characters for a length of 0, so that every string ends with the
      // empty suffix.
      let length = suffix.unicodeScalars.count
      if length == 0 { return "\(name) IS NOT NULL" }
      return "substr(\(name), -\(length)) = \(values.place(.text(suffix)))"
    case .isSelected(let subquery):
      try check(subquery, against: subject, of: tested.entity)
      return "\(name) IN (\(try subquery.sql(schema, &values)))"
    case .hasPrefix(let text):
      let prefix = searched(text, in: tested)
      let start = "\(name) >= \(values.place(.text(prefix)))"
      guard let end = PrefixRange.end(of: prefix, ignoringCase: tested.ignoresCase) else {
        return start
      }
      return "(\(start) AND \(name) < \(values.place(.text(end))))"
    case .isOneOf(let list):
      var stored: [StoredValue] = []
      for value in list { stored.append(try self.stored(value, in: tested)) }
      return "\(name) IN (\(self.list(stored)))"
    }
  }

  /// A list as one parameter where JSON can represent it, so that it may have any length and one
  /// prepared statement serves lists of all lengths.
  mutating func list(_ list: [StoredValue]) -> String {
    guard let json = ListText.json(of: list) else {
      return list.map { values.place($0) }.joined(separator: ", ")
    }
    return "SELECT value FROM json_each(\(values.place(.text(json))))"
  }

  /// A part of a string as the column holds it.
  private func searched(_ searched: ExactText, in tested: Tested) -> String {
    isCurrency(tested) ? Money.canonical(searched.text) : searched.text
  }

  private func isCurrency(_ tested: Tested) -> Bool {
    guard let place = tested.column, place.field == nil else { return false }
    return tested.entity.attributes.contains { $0.isAmount && $0.column + 1 == place.column }
  }

  private func stored(
    _ compared: ComparedValue, in tested: Tested
  ) throws(SyncError) -> StoredValue {
    guard let value = compared.value else {
      throw .invalidOption(
        "a day of a query for '\(tested.entity.name)' is not in the years 1 to 9999")
    }
    if let text = value as? String, isCurrency(tested) { return .text(Money.canonical(text)) }
    let field = tested.column?.field
    let found = field.map { $0.stored(value) } ?? value.stored(in: tested.storage)
    guard let stored = found else {
      let column = tested.column.map { tested.entity.columns[$0.column].name }
      throw .unstorable(
        RowWriter.text(of: value), in: column ?? "computed value", of: tested.entity.name)
    }
    return stored
  }
}

/// The strings that begin with a prefix, as a range for an index search.
///
/// SQLite compares text by its UTF-8 bytes, which is the order of code points. The collation
/// `NOCASE` treats uppercase ASCII letters as lowercase.
enum PrefixRange {
  /// The least string that is greater than all strings that begin with `prefix`; `nil` if there is
  /// none.
  static func end(of prefix: String, ignoringCase: Bool = false) -> String? {
    var scalars = prefix.unicodeScalars
    while let last = scalars.popLast() {
      guard let next = ignoringCase ? folded(last) : successor(of: last) else { continue }
      scalars.append(next)
      return String(scalars)
    }
    return nil
  }

  /// The next code point in a collation without uppercase ASCII letters.
  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let capitals: ClosedRange<Unicode.Scalar> = "A"..."Z"
    let last = capitals.contains(scalar) ? Unicode.Scalar(scalar.value + 0x20) ?? scalar : scalar
    return successor(of: last).map { capitals.contains($0) ? "[" : $0 }
  }

  /// The next code point, skipping the surrogates, which text cannot contain.
  private static func successor(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    Unicode.Scalar(scalar.value == 0xD7FF ? 0xE000 : scalar.value + 1)
  }
}
