/// What the runtime knows of one column.
@_spi(Generated)
public struct ColumnMetadata: Hashable, Sendable {
  /// The type that the column is declared with.
  public typealias Storage = StoredValue.Storage

  /// Not quoted.
  public let name: String
  /// The type that the column is declared with.
  public let storage: Storage
  /// Whether it is `NOT NULL`.
  public let isRequired: Bool

  /// A column; the name is not quoted.
  public init(_ name: String, _ storage: Storage, required isRequired: Bool = false) {
    self.name = name
    self.storage = storage
    self.isRequired = isRequired
  }
}
