/// What the runtime knows of one column.
public struct ColumnMetadata: Hashable, Sendable {
  /// The type that the column is declared with.
  public enum Storage: String, Hashable, Sendable {
    /// Text in UTF-8, which also holds UUIDs, URLs, decimals, days, JSON and most dates.
    case text = "TEXT"
    /// 64 bits; also booleans as 0 and 1, and dates as microseconds since 1970.
    case integer = "INTEGER"
    /// A double.
    case real = "REAL"
    /// Bytes as they are.
    case blob = "BLOB"
  }

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
