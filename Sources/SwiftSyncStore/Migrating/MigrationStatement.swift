/// A statement of a step. Most are literals of strings.
@_spi(Generated)
public struct MigrationStatement: Sendable, ExpressibleByStringInterpolation {
  /// The text.
  public let sql: String
  /// What the statement adds to tables that another program also uses, and may have created
  /// already.
  let added: AddedObject?

  private init(_ sql: String, added: AddedObject?) {
    self.sql = sql
    self.added = added
  }

  /// Creates a statement that a store always runs.
  public init(_ sql: String) { self.init(sql, added: nil) }

  /// Creates a statement that a store always runs.
  public init(stringLiteral sql: String) { self.init(sql, added: nil) }

  /// Returns a statement that a store leaves out if another program has created the object in the
  /// same form.
  public static func adding(_ object: AddedObject, _ sql: String) -> Self {
    Self(sql, added: object)
  }
}

/// A table, column or index that a statement adds, with the unquoted names of the schema.
@_spi(Generated)
public struct AddedObject: Sendable {
  enum Kind { case table, column, index, search }

  let kind: Kind
  let table: String
  let name: String

  /// The table of an entity, or a join table.
  public static func table(_ name: String) -> Self { Self(kind: .table, table: name, name: name) }

  /// A column of a table.
  public static func column(_ name: String, of table: String) -> Self {
    Self(kind: .column, table: table, name: name)
  }

  /// An index of a table.
  public static func index(_ name: String, of table: String) -> Self {
    Self(kind: .index, table: table, name: name)
  }

  /// A full-text index, by the name of its table.
  public static func search(_ table: String) -> Self {
    Self(kind: .search, table: table, name: table)
  }
}
