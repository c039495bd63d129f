@_spi(Generated) import SwiftSyncCoding

/// The stored rows of one entity during a call: finds them by identity, and writes them.
///
/// A payload tends to contain rows in the order in which they were stored. A cursor therefore runs
/// over the table by rowid, and a row is looked up by its identity only if it is not the next one;
/// the cursor then continues after it.
final class StoredTable {
  /// A stored row whose columns can be read from `statement`, where column 0 is the rowid.
  struct Row {
    let rowID: Int64
    let statement: Statement

    @inline(__always)
    func holds(_ value: BoundValue, in column: Int) -> Bool {
      statement.holds(value, in: Int32(column + 1))
    }

    func value(_ column: Int) -> BoundValue {
      statement.value(Int32(column + 1))
    }
  }

  /// The number of rows that must be looked up before the cursor is abandoned.
  private static let maxCursorMisses = 64
  /// The number of written rows from which the call gets more memory for pages and drops triggers.
  private static let bulkWriteThreshold = 1_000

  let plan: EntityPlan
  let connection: Connection
  var sql: TableSQL { plan.sql }
  private let recording: RecordingPause
  private var scan: Statement?
  private var lookup: Statement?
  private var insertion: Statement?
  private var updates: [[Int]: Statement] = [:]

  /// The former states of changed rows; created with the first change.
  private(set) var originals: RowOriginals?

  /// The row that would no longer meet the table's check if its last update had succeeded.
  var brokenRow: Int64?
  private var hadNoRow = false
  private var isScanning = true
  private var isStarted = false
  private var isAtEnd = false
  /// The row under the cursor that was not requested yet.
  private var waiting: Int64?
  /// The rowid from which the cursor continues, if it must move.
  private var seekTarget: Int64?
  /// The SQL of indexes that were dropped for a first fill.
  var takenIndexes: [String] = []
  /// The SQL of triggers that were dropped because much is written; `nil` if none were.
  var takenTriggers: [String]?
  /// The SQL of triggers of a full-text index that were dropped for a first fill.
  var takenSearchTriggers: [String] = []
  /// The number of rows that this call has inserted.
  private(set) var insertions = 0
  /// The number of rows that this call has inserted, changed or deleted.
  private var writes = 0
  private var hits = 0
  private var misses = 0

  init(_ plan: EntityPlan, on connection: Connection, _ recording: RecordingPause) {
    self.plan = plan
    self.connection = connection
    self.recording = recording
  }

  /// Whether the call has written many rows.
  var isBusy: Bool { writes >= Self.bulkWriteThreshold }

  /// Whether the table had no rows when the call first accessed it.
  @inline(__always)
  func wasEmpty() throws(SyncError) -> Bool {
    if !isStarted { try moveCursor() }
    return hadNoRow
  }

  /// The stored row with the identity of `values`, or `nil`.
  func find(_ values: UnsafePointer<BoundValue>) throws(SyncError) -> Row? {
    if isScanning {
      try moveCursor()
      if let rowID = waiting, let scan, isIdentity(values, under: scan) {
        waiting = nil
        hits += 1
        return Row(rowID: rowID, statement: scan)
      }
    }
    return try lookUp(values)
  }

  private func lookUp(_ values: UnsafePointer<BoundValue>) throws(SyncError) -> Row? {
    let lookup = try prepareLookup()
    for (index, column) in plan.identity.enumerated() {
      lookup.bind(Int32(index + 1), values[column])
    }
    guard try lookup.step() else { return nil }
    let rowID = lookup.integer(0)
    if isScanning {
      misses += 1
      seekTarget = rowID
      if misses > Self.maxCursorMisses, hits < misses { stopScanning() }
    }
    return Row(rowID: rowID, statement: lookup)
  }

  @inline(__always)
  private func isIdentity(
    _ values: UnsafePointer<BoundValue>, under statement: Statement
  ) -> Bool {
    for column in plan.identity where !statement.holds(values[column], in: Int32(column + 1)) {
      return false
    }
    return true
  }

  /// Moves the cursor to the row that is expected next.
  @inline(__always)
  private func moveCursor() throws(SyncError) {
    if seekTarget == nil, waiting != nil || isAtEnd { return }
    let scan = try prepareScan()
    if seekTarget != nil || !isStarted {
      scan.reset()
      scan.bind(1, seekTarget ?? Int64.min)
      seekTarget = nil
    }
    let hasRow = try scan.step()
    if !isStarted { hadNoRow = !hasRow }
    isStarted = true
    waiting = hasRow ? scan.integer(0) : nil
    isAtEnd = !hasRow
    if isAtEnd { scan.reset() }
  }

  private func prepareScan() throws(SyncError) -> Statement {
    if let scan { return scan }
    let statement = try connection.statement(sql.scan)
    statement.reset()
    scan = statement
    return statement
  }

  private func prepareLookup() throws(SyncError) -> Statement {
    let statement: Statement
    if let lookup {
      statement = lookup
    } else {
      statement = try connection.statement(sql.lookup)
      lookup = statement
    }
    statement.reset()
    return statement
  }

  private func stopScanning() {
    scan?.reset()
    isScanning = false
    waiting = nil
  }

  private func countWrite() throws(SyncError) {
    writes += 1
    if writes == Self.bulkWriteThreshold { try DatabaseSetup.useLargeCache(of: connection) }
  }

  /// Makes the cursor read a row again that was written while the cursor was on it.
  private func noteWrite(_ rowID: Int64) {
    if waiting == rowID {
      waiting = nil
      seekTarget = rowID - 1
    }
  }

  /// Ends the runs of all statements. The cursor continues from its position when it is next used.
  func pause() {
    if let rowID = waiting { noteWrite(rowID) }
    if isStarted, !isAtEnd, seekTarget == nil, let scan { seekTarget = scan.integer(0) }
    scan?.reset()
    lookup?.reset()
  }

  /// Ends all reading, so that a savepoint can be rolled back.
  func close() {
    stopScanning()
    lookup?.reset()
  }
}

extension StoredTable {
  /// Inserts a row and returns its rowid, or `nil` if its identity or a unique value is taken.
  func insert(_ values: UnsafePointer<BoundValue>) throws(SyncError) -> Int64? {
    try recording.begin()
    let statement: Statement
    if let insertion {
      statement = insertion
    } else {
      statement = try connection.statement(sql.insert)
      insertion = statement
    }
    for column in 0..<sql.storedCount { statement.bind(Int32(column + 1), values[column]) }
    guard try statement.runUnlessTaken() else { return nil }
    insertions += 1
    let rowID = connection.lastInsertedRowID
    try countWrite()
    return rowID
  }

  /// Writes some columns of a row. Returns `false` if a unique value is taken.
  func update(
    _ rowID: Int64, columns: [Int], _ values: UnsafePointer<BoundValue>
  ) throws(SyncError) -> Bool {
    try prepareUpdate(of: rowID)
    let columns = plan.storedColumns(columns)
    let statement = try updateStatement(columns)
    for (index, column) in columns.enumerated() {
      statement.bind(Int32(index + 1), values[column])
    }
    statement.bind(Int32(columns.count + 1), rowID)
    guard try run(statement, on: rowID) else { return false }
    noteWrite(rowID)
    try countWrite()
    return true
  }

  /// Writes one column of a row. Returns `false` if a unique value is taken.
  func update(
    _ rowID: Int64, column: Int, _ value: BoundValue
  ) throws(SyncError) -> Bool {
    try prepareUpdate(of: rowID)
    let statement: Statement
    if let tagged = plan.taggedColumn(column) {
      statement = try updateStatement([tagged.tagColumn, tagged.idColumn])
      statement.bind(1, value.kind == .null ? .null : tagged.tag)
      statement.bind(2, value)
      statement.bind(3, rowID)
    } else if let composite = plan.metadata.columns[column].composite {
      statement = try connection.statement(sql.update(composite))
      statement.bind(1, value)
      statement.bind(2, rowID)
    } else {
      statement = try updateStatement([column])
      statement.bind(1, value)
      statement.bind(2, rowID)
    }
    guard try run(statement, on: rowID) else { return false }
    noteWrite(rowID)
    try countWrite()
    return true
  }

  /// Deletes a row. Returns `false` if it no longer exists.
  func delete(_ rowID: Int64) throws(SyncError) -> Bool {
    try recording.begin()
    let statement = try connection.statement(sql.delete)
    statement.bind(1, rowID)
    try statement.run()
    noteWrite(rowID)
    let hasDeleted = connection.changes > 0
    try countWrite()
    return hasDeleted
  }

  /// The row with a rowid. Its columns are readable until the next call.
  func row(_ rowID: Int64) throws(SyncError) -> Row? {
    let statement = try connection.statement(sql.byRowID)
    statement.reset()
    statement.bind(1, rowID)
    return try statement.step() ? Row(rowID: rowID, statement: statement) : nil
  }

  /// The rowid of the row with a one-column identity.
  func rowID(of id: BoundValue) throws(SyncError) -> Int64? {
    let statement = try connection.statement(sql.rowID)
    defer { statement.reset() }
    statement.bind(1, id)
    return try statement.step() ? statement.integer(0) : nil
  }

  /// The largest rowid, or 0 without rows. There are at most that many rows, unless the rowid is an
  /// integer identity, whose values servers choose.
  func largestRowID() throws(SyncError) -> Int64 {
    try connection.integer(sql.largestRowID) ?? 0
  }

  /// Whether a row is stored.
  ///
  /// - Parameter isSure: Avoids the query if no row can have been deleted.
  func isStored(_ rowID: Int64, unless isSure: Bool) throws(SyncError) -> Bool {
    isSure ? true : try row(rowID) != nil
  }

  func contains(_ id: StoredValue) throws(SyncError) -> Bool {
    let statement = try connection.statement(sql.rowID)
    defer { statement.reset() }
    statement.bind(1, id)
    return try statement.step()
  }

  /// The rowids of the rows with a value in a column.
  func rowIDs(where column: Int, holds value: BoundValue) throws(SyncError) -> [Int64] {
    try rowIDs(where: [column], hold: [value])
  }

  /// The rowids of the rows with values in some columns.
  func rowIDs(where columns: [Int], hold values: [BoundValue]) throws(SyncError) -> [Int64] {
    try restoreIndexes()
    let statement = try connection.statement(sql.rowIDs(where: columns))
    defer { statement.reset() }
    for (index, value) in values.enumerated() { statement.bind(Int32(index + 1), value) }
    var result: [Int64] = []
    while try statement.step() { result.append(statement.integer(0)) }
    return result
  }

  /// The rows with a value in one column and a place in another, in the order of their places.
  func places(
    _ place: Int, where column: Int, holds value: BoundValue
  ) throws(SyncError) -> [(rowID: Int64, place: Int64)] {
    try restoreIndexes()
    let statement = try connection.statement(sql.places(place, where: column))
    defer { statement.reset() }
    statement.bind(1, value)
    var places: [(rowID: Int64, place: Int64)] = []
    while try statement.step() { places.append((statement.integer(0), statement.integer(1))) }
    return places
  }

  private func prepareUpdate(of rowID: Int64) throws(SyncError) {
    try recording.begin()
    try keptOriginals().note(rowID)
  }

  /// The states of the table's rows before the call changed them.
  func keptOriginals() throws(SyncError) -> RowOriginals {
    if let originals { return originals }
    let originals = try RowOriginals(of: plan, on: connection)
    self.originals = originals
    return originals
  }

  /// Runs the update of a row, and remembers the row if it would no longer meet the table's check.
  private func run(_ statement: Statement, on rowID: Int64) throws(SyncError) -> Bool {
    do {
      return try statement.runUnlessTaken()
    } catch {
      if error.isFailedCheck { brokenRow = rowID }
      throw error
    }
  }

  private func updateStatement(_ columns: [Int]) throws(SyncError) -> Statement {
    if let known = updates[columns] { return known }
    let statement = try connection.statement(sql.update(columns))
    updates[columns] = statement
    return statement
  }
}
