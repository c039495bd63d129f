/// By what a generated file finds the shard that it becomes a part of.
package enum ShardKey: Hashable, Sendable {
  /// What there is one of for each entity, enum or endpoint.
  case name(String)
  /// What belongs to an older version.
  case version(Int)
  /// What there is one of for the schema.
  case schema
}
