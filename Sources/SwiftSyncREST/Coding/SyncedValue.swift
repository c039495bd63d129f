/// A Swift type of attributes. Only types of the runtime and generated enums conform to it.
///
/// The runtime's types and generated enums conform; there is no need to conform others.
public protocol SyncedValue: Hashable, Sendable {
  /// The attribute type that the Swift type stands for.
  @_spi(Generated)
  static var valueType: ValueType { get }

  /// The value that a column holds; `nil` if it holds something else.
  @_spi(Generated)
  init?(column value: BoundValue)

  /// What a column of the storage holds for the value; `nil` if no column can, e.g. for a date beyond the year 9999.
  @_spi(Generated)
  func stored(in storage: StoredValue.Storage) -> StoredValue?
}

@_spi(Generated)
extension SyncedValue where Self: NotGenerated {
  public static var valueType: ValueType { unavailable }

  public init?(column value: BoundValue) { Self.unavailable }

  public func stored(in storage: StoredValue.Storage) -> StoredValue? { Self.unavailable }
}
