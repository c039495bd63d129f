import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// A column in a query's closures: `QueriedColumn<String>` for a required one, and
/// `QueriedColumn<String?>` for an optional one.
///
/// If a related row does not exist, its columns are nil, as with optional chaining:
/// `$0.assignee.name == "Ada"` is false for a task without an assignee, and `!=` is true.
@dynamicMemberLookup
public struct QueriedColumn<Result: Sendable>: QueriedMember {
  @_spi(Generated)
  public let place: ColumnPath

  @_spi(Generated)
  public init(_ place: ColumnPath) {
    self.place = place
  }
}

extension QueriedColumn: QueriedValue where Result: ColumnValue {
  /// The type of the values, without their optionality.
  public typealias Value = Result.ColumnBase

  @_spi(Generated)
  public var operand: QueryOperand { .column(place) }
}

extension QueriedColumn where Result: SyncedValue {
  /// The column as an optional one, for selecting a column of a related row that may not exist.
  public var optional: QueriedColumn<Result?> { QueriedColumn<Result?>(place) }
}

extension QueriedColumn where Result: ColumnValue, Result.ColumnBase: SyncedStruct {
  /// A field of the value, e.g. `$0.address.country`; nil if there is no value.
  public subscript<Member: QueriedMember>(
    dynamicMember member: any KeyPath<Result.ColumnBase.Fields, Member> & Sendable
  ) -> Member {
    Member(place.field(member, of: Result.ColumnBase.shape))
  }
}

/// The location of a member of a `QueriedRow`. Not intended for use in apps.
///
/// It is a class so that all kinds of members have the same size.
@_spi(Generated)
public final class ColumnPath: Sendable {
  /// The path to the rows of the query themselves.
  static let root = ColumnPath(relations: [], column: -1)

  /// The path of to-one relationships from the rows of the query, as positions in the `relations`
  /// of the entity reached so far.
  let relations: [Int]
  /// The position in the `columns` of the reached entity; -1 for the whole row, for the rows of a
  /// to-many relationship, and for a member that the generator did not create.
  let column: Int
  /// The field of the column's value; `nil` for the whole value.
  let field: FieldPath?

  init(relations: [Int], column: Int, field: FieldPath? = nil) {
    self.relations = relations
    self.column = column
    self.field = field
  }
}

@_spi(Generated)
extension ColumnPath: Hashable {
  public static func == (left: ColumnPath, right: ColumnPath) -> Bool {
    left.column == right.column && left.relations == right.relations && left.field == right.field
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(column)
    hasher.combine(relations)
    hasher.combine(field)
  }
}

/// A field inside the value of a column.
struct FieldPath: Hashable, Sendable {
  /// The path of the field in the stored JSON.
  let keys: [String]
  /// For money, the key of the currency next to the last key.
  let currencyKey: String?
  let type: ValueType

  /// The currency of an amount of money.
  var currency: FieldPath? {
    currencyKey.map { FieldPath(keys: keys.dropLast() + [$0], currencyKey: nil, type: .string) }
  }

  /// The storage that columns would use for such values.
  var storage: ColumnMetadata.Storage {
    if case .date(let form) = type, form.storage == .integer { .integer } else { .text }
  }

  /// The field in SQL. An index on the same expression is used only if the path is a literal.
  func sql(_ column: String) -> String {
    let path = "'$.\(keys.joined(separator: "."))'"
    // A part that is itself JSON is compared as spelled.
    return isJSON ? "(\(column) -> \(path))" : "json_extract(\(column), \(path))"
  }

  private var isJSON: Bool {
    switch type {
    case .json, .array, .dictionary, .value: true
    default: false
    }
  }

  /// A value in the form of the stored JSON, for a comparison.
  func stored(_ value: any SyncedValue) -> StoredValue? {
    guard let stored = value.stored(in: storage) else { return nil }
    guard case .blob(let bytes) = stored else { return stored }
    return .text(Base64.text(bytes))
  }
}

/// The parts of a required amount of money. Amounts in different currencies cannot be compared, so
/// each part is a column.
extension QueriedColumn where Result == Money {
  /// The amount in minor units, e.g. cents.
  public var minorUnits: QueriedColumn<Int64> { QueriedColumn<Int64>(place) }

  /// The currency code, e.g. `EUR`.
  public var currency: QueriedColumn<String> { QueriedColumn<String>(place.next) }
}

/// The parts of an optional amount of money.
extension QueriedColumn where Result == Money? {
  /// The amount in minor units, e.g. cents.
  public var minorUnits: QueriedColumn<Int64?> { QueriedColumn<Int64?>(place) }

  /// The currency code, e.g. `EUR`.
  public var currency: QueriedColumn<String?> { QueriedColumn<String?>(place.next) }

  /// The condition that there is no amount.
  public var isNil: Condition { minorUnits.isNil }
}

extension ColumnPath {
  /// The column after this one, which holds an amount's currency.
  fileprivate var next: ColumnPath {
    guard let field else { return ColumnPath(relations: relations, column: column + 1) }
    return ColumnPath(relations: relations, column: column, field: field.currency)
  }

  /// A field of the value at this path.
  fileprivate func field<Fields>(
    _ member: KeyPath<Fields, some QueriedMember>, of shape: ValueShape
  ) -> ColumnPath {
    guard let offset = MemoryLayout<Fields>.offset(of: member) else {
      return ColumnPath(relations: relations, column: -1)
    }
    let index = offset / MemoryLayout<ColumnPath>.stride
    guard shape.fields.indices.contains(index) else {
      return ColumnPath(relations: relations, column: -1)
    }
    let found = shape.fields[index]
    let path = FieldPath(
      keys: (field?.keys ?? []) + found.keys.prefix(1),
      currencyKey: found.currency == nil ? nil : found.keys.last, type: found.type)
    return ColumnPath(relations: relations, column: column, field: path)
  }
}

/// A member of a `QueriedRow`: a column, or a related row.
///
/// Only types of the runtime conform to it.
@_documentation(visibility: internal)
public protocol QueriedMember: Sendable {
  /// Creates the member at a path.
  @_spi(Generated)
  init(_ place: ColumnPath)
}

@_spi(Generated)
extension QueriedMember where Self: NotGenerated {
  public init(_ place: ColumnPath) { Self.unavailable }
}

/// The row of a query's closures, e.g. `$0` in `{ $0.project.name == "Home" }`.
///
/// It has a member for each column and each relationship of the entity. The entity's
/// `QueriedMembers` lists them.
@dynamicMemberLookup
public struct QueriedRow<Entity: SyncedEntity>: QueriedMember {
  @_spi(Generated)
  public let place: ColumnPath

  /// Creates the row. Called by queries.
  @_spi(Generated)
  public init(_ place: ColumnPath) {
    self.place = place
  }

  /// The column, or the related row.
  public subscript<Member: QueriedMember>(
    dynamicMember member: any KeyPath<Entity.QueriedMembers, Member> & Sendable
  ) -> Member {
    Member(Entity.coding.place(of: member, after: place.relations))
  }
}

extension EntityCoding {
  /// The path to a member of the entity's `QueriedMembers`.
  fileprivate func place<Members>(
    of member: KeyPath<Members, some QueriedMember>, after relations: [Int]
  ) -> ColumnPath {
    guard let offset = MemoryLayout<Members>.offset(of: member) else {
      return ColumnPath(relations: relations, column: -1)
    }
    let index = offset / MemoryLayout<ColumnPath>.stride
    if members.indices.contains(index) {
      return ColumnPath(relations: relations, column: columns[members[index]])
    }
    return ColumnPath(relations: relations + [queriedRelations[index - members.count]], column: -1)
  }
}
