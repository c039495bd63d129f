import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Restores the values that the rows of a step had before it, if the rows still have the values
/// that the step left.
struct UndoRun {
  private let transaction: SyncTransaction
  private let writer: Writer
  private var connection: Connection { writer.connection }
  private let now = Date()
  private var conflicts: [StoreUndo.Row] = []
  /// The written rows, each once.
  private(set) var rows: [StoreUndo.Row] = []
  private var known: Set<StoreUndo.Row> = []
  private var tables: [WatchedTable: UndoTable] = [:]

  /// A write to one row.
  private struct Write {
    let image: RowImage
    let table: UndoTable
    /// The current key of the row.
    let key: RowKey
    /// The current row; `nil` if it is not stored.
    let current: [StoredValue]?
    /// The row after the write; `nil` if it is deleted.
    let target: [StoredValue]?
  }

  init(_ transaction: SyncTransaction, _ writer: Writer) {
    self.transaction = transaction
    self.writer = writer
  }

  /// Returns the rows with foreign changes. If there are any, the transaction must be rolled back.
  mutating func revert(_ step: UndoStep) throws(SyncError) -> [StoreUndo.Row] {
    var writes: [Write] = []
    for image in step.rows {
      if let write = try write(for: image) { writes.append(write) }
    }
    guard conflicts.isEmpty else { return conflicts }
    try delete(writes.filter { $0.target == nil })
    try update(writes.filter { $0.current != nil && $0.target != nil })
    for write in writes where write.current == nil {
      if let target = write.target { try insert(target, write) }
    }
    for write in writes where write.target != nil { try checkReferences(of: write) }
    return conflicts
  }

  // MARK: - What is to be written

  private mutating func write(for image: RowImage) throws(SyncError) -> Write? {
    let table = tables[image.table] ?? UndoTable(image.table, writer.plan)
    tables[image.table] = table
    let image = try withCurrentIDs(image)
    let current = try read(image.key, table)
    guard let target = try target(image, current, table) else {
      note(image)
      return nil
    }
    if target.values == current { return nil }
    if let row = row(of: image), !known.contains(row) {
      known.insert(row)
      rows.append(row)
    }
    return Write(
      image: image, table: table, key: image.key, current: current, target: target.values)
  }

  /// The target state of the row; `nil` if the row has foreign changes.
  private func target(
    _ image: RowImage, _ current: [StoredValue]?, _ table: UndoTable
  ) throws(SyncError) -> (values: [StoredValue]?, Void)? {
    if case .links = image.table { return (current == image.after ? image.before : current, ()) }
    switch (image.before, image.after, current) {
    case (nil, _, nil): return (nil, ())
    case (nil, let after?, let current?):
      let isSame = table.columns.indices.allSatisfy {
        table.serverColumns.contains($0) || after[$0] == current[$0]
      }
      guard isSame, try !isReferredTo(image) else { return nil }
      return (nil, ())
    case (let before?, nil, nil): return (before, ())
    case (let before?, nil, let current?): return before == current ? (current, ()) : nil
    case (let before?, let after?, let current?):
      return merged(before, after, current, table).map { ($0, ()) }
    default: return nil
    }
  }

  /// The row with the former values of the columns that the step changed.
  private func merged(
    _ before: [StoredValue], _ after: [StoredValue], _ current: [StoredValue], _ table: UndoTable
  ) -> [StoredValue]? {
    var target = current
    for column in before.indices
    where before[column] != after[column] && !table.touchedColumns.contains(column) {
      guard current[column] != before[column] else { continue }
      guard current[column] == after[column] else { return nil }
      target[column] = before[column]
    }
    return target
  }

  /// Whether more rows refer to a row than when the step inserted it.
  private func isReferredTo(_ image: RowImage) throws(SyncError) -> Bool {
    guard case .entity(let entity) = image.table else { return false }
    let referrers = Referrers(of: writer.plan.entities[entity], on: connection)
    return try referrers.count(of: image.key) > image.referrers
  }

  private func read(_ key: RowKey, _ table: UndoTable) throws(SyncError) -> [StoredValue]? {
    let query = try connection.statement(table.sql.selection)
    defer { query.reset() }
    query.bind(key)
    guard try query.step() else { return nil }
    return table.columns.indices.map { query.value(Int32($0)).stored }
  }

  private mutating func note(_ image: RowImage) {
    guard let row = row(of: image), !conflicts.contains(row) else { return }
    conflicts.append(row)
  }

  private func row(of image: RowImage) -> StoreUndo.Row? {
    switch image.table {
    case .entity(let entity):
      return StoreUndo.Row(entity: writer.plan.metadata.entities[entity].name, key: image.key)
    case .join(let join):
      let table = writer.plan.metadata.joinTables[join]
      return StoreUndo.Row(
        entity: table.leftEntity, key: Array(image.key.prefix(table.leftColumns.count)))
    case .links, .queue: return nil
    }
  }

  // MARK: - Writing

  private func delete(_ writes: [Write]) throws(SyncError) {
    for write in writes {
      let statement = try connection.statement(write.table.sql.deletion)
      statement.bind(write.key)
      try statement.run()
    }
  }

  /// Updates rows. Unique values may have moved between rows, so a row whose value is taken waits
  /// for the others. Rows that wait for each other are deleted and inserted.
  private mutating func update(_ writes: [Write]) throws(SyncError) {
    var pending = writes
    while !pending.isEmpty {
      var waiting: [Write] = []
      for write in pending where try !update(write) { waiting.append(write) }
      guard waiting.count == pending.count else {
        pending = waiting
        continue
      }
      try delete(waiting)
      for write in waiting { if let target = write.target { try insert(target, write) } }
      return
    }
  }

  /// Returns whether no unique value was taken.
  private func update(_ write: Write) throws(SyncError) -> Bool {
    guard let current = write.current, let target = write.target else { return true }
    let changed = target.indices.filter { target[$0] != current[$0] }
    let statement = try connection.statement(write.table.sql.update(changed))
    statement.bind(write.key + changed.map { target[$0] })
    return try statement.runUnlessTaken()
  }

  private mutating func insert(_ values: [StoredValue], _ write: Write) throws(SyncError) {
    var values = values
    for column in write.table.touchedColumns {
      values[column] = now.stored(in: write.table.storage(column)) ?? values[column]
    }
    let statement = try connection.statement(write.table.sql.insertion)
    statement.bind(values)
    if try !statement.runUnlessTaken() { note(write.image) }
  }

  /// Records a row that refers to a row deleted by a foreign change, where SQLite would refuse it.
  private mutating func checkReferences(of write: Write) throws(SyncError) {
    guard case .entity(let entity) = write.image.table else { return }
    let plan = writer.plan.entities[entity]
    for reference in plan.references where reference.hasForeignKey {
      let target = writer.plan.entities[reference.target].metadata
      let columns = reference.storedColumns.map { "t.\(quoted(plan.metadata.columns[$0].name))" }
      let match = zip(target.identity, columns).map {
        "o.\(quoted(target.columns[$0].name)) = \($1)"
      }
      let query = try connection.statement(
        "SELECT 1 FROM main.\(quoted(plan.metadata.table)) t WHERE \(write.table.sql.isRow("t.")) "
          + columns.map { "AND \($0) IS NOT NULL " }.joined()
          + "AND NOT EXISTS (SELECT 1 FROM main.\(quoted(target.table)) o "
          + "WHERE \(match.joined(separator: " AND ")))")
      defer { query.reset() }
      query.bind(write.key)
      if try query.step() { note(write.image) }
    }
  }

  // MARK: - Other identities

  /// The image with the ids that have since replaced temporary ones.
  private func withCurrentIDs(_ image: RowImage) throws(SyncError) -> RowImage {
    switch image.table {
    case .links, .queue: return image
    case .entity(let entity):
      let plan = writer.plan.entities[entity]
      guard plan.mayBeRenamed || plan.hasTemporaryReferences else { return image }
      let editor = try transaction.call(for: plan.metadata.name).editor
      let key = try editor.current(image.key)
      func current(_ values: [StoredValue]?) throws(SyncError) -> [StoredValue]? {
        guard let values else { return nil }
        let settings = values.enumerated().map { RowWriter.Setting(column: $0, value: $1) }
        var result = try editor.withReplacedReferences(settings, besides: plan.identity)
          .map(\.value)
        for (column, value) in zip(plan.identity, key) { result[column] = value }
        return result
      }
      return RowImage(
        table: image.table, key: key, before: try current(image.before),
        after: try current(image.after), referrers: image.referrers)
    case .join(let join):
      return try withCurrentIDs(image, of: writer.plan.metadata.joinTables[join])
    }
  }

  private func withCurrentIDs(
    _ image: RowImage, of join: JoinTableMetadata
  ) throws(SyncError) -> RowImage {
    let left = image.key.prefix(join.leftColumns.count)
    let key =
      try current(Array(left), of: join.leftEntity)
      + current(Array(image.key.dropFirst(left.count)), of: join.rightEntity)
    guard key != image.key else { return image }
    return RowImage(
      table: image.table, key: key, before: image.before.map { key + $0.dropFirst(key.count) },
      after: image.after.map { key + $0.dropFirst(key.count) })
  }

  private func current(_ key: RowKey, of entity: String) throws(SyncError) -> RowKey {
    let plan = try writer.entity(entity)
    guard plan.mayBeRenamed else { return key }
    return try transaction.call(for: entity).editor.current(key)
  }
}

/// A recorded table, with what undo needs to know about its columns.
private struct UndoTable {
  let sql: RecordingSQL
  let columns: [String]
  /// The columns of dates that every local write sets.
  let touchedColumns: Set<Int>
  /// The columns that the server may write in a row created by the app without causing a conflict.
  var serverColumns: Set<Int> = []
  private var storages: [ColumnMetadata.Storage] = []

  init(_ table: WatchedTable, _ plan: SchemaPlan) {
    sql = RecordingSQL(table, in: plan.metadata)
    columns = sql.columns
    touchedColumns = plan.metadata.touchedColumns(of: table)
    guard case .entity(let entity) = table else { return }
    let metadata = plan.metadata.entities[entity]
    storages = metadata.columns.map(\.storage)
    for (index, attribute) in metadata.attributes.enumerated() {
      guard attribute.isTouched || attribute.direction == .pull || metadata.sync.clock == index
      else { continue }
      serverColumns.insert(attribute.column)
      if attribute.isAmount { serverColumns.insert(attribute.column + 1) }
    }
  }

  func storage(_ column: Int) -> ColumnMetadata.Storage { storages[column] }
}
