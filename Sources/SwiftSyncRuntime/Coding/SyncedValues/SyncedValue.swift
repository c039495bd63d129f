/// A Swift type that an attribute can have.
///
/// The runtime's types and generated enums conform; there is no need to conform others.
public protocol SyncedValue: Hashable, Sendable {
  /// The attribute type that the Swift type stands for.
  static var valueType: ValueType { get }

  /// The value that a column holds; `nil` if it holds something else.
  init?(column value: BoundValue)

  /// What a column of the storage holds for the value; `nil` if no column can, e.g. for a date beyond the year 9999.
  func stored(in storage: ColumnMetadata.Storage) -> StoredValue?
}
