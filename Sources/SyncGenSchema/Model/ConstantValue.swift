/// A constant that a schema states as a default, in its canonical form.
package indirect enum ConstantValue: Hashable, Sendable {
  case string(String)
  case int(Int64)
  case double(Double)
  /// Canonical decimal text: no exponent, no trailing zeros.
  case decimal(String)
  case bool(Bool)
  /// Microseconds since 1970-01-01T00:00:00Z.
  case date(microseconds: Int64)
  /// A day, e.g. `2026-01-02`.
  case day(String)
  /// A lowercase UUID with hyphens.
  case uuid(String)
  case url(String)
  case data([UInt8])
  /// Compact JSON text with sorted keys.
  case json(String)
  /// The index of a case in its `EnumModel`.
  case enumCase(EnumID, index: Int)
  /// Minor units and an ISO 4217 code.
  case money(minor: Int64, currency: String)
  /// A value for each field, in order; `nil` for null. For a tagged value, the tag and a value with
  /// the fields of its case.
  case value(ValueTypeID, [ConstantValue?])
  case array([ConstantValue])
  /// A dictionary, sorted by key.
  case dictionary([Entry])

  package struct Entry: Hashable, Sendable {
    package let key: String
    package let value: ConstantValue

    package init(key: String, value: ConstantValue) {
      self.key = key
      self.value = value
    }
  }
}

/// The value of an attribute that is not given one.
package enum DefaultValue: Hashable, Sendable {
  case constant(ConstantValue)
  /// A new random UUID, `default: new`.
  case newUUID
  /// The current time, `default: now`.
  case now
  /// A temporary id, which is used until the server has confirmed the row, `default: temporary`;
  /// only for identities.
  case temporary
}
