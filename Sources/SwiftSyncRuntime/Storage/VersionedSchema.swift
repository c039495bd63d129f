/// One version of a generated schema.
public protocol VersionedSchema: Sendable {
  /// The version's entities, tables and fingerprint.
  static var metadata: SchemaMetadata { get }
}
