/// One version of a schema: what it consists of and how to create it.
///
/// Generated code declares one for each version, e.g. `TrackerSchemaV1`.
public protocol VersionedSchema {
  static var metadata: SchemaMetadata { get }
}
