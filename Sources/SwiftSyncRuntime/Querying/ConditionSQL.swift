@_spi(Generated) import SwiftSyncREST

/// Writes conditions and sort terms as SQL.
///
/// SQL has a third result, null, and `NOT` of it is null again. A test is therefore written so that
/// nil makes it false or null, which `WHERE` takes for the same, and its negation so that nil makes
/// it true. `&&` and `||` are turned around where they are negated, so nothing else is negated.
struct ConditionSQL {
  let schema: SchemaMetadata
  var values: SQLValues

  /// - Parameter alias: What the statement calls the entity's table, quoted.
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
      let row = Reach(entity: entity, alias: alias, path: place.relations[...])
      try Self.check(place, on: entity)
      return try isNegated
        ? negation(of: test, on: place, row) : self.test(test, on: place, row)
    }
  }

  /// A member that somebody added to `Columns` has no column.
  private static func check(_ place: ColumnPath, on entity: EntityMetadata) throws(SyncError) {
    guard place.column < 0 else { return }
    throw .invalidOption("a query for '\(entity.name)' uses a member that is not a column")
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

  /// A row that a statement stands on, and the relations that lead on from it.
  private struct Reach {
    let entity: EntityMetadata
    /// The table's name in the statement.
    let alias: String
    let path: ArraySlice<Int>
    var depth = 1

    func column(_ index: Int) -> String { "\(alias).\(quoted(entity.columns[index].name))" }

    func list(_ columns: [Int]) -> String { columns.map(column).joined(separator: ", ") }

    /// One column, or several as one value.
    func tuple(_ columns: [Int]) -> String {
      columns.count == 1 ? column(columns[0]) : "(\(list(columns)))"
    }

    /// The column of a place in this row, or the field in it.
    func expression(_ place: ColumnPath) -> String {
      let column = column(place.column)
      return place.field?.sql(column) ?? column
    }
  }

  /// The next row on the way, and by which of its columns and this row's column they are linked.
  private func step(
    from row: Reach, through relation: Int
  ) throws(SyncError) -> (row: Reach, key: [Int], link: [Int]) {
    let metadata = row.entity.relations[relation]
    let target = try schema.entity(named: metadata.target)
    let next = Reach(
      entity: target, alias: "swiftsync_\(row.depth)", path: row.path.dropFirst(),
      depth: row.depth + 1)
    switch metadata.kind {
    case .toOne(let reference): return (next, target.identity, reference.storedColumns)
    default:
      return (
        next, try target.reference(back: metadata, to: row.entity).storedColumns,
        row.entity.identity
      )
    }
  }

  private mutating func test(
    _ test: Condition.Test, on column: ColumnPath, _ row: Reach
  ) throws(SyncError) -> String {
    guard let relation = row.path.first else { return try self.test(test, here: column, row) }
    // Rows of the other table are sought once, and then the rows that refer to them by an index.
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
      return "\(name) IS NOT \(values.place(try stored(value, in: column, of: row.entity)))"
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
    let name = row.expression(column)
    switch test {
    case .isThere: return "\(name) IS NOT NULL"
    case .compares(let comparison, let value):
      let stored = try stored(value, in: column, of: row.entity)
      return "\(name) \(comparison.rawValue) \(values.place(stored))"
    case .contains(let text):
      let text = searched(text, in: column, of: row.entity)
      return "instr(\(name), \(values.place(.text(text)))) > 0"
    case .hasPrefix(let text):
      let prefix = searched(text, in: column, of: row.entity)
      let start = "\(name) >= \(values.place(.text(prefix)))"
      guard let end = PrefixRange.end(of: prefix) else { return start }
      return "(\(start) AND \(name) < \(values.place(.text(end))))"
    case .isOneOf(let list):
      var stored: [StoredValue] = []
      for value in list { stored.append(try self.stored(value, in: column, of: row.entity)) }
      return "\(name) IN (\(self.list(stored)))"
    }
  }

  /// A list as one parameter where JSON can hold it, so that it may have any length and the
  /// statement is prepared once for lists of all lengths.
  private mutating func list(_ list: [StoredValue]) -> String {
    guard let json = ListText.json(of: list) else {
      return list.map { values.place($0) }.joined(separator: ", ")
    }
    return "SELECT value FROM json_each(\(values.place(.text(json))))"
  }

  /// A part of a text as the column holds it.
  private func searched(_ text: String, in place: ColumnPath, of entity: EntityMetadata) -> String {
    isCurrency(place, of: entity) ? Money.canonical(text) : text
  }

  private func isCurrency(_ place: ColumnPath, of entity: EntityMetadata) -> Bool {
    place.field == nil
      && entity.attributes.contains { $0.isAmount && $0.column + 1 == place.column }
  }

  private func stored(
    _ value: any SyncedValue, in place: ColumnPath, of entity: EntityMetadata
  ) throws(SyncError) -> StoredValue {
    if let text = value as? String, isCurrency(place, of: entity) {
      return .text(Money.canonical(text))
    }
    let column = entity.columns[place.column]
    let found = place.field.map { $0.stored(value) } ?? value.stored(in: column.storage)
    guard let stored = found else {
      throw .unstorableValue(
        entity: entity.name, column: column.name, found: RowWriter.text(of: value))
    }
    return stored
  }
}

extension ConditionSQL {
  /// What a row is sorted by: its column, or the column of the row that a path leads to.
  func sortKey(
    _ place: ColumnPath, of entity: EntityMetadata, as alias: String
  ) throws(SyncError) -> String {
    try Self.check(place, on: entity)
    return try key(place, Reach(entity: entity, alias: alias, path: place.relations[...]))
  }

  private func key(_ place: ColumnPath, _ row: Reach) throws(SyncError) -> String {
    guard let relation = row.path.first else { return row.expression(place) }
    let (target, key, link) = try step(from: row, through: relation)
    return "(SELECT \(try self.key(place, target)) FROM \(quoted(target.entity.table)) AS "
      + "\(target.alias) WHERE \(target.tuple(key)) = \(row.tuple(link)))"
  }
}

/// The texts that begin with a prefix, as the range that an index is searched by.
///
/// SQLite compares text by its bytes in UTF-8, which is the order of code points.
enum PrefixRange {
  /// The least text that is greater than all that begin with `prefix`; `nil` if there is none.
  static func end(of prefix: String) -> String? {
    var scalars = prefix.unicodeScalars
    while let last = scalars.popLast() {
      guard let next = successor(of: last) else { continue }
      scalars.append(next)
      return String(scalars)
    }
    return nil
  }

  /// The next code point, past the surrogates, which text cannot have.
  private static func successor(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    Unicode.Scalar(scalar.value == 0xD7FF ? 0xE000 : scalar.value + 1)
  }
}
