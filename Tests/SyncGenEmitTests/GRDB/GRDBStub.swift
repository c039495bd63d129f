/// The symbols of GRDB that generated records and their users need, with the signatures of GRDB
/// 7.8.
enum GRDBStub {
  /// The sources of the module.
  static let files = [values, expressions, operators, records, requests, associations]

  private static let values = """
    public import Foundation

    public struct DatabaseValue: Hashable, Sendable, DatabaseValueConvertible, SQLSpecificExpressible {
      public enum Storage: Hashable, Sendable {
        case null, int64(Int64), double(Double), string(String), blob(Data)
      }
      public let storage: Storage
      public static let null = DatabaseValue(storage: .null)
      public var databaseValue: DatabaseValue { self }
      public var sqlExpression: SQLExpression { fatalError() }
    }
    public protocol StatementBinding {}
    public protocol DatabaseValueConvertible: SQLExpressible, StatementBinding {
      var databaseValue: DatabaseValue { get }
    }
    extension DatabaseValueConvertible {
      public var databaseValue: DatabaseValue { fatalError() }
      public var sqlExpression: SQLExpression { fatalError() }
    }
    extension Bool: DatabaseValueConvertible {}
    extension Int: DatabaseValueConvertible {}
    extension Int64: DatabaseValueConvertible {}
    extension Double: DatabaseValueConvertible {}
    extension String: DatabaseValueConvertible {}
    extension Data: DatabaseValueConvertible {}
    extension Date: DatabaseValueConvertible {}
    extension UUID: DatabaseValueConvertible {}
    extension URL: DatabaseValueConvertible {}
    extension Decimal: DatabaseValueConvertible {}
    extension Optional: SQLExpressible where Wrapped: SQLExpressible {
      public var sqlExpression: SQLExpression { fatalError() }
    }
    extension Optional: SQLOrderingTerm where Wrapped: SQLOrderingTerm {}
    extension Optional: SQLSelectable where Wrapped: SQLSelectable {}
    extension Optional: SQLSpecificExpressible where Wrapped: SQLSpecificExpressible {}
    extension Optional: StatementBinding where Wrapped: StatementBinding {}
    extension Optional: DatabaseValueConvertible where Wrapped: DatabaseValueConvertible {}
    public final class Row {
      public subscript(_ name: String) -> (any DatabaseValueConvertible)? { nil }
      public subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value { fatalError() }
    }
    public struct StatementArguments: Sendable, ExpressibleByArrayLiteral {
      public init() {}
      public init(arrayLiteral elements: (any DatabaseValueConvertible)?...) {}
    }
    """

  private static let expressions = """
    public protocol SQLSelectable {}
    public protocol SQLOrderingTerm {}
    public protocol SQLExpressible { var sqlExpression: SQLExpression { get } }
    public protocol SQLSpecificExpressible: SQLExpressible, SQLSelectable, SQLOrderingTerm {}
    public struct SQLOrdering: SQLOrderingTerm {}
    public struct SQLExpression: SQLSpecificExpressible, Sendable {
      @available(*, deprecated, message: "Already SQLExpression")
      public var sqlExpression: SQLExpression { self }
      public struct AssociativeBinaryOperator: Hashable, Sendable {
        public static let and = AssociativeBinaryOperator()
        public static let or = AssociativeBinaryOperator()
      }
    }
    extension Sequence where Element: SQLSpecificExpressible {
      public func joined(operator: SQLExpression.AssociativeBinaryOperator) -> SQLExpression { fatalError() }
    }
    extension Sequence where Element == any SQLSpecificExpressible {
      public func joined(operator: SQLExpression.AssociativeBinaryOperator) -> SQLExpression { fatalError() }
    }
    public struct SQL: SQLSpecificExpressible, ExpressibleByStringInterpolation, Sendable {
      public init(sql: String, arguments: StatementArguments = StatementArguments()) {}
      public init(stringLiteral: String) {}
      public init(stringInterpolation: SQLInterpolation) {}
      public var sqlExpression: SQLExpression { fatalError() }
      public static func + (left: SQL, right: SQL) -> SQL { left }
    }
    public struct SQLInterpolation: StringInterpolationProtocol {
      public init(literalCapacity: Int, interpolationCount: Int) {}
      public mutating func appendLiteral(_ sql: String) {}
      public mutating func appendInterpolation(_ expressible: (some SQLExpressible)?) {}
    }
    extension Sequence where Element == SQL {
      public func joined(separator: String = "") -> SQL { "" }
    }
    extension Collection where Element == SQL {
      public func joined(separator: String = "") -> SQL { "" }
    }
    public protocol ColumnExpression: SQLSpecificExpressible { var name: String { get } }
    extension ColumnExpression {
      public var sqlExpression: SQLExpression { fatalError() }
      public func set(to value: (any SQLExpressible)?) -> ColumnAssignment { ColumnAssignment() }
    }
    public struct ColumnAssignment {}
    public struct Column: ColumnExpression, Sendable {
      public var name: String
      public init(_ name: String) { self.name = name }
    }
    extension SQLSpecificExpressible {
      public var asc: SQLOrdering { SQLOrdering() }
      public var desc: SQLOrdering { SQLOrdering() }
      @available(iOS 14, macOS 10.16, tvOS 14, *)
      public var ascNullsLast: SQLOrdering { SQLOrdering() }
    }
    public struct SQLCast {}
    public enum ColumnType { case real }
    public func cast(_ expression: some SQLSpecificExpressible, as type: ColumnType) -> SQLExpression { fatalError() }
    """

  /// The same overloads as GRDB, so that the same expressions are ambiguous.
  private static let operators =
    ["==", "!=", "===", "!=="].map(equality).joined(separator: "\n")
    + ["<", "<=", ">", ">="].map { comparison($0) }.joined(separator: "\n")
    + ["&&", "||"].map { comparison($0) }.joined(separator: "\n")
      + """

      extension SQLSpecificExpressible {
        public static func ?? (left: Self, right: some SQLExpressible) -> SQLExpression { fatalError() }
        public static prefix func ! (value: Self) -> SQLExpression { fatalError() }
      }
      extension Sequence where Element: SQLExpressible {
        public func contains(_ element: some SQLSpecificExpressible) -> SQLExpression { fatalError() }
      }
      extension Sequence where Element == any SQLExpressible {
        public func contains(_ element: some SQLSpecificExpressible) -> SQLExpression { fatalError() }
      }
      extension Range where Bound: SQLExpressible {
        public func contains(_ element: some SQLSpecificExpressible) -> SQLExpression { fatalError() }
      }
      extension ClosedRange where Bound: SQLExpressible {
        public func contains(_ element: some SQLSpecificExpressible) -> SQLExpression { fatalError() }
      }
      """

  private static func equality(_ name: String) -> String {
    let booleans =
      name.count == 3
      ? ""
      : """
        public static func \(name) (left: Self, right: Bool) -> SQLExpression { fatalError() }
        public static func \(name) (left: Bool, right: Self) -> SQLExpression { fatalError() }
      """
    return """
      extension SQLSpecificExpressible {
        public static func \(name) (left: Self, right: (any SQLExpressible)?) -> SQLExpression { fatalError() }
        public static func \(name) (left: (any SQLExpressible)?, right: Self) -> SQLExpression { fatalError() }
        public static func \(name) (left: Self, right: some SQLSpecificExpressible) -> SQLExpression { fatalError() }
      \(booleans)
      }

      """
  }

  private static func comparison(_ name: String) -> String {
    """
    extension SQLSpecificExpressible {
      public static func \(name) (left: Self, right: some SQLExpressible) -> SQLExpression { fatalError() }
      public static func \(name) (left: some SQLExpressible, right: Self) -> SQLExpression { fatalError() }
      public static func \(name) (left: Self, right: some SQLSpecificExpressible) -> SQLExpression { fatalError() }
    }

    """
  }

  private static let records = """
    public import Foundation

    public final class Database {
      public var sqliteConnection: OpaquePointer? { nil }
      public func execute(sql: String, arguments: StatementArguments = StatementArguments()) throws {}
      public func notifyChanges(in region: some DatabaseRegionConvertible) throws {}
    }
    public protocol DatabaseRegionConvertible: Sendable {}
    public struct DatabaseRegion: DatabaseRegionConvertible { public static let fullDatabase = DatabaseRegion() }
    extension DatabaseRegionConvertible where Self == DatabaseRegion {
      public static var fullDatabase: DatabaseRegion { DatabaseRegion.fullDatabase }
    }
    public final class DatabaseQueue: Sendable {
      public init(path: String) throws {}
      public func read<T>(_ value: (Database) throws -> T) throws -> T { fatalError() }
      public func write<T>(_ updates: (Database) throws -> T) throws -> T { fatalError() }
    }
    public enum DatabaseUUIDEncodingStrategy: Sendable { case deferredToUUID, uppercaseString, lowercaseString }
    public enum DatabaseDateEncodingStrategy: @unchecked Sendable {
      case deferredToDate, custom(@Sendable (Date) -> (any DatabaseValueConvertible)?)
    }
    public enum DatabaseDateDecodingStrategy: @unchecked Sendable {
      case deferredToDate, custom(@Sendable (DatabaseValue) -> Date?)
    }
    public enum DatabaseColumnDecodingStrategy: Sendable { case useDefaultKeys, convertFromSnakeCase }
    public protocol FetchableRecord {
      init(row: Row) throws
      static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy
      static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy { get }
    }
    extension FetchableRecord {
      public static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy { .deferredToDate }
      public static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy { .useDefaultKeys }
    }
    extension FetchableRecord where Self: Decodable {
      public init(row: Row) throws { fatalError() }
    }
    extension FetchableRecord where Self: TableRecord {
      public static func fetchAll(_ db: Database) throws -> [Self] { [] }
      public static func fetchOne(_ db: Database, key: some DatabaseValueConvertible) throws -> Self? { nil }
    }
    extension FetchableRecord where Self: TableRecord & Identifiable, ID: DatabaseValueConvertible {
      public static func fetchAll(_ db: Database, ids: some Collection<ID>) throws -> [Self] { [] }
      public static func fetchOne(_ db: Database, id: ID) throws -> Self? { nil }
      public static func find(_ db: Database, id: ID) throws -> Self { fatalError() }
    }
    public struct PersistenceContainer: Sendable {
      public subscript(_ name: String) -> (any DatabaseValueConvertible)? {
        get { nil }
        set {}
      }
      public subscript(_ column: some ColumnExpression) -> (any DatabaseValueConvertible)? {
        get { nil }
        set {}
      }
    }
    public protocol TableRecord: SendableMetatype {
      associatedtype Columns = Never
      associatedtype DatabaseComponents = Columns.Type
      static var databaseTableName: String { get }
      static var databaseComponents: DatabaseComponents { get }
    }
    extension TableRecord { public static var databaseTableName: String { "" } }
    extension TableRecord where DatabaseComponents == Columns.Type {
      public static var databaseComponents: DatabaseComponents { Columns.self }
    }
    extension TableRecord where Self: Identifiable, ID: DatabaseValueConvertible {
      public static func filter(id: ID) -> QueryInterfaceRequest<Self> { fatalError() }
      public static func filter(ids: some Collection<ID>) -> QueryInterfaceRequest<Self> { fatalError() }
      public static func exists(_ db: Database, id: ID) throws -> Bool { false }
      @discardableResult public static func deleteOne(_ db: Database, id: ID) throws -> Bool { false }
      @discardableResult public static func deleteAll(_ db: Database, ids: some Collection<ID>) throws -> Int { 0 }
    }
    public enum RecordError: Error { case recordNotFound(databaseTableName: String, key: [String: DatabaseValue]) }
    extension TableRecord {
      public static func recordNotFound(key: [String: (any DatabaseValueConvertible)?]) -> RecordError { fatalError() }
    }
    public protocol EncodableRecord: SendableMetatype {
      func encode(to container: inout PersistenceContainer) throws
      static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy
      static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy
    }
    extension EncodableRecord {
      public static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy { .deferredToDate }
      public static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy { .deferredToUUID }
    }
    extension EncodableRecord where Self: Encodable {
      public func encode(to container: inout PersistenceContainer) throws {}
    }
    public protocol MutablePersistableRecord: EncodableRecord, TableRecord {}
    extension MutablePersistableRecord {
      public func update(_ db: Database) throws {}
      @discardableResult public func delete(_ db: Database) throws -> Bool { false }
    }
    public protocol PersistableRecord: MutablePersistableRecord {}
    extension PersistableRecord {
      public func insert(_ db: Database) throws {}
      public func save(_ db: Database) throws {}
    }
    """
}
