import SwiftSyncValues
import SyncGenSchema

/// Orders the operations that convert the tables of one version to those of the next.
///
/// Rows are copied before anything else is changed, so that SQL that reads other tables finds them
/// all in the state of the old version. The same applies to the queue of local writes and the
/// waiting links. Then old tables and indexes are dropped, `ALTER TABLE` statements are run, and
/// new names, tables and indexes are created. See *Making Other Kinds Of Table Schema Changes* in
/// SQLite's documentation of `ALTER TABLE`, whose steps these are.
struct StructurePlanner {
  private let pairing: SchemaPairing
  private let tables: [TablePairing]
  private let rebuilt: Set<Int>
  private let oldTables: [TableShape]
  private let newTables: [TableShape]

  init(_ pairing: SchemaPairing, _ tables: [TablePairing]) {
    self.pairing = pairing
    self.tables = tables
    oldTables = TableShape.all(of: pairing.old)
    newTables = TableShape.all(of: pairing.new)
    rebuilt = RebuildFinder(tables: tables, oldTables: oldTables, newTables: newTables).rebuilt()
  }

  func operations() -> [MigrationOperation] {
    let owned = EntityTables(tables)
    return copies + QueuePlanner(pairing: pairing, tables: owned).operations()
      + TemporaryPlanner(pairing: pairing, tables: owned).operations()
      + TagPlanner(pairing: pairing, tables: owned).operations()
      + LinkPlanner(pairing: pairing, tables: owned).operations() + drops + droppedSearches
      + droppedIndexes
      + tables.indices.flatMap(alterations) + renamings + creations + createdIndexes
      + createdSearches
  }

  private var altered: [TablePairing] {
    tables.indices.filter { !rebuilt.contains($0) }.map { tables[$0] }
  }

  // MARK: Rebuilt tables

  private var copies: [MigrationOperation] {
    rebuilt.sorted().flatMap { index -> [MigrationOperation] in
      let table = tables[index]
      return [
        .createTable(table.new.owner, as: table.temporaryName),
        .copyRows(
          from: table.old.name, to: table.temporaryName, table.copies, where: table.condition),
      ]
    }
  }

  private var drops: [MigrationOperation] {
    let kept = Set(tables.map(\.old.name))
    let gone = oldTables.filter { !kept.contains($0.name) }.map(\.name)
    return (rebuilt.sorted().map { tables[$0].old.name } + gone).map { .dropTable($0) }
  }

  private var renamings: [MigrationOperation] {
    rebuilt.sorted().map { .renameTable(tables[$0].temporaryName, to: tables[$0].new.name) }
  }

  // MARK: Tables that are kept

  private var droppedIndexes: [MigrationOperation] {
    altered.flatMap { table in
      table.old.indexes.filter { !table.keeps($0) }.map { .dropIndex($0.name) }
    }
  }

  private func alterations(of index: Int) -> [MigrationOperation] {
    guard !rebuilt.contains(index) else { return [] }
    let table = tables[index]
    let name = table.new.name
    var operations: [MigrationOperation] = []
    if let condition = table.condition {
      operations.append(.deleteRows(of: table.old.name, except: condition))
    }
    if table.old.name != name { operations.append(.renameTable(table.old.name, to: name)) }
    operations += table.droppedColumns.map {
      .dropColumn(table.old.columns[$0].identifier, of: name)
    }
    for (position, source) in table.sources.enumerated() {
      guard let former = source.oldColumn else { continue }
      let (before, after) = (table.old.columns[former], table.new.columns[position])
      if before.name != after.name {
        operations.append(.renameColumn(before.identifier, of: name, to: after.identifier))
      }
    }
    if case .entity(let id) = table.new.owner {
      operations += table.sources.indices.filter { table.sources[$0].oldColumn == nil }
        .map { .addColumn($0, of: id) }
    }
    return operations
  }

  // MARK: New tables and indexes

  private var added: [TableShape] {
    let kept = Set(tables.map(\.new.owner))
    return newTables.filter { !kept.contains($0.owner) }
  }

  private var creations: [MigrationOperation] {
    added.map { .createTable($0.owner, as: $0.name) }
  }

  private var createdIndexes: [MigrationOperation] {
    let keptIndexes = Set(
      altered.flatMap { table in table.old.indexes.filter(table.keeps).map(\.name) })
    return newTables.flatMap { table in
      table.indexes.filter { !keptIndexes.contains($0.name) }.map {
        .createIndex(table.owner, $0.name)
      }
    }
  }
}

// MARK: Full-text indexes

extension StructurePlanner {
  /// Their content is rebuilt where triggers are created, so it does not matter which entity they
  /// belonged to.
  private var keptSearches: Set<TableShape.Search> {
    Set(oldTables.compactMap(\.search)).intersection(newTables.compactMap(\.search))
  }

  private var droppedSearches: [MigrationOperation] {
    let kept = keptSearches
    return oldTables.compactMap(\.search).filter { !kept.contains($0) }
      .flatMap { [.dropTable($0.table), .dropTable($0.rowsTable)] }
  }

  private var createdSearches: [MigrationOperation] {
    let kept = keptSearches
    return newTables.compactMap { table in
      guard let search = table.search, !kept.contains(search), case .entity(let id) = table.owner
      else { return nil }
      return .createSearch(id)
    }
  }
}

extension TablePairing {
  /// The new table's name until the old one is dropped. No entity may use the prefix.
  fileprivate var temporaryName: SQLIdentifier {
    SQLIdentifier(Self.temporaryPrefix + new.name.name)
  }

  static var temporaryPrefix: String { "swiftsync_new_" }

  /// The columns that do not get their defaults.
  fileprivate var copies: [MigrationOperation.Copy] {
    sources.enumerated().compactMap { position, source in
      let stays = source.oldColumn.map { old.columns[$0].quoted }
      return (source.expression ?? stays).map { value in
        MigrationOperation.Copy(
          column: new.columns[position].identifier,
          expression: mayBeNullRowID(position) ? "coalesce(\(value), 'null')" : value)
      }
    }
  }

  /// Whether a column could be null and is the `INTEGER PRIMARY KEY`, for which SQLite would choose
  /// a number. The text is not an integer, so the statement fails, as it does for other identities.
  private func mayBeNullRowID(_ position: Int) -> Bool {
    guard new.primaryKey == [position], new.columns[position].type == SQLStorage.integer.rawValue
    else {
      return false
    }
    let source = sources[position]
    return source.expression != nil
      || source.oldColumn.map { !old.columns[$0].isRequired } ?? false
  }

  /// Whether an old index exists unchanged in the new version, on the same columns.
  fileprivate func keeps(_ index: TableShape.Index) -> Bool {
    guard old.name == new.name, new.indexes.contains(index) else { return false }
    let renames = sources.enumerated().contains { position, source in
      source.oldColumn.map { old.columns[$0].name != new.columns[position].name } ?? false
    }
    guard renames || !droppedColumns.isEmpty else { return true }
    // A condition may name any column, and SQLite refuses to drop an indexed column.
    return index.predicate == nil
      && index.columns.allSatisfy { name in
        sources.enumerated().contains { position, source in
          new.columns[position].name == name.name
            && source.oldColumn.map { old.columns[$0].name } == name.name
        }
      }
  }
}
