import SwiftSyncValues
package import SyncGenSchema

/// A table that a step creates again, as defined in the old version.
package struct RebuiltTable: Sendable {
  package let name: SQLIdentifier
  package let columns: [SQLIdentifier]
  package let indexes: [SQLIdentifier]
  /// The SQL types of its columns.
  package let types: [String]
  /// The columns of its primary key.
  package let key: [SQLIdentifier]
  /// The columns of each index.
  package let indexedColumns: [[SQLIdentifier]]
}

extension VersionStep {
  /// The tables that the step creates again under a temporary name, in the order in which their
  /// rows are copied.
  package var rebuiltTables: [RebuiltTable] {
    let tables = Dictionary(
      TableShape.all(of: old).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return stages.flatMap { stage -> [MigrationOperation] in
      if case .operations(let operations) = stage.action { operations } else { [] }
    }.compactMap { operation in
      guard case .copyRows(let source, let copy, _, _) = operation,
        copy.name.hasPrefix(TablePairing.temporaryPrefix),
        let table = tables[source]
      else { return nil }
      return RebuiltTable(
        name: source, columns: table.columns.map(\.identifier), indexes: table.indexes.map(\.name),
        types: table.columns.map(\.type), key: table.key.map(\.identifier),
        indexedColumns: table.indexes.map(\.columns))
    }
  }
}
