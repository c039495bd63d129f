/// A value as SQLite stores it.
///
/// Strings are equal if their bytes are equal, as for SQLite. `String`, in contrast, also considers
/// the composed and the decomposed form of a character equal.
public enum StoredValue: Hashable, Sendable {
  /// `NULL`.
  case null
  /// `INTEGER`, 64 bits.
  case integer(Int64)
  /// `REAL`; never NaN, which SQLite stores as null.
  case real(Double)
  /// `TEXT`.
  case text(String)
  /// `BLOB`.
  case blob([UInt8])
}

extension StoredValue {
  /// The storage class that a column is declared with.
  public enum Storage: String, Hashable, Sendable {
    /// UTF-8 text; also UUIDs, URLs, decimals, days, JSON and most dates.
    case text = "TEXT"
    /// A 64-bit integer; also a boolean as 0 or 1, and a date as microseconds since 1970.
    case integer = "INTEGER"
    /// A date as whole seconds since 1970; the column is declared as `INTEGER`.
    case seconds = "SECONDS"
    /// A 64-bit floating-point number; also a date as seconds since 2001.
    case real = "REAL"
    /// Bytes; also those of a UUID.
    case blob = "BLOB"

    /// The type that such a column is declared with.
    package var declaredType: String {
      self == .seconds ? Storage.integer.rawValue : rawValue
    }
  }

  /// Returns whether two values have the same type and the same value. Strings are compared by
  /// their bytes.
  public static func == (left: StoredValue, right: StoredValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  /// Hashes the type and the value. Strings are hashed by their bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .text(var value): value.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .blob(let value): hasher.combine(value)
    }
  }
}

extension StoredValue {
  /// The value as messages show it.
  package var text: String {
    switch self {
    case .null: "null"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let value): value
    case .blob(let value): "\(value.count) bytes"
    }
  }
}
