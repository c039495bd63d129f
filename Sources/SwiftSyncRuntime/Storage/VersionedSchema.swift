/// One version of a generated schema.
public protocol VersionedSchema: Sendable {
  /// The schema's name.
  static var name: String { get }
  /// The version, from 1 on.
  static var version: Int { get }
  /// Identifies the content of the version.
  static var fingerprint: String { get }
}

/// The newest version of a generated schema, which a store opens.
public protocol StoreSchema: VersionedSchema {
  /// The SQL statements that create the tables, indexes and triggers of a new database.
  static var ddl: String { get }

  /// The version's entities, tables and fingerprint.
  @_spi(Generated)
  static var metadata: SchemaMetadata { get }

  /// How databases of older versions become ones of this version; by default there is no way.
  static var migrations: MigrationPlan { get }
}

extension StoreSchema {
  /// No way from older versions, which is right for a first version.
  public static var migrations: MigrationPlan { .none }
}

@_spi(Generated)
extension StoreSchema where Self: NotGenerated {
  public static var metadata: SchemaMetadata { unavailable }
}
