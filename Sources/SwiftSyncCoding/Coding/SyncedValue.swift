/// A Swift type that an attribute can have.
///
/// The runtime's types and generated enums conform; do not conform other types.
public protocol SyncedValue: ColumnValue where ColumnBase == Self {
  /// The attribute type that the Swift type represents.
  @_spi(Generated)
  static var valueType: ValueType { get }

  /// Creates the value from the value of a column, or returns `nil` if the column holds something
  /// else.
  @_spi(Generated)
  init?(column value: BoundValue)

  /// Returns the value for a column of the storage class, or `nil` if no column can store it, e.g.
  /// for a date after the year 9999.
  @_spi(Generated)
  func stored(in storage: StoredValue.Storage) -> StoredValue?
}

@_spi(Generated)
extension SyncedValue where Self: NotGenerated {
  public static var valueType: ValueType { unavailable }

  public init?(column value: BoundValue) { Self.unavailable }

  public func stored(in storage: StoredValue.Storage) -> StoredValue? { Self.unavailable }
}
