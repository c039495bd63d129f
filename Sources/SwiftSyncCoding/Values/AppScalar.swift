/// An app's type that represents a scalar of a schema.
@_spi(Generated)
public struct AppScalar: Sendable {
  /// What a column of a storage class holds for a value, which is in the form that Swift's types
  /// read; `nil` if the type does not accept the value.
  package let stored: @Sendable (BoundValue, StoredValue.Storage) -> StoredValue?

  package init(stored: @escaping @Sendable (BoundValue, StoredValue.Storage) -> StoredValue?) {
    self.stored = stored
  }
}
