import SwiftSyncValues

/// The runtime's description of one version of a schema.
///
/// Generated code provides it in an app; the tool builds the same from a schema file.
@_spi(Generated)
public final class SchemaMetadata: Sendable {
  /// The schema's name, e.g. `Tracker`.
  public let name: String
  /// The version, from 1. The database stores it as `user_version`, or in `swiftsync_schema` with
  /// `adopt: true`.
  public let version: Int
  /// A digest that identifies the version's content.
  public let fingerprint: String
  /// The entities, in the order of the schema.
  public let entities: [EntityMetadata]
  /// The tables of all many-to-many relationships.
  public let joinTables: [JoinTableMetadata]
  /// The types of payloads with rows of several entities.
  package let documents: [DocumentMetadata]
  /// Whether values are accepted only in the JSON type of their attribute.
  public let isStrict: Bool
  /// How the database of another program is used; `nil` if the database belongs to the store.
  public let adoption: (any AdoptionMode)?
  /// Counts the changes to the text of the triggers that are generated from the same schema. A store replaces
  /// triggers of its own format and of lower ones, never those of a higher one.
  public let triggerFormat: Int
  /// The statements that create the tables and indexes, including the runtime's own.
  public let tables: String
  /// The triggers in the order of their creation, each as SQLite keeps it: without a semicolon.
  public let triggers: [String]

  /// Creates the metadata. Called by generated code; names and positions must match each other.
  ///
  /// - Parameter digest: That of the version's content without its entities, which state their own.
  public convenience init(
    name: String, version: Int, digest: String, entities: [EntityMetadata],
    joinTables: [JoinTableMetadata] = [], documents json: String? = nil,
    strict isStrict: Bool = false, adoption: (any AdoptionMode)? = nil, triggerFormat: Int = 0,
    tables: String, triggers: [String] = []
  ) {
    self.init(
      name: name, version: version, fingerprint: Self.fingerprint(digest, entities),
      entities: entities, joinTables: joinTables, documents: Self.documents(json), strict: isStrict,
      adoption: adoption, triggerFormat: triggerFormat, tables: tables, triggers: triggers)
  }

  package init(
    name: String, version: Int, fingerprint: String, entities: [EntityMetadata],
    joinTables: [JoinTableMetadata] = [], documents: [DocumentMetadata] = [],
    strict isStrict: Bool = false, adoption: (any AdoptionMode)? = nil, triggerFormat: Int = 0,
    tables: String, triggers: [String] = []
  ) {
    self.name = name
    self.version = version
    self.fingerprint = fingerprint
    self.entities = entities
    self.joinTables = joinTables
    self.documents = documents
    self.isStrict = isStrict
    self.adoption = adoption
    self.triggerFormat = triggerFormat
    self.tables = tables
    self.triggers = triggers
  }

  private static func fingerprint(_ rest: String, _ entities: [EntityMetadata]) -> String {
    SchemaDigest.fingerprint(rest: rest, entities: entities.compactMap(\.digest))
  }

  private static func documents(_ json: String?) -> [DocumentMetadata] {
    guard let json else { return [] }
    return MetadataReader.read(json) { try MetadataReader.documents(json: json) }
  }

  /// Reads the join tables from the text that generated code states. See `MetadataReader` for the
  /// form.
  ///
  /// The program stops if the text is malformed. No input can cause this, because the generator
  /// wrote the text.
  public convenience init(
    name: String, version: Int, digest: String, entities: [EntityMetadata],
    joinTables json: String, documents: String? = nil, strict isStrict: Bool = false,
    adoption: (any AdoptionMode)? = nil, triggerFormat: Int = 0, tables: String,
    triggers: [String] = []
  ) {
    self.init(
      name: name, version: version, fingerprint: Self.fingerprint(digest, entities),
      entities: entities,
      joinTables: MetadataReader.read(json) { try MetadataReader.joinTables(json: json) },
      documents: Self.documents(documents), strict: isStrict,
      adoption: adoption, triggerFormat: triggerFormat, tables: tables, triggers: triggers)
  }

  /// Reads only the entities.
  package static func entities(json: String) -> [EntityMetadata] {
    MetadataReader.read(json) { try MetadataReader(json: json).schema().entities }
  }

  /// Reads entities, join tables and documents from one string, which the tool renders with the same
  /// template.
  package convenience init(
    name: String, version: Int, fingerprint: String, json: String, strict isStrict: Bool,
    adoption: (any AdoptionMode)? = nil, triggerFormat: Int, tables: String,
    triggers: [String]
  ) {
    let (entities, joinTables, documents) = MetadataReader.read(json) {
      try MetadataReader(json: json).schema()
    }
    self.init(
      name: name, version: version, fingerprint: fingerprint, entities: entities,
      joinTables: joinTables, documents: documents, strict: isStrict,
      adoption: adoption, triggerFormat: triggerFormat, tables: tables, triggers: triggers)
  }
}

extension SchemaMetadata {
  /// Whether the database may belong to another program, which also uses it.
  public var adopts: Bool { adoption != nil }
  /// The statements of `schema.sql`, which create a database and set its `user_version`.
  public var ddl: String {
    ([tables] + triggers.map { $0 + ";" } + (adopts ? [] : ["PRAGMA user_version = \(version);"]))
      .joined(separator: "\n")
  }
  /// Whether a database in a file belongs to another program and is only read.
  public var isReadOnly: Bool { adoption?.isReadOnly ?? false }
}

/// How a store uses a database that another program has created, as `adopt:` of a schema states it.
///
/// `TableAdoption` is the only implementation. It belongs to the code that adopts databases, which
/// metadata do not know.
@_spi(Generated)
public protocol AdoptionMode: Sendable {
  /// Whether the tables are only read.
  var isReadOnly: Bool { get }
}

/// The runtime's description of the table of a many-to-many relationship.
@_spi(Generated)
public struct JoinTableMetadata: Sendable {
  /// One of the two columns.
  public enum Side: Hashable, Sendable {
    /// `leftColumns`, whose list the position column orders.
    case left
    /// `rightColumns`.
    case right
  }

  /// The unquoted name of the table.
  public let name: String
  /// The unquoted columns with the identity of a row of `leftEntity`, one for each part.
  public let leftColumns: [String]
  /// The unquoted columns with the identity of a row of `rightEntity`, one for each part.
  public let rightColumns: [String]
  /// The entity on the left side.
  public let leftEntity: String
  /// The entity on the right side; the same as on the left for a relationship to itself.
  public let rightEntity: String
  /// The column with the order of the left side's list.
  public let positionColumn: String?
  /// The entity of this table, for `through:`.
  public let through: String?

  /// Creates a table that links two entities, which are given by name.
  public init(
    _ name: String, left leftColumns: [String], of leftEntity: String,
    right rightColumns: [String], of rightEntity: String, position positionColumn: String? = nil,
    through: String? = nil
  ) {
    self.name = name
    self.leftColumns = leftColumns
    self.rightColumns = rightColumns
    self.leftEntity = leftEntity
    self.rightEntity = rightEntity
    self.positionColumn = positionColumn
    self.through = through
  }

  /// Creates a table whose entities have identities of one part.
  public init(
    _ name: String, left leftColumn: String, of leftEntity: String, right rightColumn: String,
    of rightEntity: String, position positionColumn: String? = nil, through: String? = nil
  ) {
    self.init(
      name, left: [leftColumn], of: leftEntity, right: [rightColumn], of: rightEntity,
      position: positionColumn, through: through)
  }

  /// The column that holds or represents the identity on a side.
  func column(_ side: Side) -> ColumnMetadata {
    let names = side == .left ? leftColumns : rightColumns
    guard names.count > 1 else { return ColumnMetadata(names.first ?? "", .text) }
    return ColumnMetadata(
      names.joined(separator: " "), composite: CompositeColumn(names: names), required: true)
  }

  /// The columns of the table except the position column.
  var idColumns: [String] { leftColumns + rightColumns }
}
