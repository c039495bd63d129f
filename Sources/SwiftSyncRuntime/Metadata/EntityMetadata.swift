@_spi(Generated) import SwiftSyncREST

/// What the runtime knows of one entity. Generated code states it; nothing is found by reflection.
@_spi(Generated)
public struct EntityMetadata: Hashable, Sendable {
  /// The name in Swift and in the schema, e.g. `Task`.
  public let name: String
  /// What wire protocols call the entity; the name if the schema does not say otherwise.
  public let wireName: String
  /// The type of its resource objects; `nil` if payloads have plain objects.
  public let resourceType: String?
  /// The table's name, not quoted.
  public let table: String
  /// In the order of the table.
  public let columns: [ColumnMetadata]
  /// In the order of the schema.
  public let attributes: [AttributeMetadata]
  /// In the order of the schema, those to many included.
  public let relations: [RelationMetadata]
  /// The relations to one of several entities.
  public let taggedReferences: [TaggedReferenceMetadata]
  /// Positions in `columns`: one, or several for an identity that a parent scopes.
  public let identity: [Int]
  /// Unique sets of columns besides the identity, each as positions in `columns`.
  public let uniques: [[Int]]
  /// The full-text index; `nil` if there is none.
  public let search: SearchMetadata?
  /// The SQL condition that every row meets, on the names of columns; `nil` if there is none.
  public let check: String?
  /// How the rows of the entity are kept in step with the server's.
  public let sync: EntitySyncMetadata
  /// By the column of a list that payloads write as one text, the element's type and the separator.
  let separators: [Int: SeparatedList]
  /// By the column of an amount whose currency payloads never say, the currency.
  let currencyCodes: [Int: String]
  /// Whether values of its rows may be nested at any depth, so that reading them needs much stack.
  let nestsDeeply: Bool

  /// Generated code and the tool make it.
  public init(
    name: String, wireName: String? = nil, resourceType: String? = nil, table: String,
    columns: [ColumnMetadata],
    attributes: [AttributeMetadata], relations: [RelationMetadata] = [],
    taggedReferences: [TaggedReferenceMetadata] = [], identity: [Int],
    uniques: [[Int]] = [], search: SearchMetadata? = nil, check: String? = nil,
    sync: EntitySyncMetadata = EntitySyncMetadata()
  ) {
    self.name = name
    self.wireName = wireName ?? name
    self.resourceType = resourceType
    self.table = table
    self.columns = columns
    self.attributes = attributes
    self.relations = relations
    self.taggedReferences = taggedReferences
    self.identity = identity
    self.uniques = uniques
    self.search = search
    self.check = check
    self.sync = sync
    separators = SeparatedList.all(of: attributes)
    currencyCodes = attributes.reduce(into: [:]) { $0[$1.column] = $1.currencyCode }
    nestsDeeply = attributes.contains { $0.type.nestsDeeply }
  }
}

/// A list that payloads write as one text.
struct SeparatedList: Hashable, Sendable {
  let element: ValueType
  let separator: String

  fileprivate static func all(of attributes: [AttributeMetadata]) -> [Int: SeparatedList] {
    attributes.reduce(into: [:]) { lists, attribute in
      guard case .separated(let element, let separator) = attribute.type else { return }
      lists[attribute.column] = SeparatedList(element: element, separator: separator)
    }
  }
}

extension EntityMetadata {
  /// One SQL value that tells a row from others, also where the table has no rowids.
  func identityExpression(_ alias: String) -> String {
    let parts = identity.map { "\(alias).\(quoted(columns[$0].name))" }
    return parts.count == 1
      ? parts[0] : parts.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
  }
}

extension EntityMetadata {
  /// What of a list no payload can hold, for messages; `nil` if there is nothing.
  func unwritable(_ stored: StoredValue, in column: Int) -> String? {
    guard !separators.isEmpty, let list = separators[column] else { return nil }
    let isWritable = stored.withBound { value in
      value.kind != .text
        || SeparatedText.text(of: value.slice, of: list.element, by: list.separator) != nil
    }
    return isWritable
      ? nil
      : "a list of which an element holds the separator '\(list.separator)', or is empty alone"
  }
}

/// What the runtime knows of one column.
@_spi(Generated)
public struct ColumnMetadata: Hashable, Sendable {
  /// The type that the column is declared with.
  public typealias Storage = StoredValue.Storage

  /// Not quoted.
  public let name: String
  /// The type that the column is declared with.
  public let storage: Storage
  /// Whether it is `NOT NULL`.
  public let isRequired: Bool
  /// Whether SQLite compares its texts without regard to the case of ASCII letters.
  public let ignoresCase: Bool
  /// Of a column that the table does not have.
  let tagged: TaggedColumn?
  /// Of a column that the table has several for.
  let composite: CompositeColumn?

  init(_ name: String, composite: CompositeColumn, required isRequired: Bool) {
    self.name = name
    storage = .text
    self.isRequired = isRequired
    ignoresCase = false
    tagged = nil
    self.composite = composite
  }

  init(_ name: String, _ storage: Storage, tagged: TaggedColumn) {
    self.name = name
    self.storage = storage
    isRequired = false
    ignoresCase = false
    self.tagged = tagged
    composite = nil
  }

  /// A column; the name is not quoted.
  public init(
    _ name: String, _ storage: Storage, required isRequired: Bool = false,
    ignoresCase: Bool = false
  ) {
    self.name = name
    self.storage = storage
    self.isRequired = isRequired
    self.ignoresCase = ignoresCase
    tagged = nil
    composite = nil
  }

  /// Whether it is the same column of a table, or stands for the same ones.
  func holdsSame(as other: ColumnMetadata) -> Bool {
    guard let composite, let names = other.composite?.names else { return name == other.name }
    return composite.names == names
  }

  /// Whether the table does not have it.
  var isVirtual: Bool { tagged != nil || composite != nil }
}

/// `sync:` of an entity. Attributes are positions in the entity's `attributes`.
@_spi(Generated)
public struct EntitySyncMetadata: Hashable, Sendable {
  /// Tells which of two versions of a row is newer (A12).
  public let clock: Int?
  /// Marks a row as deleted (A11).
  public let tombstone: Int?
  /// Whether deletion is soft: rows with a tombstone stay.
  public let keepsTombstones: Bool
  /// Seconds after which a soft-deleted row is purged; `nil` keeps it indefinitely.
  public let retention: Int?
  /// Says whether a row is archived.
  public let archiveFlag: Int?
  /// Says since when a row is archived.
  public let archiveDate: Int?
  /// Whether changes made on the device are recorded.
  public let isOffline: Bool
  /// Whether the server's entity tags are kept, so that updates and deletions name the version they were made from.
  public let hasETags: Bool

  /// Without arguments: nothing is said.
  public init(
    clock: Int? = nil, tombstone: Int? = nil, keepsTombstones: Bool = false,
    retention: Int? = nil, archiveFlag: Int? = nil, archiveDate: Int? = nil,
    offline isOffline: Bool = false, etag hasETags: Bool = false
  ) {
    self.clock = clock
    self.tombstone = tombstone
    self.keepsTombstones = keepsTombstones
    self.retention = retention
    self.archiveFlag = archiveFlag
    self.archiveDate = archiveDate
    self.isOffline = isOffline
    self.hasETags = hasETags
  }
}

extension EntityMetadata {
  /// For an identity that a parent scopes, the column of that parent.
  var parentColumn: Int? {
    relations.lazy.compactMap { relation -> Int? in
      guard case .toOne(let reference) = relation.kind, reference.parts.isEmpty,
        identity.contains(reference.column)
      else { return nil }
      return reference.column
    }.first
  }

  /// Whether a flag and no date says that a row is deleted.
  var hasTombstoneFlag: Bool { sync.tombstone.map { attributes[$0].type == .bool } ?? false }

  /// SQL that is true for rows that are not soft-deleted, and the opposite; `nil` where deleted rows do not stay.
  ///
  /// - Parameter row: What the column is qualified with, e.g. `t.`
  func softDeletion(_ row: String = "") -> (absent: String, present: String)? {
    guard sync.keepsTombstones, let tombstone = sync.tombstone else { return nil }
    let name = row + quoted(columns[attributes[tombstone].column].name)
    return hasTombstoneFlag
      ? ("\(name) IS NOT 1", "\(name) IS 1") : ("\(name) IS NULL", "\(name) IS NOT NULL")
  }

  /// Whether an identity may be temporary: a part of it by its default, or as a reference to a row whose identity is.
  var mayHaveTemporaryIdentity: Bool {
    identity.contains { column in
      guard let attribute = attributes.first(where: { $0.column == column }) else { return true }
      return attribute.generatedDefault == .temporary
    }
  }

  /// The columns that `default: new` and `default: now` fill, with what they get as SQL.
  var generatedColumns: [(column: String, value: String)] {
    attributes.compactMap { attribute in
      guard let value = attribute.generatedDefault?.sql(as: columns[attribute.column].storage)
      else {
        return nil
      }
      return (columns[attribute.column].name, value)
    }
  }
}

extension GeneratedDefault {
  /// An expression in SQL whose value is new in each row.
  fileprivate func sql(as storage: ColumnMetadata.Storage) -> String {
    switch (self, storage) {
    case (.newUUID, _): Self.randomUUID
    // Rows of a `through:` entity, which SQL makes, have no temporary ids: the tool refuses them there.
    case (.temporary, _): "NULL"
    // SQLite's clock has milliseconds, the store's dates have microseconds.
    case (.now, .integer):
      "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER) * 1000"
    case (.now, _): "strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')"
    }
  }

  /// A UUID of version 4 (RFC 9562, section 5.4), in lower case.
  private static let randomUUID = """
    lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) \
    || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) \
    || '-' || hex(randomblob(6)))
    """
}
