/// What the runtime knows of one version of a schema.
///
/// Generated code provides it for an app; the tool builds the same from a schema that it reads.
@_spi(Generated)
public struct SchemaMetadata: Hashable, Sendable {
  /// The schema's name, e.g. `Tracker`.
  public let name: String
  /// From 1; the database keeps it as `user_version`.
  public let version: Int
  /// Identifies the version's content.
  public let fingerprint: String
  /// In the order of the schema.
  public let entities: [EntityMetadata]
  /// The tables of all many-to-many relations.
  public let joinTables: [JoinTableMetadata]
  /// Whether values are only taken in the JSON type of their attribute.
  public let isStrict: Bool
  /// Counts the changes to the text of triggers that the generator makes of the same schema. A store replaces
  /// triggers of its own format and of lower ones, never those of a higher one.
  public let triggerFormat: Int
  /// The whole of `schema.sql`: tables, indexes, triggers, the runtime's own tables, `user_version`.
  public let ddl: String

  /// Generated code and the tool make it; names and positions must fit each other.
  public init(
    name: String, version: Int, fingerprint: String, entities: [EntityMetadata],
    joinTables: [JoinTableMetadata] = [], strict isStrict: Bool = false,
    triggerFormat: Int = 0, ddl: String
  ) {
    self.name = name
    self.version = version
    self.fingerprint = fingerprint
    self.entities = entities
    self.joinTables = joinTables
    self.isStrict = isStrict
    self.triggerFormat = triggerFormat
    self.ddl = ddl
  }

  /// Reads the join tables from what generated code states; see `MetadataReader` for the form.
  ///
  /// It stops the program if the text is damaged, which no input can cause: the generator wrote it.
  public init(
    name: String, version: Int, fingerprint: String, entities: [EntityMetadata],
    joinTables json: String, strict isStrict: Bool = false,
    triggerFormat: Int = 0, ddl: String
  ) {
    do {
      self.init(
        name: name, version: version, fingerprint: fingerprint, entities: entities,
        joinTables: try MetadataReader.joinTables(json: json), strict: isStrict,
        triggerFormat: triggerFormat, ddl: ddl)
    } catch {
      preconditionFailure("the generated metadata is damaged: \(error) in \(json)")
    }
  }
}
