/// A type of the values that a query reads: a type of attributes such as `String`, or an optional
/// one such as `String?`.
///
/// Only types of the runtime conform to it.
@_documentation(visibility: internal)
public protocol ColumnValue: Hashable, Sendable {
  /// The type without its optionality.
  associatedtype ColumnBase: SyncedValue

  /// Returns the result for a value of SQLite, or `nil` if it is of another type.
  @_spi(Generated)
  static func columnResult(_ value: BoundValue) -> Self?
}

@_spi(Generated)
extension ColumnValue where Self: NotGenerated {
  public static func columnResult(_ value: BoundValue) -> Self? { unavailable }
}

@_spi(Generated)
extension SyncedValue {
  public static func columnResult(_ value: BoundValue) -> Self? { Self(column: value) }
}

/// An optional type of values that a query reads. Only `Optional` conforms to it.
@_documentation(visibility: internal)
public protocol OptionalColumnValue: ColumnValue {}

extension Optional: ColumnValue, OptionalColumnValue where Wrapped: SyncedValue {
  /// The type without its optionality.
  @_documentation(visibility: internal)
  public typealias ColumnBase = Wrapped

  @_spi(Generated)
  public static func columnResult(_ value: BoundValue) -> Wrapped?? {
    value.isNull ? .some(nil) : Wrapped(column: value).map { .some($0) }
  }
}
