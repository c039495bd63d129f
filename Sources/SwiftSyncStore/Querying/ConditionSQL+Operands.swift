@_spi(Generated) import SwiftSyncCoding

/// A row that a statement refers to, and the relationships that start from it.
struct Reach {
  let entity: EntityMetadata
  /// The name of the table in the statement.
  let alias: String
  let path: ArraySlice<Int>
  var depth = 1

  func column(_ index: Int) -> String { "\(alias).\(quoted(entity.columns[index].name))" }

  func list(_ columns: [Int]) -> String { columns.map(column).joined(separator: ", ") }

  /// One column, or several as a row value.
  func tuple(_ columns: [Int]) -> String {
    columns.count == 1 ? column(columns[0]) : "(\(list(columns)))"
  }

  /// The column of a path in this row, or the field inside it.
  func expression(_ place: ColumnPath) -> String {
    let column = column(place.column)
    return place.field?.sql(column) ?? column
  }
}

extension Reach {
  /// Creates the reach of a column.
  init(_ place: ColumnPath, on entity: EntityMetadata, as alias: String) throws(SyncError) {
    // A member that an app added to the generated type has no column.
    guard place.column >= 0 else {
      throw .invalidOption("a query for '\(entity.name)' uses a member that is not a column")
    }
    self.init(
      entity: entity, alias: alias, path: place.relations[...], depth: Self.depth(of: alias))
  }

  init(entity: EntityMetadata, alias: String, path: ArraySlice<Int>) {
    self.init(entity: entity, alias: alias, path: path, depth: Self.depth(of: alias))
  }

  /// The number for the next table's name. Inside a condition for related rows, it is one more than
  /// theirs.
  private static func depth(of alias: String) -> Int {
    alias.hasPrefix(tablePrefix) ? (Int(alias.dropFirst(tablePrefix.count)) ?? 0) + 1 : 1
  }

  static var tablePrefix: String { "swiftsync_" }

  /// The name of the next table.
  var nextAlias: String { "\(Self.tablePrefix)\(depth)" }
}

extension ConditionSQL {
  /// The next row on the path, and the columns of both rows that link them.
  func step(
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

  /// Returns the SQL of an operand for a row of the entity.
  mutating func operand(
    _ operand: QueryOperand, of entity: EntityMetadata, as alias: String
  ) throws(SyncError) -> String {
    switch operand {
    case .column(let place): return try key(place, Reach(place, on: entity, as: alias))
    case .number(let number): return values.place(number)
    case .pushState(let path):
      return try pushState(Reach(entity: entity, alias: alias, path: path[...]))
    case .count(let path, let condition):
      return try count(condition.node, Reach(entity: entity, alias: alias, path: path[...]))
    case .arithmetic(let left, let sign, let right):
      let left = try self.operand(left, of: entity, as: alias)
      return "(\(left) \(sign) \(try self.operand(right, of: entity, as: alias)))"
    case .aggregate(let function, let place):
      guard let place else { return "\(function)(*)" }
      let value = try key(place, Reach(place, on: entity, as: alias))
      return function == "sum" ? "coalesce(sum(\(value)), 0)" : "\(function)(\(value))"
    case .excerpt:
      throw .invalidOption(
        "a query for '\(entity.name)' uses a snippet outside the values that it selects")
    case .computed(let computed): return try self.computed(computed, of: entity, as: alias)
    case .constant(let constant): return try self.constant(constant, of: entity)
    }
  }

  private func key(_ place: ColumnPath, _ row: Reach) throws(SyncError) -> String {
    guard let relation = row.path.first else { return row.expression(place) }
    let (target, key, link) = try step(from: row, through: relation)
    return "(SELECT \(try self.key(place, target)) FROM \(quoted(target.entity.table)) AS "
      + "\(target.alias) WHERE \(target.tuple(key)) = \(row.tuple(link)))"
  }

  /// Returns a condition in SQL with the values of its parameters.
  mutating func expression(
    _ expression: String, _ values: [StoredValue]
  ) throws(SyncError) -> String {
    let parts = SQLParameters.split(expression)
    // A number after a question mark would refer to another parameter of the statement.
    guard parts.count == values.count + 1, !parts.dropFirst().contains(where: \.startsWithDigit)
    else {
      throw .invalidStatement(
        expression,
        reason: "the condition has \(parts.count - 1) parameters, but "
          + "\(values.count) values were passed")
    }
    var text = parts[0]
    for (value, part) in zip(values, parts.dropFirst()) { text += self.values.place(value) + part }
    return "(\(text))"
  }

  /// Throws if two columns have different storage forms, which do not compare by value, e.g. dates
  /// in seconds and in text.
  func check(
    _ left: QueryOperand, _ comparison: Condition.Comparison, _ right: QueryOperand,
    on entity: EntityMetadata
  ) throws(SyncError) {
    guard let left = left.storedColumn, let right = right.storedColumn else { return }
    try check(left, of: entity, against: right, of: entity)
  }

  func check(
    _ subquery: Subquery, against operand: QueryOperand, of entity: EntityMetadata
  ) throws(SyncError) {
    guard let column = subquery.operand?.storedColumn, let own = operand.storedColumn else {
      return
    }
    try check(own, of: entity, against: column, of: schema.entity(named: subquery.entity))
  }

  /// How the columns that an operand's values come from store them.
  func storage(
    of operand: QueryOperand, on entity: EntityMetadata
  ) throws(SyncError) -> StoredValue.Storage {
    guard let column = operand.storedColumn else { return .text }
    return try form(of: column, entity).form.storage
  }

  func check(
    _ left: ColumnPath, of entity: EntityMetadata, against right: ColumnPath,
    of other: EntityMetadata
  ) throws(SyncError) {
    let (first, second) = (try form(of: left, entity), try form(of: right, other))
    guard first.form != second.form else { return }
    throw .invalidOption(
      "a query compares '\(first.name)' with '\(second.name)', which are stored in different forms")
  }

  /// How a column stores its values, and its description in messages.
  private func form(
    of place: ColumnPath, _ entity: EntityMetadata
  ) throws(SyncError) -> (form: StoredForm, name: String) {
    var row = try Reach(place, on: entity, as: "")
    while let relation = row.path.first { row = try step(from: row, through: relation).row }
    let column = row.entity.columns[place.column]
    let attribute = row.entity.attributes.first { $0.column == place.column }
    return (
      StoredForm(
        storage: place.field?.storage ?? column.storage,
        date: (place.field?.type ?? attribute?.type)?.dateForm),
      "\(row.entity.name).\(column.name)"
    )
  }

  private struct StoredForm: Hashable {
    let storage: ColumnMetadata.Storage
    let date: DateForm?
  }
}

extension ValueType {
  fileprivate var dateForm: DateForm? {
    if case .date(let form) = self { form } else { nil }
  }
}

/// Conditions for the rows of to-many relationships, without soft-deleted rows.
extension ConditionSQL {
  mutating func anyRelated(_ node: Condition.Node, _ row: Reach) throws(SyncError) -> String {
    guard let relation = row.path.first else { return "FALSE" }
    guard row.path.count == 1 else {
      let (target, key, link) = try step(from: row, through: relation)
      return "\(row.tuple(link)) IN (SELECT \(target.list(key)) FROM "
        + "\(quoted(target.entity.table)) AS \(target.alias) WHERE "
        + "\(try anyRelated(node, target)))"
    }
    var (source, target) = try related(row, relation)
    guard node != .always else {
      source.require(source.belongs(to: row.entity, as: row.alias))
      return "EXISTS (SELECT 1 FROM \(source.from)\(source.suffix))"
    }
    // The rows that meet the condition are looked up once, and then the rows that they belong to.
    source.require(try condition(node, on: target, as: row.nextAlias))
    return "\(row.tuple(source.link)) IN (SELECT \(source.owner.joined(separator: ", ")) FROM "
      + "\(source.from)\(source.suffix))"
  }

  mutating func count(_ node: Condition.Node, _ row: Reach) throws(SyncError) -> String {
    guard let relation = row.path.first else { return "0" }
    guard row.path.count == 1 else {
      let (target, key, link) = try step(from: row, through: relation)
      return "(SELECT \(try count(node, target)) FROM \(quoted(target.entity.table)) AS "
        + "\(target.alias) WHERE \(target.tuple(key)) = \(row.tuple(link)))"
    }
    var (source, target) = try related(row, relation)
    source.require(source.belongs(to: row.entity, as: row.alias))
    if node != .always { source.require(try condition(node, on: target, as: row.nextAlias)) }
    return "(SELECT count(*) FROM \(source.from)\(source.suffix))"
  }

  private func related(
    _ row: Reach, _ relation: Int
  ) throws(SyncError) -> (source: RelatedSource, target: EntityMetadata) {
    let metadata = row.entity.relations[relation]
    let target = try schema.entity(named: metadata.target)
    let source = try RelatedSource(
      schema, row.entity, metadata, target, as: row.nextAlias, join: "\(row.nextAlias)_join",
      .exclude)
    return (source, target)
  }
}

extension String {
  fileprivate var startsWithDigit: Bool { utf8.first.map { (48...57).contains($0) } ?? false }
}

/// The parameters of a condition in SQL.
enum SQLParameters {
  /// The parts of an expression before, between and after its question marks. Question marks in
  /// strings, names and comments are skipped.
  static func split(_ expression: String) -> [String] {
    var parts = [""]
    var rest = expression[...]
    while let character = rest.first {
      let length = literalLength(rest)
      if length == 0, character == "?" {
        parts.append("")
        rest = rest.dropFirst()
      } else {
        parts[parts.count - 1] += rest.prefix(max(length, 1))
        rest = rest.dropFirst(max(length, 1))
      }
    }
    return parts
  }

  /// The length in characters of the string, name or comment that begins here; 0 if none does.
  private static func literalLength(_ text: Substring) -> Int {
    let ends: [(begin: String, end: String)] = [
      ("'", "'"), ("\"", "\""), ("`", "`"), ("[", "]"), ("--", "\n"), ("/*", "*/"),
    ]
    guard let (begin, end) = ends.first(where: { text.hasPrefix($0.begin) }) else { return 0 }
    var length = begin.count
    var rest = text.dropFirst(length)
    while !rest.isEmpty, !rest.hasPrefix(end) {
      length += 1
      rest = rest.dropFirst()
    }
    return rest.isEmpty ? length : length + end.count
  }
}

extension SchemaMetadata {
  /// How columns hold dates as seconds that a query selects, by the number of the selected value.
  func secondDates(
    of operands: [QueryOperand], on entity: EntityMetadata, from first: Int32 = 0
  ) throws(SyncError) -> [Int32: DateForm.Storage] {
    var found: [Int32: DateForm.Storage] = [:]
    for (index, operand) in operands.enumerated() {
      guard let place = operand.storedColumn, place.field == nil, place.column >= 0 else {
        continue
      }
      var target = entity
      for relation in place.relations {
        target = try self.entity(named: target.relations[relation].target)
      }
      let form = DateForm.Storage(in: target.columns[place.column].storage)
      if form.isSeconds { found[first + Int32(index)] = form }
    }
    return found
  }
}
