@_spi(Generated) import SwiftSyncStore

/// Options for writing rows as JSON.
public struct ExportOptions: Hashable, Sendable {
  /// How related rows are written.
  public enum Relations: String, CaseIterable, Hashable, Sendable {
    /// The identities of the related rows.
    case ids
    /// The to-one relationships of the exported row, and the to-many relationships at every depth,
    /// as objects without the inverse. A row that is already being written is reduced to its
    /// identity.
    case nested
    /// Like `nested`, under keys that end in `_attributes`, as Rails reads them. A to-one
    /// relationship without a row is left out, because Rails accepts no null there.
    case nestedAttributes = "nested-attributes"
    /// Relationships are omitted.
    case none
  }

  /// The style of keys that are derived from names. Keys set by `remote:` do not change.
  public enum KeyStyle: String, CaseIterable, Hashable, Sendable {
    /// As in `due_on`.
    case snakeCase = "snake_case"
    /// As in `dueOn`.
    case camelCase
    /// As in `due-on`.
    case kebabCase = "kebab-case"
  }

  /// How dates are written.
  public enum Dates: String, CaseIterable, Hashable, Sendable {
    /// ISO 8601 strings, in UTC.
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
    /// An object whose keys are the positions in the list, from `"0"`.
    case indexedObject
  }

  /// The parent under which an identity is unique.
  public struct Scope: Hashable, Sendable {
    /// The name of the to-one relationship to the parent.
    public var relation: String
    /// The parent's identity as a string.
    public var id: String

    /// Creates a scope from the relationship to the parent and the parent's identity.
    public init(relation: String, id: String) {
      self.relation = relation
      self.id = id
    }
  }

  /// The identity of the row to export, as a string. By default, all rows are exported as a list,
  /// ordered by identity.
  public var id: String?
  /// The parent of the row, for an identity that is unique only under one parent.
  public var scope: Scope?
  /// How related rows are written. The default is `ids`.
  public var relations: Relations
  /// The style of keys. The default, `nil`, is the style of the schema.
  public var keys: KeyStyle?
  /// The format of dates. The default, `nil`, is the format of each attribute in the schema.
  public var dates: Dates?
  /// How `nestedAttributes` writes lists. The default is `indexedObject`, which Rails also reads from
  /// forms.
  public var lists: ListForm

  /// Creates options. By default, all rows are exported in the form of a payload.
  ///
  /// ```swift
  /// let json = try await store.export(Project.self, options: ExportOptions(relations: .nested))
  /// ```
  public init(
    id: String? = nil, scope: Scope? = nil, relations: Relations = .ids, keys: KeyStyle? = nil,
    dates: Dates? = nil, lists: ListForm = .indexedObject
  ) {
    self.id = id
    self.scope = scope
    self.relations = relations
    self.keys = keys
    self.dates = dates
    self.lists = lists
  }
}

extension ExportOptions.Relations {
  var isNested: Bool {
    switch self {
    case .nested, .nestedAttributes: true
    case .ids, .none: false
    }
  }
}

extension ExportOptions.KeyStyle {
  var spelling: KeySpelling {
    switch self {
    case .snakeCase: .snake
    case .camelCase: .camel
    case .kebabCase: .kebab
    }
  }
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
