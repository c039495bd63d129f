/// A constant that a schema states as a default, already in its canonical form.
package indirect enum ConstantValue: Hashable, Sendable {
  case string(String)
  case int(Int64)
  case double(Double)
  /// Canonical decimal text: no exponent, no trailing zeros.
  case decimal(String)
  case bool(Bool)
  /// Microseconds since 1970-01-01T00:00:00Z.
  case date(microseconds: Int64)
  /// `2026-01-02`.
  case day(String)
  /// Lower case with hyphens.
  case uuid(String)
  case url(String)
  case data([UInt8])
  /// Compact JSON text with sorted keys.
  case json(String)
  /// The index of a case in its `EnumModel`.
  case enumCase(EnumID, index: Int)
  /// Minor units and an ISO 4217 code.
  case money(minor: Int64, currency: String)
  /// A value of each field, in their order; `nil` for those that are null.
  case value(ValueTypeID, [ConstantValue?])
  case array([ConstantValue])
  /// Sorted by key.
  case dictionary([Entry])

  package struct Entry: Hashable, Sendable {
    package let key: String
    package let value: ConstantValue
  }
}

/// What an attribute gets when no one gives it a value.
package enum DefaultValue: Hashable, Sendable {
  case constant(ConstantValue)
  /// A new random UUID, `default: new`.
  case newUUID
  /// The current time, `default: now`.
  case now
  /// An id that stands for the server's until the server has answered, `default: temporary`; only of identities.
  case temporary
}
