package import SyncGenMigration
package import SyncGenSchema

/// A schema with its frozen versions, and the way from each of them to the next and to it.
package struct SchemaVersions: Sendable {
  package let schema: Schema
  package let history: VersionHistory
  package let plan: MigrationPlan
}
