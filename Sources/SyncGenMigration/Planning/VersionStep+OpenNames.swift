import SwiftSyncValues
import SyncGenSchema

extension VersionStep {
  /// The tables, and columns as `tasks.title`, whose content the plan leaves to the app's
  /// functions, because it does not come unchanged from the old rows.
  ///
  /// - Parameter before: Whether to return those of the old tables, for functions that run before
  ///   the tables are changed: columns that are dropped, converted, or become required. Otherwise,
  ///   those of the new tables that are new.
  package func unmanagedColumns(before: Bool) -> [String] {
    let named = Dictionary(
      tables.map { ((before ? $0.old : $0.new).name, $0) }, uniquingKeysWith: { first, _ in first })
    return TableShape.all(of: before ? old : new).flatMap { table -> [String] in
      guard let pair = named[table.name] else {
        return [table.name.name]
      }
      let open = before ? pair.openColumnsBefore : pair.openColumns
      return open.map { table.name.name + "." + $0.name }
    }
  }
}

extension TablePairing {
  /// The new columns without a corresponding old one.
  fileprivate var openColumns: [ColumnDefinition] {
    columns.filter { $0.former == nil }.map(\.definition)
  }

  /// The old columns that are not carried over unchanged.
  fileprivate var openColumnsBefore: [ColumnDefinition] {
    old.columns.enumerated().filter { position, column in
      guard let successor = newColumn(of: OldColumn(position)) else { return true }
      return successor.source.expression != nil
        || successor.definition.isRequired && !column.isRequired
    }.map(\.element)
  }
}
