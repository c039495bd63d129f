/// What the runtime knows of one entity. Generated code states it; nothing is found by reflection.
public struct EntityMetadata: Hashable, Sendable {
  public let name: String
  /// The table's name, not quoted.
  public let table: String
  /// In the order of the table.
  public let columns: [ColumnMetadata]
  public let attributes: [AttributeMetadata]
  public let relations: [RelationMetadata]
  /// Positions in `columns`: one, or several for an identity that a parent scopes.
  public let identity: [Int]
  /// Unique sets of columns besides the identity, each as positions in `columns`.
  public let uniques: [[Int]]
  public let sync: EntitySyncMetadata

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
  public enum Storage: String, Hashable, Sendable {
    case text = "TEXT"
    case integer = "INTEGER"
    case real = "REAL"
    case blob = "BLOB"
  }

  /// Not quoted.
  public let name: String
  public let storage: Storage
  public let isRequired: Bool

  public init(_ name: String, _ storage: Storage, required isRequired: Bool = false) {
    self.name = name
    self.storage = storage
    self.isRequired = isRequired
  }
}

/// `sync:` of an entity. Attributes are positions in the entity's `attributes`.
public struct EntitySyncMetadata: Hashable, Sendable {
  public let clock: Int?
  public let tombstone: Int?
  /// Whether rows with a tombstone stay, marked.
  public let keepsTombstones: Bool
  /// Seconds after which a marked row is purged; `nil` keeps it for ever.
  public let retention: Int?
  public let archiveFlag: Int?
  public let archiveDate: Int?
  public let isOffline: Bool

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
