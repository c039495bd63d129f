import SyncGenSchema

extension VersionStep {
  /// The tables, and columns as `tasks.title`, of which the plan leaves it to the app's functions what they
  /// hold: nothing of them comes from the old rows as it is.
  ///
  /// - Parameter before: Of the old tables, for functions that run before they are changed: what goes, is
  ///   converted, or may no longer be null. Otherwise of the new ones: what is new.
  package func unmanagedColumns(before: Bool) -> [String] {
    let pairs = TablePairer(pairing: SchemaPairing(from: old, to: new)).pairs()
    return TableShape.all(of: before ? old : new).flatMap { table -> [String] in
      guard let pair = pairs.first(where: { (before ? $0.old : $0.new).name == table.name }) else {
        return [table.name.name]
      }
      return table.columns.indices.filter { before ? pair.isOpenBefore($0) : pair.isOpen($0) }
        .map { table.name.name + "." + table.columns[$0].name.name }
    }
  }
}

extension TablePairing {
  /// Whether a new column has no old one.
  fileprivate func isOpen(_ column: Int) -> Bool { sources[column].oldColumn == nil }

  /// Whether an old column does not become a new one as it is.
  fileprivate func isOpenBefore(_ column: Int) -> Bool {
    guard let successor = newColumn(of: column) else { return true }
    return sources[successor].expression != nil
      || new.columns[successor].isRequired && !old.columns[column].isRequired
  }
}
