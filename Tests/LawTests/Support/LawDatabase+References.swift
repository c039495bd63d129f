@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

extension LawDatabase {
  /// Whether an export would insert rows: a reference to a composite identity is exported as an
  /// object of its parts, which inserts a missing row if the entity requires nothing else.
  var exportsMissingRows: Bool {
    get throws {
      for entity in plan.entities {
        for reference in entity.references where reference.isComposite {
          let target = plan.entities[reference.target]
          if target.requiresIdentityAlone, try isDangling(reference, of: entity, target) {
            return true
          }
        }
      }
      return false
    }
  }

  private func isDangling(
    _ reference: ReferencePlan, of entity: EntityPlan, _ target: EntityPlan
  ) throws(SyncError) -> Bool {
    let parts = zip(reference.storedColumns, target.identity).map { column, part in
      (own: entity.metadata.columns[column].name, other: target.metadata.columns[part].name)
    }
    let isStated = parts.map { "own.\"\($0.own)\" IS NOT NULL" }.joined(separator: " AND ")
    let isSame = parts.map { "other.\"\($0.other)\" = own.\"\($0.own)\"" }
      .joined(separator: " AND ")
    let found = try rows(
      """
      SELECT 1 FROM "\(entity.metadata.table)" AS own WHERE \(isStated)
        AND NOT EXISTS (SELECT 1 FROM "\(target.metadata.table)" AS other WHERE \(isSame)) LIMIT 1
      """)
    return !found.isEmpty
  }
}

extension EntityPlan {
  fileprivate var requiresIdentityAlone: Bool {
    let node = RowNode(self)
    for column in identity { node.values[column] = .integer(0) }
    return node.completeNewRow() == nil
  }
}
