extension GRDBStub {
  static let requests = """
    public protocol TypedRequest<RowDecoder> { associatedtype RowDecoder }
    public protocol SelectionRequest {}
    public protocol FilteredRequest {}
    public protocol OrderedRequest {}
    public protocol TableRequest {}
    public protocol AggregatingRequest {}
    public protocol JoinableRequest<RowDecoder>: TypedRequest {}
    public protocol DerivableRequest<RowDecoder>: AggregatingRequest, FilteredRequest, JoinableRequest,
      OrderedRequest, SelectionRequest, TableRequest
    {}
    extension FilteredRequest {
      public func filter(_ predicate: some SQLSpecificExpressible) -> Self { self }
      public func filter(sql: String, arguments: StatementArguments = StatementArguments()) -> Self { self }
      public func none() -> Self { self }
    }
    extension FilteredRequest where Self: TypedRequest, Self.RowDecoder: TableRecord {
      public typealias DatabaseComponents = RowDecoder.DatabaseComponents
      public func filter(_ predicate: (DatabaseComponents) throws -> any SQLSpecificExpressible) rethrows -> Self { self }
    }
    extension TableRequest where Self: FilteredRequest, Self: TypedRequest, RowDecoder: Identifiable, RowDecoder.ID: DatabaseValueConvertible {
      public func filter(id: RowDecoder.ID) -> Self { self }
      public func filter(ids: some Collection<RowDecoder.ID>) -> Self { self }
    }
    extension OrderedRequest {
      public func order(_ orderings: any SQLOrderingTerm...) -> Self { self }
      public func order(_ orderings: [any SQLOrderingTerm]) -> Self { self }
    }
    extension OrderedRequest where Self: TypedRequest, Self.RowDecoder: TableRecord {
      public func order(_ ordering: (RowDecoder.DatabaseComponents) throws -> any SQLOrderingTerm) rethrows -> Self { self }
    }
    public struct QueryInterfaceRequest<RowDecoder>: DerivableRequest, DatabaseRegionConvertible {
      public func isEmpty(_ db: Database) throws -> Bool { true }
      public func fetchCount(_ db: Database) throws -> Int { 0 }
      @discardableResult public func deleteAll(_ db: Database) throws -> Int { 0 }
      @discardableResult public func updateAll(_ db: Database, _ assignments: [ColumnAssignment]) throws -> Int { 0 }
      public func asRequest<T>(of type: T.Type) -> QueryInterfaceRequest<T> { fatalError() }
    }
    extension QueryInterfaceRequest where RowDecoder: FetchableRecord {
      public func fetchAll(_ db: Database) throws -> [RowDecoder] { [] }
      public func fetchOne(_ db: Database) throws -> RowDecoder? { nil }
    }
    extension QueryInterfaceRequest where RowDecoder: TableRecord {
      @discardableResult public func updateAll(
        _ db: Database, assignments: (RowDecoder.DatabaseComponents) throws -> [ColumnAssignment]
      ) throws -> Int { 0 }
      @discardableResult public func updateAll(
        _ db: Database, assignment: (RowDecoder.DatabaseComponents) throws -> ColumnAssignment
      ) throws -> Int { 0 }
    }
    extension JoinableRequest {
      public func including<A: AssociationToMany>(all association: A) -> Self where A.OriginRowDecoder == RowDecoder { self }
      public func including<A: Association>(optional association: A) -> Self where A.OriginRowDecoder == RowDecoder { self }
      public func including<A: Association>(required association: A) -> Self where A.OriginRowDecoder == RowDecoder { self }
      public func joining<A: Association>(required association: A) -> Self where A.OriginRowDecoder == RowDecoder { self }
    }
    extension TableRecord {
      public static func all() -> QueryInterfaceRequest<Self> { fatalError() }
      public static func none() -> QueryInterfaceRequest<Self> { fatalError() }
      public static func filter(_ predicate: some SQLSpecificExpressible) -> QueryInterfaceRequest<Self> { fatalError() }
      public static func filter(
        _ predicate: (DatabaseComponents) throws -> any SQLSpecificExpressible
      ) rethrows -> QueryInterfaceRequest<Self> { fatalError() }
      public static func filter(
        sql: String, arguments: StatementArguments = StatementArguments()
      ) -> QueryInterfaceRequest<Self> { fatalError() }
      public static func order(_ orderings: any SQLOrderingTerm...) -> QueryInterfaceRequest<Self> { fatalError() }
      public static func order(
        _ ordering: (DatabaseComponents) throws -> any SQLOrderingTerm
      ) rethrows -> QueryInterfaceRequest<Self> { fatalError() }
      public static func including<A: AssociationToMany>(all association: A) -> QueryInterfaceRequest<Self>
      where A.OriginRowDecoder == Self { fatalError() }
      public static func including<A: Association>(optional association: A) -> QueryInterfaceRequest<Self>
      where A.OriginRowDecoder == Self { fatalError() }
      public static func including<A: Association>(required association: A) -> QueryInterfaceRequest<Self>
      where A.OriginRowDecoder == Self { fatalError() }
    }
    """

  static let associations = """
    public struct ForeignKey: Equatable, Sendable {
      public init(_ originColumns: [String], to destinationColumns: [String]? = nil) {}
      public init(_ originColumns: [any ColumnExpression], to destinationColumns: [any ColumnExpression]? = nil) {}
    }
    public protocol Association: DerivableRequest, Sendable {
      associatedtype OriginRowDecoder
      func forKey(_ key: String) -> Self
    }
    public protocol AssociationToOne: Association {}
    public protocol AssociationToMany: Association {}
    public struct BelongsToAssociation<Origin, Destination>: AssociationToOne {
      public typealias OriginRowDecoder = Origin
      public typealias RowDecoder = Destination
      public func forKey(_ key: String) -> Self { self }
    }
    public struct HasOneAssociation<Origin, Destination>: AssociationToOne {
      public typealias OriginRowDecoder = Origin
      public typealias RowDecoder = Destination
      public func forKey(_ key: String) -> Self { self }
    }
    public struct HasManyAssociation<Origin, Destination>: AssociationToMany {
      public typealias OriginRowDecoder = Origin
      public typealias RowDecoder = Destination
      public func forKey(_ key: String) -> Self { self }
    }
    public struct HasManyThroughAssociation<Origin, Destination>: AssociationToMany {
      public typealias OriginRowDecoder = Origin
      public typealias RowDecoder = Destination
      public func forKey(_ key: String) -> Self { self }
    }
    public struct Table<RowDecoder>: Sendable, DatabaseRegionConvertible {
      public init(_ tableName: String) {}
    }
    extension Table where RowDecoder == Row {
      public init(_ tableName: String) {}
    }
    extension Table {
      public func belongsTo<Destination>(
        _ destination: Destination.Type, key: String? = nil, using foreignKey: ForeignKey? = nil
      ) -> BelongsToAssociation<RowDecoder, Destination> where Destination: TableRecord { fatalError() }
    }
    extension TableRecord {
      public static func belongsTo<Destination>(
        _ destination: Destination.Type, key: String? = nil, using foreignKey: ForeignKey? = nil
      ) -> BelongsToAssociation<Self, Destination> where Destination: TableRecord { fatalError() }
      public static func hasOne<Destination>(
        _ destination: Destination.Type, key: String? = nil, using foreignKey: ForeignKey? = nil
      ) -> HasOneAssociation<Self, Destination> where Destination: TableRecord { fatalError() }
      public static func hasMany<Destination>(
        _ destination: Destination.Type, key: String? = nil, using foreignKey: ForeignKey? = nil
      ) -> HasManyAssociation<Self, Destination> where Destination: TableRecord { fatalError() }
      public static func hasMany<Destination>(
        _ destination: Table<Destination>, key: String? = nil, using foreignKey: ForeignKey? = nil
      ) -> HasManyAssociation<Self, Destination> { fatalError() }
      public static func hasMany<Pivot, Target>(
        _ destination: Target.RowDecoder.Type, through pivot: Pivot, using target: Target, key: String? = nil
      ) -> HasManyThroughAssociation<Self, Target.RowDecoder>
      where Pivot: Association, Target: Association, Pivot.OriginRowDecoder == Self,
        Pivot.RowDecoder == Target.OriginRowDecoder
      { fatalError() }
    }
    extension TableRecord where Self: EncodableRecord {
      public func request<A: Association>(for association: A) -> QueryInterfaceRequest<A.RowDecoder>
      where A.OriginRowDecoder == Self { fatalError() }
    }
    """
}
