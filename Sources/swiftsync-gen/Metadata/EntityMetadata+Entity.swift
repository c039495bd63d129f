@_spi(Generated) import SwiftSyncRuntime
import SyncGenSchema

extension EntityMetadata {
  init(_ entity: Entity, in schema: Schema) {
    self.init(
      name: entity.name.name,
      wireName: entity.wireName,
      table: entity.table.name,
      columns: entity.columns.map(ColumnMetadata.init),
      attributes: entity.attributes.map { AttributeMetadata($0, of: entity, in: schema) },
      relations: entity.relations.map { RelationMetadata($0, in: schema) },
      identity: entity.identity.columns,
      uniques: entity.indexes.filter(\.isUnique).map(\.columns),
      sync: EntitySyncMetadata(entity.sync)
    )
  }
}

extension ColumnMetadata {
  init(_ column: Column) {
    let storage: Storage =
      switch column.storage {
      case .text: .text
      case .integer: .integer
      case .real: .real
      case .blob: .blob
      }
    self.init(column.name.name, storage, required: column.isRequired)
  }
}

extension EntitySyncMetadata {
  init(_ sync: EntitySync) {
    self.init(
      clock: sync.clock,
      tombstone: sync.tombstone?.attribute,
      keepsTombstones: sync.tombstone?.keepsRows ?? false,
      retention: sync.tombstone?.retention,
      archiveFlag: sync.archive?.flag,
      archiveDate: sync.archive?.date,
      offline: sync.isOffline
    )
  }
}
