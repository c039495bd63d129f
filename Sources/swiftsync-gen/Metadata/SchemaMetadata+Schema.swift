@_spi(Generated) import SwiftSyncRuntime
import SyncGenCore
import SyncGenSchema

extension SchemaMetadata {
  /// What the runtime has to know of a schema: the same values that the generated code states.
  init(_ schema: Schema) {
    self.init(
      name: schema.name.name,
      version: schema.version,
      fingerprint: Pipeline.fingerprint(of: schema),
      entities: schema.entities.map { EntityMetadata($0, in: schema) },
      joinTables: schema.joinTables.map { JoinTableMetadata($0, in: schema) },
      strict: schema.conventions.coercion == .strict,
      triggerFormat: Pipeline.triggerFormat,
      ddl: Pipeline.ddl(for: schema)
    )
  }
}

extension JoinTableMetadata {
  init(_ table: JoinTable, in schema: Schema) {
    self.init(
      table.name.name,
      left: table.left.column.name, of: schema[table.left.entity].name.name,
      right: table.right.column.name, of: schema[table.right.entity].name.name,
      position: table.positionColumn?.name,
      through: table.through.map { schema[$0].name.name }
    )
  }
}
