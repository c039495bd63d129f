import SwiftSyncValues
import SyncGenSchema

/// Finds the tables that `ALTER TABLE` cannot convert to the new version, as of SQLite 3.39.
struct RebuildFinder {
  let tables: [TablePairing]
  /// The names of all tables of the two versions.
  private let oldNames: Set<String>
  private let newNames: Set<String>
  /// The positions in `tables` by the old names.
  private let positions: [SQLIdentifier: Int]

  init(tables: [TablePairing], oldTables: [TableShape], newTables: [TableShape]) {
    self.tables = tables
    oldNames = Set(oldTables.map(\.name.folded))
    newNames = Set(newTables.map(\.name.folded))
    positions = Dictionary(
      tables.indices.map { (tables[$0].old.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns positions in `tables`.
  func rebuilt() -> Set<Int> {
    var rebuilt = Set(tables.indices.filter { needsRebuild(tables[$0]) })
    // A table that refers to one that is recreated under another name must also be recreated, until
    // nothing changes any more.
    while true {
      let more = tables.indices.filter { index in
        !rebuilt.contains(index) && !keepsReferences(tables[index], rebuilt)
      }
      if more.isEmpty { return rebuilt }
      rebuilt.formUnion(more)
    }
  }

  private func needsRebuild(_ table: TablePairing) -> Bool {
    let key = table.new.primaryKey.map { table.sources[$0].oldColumn }
    // A join table has no rowids, unlike an entity's table.
    return table.readsOtherTables || table.old.isJoinTable != table.new.isJoinTable
      // SQLite cannot add a constraint to a table.
      || table.old.foreignKeys != table.new.foreignKeys
      || key != table.old.primaryKey.map { OldColumn($0) }
      || !canKeepCheck(table) || !canRename(table) || !canRenameColumns(table)
      || table.droppedColumns.contains { !canDrop($0, of: table.old) }
      || table.columns.contains { !canKeepOrAdd($0, of: table) }
  }

  /// Whether the check can be kept. SQLite cannot change a condition, rewrites it when a column is
  /// renamed, and refuses to drop one of its columns.
  private func canKeepCheck(_ table: TablePairing) -> Bool {
    guard table.old.check == table.new.check else { return false }
    guard table.old.check != nil else { return true }
    return table.droppedColumns.isEmpty && !table.columns.contains(where: \.isRenamed)
  }

  /// Whether the names are free: no old table has the new name, and no new table has the old one.
  private func canRename(_ table: TablePairing) -> Bool {
    if table.old.name == table.new.name { return true }
    let (before, after) = (table.old.name.folded, table.new.name.folded)
    return !oldNames.contains(after) && !newNames.contains(before)
  }

  private func canRenameColumns(_ table: TablePairing) -> Bool {
    table.columns.filter(\.isRenamed).allSatisfy { column in
      let (before, after) = (column.former?.name.lowercased(), column.definition.name.lowercased())
      return !table.old.columns.contains { $0.name.lowercased() == after }
        && !table.new.columns.contains { $0.name.lowercased() == before }
    }
  }

  /// SQLite refuses to drop keys and references.
  private func canDrop(_ column: OldColumn, of table: TableShape) -> Bool {
    !table.primaryKey.contains(column.position) && table.references[column.position] == nil
  }

  private func canKeepOrAdd(_ column: TablePairing.Column, of table: TablePairing) -> Bool {
    let (definition, isReference) = (column.definition, column.reference != nil)
    guard column.source.expression == nil else { return false }
    guard let former = column.source.oldColumn else {
      if case .joinTable = table.new.owner { return false }
      return definition.canBeAdded && !(isReference && definition.defaultSQL != nil)
    }
    return table.old[former].isSame(as: definition)
      && (table.old.references[former.position] != nil) == isReference
  }

  /// Whether each reference ends where the new version requires, since SQLite renames the target of
  /// a reference along with the table and the column.
  private func keepsReferences(_ table: TablePairing, _ rebuilt: Set<Int>) -> Bool {
    table.columns.allSatisfy { column in
      guard let former = column.source.oldColumn, let after = column.reference,
        let before = table.old.references[former.position]
      else { return true }
      return before == after && isStill(before.table, rebuilt)
        || renamed(before, rebuilt) == after
    }
  }

  /// Whether a table with that name is not renamed by `ALTER TABLE`, which would also change
  /// references.
  private func isStill(_ name: SQLIdentifier, _ rebuilt: Set<Int>) -> Bool {
    guard let index = positions[name] else { return true }
    return rebuilt.contains(index) || tables[index].new.name == name
  }

  private func renamed(
    _ reference: TableShape.Reference, _ rebuilt: Set<Int>
  ) -> TableShape.Reference? {
    guard
      let index = positions[reference.table],
      !rebuilt.contains(index),
      let column = tables[index].old.columns.firstIndex(where: { $0.name == reference.column.name }
      ),
      let successor = tables[index].newColumn(of: OldColumn(column))
    else { return nil }
    return TableShape.Reference(
      table: tables[index].new.name, column: successor.definition.identifier)
  }
}

extension SQLIdentifier {
  /// Equal for names that are the same in SQLite, which ignores the case of ASCII letters.
  fileprivate var folded: String { name.lowercased() }
}

extension ColumnDefinition {
  /// Whether SQLite can add it to a table with rows: with a default that is not an expression, which
  /// only parentheses can contain, or without any value.
  fileprivate var canBeAdded: Bool {
    defaultSQL.map { !$0.hasPrefix("(") } ?? !isRequired
  }
}
