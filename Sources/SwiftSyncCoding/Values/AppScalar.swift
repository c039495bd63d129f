/// An app's type that represents a scalar of a schema.
@_spi(Generated)
public struct AppScalar: Sendable {
  /// Whether the type has a value for a column's value.
  package let accepts: @Sendable (BoundValue) -> Bool

  package init(accepts: @escaping @Sendable (BoundValue) -> Bool) {
    self.accepts = accepts
  }
}
