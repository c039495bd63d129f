@_spi(Generated) import SwiftSyncCoding

/// A row with related rows.
public struct Including<Row: SyncedEntity, Related: Sendable>: Sendable {
  /// The row of the query.
  public let row: Row
  /// The included rows: a row or nil for a to-one relationship, a list for a to-many relationship,
  /// and a tuple for several relationships.
  public let related: Related
}

extension Including: Equatable where Related: Equatable {}
extension Including: Hashable where Related: Hashable {}

extension Including: Identifiable where Row: Identifiable {
  /// The identity of the row, so that `List` and `ForEach` take the results as they are.
  public var id: Row.ID { row.id }
}

extension Query {
  /// A query that also fetches related rows.
  ///
  /// ```swift
  /// let query = Todo.where { $0.state != .done }.including { ($0.project, $0.labels) }
  /// for found in try await store.fetch(query) {
  ///   let (project, labels) = found.related
  ///   print(found.row.title, project?.name ?? "", labels.count)
  /// }
  /// ```
  ///
  /// The related rows are those of `todo.project(in: store)` and `todo.labels(in: store)`: without
  /// soft-deleted rows, and in the order of the list. Fetching takes one additional statement for
  /// each relationship, regardless of the number of rows.
  public struct Inclusion<Related: Sendable>: Sendable {
    let query: Query
    let members: [ColumnPath]
    let isLong: Bool
    let related: @Sendable (RelatedRowsLoader<Row>) throws(SyncError) -> [Related]
    let isEqual: @Sendable (Related, Related) -> Bool
  }
}

extension Query.Inclusion: Hashable {
  /// Returns whether two queries fetch the same rows with the same related rows.
  public static func == (left: Self, right: Self) -> Bool {
    left.query == right.query && left.members == right.members
  }

  /// Hashes the query and the relationships.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(query)
    hasher.combine(members)
  }
}

/// A relationship whose rows a query can include: `QueriedRow` or `QueriedRows`.
///
/// Only types of the runtime conform to it.
@_documentation(visibility: internal)
public protocol IncludableMember: QueriedMember {
  /// The entity of the related rows.
  associatedtype Target: SyncedEntity
  /// The related rows of one row.
  associatedtype Related: Hashable, Sendable

  /// The path to the relationship.
  @_spi(Generated)
  var place: ColumnPath { get }

  /// Returns the related value of one row for its related rows.
  @_spi(Generated)
  static func related(_ rows: [Target]) -> Related
}

@_spi(Generated)
extension IncludableMember where Self: NotGenerated {
  public var place: ColumnPath { Self.unavailable }

  public static func related(_ rows: [Target]) -> Related { Self.unavailable }
}

extension QueriedRow: IncludableMember {
  @_spi(Generated)
  public static func related(_ rows: [Entity]) -> Entity? { rows.first }
}

extension QueriedRows: IncludableMember {
  @_spi(Generated)
  public static func related(_ rows: [Entity]) -> [Entity] { rows }
}

extension IncludableMember {
  static var isLong: Bool { Target.metadata.nestsDeeply }
}

extension Query.Inclusion: StoreQuery {
  @_spi(Generated)
  public var request: QueryRequest<[Including<Row, Related>]> {
    let isEqual = isEqual
    return QueryRequest(isLong: isLong || Row.metadata.nestsDeeply, needsSnapshot: true) {
      (schema) throws(SyncError) in
      let links = try RelationLink.list(members, of: Row.metadata, schema)
      var statements: [String] = []
      for link in links { statements.append(try link.statement(of: query, schema).text) }
      var sql = try QuerySQL(query, schema)
      return [try sql.rows()] + statements
    } isEqual: { left, right in
      left.count == right.count
        && zip(left, right).allSatisfy { $0.row == $1.row && isEqual($0.related, $1.related) }
    } read: { (connection, schema) throws(SyncError) in
      try results(on: connection, schema)
    }
  }

  private func results(
    on connection: Connection, _ schema: SchemaMetadata
  ) throws(SyncError) -> [Including<Row, Related>] {
    let links = try RelationLink.list(members, of: Row.metadata, schema)
    var sql = try QuerySQL(query, schema)
    let statement = try connection.query(try sql.rows(), binding: sql.parameters)
    var keys = Array(repeating: [StoredValue](), count: links.count)
    let rows = try statement.rows(of: Row.self) { _ throws(SyncError) in
      for (index, link) in links.enumerated() {
        keys[index].append(statement.key(link.source.link))
      }
    }
    let loader = RelatedRowsLoader(
      connection: connection, schema: schema, query: query, links: links, keys: keys)
    return zip(rows, try related(loader)).map { Including(row: $0, related: $1) }
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
struct RelatedRowsLoader<Row: SyncedEntity> {
  let connection: Connection
  let schema: SchemaMetadata
  let query: Query<Row>
  let links: [RelationLink]
  /// The values that link each row of the query, for each relationship.
  let keys: [[StoredValue]]

  /// Returns the related value of each row of the query for a relationship.
  func related<Member: IncludableMember>(
    _ index: Int, _: Member.Type
  ) throws(SyncError) -> [Member.Related] {
    let rows = try rows(index, Member.Target.self)
    return keys[index].map { Member.related(rows[$0] ?? []) }
  }

  /// The related rows by their linking values.
  private func rows<Target: SyncedEntity>(
    _ index: Int, _: Target.Type
  ) throws(SyncError) -> [StoredValue: [Target]] {
    let sql = try links[index].statement(of: query, schema)
    let statement = try connection.query(sql.text, binding: sql.parameters)
    let first = Target.metadata.columns.count
    let owner = Array(links[index].source.owner.indices)
    var keys: [StoredValue] = []
    let rows = try statement.rows(of: Target.self) { _ throws(SyncError) in
      keys.append(statement.key(owner, from: first))
    }
    var related: [StoredValue: [Target]] = [:]
    for (key, row) in zip(keys, rows) { related[key, default: []].append(row) }
    return related
  }
}

/// A relationship of a query's rows, and the location of its rows.
struct RelationLink: Sendable {
  /// The name of the related rows' table in the statement; the query calls its own table by name.
  private static let alias = "swiftsync_related"

  let target: EntityMetadata
  let source: RelatedSource

  static func list(
    _ members: [ColumnPath], of entity: EntityMetadata, _ schema: SchemaMetadata
  ) throws(SyncError) -> [RelationLink] {
    var links: [RelationLink] = []
    for member in members {
      guard member.relations.count == 1 else {
        throw .invalidOption(
          "a query for '\(entity.name)' includes a relationship of a related row; include the related row, and "
            + "fetch its own with a second query")
      }
      let relation = entity.relations[member.relations[0]]
      let target = try schema.entity(named: relation.target)
      let source = try RelatedSource(schema, entity, relation, target, as: alias, .exclude)
      links.append(RelationLink(target: target, source: source))
    }
    return links
  }

  /// The related rows of a query's rows, each followed by the columns that identify its owner.
  func statement<Row: SyncedEntity>(
    of query: Query<Row>, _ schema: SchemaMetadata
  ) throws(SyncError) -> (text: String, parameters: [StoredValue]) {
    var sql = try QuerySQL(query, schema)
    let owner = source.owner.joined(separator: ", ")
    let links = try sql.selection(of: source.link)
    var related = source
    related.require("\(source.owner.count == 1 ? owner : "(\(owner))") IN (\(links))")
    let text =
      "SELECT \(target.columnList(as: Self.alias)), \(owner) FROM \(related.from)\(related.suffix) "
      + "ORDER BY \(related.order)"
    return (text, sql.parameters)
  }
}

extension Query {
  /// Returns the query with the related rows of one relationship. See `Query.Inclusion`.
  public func including<A: IncludableMember>(
    _ members: (QueriedRow<Row>) -> A
  ) -> Inclusion<A.Related> {
    let members = members(QueriedRow(.root))
    return Inclusion(
      query: self, members: [members.place], isLong: A.isLong
    ) { (loader) throws(SyncError) in
      try loader.related(0, A.self)
    } isEqual: {
      $0 == $1
    }
  }

  /// Returns the query with the related rows of two relationships. See `Query.Inclusion`.
  public func including<A: IncludableMember, B: IncludableMember>(
    _ members: (QueriedRow<Row>) -> (A, B)
  ) -> Inclusion<(A.Related, B.Related)> {
    let members = members(QueriedRow(.root))
    return Inclusion(
      query: self, members: [members.0.place, members.1.place], isLong: A.isLong || B.isLong
    ) { (loader) throws(SyncError) in
      let a = try loader.related(0, A.self)
      let b = try loader.related(1, B.self)
      return a.indices.map { (a[$0], b[$0]) }
    } isEqual: {
      $0 == $1
    }
  }

  /// Returns the query with the related rows of three relationships. See `Query.Inclusion`.
  public func including<A: IncludableMember, B: IncludableMember, C: IncludableMember>(
    _ members: (QueriedRow<Row>) -> (A, B, C)
  ) -> Inclusion<(A.Related, B.Related, C.Related)> {
    let members = members(QueriedRow(.root))
    return Inclusion(
      query: self, members: [members.0.place, members.1.place, members.2.place],
      isLong: A.isLong || B.isLong || C.isLong
    ) { (loader) throws(SyncError) in
      let a = try loader.related(0, A.self)
      let b = try loader.related(1, B.self)
      let c = try loader.related(2, C.self)
      return a.indices.map { (a[$0], b[$0], c[$0]) }
    } isEqual: {
      $0 == $1
    }
  }

  /// Returns the query with the related rows of four relationships. See `Query.Inclusion`.
  public func including<
    A: IncludableMember, B: IncludableMember, C: IncludableMember, D: IncludableMember
  >(
    _ members: (QueriedRow<Row>) -> (A, B, C, D)
  ) -> Inclusion<(A.Related, B.Related, C.Related, D.Related)> {
    let members = members(QueriedRow(.root))
    return Inclusion(
      query: self, members: [members.0.place, members.1.place, members.2.place, members.3.place],
      isLong: A.isLong || B.isLong || C.isLong || D.isLong
    ) { (loader) throws(SyncError) in
      let a = try loader.related(0, A.self)
      let b = try loader.related(1, B.self)
      let c = try loader.related(2, C.self)
      let d = try loader.related(3, D.self)
      return a.indices.map { (a[$0], b[$0], c[$0], d[$0]) }
    } isEqual: {
      $0 == $1
    }
  }
}

extension SyncedEntity {
  /// Returns the query for all rows with the related rows of one relationship. See `Query.Inclusion`.
  public static func including<A: IncludableMember>(
    _ member: (QueriedRow<Self>) -> A
  ) -> Query<Self>.Inclusion<A.Related> {
    all.including(member)
  }

  /// Returns the query for all rows with the related rows of two relationships. See `Query.Inclusion`.
  public static func including<A: IncludableMember, B: IncludableMember>(
    _ members: (QueriedRow<Self>) -> (A, B)
  ) -> Query<Self>.Inclusion<(A.Related, B.Related)> {
    all.including(members)
  }

  /// Returns the query for all rows with the related rows of three relationships. See `Query.Inclusion`.
  public static func including<A: IncludableMember, B: IncludableMember, C: IncludableMember>(
    _ members: (QueriedRow<Self>) -> (A, B, C)
  ) -> Query<Self>.Inclusion<(A.Related, B.Related, C.Related)> {
    all.including(members)
  }

  /// Returns the query for all rows with the related rows of four relationships. See `Query.Inclusion`.
  public static func including<
    A: IncludableMember, B: IncludableMember, C: IncludableMember, D: IncludableMember
  >(
    _ members: (QueriedRow<Self>) -> (A, B, C, D)
  ) -> Query<Self>.Inclusion<(A.Related, B.Related, C.Related, D.Related)> {
    all.including(members)
  }
}
