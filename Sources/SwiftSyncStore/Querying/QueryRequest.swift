import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncCoding

/// A query that a store, a reader and a transaction can fetch and a store can observe: a `Query`,
/// what is derived from one, or an `SQLQuery`.
///
/// Only types of the runtime conform to it.
public protocol StoreQuery<Output>: Hashable, Sendable {
  /// The type of the fetched result.
  associatedtype Output: Sendable

  /// How the query is read.
  @_spi(Generated)
  var request: QueryRequest<Output> { get }

  /// The number of rows that the result is limited to, if the query can be extended.
  @_spi(Generated)
  var rowLimit: Int? { get }

  /// Returns the query with another limit.
  @_spi(Generated)
  func limited(to count: Int) -> Self

  /// Returns the first rows of a result, and whether it has more.
  @_spi(Generated)
  static func first(_ count: Int, of output: Output) -> (rows: Output, hasMore: Bool)
}

@_spi(Generated)
extension StoreQuery {
  public var rowLimit: Int? { nil }

  public func limited(to count: Int) -> Self { self }

  public static func first(_ count: Int, of output: Output) -> (rows: Output, hasMore: Bool) {
    (output, false)
  }
}

@_spi(Generated)
extension StoreQuery where Self: NotGenerated {
  public var request: QueryRequest<Output> { Self.unavailable }
}

/// How a query is read. Not intended for use in apps.
@_spi(Generated)
public struct QueryRequest<Output: Sendable>: Sendable {
  /// Whether reading needs a thread with more stack.
  let isLong: Bool
  /// Whether reading takes several statements, which must read the same snapshot.
  let needsSnapshot: Bool
  /// The time zones on whose current day the result depends.
  var zones: Set<TimeZone> = []
  /// The statements that the query runs, for determining the columns that it reads.
  let statements: @Sendable (SchemaMetadata) throws(SyncError) -> [String]
  let isEqual: @Sendable (Output, Output) -> Bool
  let read: @Sendable (Connection, SchemaMetadata) throws(SyncError) -> Output

  func run(on connection: Connection, _ schema: SchemaMetadata) throws(SyncError) -> Output {
    guard needsSnapshot else { return try read(connection, schema) }
    return try connection.snapshot { () throws(SyncError) in try read(connection, schema) }
  }
}

/// The parts of a request that do not depend on its result type.
struct RequestParts: Sendable {
  let isLong: Bool
  let zones: Set<TimeZone>
  let statements: @Sendable (SchemaMetadata) throws(SyncError) -> [String]
}

extension QueryRequest {
  /// Creates a request of the runtime's other modules, which reads from the plan of the schema.
  package init(
    statements: @escaping @Sendable (SchemaMetadata) throws(SyncError) -> [String],
    isEqual: @escaping @Sendable (Output, Output) -> Bool,
    read: @escaping @Sendable (Connection, SchemaPlan) throws(SyncError) -> Output
  ) {
    self.init(
      isLong: false, needsSnapshot: true, statements: statements, isEqual: isEqual,
      read: { (connection, schema) throws(SyncError) in
        try read(connection, connection.plan(of: schema))
      })
  }

  var parts: RequestParts { RequestParts(isLong: isLong, zones: zones, statements: statements) }

  /// Combines several queries whose results must come from the same snapshot.
  init(
    joining parts: [RequestParts],
    isEqual: @escaping @Sendable (Output, Output) -> Bool,
    read: @escaping @Sendable (Connection, SchemaMetadata) throws(SyncError) -> Output
  ) {
    self.init(
      isLong: parts.contains(where: \.isLong), needsSnapshot: true,
      zones: parts.reduce([]) { $0.union($1.zones) },
      statements: { (schema) throws(SyncError) in
        var statements: [String] = []
        for part in parts { statements += try part.statements(schema) }
        return statements
      }, isEqual: isEqual, read: read)
  }
}
