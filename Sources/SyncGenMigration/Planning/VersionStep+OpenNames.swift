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
      return table.columns.indices.filter { before ? pair.isOpenBefore($0) : pair.isOpen($0) }
        .map { table.name.name + "." + table.columns[$0].name }
    }
  }
}

extension TablePairing {
  /// Whether a new column has no corresponding old one.
  fileprivate func isOpen(_ column: Int) -> Bool { sources[column].oldColumn == nil }

  /// Whether an old column is not carried over unchanged.
  fileprivate func isOpenBefore(_ column: Int) -> Bool {
    guard let successor = newColumn(of: column) else { return true }
    return sources[successor].expression != nil
      || new.columns[successor].isRequired && !old.columns[column].isRequired
  }
}
