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
      .dropColumn(table.old[$0].identifier, of: name)
    }
    operations += table.columns.filter(\.isRenamed).compactMap { column in
      column.former.map {
        .renameColumn($0.identifier, of: name, to: column.definition.identifier)
      }
    }
    if case .entity(let id) = table.new.owner {
      operations += table.columns.filter { $0.former == nil }.map {
        .addColumn($0.position, of: id)
      }
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
    columns.compactMap { column in
      (column.source.expression ?? column.former?.quoted).map { value in
        MigrationOperation.Copy(
          column: column.definition.identifier,
          expression: mayBeNullRowID(column) ? "coalesce(\(value), 'null')" : value)
      }
    }
  }

  /// Whether a column could be null and is the `INTEGER PRIMARY KEY`, for which SQLite would choose
  /// a number. The text is not an integer, so the statement fails, as it does for other identities.
  private func mayBeNullRowID(_ column: Column) -> Bool {
    guard new.primaryKey == [column.position],
      column.definition.type == SQLStorage.integer.rawValue
    else { return false }
    return column.source.expression != nil || column.former.map { !$0.isRequired } ?? false
  }

  /// Whether an old index exists unchanged in the new version, on the same columns.
  fileprivate func keeps(_ index: TableShape.Index) -> Bool {
    guard old.name == new.name, new.indexes.contains(index) else { return false }
    guard columns.contains(where: \.isRenamed) || !droppedColumns.isEmpty else { return true }
    // A condition may name any column, and SQLite refuses to drop an indexed column.
    return index.predicate == nil
      && index.columns.allSatisfy { name in
        columns.contains { $0.definition.name == name.name && $0.former?.name == name.name }
      }
  }
}
