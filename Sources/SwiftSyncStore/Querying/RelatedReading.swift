import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncCoding

/// How the rows of a relationship are read for several parents. Not intended for use in apps.
@_spi(Generated)
public struct IncludedRelation<Related: Sendable>: Sendable {
  let member: IncludedMember
  let isEqual: @Sendable (Related, Related) -> Bool
  /// Returns what is related to each parent.
  let related: @Sendable (RelatedRowsLoader, Int) throws(SyncError) -> [Related]

  /// - Parameters:
  ///   - place: The path to the relationship.
  ///   - reading: How the rows of the relationship are read.
  ///   - related: What is related to a parent, given the rows that belong to it.
  init<Target: SyncedEntity, Element: Sendable>(
    _ place: ColumnPath, _ reading: RowReading<Target, Element>,
    _ related: @escaping @Sendable ([Element]) -> Related,
    isEqual: @escaping @Sendable (Related, Related) -> Bool
  ) {
    member = IncludedMember(place, reading)
    self.isEqual = isEqual
    self.related = { (loader, index) throws(SyncError) in
      let elements = try loader.elements(index, reading)
      return loader.keys.values[index].map { related(elements[$0] ?? []) }
    }
  }
}

extension IncludedRelation where Related == PushState {
  /// - Parameter path: The path to the row with the state.
  init(stateOf path: [Int]) {
    member = IncludedMember(stateOf: path)
    isEqual = { $0 == $1 }
    related = { (loader, index) throws(SyncError) in
      let states = try loader.states(index)
      return loader.keys.values[index].map { states[$0] ?? .synced }
    }
  }
}

/// A relationship that a query includes, with what is read of it, or the state of the row itself.
struct IncludedMember: Hashable, Sendable {
  /// The relationship, or the path to the row with the state.
  let path: [Int]
  let isState: Bool
  /// The condition, the order, the limit and the relationships of the rows.
  private let selection: any Hashable & Sendable
  let softDeletion: SoftDeleted
  let isLong: Bool
  let zones: Set<TimeZone>
  let statements:
    @Sendable (EntityMetadata, ParentRows, SchemaMetadata) throws(SyncError) -> [String]

  init(stateOf path: [Int]) {
    self.path = path
    isState = true
    selection = "pushState"
    softDeletion = .include
    isLong = false
    zones = []
    statements = { (entity, parents, schema) throws(SyncError) in
      [try PushState.statement(of: entity, parents, schema).text]
    }
  }

  init<Target: SyncedEntity, Element: Sendable>(
    _ place: ColumnPath, _ reading: RowReading<Target, Element>
  ) {
    path = place.relations
    isState = false
    selection = reading.selection
    let softDeletion = reading.query.softDeletion
    self.softDeletion = softDeletion
    isLong = reading.isLong
    zones = reading.zones
    let path = path
    statements = { (entity, parents, schema) throws(SyncError) in
      let link = try RelationLink(path, of: entity, softDeletion, schema)
      let sql = try link.statement(reading.query, of: parents, schema)
      // Which rows are read does not change which columns are.
      return [sql.text] + (try reading.statements(ParentRows(keys: []), schema))
    }
  }

  static func == (left: Self, right: Self) -> Bool {
    left.path == right.path && AnyHashable(left.selection) == AnyHashable(right.selection)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(AnyHashable(selection))
  }

  func link(
    of entity: EntityMetadata, _ schema: SchemaMetadata
  ) throws(SyncError) -> RelationLink {
    try RelationLink(path, of: entity, softDeletion, schema)
  }

  /// The positions of the row's columns to which what is read is linked.
  func columns(
    of entity: EntityMetadata, _ schema: SchemaMetadata
  ) throws(SyncError) -> [Int] {
    guard isState else { return try link(of: entity, schema).source.link }
    guard path.isEmpty else {
      throw .invalidOption(
        "a query for '\(entity.name)' includes the state of a related row; include it with the "
          + "related row: 'project.including { $0.pushState }'")
    }
    return entity.identity
  }
}

/// How rows of an entity are read, together with what they include.
struct RowReading<Target: SyncedEntity, Element: Sendable>: Sendable {
  let query: Query<Target>
  let members: [IncludedMember]
  let selection: any Hashable & Sendable
  let isEqual: @Sendable (Element, Element) -> Bool
  /// Reads what the rows include.
  let elements: @Sendable ([Target], RelatedRowsLoader) throws(SyncError) -> [Element]

  var isLong: Bool { Target.metadata.nestsDeeply || members.contains(where: \.isLong) }
  var zones: Set<TimeZone> { members.reduce(query.zones) { $0.union($1.zones) } }

  /// The statements for what the rows include.
  func statements(
    _ rows: ParentRows, _ schema: SchemaMetadata
  ) throws(SyncError) -> [String] {
    var statements: [String] = []
    for member in members {
      statements += try member.statements(Target.metadata, rows, schema)
    }
    return statements
  }
}

extension Query {
  /// The rows by themselves.
  var reading: RowReading<Row, Row> {
    RowReading(query: self, members: [], selection: self) {
      $0 == $1
    } elements: { (rows, _) throws(SyncError) in
      rows
    }
  }
}

extension Query.Inclusion {
  /// The rows with what they include.
  var reading: RowReading<Row, Including<Row, Related>> {
    let (related, isEqual) = (related, isEqual)
    return RowReading(query: query, members: members, selection: self) {
      $0.row == $1.row && isEqual($0.related, $1.related)
    } elements: { (rows, loader) throws(SyncError) in
      zip(rows, try related(loader)).map { Including(row: $0, related: $1) }
    }
  }
}

/// The rows to which others are related.
struct ParentRows: Sendable {
  /// Returns the query for some of their columns.
  let columns: @Sendable ([Int], SchemaMetadata, inout SQLValues) throws(SyncError) -> String

  /// The rows of a query.
  init<Row>(_ query: Query<Row>) {
    columns = { (columns, schema, values) throws(SyncError) in
      var sql = try QuerySQL(query, schema, values)
      let text = try sql.selection(of: columns)
      values = sql.values
      return text
    }
  }

  /// The rows that have already been read, by the values that link others to them.
  init(keys: Set<StoredValue>) {
    let keys = keys.filter { $0 != .null }
    columns = { (columns, _, values) throws(SyncError) in
      if let json = ListText.json(of: Array(keys)) {
        let parts =
          columns.count == 1
          ? "value"
          : columns.indices.map { "json_extract(value, '$[\($0)]')" }.joined(separator: ", ")
        return "SELECT \(parts) FROM json_each(\(values.place(.text(json))))"
      }
      return keys.map { values.place($0) }.joined(separator: ", ")
    }
  }
}

/// The values that link other rows to rows that are being read, for each member.
struct RelatedKeys: Sendable {
  let entity: EntityMetadata
  let members: [IncludedMember]
  /// The positions of the columns with the values.
  private let columns: [[Int]]
  private(set) var values: [[StoredValue]]

  init(
    _ members: [IncludedMember], of entity: EntityMetadata, _ schema: SchemaMetadata
  ) throws(SyncError) {
    self.entity = entity
    self.members = members
    var columns: [[Int]] = []
    for member in members { columns.append(try member.columns(of: entity, schema)) }
    self.columns = columns
    values = Array(repeating: [], count: columns.count)
  }

  /// Adds those of the current row, whose columns are the first of the statement.
  mutating func add(_ statement: Statement) {
    for (index, columns) in columns.enumerated() {
      values[index].append(statement.key(columns))
    }
  }
}

extension Statement {
  /// The values of columns as one value: `null` if one of them is null.
  fileprivate func key(_ columns: [Int], from first: Int = 0) -> StoredValue {
    if columns.count == 1 { return value(Int32(first + columns[0])).stored }
    return .key(columns.map { value(Int32(first + $0)).stored })
  }
}

/// Fetches the related rows of all rows of a query.
@_spi(Generated)
public struct RelatedRowsLoader {
  let connection: Connection
  let schema: SchemaMetadata
  /// The rows; `nil` for those with the keys.
  let parents: ParentRows?
  /// The values that link each parent, for each relationship.
  let keys: RelatedKeys

  /// Returns what is related to each parent through a relationship.
  func related<Related>(
    _ index: Int, _ relation: IncludedRelation<Related>
  ) throws(SyncError) -> [Related] {
    try relation.related(self, index)
  }

  /// The states of the rows in the push queue, by their identities.
  func states(_ index: Int) throws(SyncError) -> [StoredValue: PushState] {
    let sql = try PushState.statement(of: keys.entity, rows(of: index), schema)
    let statement = try connection.query(sql.text, binding: sql.parameters)
    defer { statement.reset() }
    let identity = Array(keys.entity.identity.indices)
    var states: [StoredValue: PushState] = [:]
    while try statement.step() {
      let state = statement.text(Int32(identity.count))
      states[statement.key(identity)] = state.flatMap(PushState.init)
    }
    return states
  }

  private func rows(of index: Int) -> ParentRows {
    parents ?? ParentRows(keys: Set(keys.values[index]))
  }

  /// The related rows by their linking values.
  func elements<Target: SyncedEntity, Element: Sendable>(
    _ index: Int, _ reading: RowReading<Target, Element>
  ) throws(SyncError) -> [StoredValue: [Element]] {
    let link = try keys.members[index].link(of: keys.entity, schema)
    let parents = rows(of: index)
    let sql = try link.statement(reading.query, of: parents, schema)
    let statement = try connection.query(sql.text, binding: sql.parameters)
    let first = Target.metadata.columns.count
    let owner = Array(link.source.owner.indices)
    var owners: [StoredValue] = []
    var inner = try RelatedKeys(reading.members, of: Target.metadata, schema)
    let rows = try statement.rows(of: Target.self) { _ throws(SyncError) in
      owners.append(statement.key(owner, from: first))
      inner.add(statement)
    }
    let elements = try reading.elements(
      rows, RelatedRowsLoader(connection: connection, schema: schema, parents: nil, keys: inner))
    var related: [StoredValue: [Element]] = [:]
    for (owner, element) in zip(owners, elements) { related[owner, default: []].append(element) }
    return related
  }
}

/// A relationship of a query's rows, and the location of its rows.
struct RelationLink: Sendable {
  /// The name of the related rows' table in the statement; the query calls its own table by name.
  static let alias = "swiftsync_related"

  let target: EntityMetadata
  let source: RelatedSource

  /// - Parameter path: The relationship of the entity, alone.
  init(
    _ path: [Int], of entity: EntityMetadata, _ softDeleted: SoftDeleted, _ schema: SchemaMetadata
  ) throws(SyncError) {
    guard path.count == 1 else {
      throw .invalidOption(
        "a query for '\(entity.name)' includes a relationship of a related row; include it with the "
          + "related row: 'project.including { $0.owner }'")
    }
    let relation = entity.relations[path[0]]
    target = try schema.entity(named: relation.target)
    source = try RelatedSource(schema, entity, relation, target, as: Self.alias, softDeleted)
  }

  /// The rows related to some parents, each followed by the columns that identify its owner.
  ///
  /// - Parameter query: The condition, the order and the limit of the rows.
  func statement<Target: SyncedEntity>(
    _ query: Query<Target>, of parents: ParentRows, _ schema: SchemaMetadata
  ) throws(SyncError) -> (text: String, parameters: [StoredValue]) {
    var values = SQLValues()
    let owner = source.owner.joined(separator: ", ")
    let links = try parents.columns(source.link, schema, &values)
    var related = source
    related.require("\(source.owner.count == 1 ? owner : "(\(owner))") IN (\(links))")
    var writer = ConditionSQL(schema: schema, values: values)
    if !query.condition.isAlways {
      related.require(try writer.condition(query.condition.node, on: target, as: Self.alias))
    }
    var order: [String] = []
    for term in query.terms {
      let key = try writer.operand(term.operand, of: target, as: Self.alias)
      order.append(term.isDescending ? "\(key) DESC" : key)
    }
    let sorted = (order + [related.order]).joined(separator: ", ")
    let columns = "\(target.columnList(as: Self.alias)), \(owner)"
    let rows = "FROM \(related.from)\(related.suffix)"
    guard let limit = query.maximum else {
      return ("SELECT \(columns) \(rows) ORDER BY \(sorted)", writer.values.parameters)
    }
    if limit < 0 { throw .invalidOption("a limit of a query cannot be negative") }
    let number = "row_number() OVER (PARTITION BY \(owner) ORDER BY \(sorted))"
    let place = writer.values.place(.integer(Int64(limit)))
    return (
      "SELECT * FROM (SELECT \(columns), \(number) AS swiftsync_number \(rows)) "
        + "WHERE swiftsync_number <= \(place) ORDER BY swiftsync_number",
      writer.values.parameters
    )
  }
}
