extension StoredValue {
  /// What a column holds for a value; null for `nil` and for what no column can hold, e.g. NaN.
  ///
  /// - Parameter storage: Of the column, for types that have a choice: dates are text unless it is
  ///   `integer`.
  public init(_ value: (some SyncedValue)?, in storage: Storage = .text) {
    self = value?.stored(in: storage) ?? .null
  }
}

extension StoredValue: ExpressibleByStringLiteral {
  /// Text.
  public init(stringLiteral value: String) {
    self = .text(value)
  }
}

extension StoredValue: ExpressibleByIntegerLiteral {
  /// An integer.
  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }
}

extension StoredValue: ExpressibleByFloatLiteral {
  /// A real.
  public init(floatLiteral value: Double) {
    self = .real(value)
  }
}

extension StoredValue: ExpressibleByBooleanLiteral {
  /// 1 or 0.
  public init(booleanLiteral value: Bool) {
    self = .integer(value ? 1 : 0)
  }
}
