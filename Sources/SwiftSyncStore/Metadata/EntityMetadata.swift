@_spi(Generated) import SwiftSyncCoding

/// The runtime's description of an entity. Generated code provides it; nothing is found by
/// reflection.
@_spi(Generated)
public final class EntityMetadata: Sendable {
  /// The name in Swift and in the schema, e.g. `Task`.
  public let name: String
  /// The entity's name in wire protocols; by default its name in the schema.
  public let remoteName: String
  /// The type of its resource objects; `nil` if payloads contain plain objects.
  public let resourceType: String?
  /// The unquoted name of the table.
  public let table: String
  /// The digest of the entity's part of its version's content; `nil` if it is not stated.
  let digest: String?
  /// The columns, in the order of the table.
  public let columns: [ColumnMetadata]
  /// The attributes, in the order of the schema.
  public let attributes: [AttributeMetadata]
  /// The relationships, in the order of the schema, including to-many ones.
  public let relations: [RelationMetadata]
  /// The relationships to one of several entities.
  public let taggedReferences: [TaggedReferenceMetadata]
  /// The paths of keys in payloads that are not counted as unknown.
  public let ignoredKeys: [String]
  /// The positions of the identity in `columns`: one, or several for an identity that is scoped by
  /// a parent.
  public let identity: [Int]
  /// The sets of unique columns other than the identity, each as positions in `columns`.
  public let uniques: [[Int]]
  /// The full-text index; `nil` if there is none.
  public let search: SearchMetadata?
  /// The SQL condition that every row must meet, in terms of column names; `nil` if there is none.
  public let check: String?
  /// What people read if a row does not meet the condition, as the schema states it.
  public let checkMessage: String?
  /// How the rows of the entity are synchronized with those of the server.
  public let sync: EntitySyncMetadata
  /// The element type and separator of a list that payloads write as one string, by column.
  let separators: [Int: SeparatedList]
  /// The currency of an amount whose currency payloads never contain, by column.
  let currencyCodes: [Int: String]
  /// Whether values of its rows may be nested at any depth, so that reading them needs much stack.
  let nestsDeeply: Bool

  /// Creates the metadata. Called by generated code and the tool.
  public init(
    name: String, remoteName: String? = nil, resourceType: String? = nil, table: String,
    digest: String? = nil, columns: [ColumnMetadata],
    attributes: [AttributeMetadata], relations: [RelationMetadata] = [],
    taggedReferences: [TaggedReferenceMetadata] = [], ignoredKeys: [String] = [],
    identity: [Int],
    uniques: [[Int]] = [], search: SearchMetadata? = nil, check: String? = nil,
    checkMessage: String? = nil, sync: EntitySyncMetadata = EntitySyncMetadata()
  ) {
    self.name = name
    self.remoteName = remoteName ?? name
    self.resourceType = resourceType
    self.table = table
    self.digest = digest
    self.columns = columns.with(secondsOf: attributes)
    self.attributes = attributes
    self.relations = relations
    self.taggedReferences = taggedReferences
    self.ignoredKeys = ignoredKeys
    self.identity = identity
    self.uniques = uniques
    self.search = search
    self.check = check
    self.checkMessage = checkMessage
    self.sync = sync
    separators = SeparatedList.all(of: attributes)
    currencyCodes = attributes.reduce(into: [:]) { $0[$1.column] = $1.currencyCode }
    nestsDeeply = attributes.contains { $0.type.nestsDeeply }
  }
}

/// A list that payloads write as one string.
struct SeparatedList: Sendable {
  let element: ValueType
  let separator: String

  fileprivate static func all(of attributes: [AttributeMetadata]) -> [Int: SeparatedList] {
    attributes.reduce(into: [:]) { lists, attribute in
      guard case .array(let element, let separator?) = attribute.type else { return }
      lists[attribute.column] = SeparatedList(element: element, separator: separator)
    }
  }
}

extension EntityMetadata {
  /// One SQL value that identifies a row, even if the table has no rowids.
  package func identityExpression(_ alias: String) -> String {
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
      : "a list in which an element contains the separator '\(list.separator)', or is empty and "
        + "the only one"
  }
}

/// The runtime's description of a column.
@_spi(Generated)
public struct ColumnMetadata: Sendable {
  /// The storage class that the column is declared with.
  public typealias Storage = StoredValue.Storage

  /// The unquoted name.
  public let name: String
  /// The storage class that the column is declared with.
  public let storage: Storage
  /// Whether the column is `NOT NULL`.
  public let isRequired: Bool
  /// Whether SQLite compares values of the column ignoring the case of ASCII letters.
  public let ignoresCase: Bool
  /// The definition of a virtual column of a relationship to one of several entities.
  let tagged: TaggedColumn?
  /// The definition of a virtual column that represents several columns of the table.
  package let composite: CompositeColumn?

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

  /// Creates a column; the name is not quoted.
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

  /// The same column with another storage.
  fileprivate func with(_ storage: Storage) -> ColumnMetadata {
    ColumnMetadata(name, storage, required: isRequired, ignoresCase: ignoresCase)
  }

  /// Whether it is the same column of a table, or represents the same ones.
  func holdsSame(as other: ColumnMetadata) -> Bool {
    guard let composite, let names = other.composite?.names else { return name == other.name }
    return composite.names == names
  }

  /// Whether the table does not have the column.
  package var isVirtual: Bool { tagged != nil || composite != nil }
}

extension [ColumnMetadata] {
  /// The columns with the storage of dates that are seconds: their tables declare integers.
  fileprivate func with(secondsOf attributes: [AttributeMetadata]) -> [ColumnMetadata] {
    attributes.reduce(into: self) { columns, attribute in
      guard case .date(let form) = attribute.type, form.storage == .seconds else { return }
      columns[attribute.column] = columns[attribute.column].with(.seconds)
    }
  }
}

/// `sync:` of an entity. Attributes are positions in the entity's `attributes`.
@_spi(Generated)
public struct EntitySyncMetadata: Sendable {
  /// The attribute that shows which of two states of a row is newer (A12).
  public let clock: Int?
  /// The attribute that marks a row as deleted (A11).
  public let tombstone: Int?
  /// Whether deletion is soft: rows with a tombstone are kept.
  public let keepsTombstones: Bool
  /// The number of seconds after which a soft-deleted row is purged; `nil` keeps it indefinitely.
  public let retention: Int?
  /// The attribute that shows whether a row is archived.
  public let archiveFlag: Int?
  /// The attribute with the date of archiving.
  public let archiveDate: Int?
  /// Whether changes made on the device are recorded.
  public let isPushed: Bool
  /// Whether the server's entity tags are stored, so that updates and deletions state the version
  /// that they are based on.
  public let hasETags: Bool

  /// Creates the settings. By default, none are set.
  public init(
    clock: Int? = nil, tombstone: Int? = nil, keepsTombstones: Bool = false,
    retention: Int? = nil, archiveFlag: Int? = nil, archiveDate: Int? = nil,
    push isPushed: Bool = false, etag hasETags: Bool = false
  ) {
    self.clock = clock
    self.tombstone = tombstone
    self.keepsTombstones = keepsTombstones
    self.retention = retention
    self.archiveFlag = archiveFlag
    self.archiveDate = archiveDate
    self.isPushed = isPushed
    self.hasETags = hasETags
  }
}

extension EntityMetadata {
  /// For an identity that is scoped by a parent, the column of that parent.
  package var parentColumn: Int? {
    relations.lazy.compactMap { relation -> Int? in
      guard case .toOne(let reference) = relation.kind, reference.parts.isEmpty,
        self.identity.contains(reference.column)
      else { return nil }
      return reference.column
    }.first
  }

  /// Whether a flag, rather than a date, shows that a row is deleted.
  var hasTombstoneFlag: Bool { sync.tombstone.map { attributes[$0].type == .bool } ?? false }

  /// SQL that is true for rows that are not soft-deleted, and its negation; `nil` if deleted rows
  /// are not kept.
  ///
  /// - Parameter row: The qualifier of the column, e.g. `t.`
  func softDeletion(_ row: String = "") -> (absent: String, present: String)? {
    guard sync.keepsTombstones, let tombstone = sync.tombstone else { return nil }
    let name = row + quoted(columns[attributes[tombstone].column].name)
    return hasTombstoneFlag
      ? ("\(name) IS NOT 1", "\(name) IS 1") : ("\(name) IS NULL", "\(name) IS NOT NULL")
  }

  /// Whether an identity may be temporary: through the default of a part, or through a reference to
  /// a row whose identity may be.
  var mayHaveTemporaryIdentity: Bool {
    identity.contains { column in
      guard let attribute = attributes.first(where: { $0.column == column }) else { return true }
      return attribute.generatedDefault == .temporary
    }
  }

  /// The columns that `default: new` and `default: now` fill, with their values in SQL.
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
  /// An SQL expression whose value is new in each row.
  fileprivate func sql(as storage: ColumnMetadata.Storage) -> String {
    switch (self, storage) {
    case (.newUUID, .blob): Self.randomBytes
    case (.newUUID, _): Self.randomUUID
    // Rows of a `through:` entity that SQL creates have no temporary ids, because the tool refuses
    // them there.
    case (.temporary, _): "NULL"
    case (.now, .seconds): "CAST(strftime('%s', 'now') AS INTEGER)"
    case (.now, .real): "round((julianday('now') - 2451910.5) * 86400000) / 1000.0"
    // SQLite's clock has milliseconds, the store's dates have microseconds.
    case (.now, .integer):
      "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER) * 1000"
    case (.now, _): "strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')"
    }
  }

  /// A lowercase UUID of version 4 (RFC 9562, section 5.4).
  private static let randomUUID = """
    lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) \
    || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) \
    || '-' || hex(randomblob(6)))
    """

  /// The same in 16 bytes. What `||` joins keeps its bytes as long as their number is even.
  private static let randomBytes = """
    CAST(randomblob(6) \
    || (substr(x'404142434445464748494a4b4c4d4e4f', 1 + (random() & 15), 1) || randomblob(1)) \
    || (substr(x'8090a0b0', 1 + (random() & 3), 1) || randomblob(1)) || randomblob(6) AS BLOB)
    """
}
