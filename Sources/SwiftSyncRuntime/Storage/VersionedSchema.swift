/// One version of a generated schema.
public protocol VersionedSchema: Sendable {
  /// The version's entities, tables and fingerprint.
  static var metadata: SchemaMetadata { get }

  /// How databases of older versions become ones of this version; by default there is no way.
  static var migrations: MigrationPlan { get }
}

extension VersionedSchema {
  /// No way from older versions, which is right for a first version.
  public static var migrations: MigrationPlan { .none }
}
