/// What the runtime knows of one relation, as seen from the entity that has it.
public struct RelationMetadata: Hashable, Sendable {
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

  public struct Reference: Hashable, Sendable {
    /// The type of the target's identity.
    public let type: ValueType
    /// Position in the entity's `columns`.
    public let column: Int
    public let isOptional: Bool
    public let isEnforced: Bool
    public let isOneToOne: Bool
    /// The column that keeps the row's place in its parent's ordered list.
    public let positionColumn: Int?

    public init(
      _ type: ValueType, column: Int, optional isOptional: Bool = false,
      enforced isEnforced: Bool = false, oneToOne isOneToOne: Bool = false,
      position positionColumn: Int? = nil
    ) {
      self.type = type
      self.column = column
      self.isOptional = isOptional
      self.isEnforced = isEnforced
      self.isOneToOne = isOneToOne
      self.positionColumn = positionColumn
    }
  }

  public enum Ordering: Hashable, Sendable {
    case none
    /// The target's position column, or the join table's.
    case position
    /// An attribute of the target, by its name.
    case attribute(String)
  }

  public enum DeleteRule: String, Hashable, Sendable {
    case nullify
    case keep
    case deny
    case cascade
  }

  public let name: String
  /// The target entity's name.
  public let target: String
  public let kind: Kind
  /// The target's relation that leads back.
  public let inverse: String?
  /// Dotted paths of ids, tried in order: `project_id`; `watcher_ids`, `watchers_ids`.
  public let ids: [String]
  /// Dotted paths of nested objects, tried in order. A path that is in `ids` too serves both shapes.
  public let objects: [String]
  public let direction: SyncDirection
  public let onDelete: DeleteRule

  public init(
    _ name: String, to target: String, _ kind: Kind, inverse: String? = nil, ids: [String],
    objects: [String], direction: SyncDirection = .both, onDelete: DeleteRule
  ) {
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

/// What the runtime knows of the table of a many-to-many relation.
public struct JoinTableMetadata: Hashable, Sendable {
  public enum Side: Hashable, Sendable {
    case left
    case right
  }

  public let name: String
  public let leftColumn: String
  public let rightColumn: String
  public let leftEntity: String
  public let rightEntity: String
  /// The column that keeps the order of the left side's list.
  public let positionColumn: String?
  /// The entity whose table this is, for `through:`.
  public let through: String?

  public init(
    _ name: String, left leftColumn: String, of leftEntity: String, right rightColumn: String,
    of rightEntity: String, position positionColumn: String? = nil, through: String? = nil
  ) {
    self.name = name
    self.leftColumn = leftColumn
    self.rightColumn = rightColumn
    self.leftEntity = leftEntity
    self.rightEntity = rightEntity
    self.positionColumn = positionColumn
    self.through = through
  }
}
