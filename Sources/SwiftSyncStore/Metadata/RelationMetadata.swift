@_spi(Generated) import SwiftSyncCoding
public import SwiftSyncValues

/// The runtime's description of a relationship, as seen from the entity that has it.
@_spi(Generated)
public final class RelationMetadata: Sendable {
  /// How the relationship is stored.
  public enum Kind: Sendable {
    /// A column of this entity that holds the target's identity.
    case toOne(Reference)
    /// The side of a one-to-one relationship without a column: the column belongs to the target's
    /// `inverse`.
    case toOneInverse
    /// The target's `inverse` is a reference to this entity.
    case toMany(Ordering)
    /// A separate table; `side` is this entity's column in it.
    case manyToMany(joinTable: String, side: JoinTableMetadata.Side, Ordering)
  }

  /// A column that holds the target's identity.
  public struct Reference: Sendable {
    /// The type of the target's identity.
    public let type: ValueType
    /// The position in the entity's `columns`; if there are several columns, that of the first.
    public let column: Int
    /// The columns of a composite identity of the target, in its order; otherwise empty.
    public let parts: [Int]
    /// Whether it may be null.
    public let isOptional: Bool
    /// Whether the target's row must be stored (A16).
    public let hasForeignKey: Bool
    /// Whether at most one row refers to each target.
    public let isOneToOne: Bool
    /// The column with the row's position in its parent's ordered list.
    public let positionColumn: Int?

    /// Creates a reference in the column at a position of the entity's `columns`.
    public init(
      _ type: ValueType, column: Int, optional isOptional: Bool = false,
      foreignKey hasForeignKey: Bool = false, oneToOne isOneToOne: Bool = false,
      position positionColumn: Int? = nil, parts: [Int] = []
    ) {
      self.type = type
      self.column = column
      self.isOptional = isOptional
      self.hasForeignKey = hasForeignKey
      self.isOneToOne = isOneToOne
      self.positionColumn = positionColumn
      self.parts = parts
    }

    /// The columns of the table.
    package var storedColumns: [Int] { parts.isEmpty ? [column] : parts }
  }

  /// How a to-many relationship is ordered.
  public enum Ordering: Hashable, Sendable {
    /// Not ordered.
    case none
    /// By the position column of the target or the join table.
    case position
    /// By an attribute of the target, given by its name.
    case attribute(String)
  }

  /// The effect on a row when the row that it refers to is deleted.
  public enum DeleteRule: String, Hashable, Sendable {
    /// The row is kept and loses the reference.
    case nullify
    /// The row is kept with its reference, which is then unresolved.
    case keep
    /// The deletion is forbidden; the whole call is refused.
    case deny
    /// The row is deleted too.
    case cascade
  }

  /// The rules for rows that payloads nest under a relationship.
  public struct Nesting: Sendable {
    /// What happens to rows that a list lacks.
    public let missingRows: MissingRows
    /// Whether the rows are in an object, under their identities.
    public private(set) var isKeyed = false
    /// The bits of the `ApplyOptions.Operations` that are allowed for nested rows and links.
    public private(set) var operations = Self.allOperations

    /// Creates rules. By default, lists are complete; all operations are allowed.
    public init(missingRows: MissingRows = .delete) {
      self.missingRows = missingRows
    }

    /// Reads the settings of a relationship, under their names in the schema language.
    init(_ metadata: MetadataReader) throws {
      missingRows = try metadata.missingRows(or: .delete)
      isKeyed = metadata.object["keyed-by"] != nil
      if metadata.object["operations"] != nil {
        let bits = ["insert": 1, "update": 2, "delete": 4]
        operations = try metadata.strings("operations").compactMap { bits[$0] }.reduce(0, |)
      }
    }

    /// Insert, update and delete.
    public static let allOperations = 7
  }

  /// The name in Swift and in the schema, e.g. `project`.
  public let name: String
  /// The target entity's name.
  public let target: String
  /// How the relationship is stored.
  public let kind: Kind
  /// The inverse: the target's relationship that refers back to this entity.
  public let inverse: String?
  /// Dotted paths of ids, tried in order, e.g. `project_id`, or `watcher_ids` and `watchers_ids`.
  public let ids: [String]
  /// Dotted paths of nested objects, tried in order. A path that is also in `ids` accepts both
  /// shapes.
  public let objects: [String]
  /// Whether the relationship is read from payloads and written into them.
  public let direction: SyncDirection
  /// The effect on this side when the target's row is deleted.
  public let onDelete: DeleteRule
  /// The rules for rows that payloads nest under the relationship.
  public let nesting: Nesting
  /// The type of its resource identifiers; `nil` if ids are plain values.
  public let linkage: String?

  /// Creates the metadata. Called by generated code and the tool; the target and the inverse are
  /// given by name.
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
