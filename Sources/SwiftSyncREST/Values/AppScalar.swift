/// The type of the app that stands for a scalar of a schema.
@_spi(Generated)
public struct AppScalar: Sendable {
  /// Whether there is a value of the type for a value of a column.
  package let accepts: @Sendable (BoundValue) -> Bool

  package init(accepts: @escaping @Sendable (BoundValue) -> Bool) {
    self.accepts = accepts
  }
}
