/// A value as SQLite stores it.
public enum StoredValue: Hashable, Sendable {
  /// No value.
  case null
  /// `INTEGER`, 64 bits.
  case integer(Int64)
  /// `REAL`; never NaN, which SQLite makes null.
  case real(Double)
  /// `TEXT`.
  case text(String)
  /// `BLOB`.
  case blob([UInt8])
}
