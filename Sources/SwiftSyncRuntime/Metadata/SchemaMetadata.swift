@_spi(Generated) import SwiftSyncREST

/// What the runtime knows of one version of a schema.
///
/// Generated code provides it for an app; the tool builds the same from a schema that it reads.
@_spi(Generated)
public struct SchemaMetadata: Hashable, Sendable {
  /// The schema's name, e.g. `Tracker`.
  public let name: String
  /// From 1; the database keeps it as `user_version`, or in `swiftsync_schema` where the schema adopts.
  public let version: Int
  /// Identifies the version's content.
  public let fingerprint: String
  /// In the order of the schema.
  public let entities: [EntityMetadata]
  /// The tables of all many-to-many relations.
  public let joinTables: [JoinTableMetadata]
  /// The types of payloads with rows of several entities.
  let documents: [DocumentMetadata]
  /// Whether values are only taken in the JSON type of their attribute.
  public let isStrict: Bool
  /// Whether the database may be of another program, which uses it too.
  public let adopts: Bool
  /// Whether a database in a file is of another program and only read.
  public let isReadOnly: Bool
  /// Counts the changes to the text of triggers that the generator makes of the same schema. A store replaces
  /// triggers of its own format and of lower ones, never those of a higher one.
  public let triggerFormat: Int
  /// The whole of `schema.sql`: tables, indexes, triggers, the runtime's own tables, `user_version`.
  public let ddl: String

  /// Generated code and the tool make it; names and positions must fit each other.
  public init(
    name: String, version: Int, fingerprint: String, entities: [EntityMetadata],
    joinTables: [JoinTableMetadata] = [], documents json: String? = nil,
    strict isStrict: Bool = false, adopts: Bool = false, readOnly isReadOnly: Bool = false,
    triggerFormat: Int = 0, ddl: String
  ) {
    self.init(
      name: name, version: version, fingerprint: fingerprint, entities: entities,
      joinTables: joinTables, documents: Self.documents(json), strict: isStrict,
      adopts: adopts, readOnly: isReadOnly, triggerFormat: triggerFormat, ddl: ddl)
  }

  init(
    name: String, version: Int, fingerprint: String, entities: [EntityMetadata],
    joinTables: [JoinTableMetadata], documents: [DocumentMetadata], strict isStrict: Bool,
    adopts: Bool, readOnly isReadOnly: Bool = false, triggerFormat: Int, ddl: String
  ) {
    self.name = name
    self.version = version
    self.fingerprint = fingerprint
    self.entities = entities
    self.joinTables = joinTables
    self.documents = documents
    self.isStrict = isStrict
    self.adopts = adopts
    self.isReadOnly = isReadOnly
    self.triggerFormat = triggerFormat
    self.ddl = ddl
  }

  private static func documents(_ json: String?) -> [DocumentMetadata] {
    guard let json else { return [] }
    return MetadataReader.read(json) { try MetadataReader.documents(json: json) }
  }

  /// Reads the join tables from what generated code states; see `MetadataReader` for the form.
  ///
  /// It stops the program if the text is damaged, which no input can cause: the generator wrote it.
  public init(
    name: String, version: Int, fingerprint: String, entities: [EntityMetadata],
    joinTables json: String, documents: String? = nil, strict isStrict: Bool = false,
    adopts: Bool = false, readOnly isReadOnly: Bool = false, triggerFormat: Int = 0, ddl: String
  ) {
    self.init(
      name: name, version: version, fingerprint: fingerprint, entities: entities,
      joinTables: MetadataReader.read(json) { try MetadataReader.joinTables(json: json) },
      documents: Self.documents(documents), strict: isStrict, adopts: adopts,
      readOnly: isReadOnly, triggerFormat: triggerFormat, ddl: ddl)
  }

  /// Reads the entities alone.
  package static func entities(json: String) -> [EntityMetadata] {
    MetadataReader.read(json) { try MetadataReader(json: json).schema().entities }
  }

  /// Reads entities, join tables and documents from one text, which the tool renders by the same template.
  package init(
    name: String, version: Int, fingerprint: String, json: String, strict isStrict: Bool,
    adopts: Bool = false, readOnly isReadOnly: Bool = false, triggerFormat: Int, ddl: String
  ) {
    let (entities, joinTables, documents) = MetadataReader.read(json) {
      try MetadataReader(json: json).schema()
    }
    self.init(
      name: name, version: version, fingerprint: fingerprint, entities: entities,
      joinTables: joinTables, documents: documents, strict: isStrict, adopts: adopts,
      readOnly: isReadOnly, triggerFormat: triggerFormat, ddl: ddl)
  }
}

/// What the runtime knows of the table of a many-to-many relation.
@_spi(Generated)
public struct JoinTableMetadata: Hashable, Sendable {
  /// One of the two columns.
  public enum Side: Hashable, Sendable {
    /// `leftColumns`, whose list the position column orders.
    case left
    /// `rightColumns`.
    case right
  }

  /// The table's name, not quoted.
  public let name: String
  /// The columns that hold the identity of a row of `leftEntity`, not quoted; one for each part.
  public let leftColumns: [String]
  /// The columns that hold the identity of a row of `rightEntity`, not quoted; one for each part.
  public let rightColumns: [String]
  /// The entity on the left side.
  public let leftEntity: String
  /// The entity on the right side; the same as on the left for a relation to itself.
  public let rightEntity: String
  /// The column that keeps the order of the left side's list.
  public let positionColumn: String?
  /// The entity whose table this is, for `through:`.
  public let through: String?

  /// A table that links two entities, which are named, not looked up.
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

  /// A table whose entities have identities of one part.
  public init(
    _ name: String, left leftColumn: String, of leftEntity: String, right rightColumn: String,
    of rightEntity: String, position positionColumn: String? = nil, through: String? = nil
  ) {
    self.init(
      name, left: [leftColumn], of: leftEntity, right: [rightColumn], of: rightEntity,
      position: positionColumn, through: through)
  }

  /// The column that holds, or stands for, the identity on a side.
  func column(_ side: Side) -> ColumnMetadata {
    let names = side == .left ? leftColumns : rightColumns
    guard names.count > 1 else { return ColumnMetadata(names.first ?? "", .text) }
    return ColumnMetadata(
      names.joined(separator: " "), composite: CompositeColumn(names: names), required: true)
  }

  /// The columns of the table besides that of the position.
  var idColumns: [String] { leftColumns + rightColumns }
}
