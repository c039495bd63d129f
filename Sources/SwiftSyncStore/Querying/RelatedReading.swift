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

/// A relationship that a query includes, with what is read of it.
struct IncludedMember: Hashable, Sendable {
  let place: ColumnPath
  /// The condition, the order, the limit and the relationships of the rows.
  private let selection: any Hashable & Sendable
  let softDeletion: SoftDeleted
  let isLong: Bool
  let zones: Set<TimeZone>
  let statements: @Sendable (RelationLink, ParentRows, SchemaMetadata) throws(SyncError) -> [String]

  init<Target: SyncedEntity, Element: Sendable>(
    _ place: ColumnPath, _ reading: RowReading<Target, Element>
  ) {
    self.place = place
    selection = reading.selection
    softDeletion = reading.query.softDeletion
    isLong = reading.isLong
    zones = reading.zones
    statements = { (link, parents, schema) throws(SyncError) in
      let sql = try link.statement(reading.query, of: parents, schema)
      // Which rows are read does not change which columns are.
      return [sql.text] + (try reading.statements(ParentRows(keys: []), schema))
    }
  }

  static func == (left: Self, right: Self) -> Bool {
    left.place == right.place && AnyHashable(left.selection) == AnyHashable(right.selection)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    hasher.combine(AnyHashable(selection))
  }

  func link(
    of entity: EntityMetadata, _ schema: SchemaMetadata
  ) throws(SyncError) -> RelationLink {
    guard place.relations.count == 1 else {
      throw .invalidOption(
        "a query for '\(entity.name)' includes a relationship of a related row; include it with the "
          + "related row: 'project.including { $0.owner }'")
    }
    return try RelationLink(entity.relations[place.relations[0]], of: entity, softDeletion, schema)
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
      statements += try member.statements(
        try member.link(of: Target.metadata, schema), rows, schema)
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

/// The values that link other rows to rows that are being read, for each relationship.
struct RelatedKeys: Sendable {
  let links: [RelationLink]
  private(set) var values: [[StoredValue]]

  init(
    _ members: [IncludedMember], of entity: EntityMetadata, _ schema: SchemaMetadata
  ) throws(SyncError) {
    var links: [RelationLink] = []
    for member in members { links.append(try member.link(of: entity, schema)) }
    self.links = links
    values = Array(repeating: [], count: links.count)
  }

  /// Adds those of the current row, whose columns are the first of the statement.
  mutating func add(_ statement: Statement) {
    for (index, link) in links.enumerated() {
      values[index].append(statement.key(link.source.link))
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

  /// The related rows by their linking values.
  func elements<Target: SyncedEntity, Element: Sendable>(
    _ index: Int, _ reading: RowReading<Target, Element>
  ) throws(SyncError) -> [StoredValue: [Element]] {
    let link = keys.links[index]
    let parents = parents ?? ParentRows(keys: Set(keys.values[index]))
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
  private static let alias = "swiftsync_related"

  let target: EntityMetadata
  let source: RelatedSource

  init(
    _ relation: RelationMetadata, of entity: EntityMetadata, _ softDeleted: SoftDeleted,
    _ schema: SchemaMetadata
  ) throws(SyncError) {
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
