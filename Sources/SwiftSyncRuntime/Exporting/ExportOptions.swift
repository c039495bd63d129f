/// What rows look like as JSON.
public struct ExportOptions: Hashable, Sendable {
  /// What happens to relations.
  public enum Relations: String, CaseIterable, Hashable, Sendable {
    /// The identities of the related rows.
    case ids
    /// The to-one relations of the exported row and the to-many relations at every depth as objects,
    /// without the inverse; a row that is being written already is its identity alone.
    case nested
    /// As `nested`, under keys that end in `_attributes`, as Rails takes them.
    case nestedAttributes = "nested-attributes"
    /// They are left out.
    case none
  }

  /// How keys are spelled that a schema derives from names. What its `remote:` says stays.
  public enum KeyStyle: String, CaseIterable, Hashable, Sendable {
    /// `created_at`.
    case snakeCase = "snake_case"
    /// `createdAt`.
    case camelCase
  }

  /// How dates are written.
  public enum Dates: String, CaseIterable, Hashable, Sendable {
    /// ISO 8601 in UTC, as text.
    case iso8601
    /// Seconds since 1970 as a number.
    case unix
    /// Milliseconds since 1970 as a number.
    case unixMilliseconds = "unix-ms"
  }

  /// How `nestedAttributes` writes a list of rows.
  public enum ListForm: Hashable, Sendable {
    /// A JSON array.
    case array
    /// An object whose keys are the places in the list, from `"0"`.
    case indexedObject
  }

  /// The parent under which an identity is unique.
  public struct Scope: Hashable, Sendable {
    /// The name of the to-one relation that leads to the parent.
    public var relation: String
    /// The parent's identity as text.
    public var id: String

    /// A parent, by the relation that leads to it.
    public init(relation: String, id: String) {
      self.relation = relation
      self.id = id
    }
  }

  /// The identity of the one row, as text; without it all rows are a list, ordered by identity.
  public var id: String?
  /// For an identity that a parent scopes: whose row it is.
  public var scope: Scope?
  /// How related rows are written.
  public var relations = Relations.ids
  /// `nil`: as the schema has them.
  public var keys: KeyStyle?
  /// `nil`: as the schema says of each attribute.
  public var dates: Dates?
  /// How `nestedAttributes` writes lists.
  public var lists = ListForm.array

  /// All rows, as a payload would have them.
  public init() {}
}

extension ExportOptions.Dates {
  var remote: DateForm.Remote {
    switch self {
    case .iso8601: .iso8601
    case .unix: .unix
    case .unixMilliseconds: .unixMilliseconds
    }
  }
}
