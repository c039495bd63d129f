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
    let members: [IncludedMember]
    let related: @Sendable (RelatedRowsLoader) throws(SyncError) -> [Related]
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

/// A relationship whose rows a query can include: a related row or the rows of a list, as they are
/// or with a condition, an order, a limit and related rows of their own.
///
/// Only types of the runtime conform to it.
@_documentation(visibility: internal)
public protocol IncludableMember<Related>: Sendable {
  /// What is related to one row.
  associatedtype Related: Sendable

  /// How the related rows are read.
  @_spi(Generated)
  var included: IncludedRelation<Related> { get }
}

@_spi(Generated)
extension IncludableMember where Self: NotGenerated {
  public var included: IncludedRelation<Related> { Self.unavailable }
}

extension QueriedRow: IncludableMember {
  @_spi(Generated)
  public var included: IncludedRelation<Entity?> {
    IncludedRelation(place, Query<Entity>().reading) {
      $0.first
    } isEqual: {
      $0 == $1
    }
  }

  /// The related row with related rows of its own:
  /// `Todo.including { $0.project.including { $0.owner } }`.
  public func including<A: IncludableMember>(
    _ members: (QueriedRow<Entity>) -> A
  ) -> IncludedRow<Entity, A.Related> {
    IncludedRow(place: place, rows: Query<Entity>().including(members))
  }

  /// The related row with related rows of two relationships. See `including(_:)`.
  public func including<A: IncludableMember, B: IncludableMember>(
    _ members: (QueriedRow<Entity>) -> (A, B)
  ) -> IncludedRow<Entity, (A.Related, B.Related)> {
    IncludedRow(place: place, rows: Query<Entity>().including(members))
  }
}

extension QueriedRows: IncludableMember {
  @_spi(Generated)
  public var included: IncludedRelation<[Entity]> { rows.included }

  private var rows: IncludedRows<Entity> { IncludedRows(place: place, query: Query()) }

  /// The rows that meet a condition, for `including`:
  /// `Todo.including { $0.items.where { !$0.isDone } }`.
  public func `where`<Met: ConditionConvertible>(
    _ condition: (QueriedRow<Entity>) -> Met
  ) -> IncludedRows<Entity> {
    rows.where(condition)
  }

  /// The rows in an order, for `including`: `Todo.including { $0.labels.order(\.name) }`.
  public func order<First: SortTermConvertible, each Next: SortTermConvertible>(
    _ first: KeyPath<QueriedRow<Entity>, First>,
    _ next: repeat KeyPath<QueriedRow<Entity>, each Next>
  ) -> IncludedRows<Entity> {
    rows.order(first, repeat each next)
  }

  /// The rows in an order, for `including`:
  /// `Todo.including { $0.items.order { $0.text.lowercased() } }`.
  public func order(
    @SortTerm.Builder _ terms: (QueriedRow<Entity>) -> [SortTerm]
  ) -> IncludedRows<Entity> {
    rows.order(terms)
  }

  /// The first rows of each list, for `including`: `Project.including { $0.tasks.limit(3) }`.
  public func limit(_ count: Int?) -> IncludedRows<Entity> { rows.limit(count) }

  /// The rows with related rows of their own: `Project.including { $0.tasks.including { $0.labels } }`.
  public func including<A: IncludableMember>(
    _ members: (QueriedRow<Entity>) -> A
  ) -> IncludedRowsWithRelated<Entity, A.Related> {
    rows.including(members)
  }

  /// The rows with related rows of two relationships. See `including(_:)`.
  public func including<A: IncludableMember, B: IncludableMember>(
    _ members: (QueriedRow<Entity>) -> (A, B)
  ) -> IncludedRowsWithRelated<Entity, (A.Related, B.Related)> {
    rows.including(members)
  }
}

/// Rows of a list that a query includes: with a condition, in an order, or the first of each list.
public struct IncludedRows<Entity: SyncedEntity>: IncludableMember {
  let place: ColumnPath
  let query: Query<Entity>

  @_spi(Generated)
  public var included: IncludedRelation<[Entity]> {
    IncludedRelation(place, query.reading) {
      $0
    } isEqual: {
      $0 == $1
    }
  }

  private func changed(_ query: Query<Entity>) -> Self { Self(place: place, query: query) }

  /// The rows that also meet a condition.
  public func `where`<Met: ConditionConvertible>(
    _ condition: (QueriedRow<Entity>) -> Met
  ) -> Self {
    changed(query.where(condition))
  }

  /// The rows in another order. Rows that compare as equal have the order of the list.
  public func order<First: SortTermConvertible, each Next: SortTermConvertible>(
    _ first: KeyPath<QueriedRow<Entity>, First>,
    _ next: repeat KeyPath<QueriedRow<Entity>, each Next>
  ) -> Self {
    changed(query.order(first, repeat each next))
  }

  /// The rows in another order. Rows that compare as equal have the order of the list.
  public func order(@SortTerm.Builder _ terms: (QueriedRow<Entity>) -> [SortTerm]) -> Self {
    changed(query.order(terms))
  }

  /// At most the given number of rows of each list; `nil` for all.
  public func limit(_ count: Int?) -> Self { changed(query.limit(count)) }

  /// The rows with another setting for soft-deleted ones.
  public func softDeleted(_ choice: SoftDeleted) -> Self { changed(query.softDeleted(choice)) }

  /// The rows with related rows of their own.
  public func including<A: IncludableMember>(
    _ members: (QueriedRow<Entity>) -> A
  ) -> IncludedRowsWithRelated<Entity, A.Related> {
    IncludedRowsWithRelated(place: place, rows: query.including(members))
  }

  /// The rows with related rows of two relationships.
  public func including<A: IncludableMember, B: IncludableMember>(
    _ members: (QueriedRow<Entity>) -> (A, B)
  ) -> IncludedRowsWithRelated<Entity, (A.Related, B.Related)> {
    IncludedRowsWithRelated(place: place, rows: query.including(members))
  }
}

/// A related row that a query includes together with rows related to it.
public struct IncludedRow<Entity: SyncedEntity, Inner: Sendable>: IncludableMember {
  let place: ColumnPath
  let rows: Query<Entity>.Inclusion<Inner>

  @_spi(Generated)
  public var included: IncludedRelation<Including<Entity, Inner>?> {
    let reading = rows.reading
    return IncludedRelation(place, reading) {
      $0.first
    } isEqual: { left, right in
      guard let left, let right else { return left == nil && right == nil }
      return reading.isEqual(left, right)
    }
  }
}

/// Rows of a list that a query includes together with rows related to them.
public struct IncludedRowsWithRelated<Entity: SyncedEntity, Inner: Sendable>: IncludableMember {
  let place: ColumnPath
  let rows: Query<Entity>.Inclusion<Inner>

  @_spi(Generated)
  public var included: IncludedRelation<[Including<Entity, Inner>]> {
    let reading = rows.reading
    return IncludedRelation(place, reading) {
      $0
    } isEqual: { left, right in
      left.count == right.count && zip(left, right).allSatisfy { reading.isEqual($0, $1) }
    }
  }
}

extension Query.Inclusion: StoreQuery {
  @_spi(Generated)
  public var request: QueryRequest<[Including<Row, Related>]> {
    let reading = reading
    return QueryRequest(isLong: reading.isLong, needsSnapshot: true, zones: reading.zones) {
      (schema) throws(SyncError) in
      var sql = try QuerySQL(query, schema)
      return [try sql.rows()] + (try reading.statements(ParentRows(query), schema))
    } isEqual: { left, right in
      left.count == right.count && zip(left, right).allSatisfy { reading.isEqual($0, $1) }
    } read: { (connection, schema) throws(SyncError) in
      try results(on: connection, schema)
    }
  }

  @_spi(Generated)
  public var rowLimit: Int? { query.maximum }

  @_spi(Generated)
  public func limited(to count: Int) -> Self {
    Self(query: query.limit(count), members: members, related: related, isEqual: isEqual)
  }

  @_spi(Generated)
  public static func first(
    _ count: Int, of results: [Including<Row, Related>]
  ) -> (rows: [Including<Row, Related>], hasMore: Bool) {
    (Array(results.prefix(count)), results.count > count)
  }

  private func results(
    on connection: Connection, _ schema: SchemaMetadata
  ) throws(SyncError) -> [Including<Row, Related>] {
    let reading = reading
    var sql = try QuerySQL(query, schema)
    let statement = try connection.query(try sql.rows(), binding: sql.parameters)
    var keys = try RelatedKeys(members, of: Row.metadata, schema)
    let rows = try statement.rows(of: Row.self) { _ throws(SyncError) in keys.add(statement) }
    return try reading.elements(
      rows,
      RelatedRowsLoader(
        connection: connection, schema: schema, parents: ParentRows(query), keys: keys))
  }
}

extension Query {
  /// Returns the query with the related rows of one relationship. See `Query.Inclusion`.
  public func including<A: IncludableMember>(
    _ members: (QueriedRow<Row>) -> A
  ) -> Inclusion<A.Related> {
    let a = members(QueriedRow(.root)).included
    return Inclusion(query: self, members: [a.member]) { (loader) throws(SyncError) in
      try loader.related(0, a)
    } isEqual: {
      a.isEqual($0, $1)
    }
  }

  /// Returns the query with the related rows of two relationships. See `Query.Inclusion`.
  public func including<A: IncludableMember, B: IncludableMember>(
    _ members: (QueriedRow<Row>) -> (A, B)
  ) -> Inclusion<(A.Related, B.Related)> {
    let members = members(QueriedRow(.root))
    let (a, b) = (
      members.0.included, members.1.included
    )
    return Inclusion(query: self, members: [a.member, b.member]) {
      (loader) throws(SyncError) in
      let firsts = try loader.related(0, a)
      let seconds = try loader.related(1, b)
      return firsts.indices.map { (firsts[$0], seconds[$0]) }
    } isEqual: {
      a.isEqual($0.0, $1.0) && b.isEqual($0.1, $1.1)
    }
  }

  /// Returns the query with the related rows of three relationships. See `Query.Inclusion`.
  public func including<A: IncludableMember, B: IncludableMember, C: IncludableMember>(
    _ members: (QueriedRow<Row>) -> (A, B, C)
  ) -> Inclusion<(A.Related, B.Related, C.Related)> {
    let members = members(QueriedRow(.root))
    let (a, b, c) = (
      members.0.included, members.1.included, members.2.included
    )
    return Inclusion(query: self, members: [a.member, b.member, c.member]) {
      (loader) throws(SyncError) in
      let firsts = try loader.related(0, a)
      let seconds = try loader.related(1, b)
      let thirds = try loader.related(2, c)
      return firsts.indices.map { (firsts[$0], seconds[$0], thirds[$0]) }
    } isEqual: {
      a.isEqual($0.0, $1.0) && b.isEqual($0.1, $1.1) && c.isEqual($0.2, $1.2)
    }
  }

  /// Returns the query with the related rows of four relationships. See `Query.Inclusion`.
  public func including<
    A: IncludableMember, B: IncludableMember, C: IncludableMember, D: IncludableMember
  >(
    _ members: (QueriedRow<Row>) -> (A, B, C, D)
  ) -> Inclusion<(A.Related, B.Related, C.Related, D.Related)> {
    let members = members(QueriedRow(.root))
    let (a, b, c, d) = (
      members.0.included, members.1.included, members.2.included, members.3.included
    )
    return Inclusion(query: self, members: [a.member, b.member, c.member, d.member]) {
      (loader) throws(SyncError) in
      let firsts = try loader.related(0, a)
      let seconds = try loader.related(1, b)
      let thirds = try loader.related(2, c)
      let fourths = try loader.related(3, d)
      return firsts.indices.map { (firsts[$0], seconds[$0], thirds[$0], fourths[$0]) }
    } isEqual: {
      a.isEqual($0.0, $1.0) && b.isEqual($0.1, $1.1) && c.isEqual($0.2, $1.2)
        && d.isEqual($0.3, $1.3)
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
