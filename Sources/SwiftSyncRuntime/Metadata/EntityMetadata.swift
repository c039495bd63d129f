/// What the runtime knows of one entity. Generated code states it; nothing is found by reflection.
public struct EntityMetadata: Hashable, Sendable {
  /// The name in Swift and in the schema, e.g. `Task`.
  public let name: String
  /// The table's name, not quoted.
  public let table: String
  /// In the order of the table.
  public let columns: [ColumnMetadata]
  /// In the order of the schema.
  public let attributes: [AttributeMetadata]
  /// In the order of the schema, those to many included.
  public let relations: [RelationMetadata]
  /// Positions in `columns`: one, or several for an identity that a parent scopes.
  public let identity: [Int]
  /// Unique sets of columns besides the identity, each as positions in `columns`.
  public let uniques: [[Int]]
  /// How the rows of the entity are kept in step with the server's.
  public let sync: EntitySyncMetadata

  /// Generated code and the tool make it.
  public init(
    name: String, table: String, columns: [ColumnMetadata], attributes: [AttributeMetadata],
    relations: [RelationMetadata] = [], identity: [Int], uniques: [[Int]] = [],
    sync: EntitySyncMetadata = EntitySyncMetadata()
  ) {
    self.name = name
    self.table = table
    self.columns = columns
    self.attributes = attributes
    self.relations = relations
    self.identity = identity
    self.uniques = uniques
    self.sync = sync
  }
}

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

/// `sync:` of an entity. Attributes are positions in the entity's `attributes`.
public struct EntitySyncMetadata: Hashable, Sendable {
  /// Tells which of two versions of a row is newer (A12).
  public let clock: Int?
  /// Marks a row as deleted (A11).
  public let tombstone: Int?
  /// Whether rows with a tombstone stay, marked.
  public let keepsTombstones: Bool
  /// Seconds after which a marked row is purged; `nil` keeps it for ever.
  public let retention: Int?
  /// Says whether a row is archived.
  public let archiveFlag: Int?
  /// Says since when a row is archived.
  public let archiveDate: Int?
  /// Whether changes made on the device are recorded.
  public let isOffline: Bool

  /// Without arguments: nothing is said.
  public init(
    clock: Int? = nil, tombstone: Int? = nil, keepsTombstones: Bool = false,
    retention: Int? = nil, archiveFlag: Int? = nil, archiveDate: Int? = nil,
    offline isOffline: Bool = false
  ) {
    self.clock = clock
    self.tombstone = tombstone
    self.keepsTombstones = keepsTombstones
    self.retention = retention
    self.archiveFlag = archiveFlag
    self.archiveDate = archiveDate
    self.isOffline = isOffline
  }
}
