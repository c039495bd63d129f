extension Condition {
  /// The condition as one text with its values spelled out, for a statement that calls the table of
  /// the entity by its name.
  func sql(on entity: EntityMetadata, in schema: SchemaMetadata) throws(SyncError) -> String {
    var writer = ConditionSQL(schema: schema, values: SQLValues(spelledOut: true))
    return try writer.condition(node, on: entity, as: quoted(entity.table))
  }
}
