extension StoredValue {
  /// Creates the stored form of a value. The result is null for `nil` and for values that SQLite
  /// cannot store, e.g. NaN.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil` for null.
  ///   - storage: The storage class of the column, for types that have a choice: dates are text
  ///     unless it is `integer`.
  public init(_ value: (some SyncedValue)?, in storage: Storage = .text) {
    self = value?.stored(in: storage) ?? .null
  }
}

extension StoredValue: ExpressibleByStringLiteral {
  /// Creates a string value.
  public init(stringLiteral value: String) {
    self = .text(value)
  }
}

extension StoredValue: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }
}

extension StoredValue: ExpressibleByFloatLiteral {
  /// Creates a real.
  public init(floatLiteral value: Double) {
    self = .real(value)
  }
}

extension StoredValue: ExpressibleByBooleanLiteral {
  /// Creates 1 for `true` or 0 for `false`.
  public init(booleanLiteral value: Bool) {
    self = .integer(value ? 1 : 0)
  }
}
