/// What the runtime knows of one column.
public struct ColumnMetadata: Hashable, Sendable {
  /// The type that the column is declared with.
  public enum Storage: String, Hashable, Sendable {
    case text = "TEXT"
    case integer = "INTEGER"
    case real = "REAL"
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
