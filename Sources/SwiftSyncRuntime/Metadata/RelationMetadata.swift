@_spi(Generated) import SwiftSyncREST

/// What the runtime knows of one relation, as seen from the entity that has it.
@_spi(Generated)
public struct RelationMetadata: Hashable, Sendable {
  /// Where the relation is stored.
  public enum Kind: Hashable, Sendable {
    /// A column of this entity that holds the target's identity.
    case toOne(Reference)
    /// The side of a one-to-one without a column: the target's `inverse` has it.
    case toOneInverse
    /// The target's `inverse` is a reference to this entity.
    case toMany(Ordering)
    /// A table of its own; `side` is this entity's column there.
    case manyToMany(joinTable: String, side: JoinTableMetadata.Side, Ordering)
  }

  /// A column that holds the target's identity.
  public struct Reference: Hashable, Sendable {
    /// The type of the target's identity.
    public let type: ValueType
    /// Position in the entity's `columns`; of several columns, of the first.
    public let column: Int
    /// Where the target's identity has several parts, the columns that hold them, in its order; else empty.
    public let parts: [Int]
    /// Whether it may be null.
    public let isOptional: Bool
    /// Whether the target's row must be there (A16).
    public let isEnforced: Bool
    /// Whether at most one row refers to each target.
    public let isOneToOne: Bool
    /// The column that keeps the row's place in its parent's ordered list.
    public let positionColumn: Int?

    /// A reference in the column at a position of the entity's `columns`.
    public init(
      _ type: ValueType, column: Int, optional isOptional: Bool = false,
      enforced isEnforced: Bool = false, oneToOne isOneToOne: Bool = false,
      position positionColumn: Int? = nil, parts: [Int] = []
    ) {
      self.type = type
      self.column = column
      self.isOptional = isOptional
      self.isEnforced = isEnforced
      self.isOneToOne = isOneToOne
      self.positionColumn = positionColumn
      self.parts = parts
    }

    /// The columns that the table has.
    var storedColumns: [Int] { parts.isEmpty ? [column] : parts }
  }

  /// What the order of a to-many relation goes by.
  public enum Ordering: Hashable, Sendable {
    /// It has no order.
    case none
    /// The target's position column, or the join table's.
    case position
    /// An attribute of the target, by its name.
    case attribute(String)
  }

  /// What happens to a row when the one that it refers to is deleted.
  public enum DeleteRule: String, Hashable, Sendable {
    /// It stays and loses the reference.
    case nullify
    /// It stays and keeps the reference, which then has no row.
    case keep
    /// It forbids the deletion; the whole call is refused.
    case deny
    /// It goes too.
    case cascade
  }

  /// What a relation says of the rows that payloads nest under it.
  public struct Nesting: Hashable, Sendable {
    /// Whether lists leave rows out that stay.
    public enum Partial: Hashable, Sendable {
      /// A list names all rows.
      case never
      /// It never does.
      case always
      /// It does not while the value at the path is true or a text, or missing.
      case sign(String)
    }

    /// Whether lists leave rows out that stay.
    public let partial: Partial
    /// Whether rows lie in an object, under their identities.
    public let isKeyed: Bool
    /// The bits of `ApplyOptions.Operations` that nested rows and links may do.
    public let operations: Int

    /// Lists that say everything, and rows that may do everything, unless stated.
    public init(
      partial: Partial = .never, keyed isKeyed: Bool = false, operations: Int = allOperations
    ) {
      self.partial = partial
      self.isKeyed = isKeyed
      self.operations = operations
    }

    /// Insert, update and delete.
    public static let allOperations = 7
  }

  /// The name in Swift and in the schema, e.g. `project`.
  public let name: String
  /// The target entity's name.
  public let target: String
  /// Where the relation is stored.
  public let kind: Kind
  /// The target's relation that leads back.
  public let inverse: String?
  /// Dotted paths of ids, tried in order: `project_id`; `watcher_ids`, `watchers_ids`.
  public let ids: [String]
  /// Dotted paths of nested objects, tried in order. A path that is in `ids` too serves both shapes.
  public let objects: [String]
  /// Whether payloads are read for it and whether it is written into them.
  public let direction: SyncDirection
  /// What happens to this side when the target's row is deleted.
  public let onDelete: DeleteRule
  /// What payloads nest under it.
  public let nesting: Nesting
  /// The type of its resource identifiers; `nil` if ids are plain.
  public let linkage: String?

  /// Generated code and the tool make it; the target and the inverse are named, not looked up.
  public init(
    _ name: String, to target: String, _ kind: Kind, inverse: String? = nil, ids: [String],
    objects: [String], direction: SyncDirection = .both, onDelete: DeleteRule,
    nesting: Nesting = Nesting(), linkage: String? = nil
  ) {
    self.linkage = linkage
    self.nesting = nesting
    self.name = name
    self.target = target
    self.kind = kind
    self.inverse = inverse
    self.ids = ids
    self.objects = objects
    self.direction = direction
    self.onDelete = onDelete
  }
}
