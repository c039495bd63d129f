import CSQLite
import SwiftSyncSQLite
@_spi(Generated) import SwiftSyncCoding

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// One connection to an SQLite database, used by one thread at a time.
package final class Connection {
  package enum Mode {
    case readWrite
    case readOnly
    /// Like `readOnly`, for a file that does not change while it is open: nothing is locked, and no
    /// other file is searched for or created.
    case immutable
  }

  /// The path of an in-memory database, which exists while its connection does.
  package static let memoryPath = ":memory:"

  /// What an app does with each new connection, on its `sqlite3*`, before its first statement.
  package typealias Preparation = @Sendable (OpaquePointer) throws -> Void

  let handle: OpaquePointer
  /// Whether another library has opened the connection, and may read on it at the same time.
  let isBorrowed: Bool
  /// Runs on each connection to the file; `nil` if nothing has to be done.
  let preparation: Preparation?
  /// Whether soft-deleted rows are removed when their retention has passed.
  var purges = true
  /// The folder of the file, if it is to be removed with the last connection.
  var folder: TemporaryFolder?
  /// Whether references are checked only when a transaction ends, regardless of their declarations.
  var defersReferences = false
  /// Where SQLite reads double-quoted strings; of a connection of another library, this is unknown.
  var doubleQuotedStrings = DoubleQuotedStrings.refused
  private(set) var statements: [String: Statement] = [:]
  /// The number of cached statements from which unused ones are evicted: far more than a call
  /// needs, and small enough for statements with individual SQL, e.g. with lists of ids of
  /// different lengths.
  static let statementLimit = 512
  private var nextEviction = Connection.statementLimit
  /// The statements of an app's own SQL, of which there may be any number.
  private var foreignStatements: [String: Statement] = [:]
  /// The statements that find rows by identity, found without composing their text.
  private var lookups: [Lookup: Statement] = [:]
  /// The plan of the schema, for reads. Created by the first read that needs it.
  private var plan: SchemaPlan?
  /// The limits on prepared statements; `nil` if there are none.
  private var statementGuard: StatementGuard?

  /// Opens the file, and creates it if it does not exist and the mode is `readWrite`.
  ///
  /// - Parameter preparation: Runs before the first statement, for example to set a key.
  package init(
    path: String, mode: Mode, preparing preparation: Preparation? = nil
  ) throws(SyncError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(mode.name(of: path), &opened, mode.flags, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      let isProtected = opened.map { Self.isProtection(sqlite3_extended_errcode($0), $0) } ?? false
      sqlite3_close_v2(opened)
      if isProtected { throw .protectedDatabase(path: path) }
      throw .unusableDatabase(
        path: path, reason: SyncError.DatabaseFailure(code: code, message: message).reason)
    }
    handle = opened
    isBorrowed = false
    self.preparation = preparation
    try prepare(for: path)
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.busyTimeout)
    applyDoubleQuotedStrings()
    SQLFunctions.install(on: handle)
  }

  /// Uses a connection that another library opened and will close.
  init(borrowing handle: OpaquePointer) {
    self.handle = handle
    isBorrowed = true
    preparation = nil
    SQLFunctions.install(on: handle)
  }

  private func prepare(for path: String) throws(SyncError) {
    guard let preparation else { return }
    do {
      try preparation(handle)
    } catch let error as SyncError {
      throw error
    } catch {
      throw .unusableDatabase(
        path: path, reason: "the app's 'prepareConnection' threw an error: \(error)")
    }
  }

  /// SQLite fails only for settings that it does not know, which would be one before 3.29.
  func applyDoubleQuotedStrings() {
    swiftsync_allow_double_quoted_strings(
      handle, doubleQuotedStrings == .everywhere ? 1 : 0, doubleQuotedStrings == .refused ? 0 : 1)
  }

  /// The plan of the schema, which exists as long as the connection.
  func plan(of metadata: SchemaMetadata) -> SchemaPlan {
    if let plan, plan.metadata.fingerprint == metadata.fingerprint { return plan }
    let plan = SchemaPlan(metadata)
    self.plan = plan
    return plan
  }

  private struct Lookup: Hashable {
    let type: ObjectIdentifier
    let variant: Int
  }

  deinit {
    lookups.removeAll()
    statements.removeAll()
    foreignStatements.removeAll()
    if !isBorrowed { sqlite3_close_v2(handle) }
  }

  /// Runs `body` while statements beyond the limits are refused.
  ///
  /// A connection of another library may have its own authorizer, which SQLite does not reveal. It
  /// is kept.
  func limited<Result, Failure: Error>(
    to limits: StatementLimits, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isBorrowed { return try body() }
    let former = statementGuard
    limit(StatementGuard(limits))
    defer { limit(former) }
    return try body()
  }

  /// Runs `body` without the limits on statements.
  func unlimited<Result>(_ body: () throws(SyncError) -> Result) throws(SyncError) -> Result {
    let former = statementGuard
    limit(nil)
    defer { limit(former) }
    return try body()
  }

  /// Runs `body`, which changes only rows, and returns the columns that its statements update.
  func notingUpdates(_ body: () throws(SyncError) -> Void) throws(SyncError) -> Set<String> {
    let former = statementGuard
    let noting = StatementGuard(.rows)
    limit(noting)
    defer { limit(former) }
    try body()
    return noting.updatedColumns
  }

  /// Limits the statements that are prepared from now on.
  func limit(to limits: StatementLimits) { limit(StatementGuard(limits)) }

  private func limit(_ new: StatementGuard?) {
    statementGuard = new
    if let new { new.install(on: handle) } else { sqlite3_set_authorizer(handle, nil, nil) }
  }

  /// Runs statements without reading their rows.
  @inline(never)
  package func execute(_ sql: String) throws(SyncError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(sql: sql) }
  }

  /// Returns a prepared statement, which is cached.
  @inline(never)
  package func statement(_ sql: String) throws(SyncError) -> Statement {
    if let known = statements[sql] { return known }
    let prepared = try Statement(sql, on: self)
    if statements.count >= nextEviction { evictStatements() }
    statements[sql] = prepared
    return prepared
  }

  /// Returns a statement that finds the row with an identity.
  ///
  /// - Parameters:
  ///   - type: The type of the row.
  ///   - variant: Distinguishes several statements of the type.
  ///   - sql: Returns its text; called once.
  func lookup(
    of type: ObjectIdentifier, variant: Int, _ sql: () -> String
  ) throws(SyncError) -> Statement {
    let lookup = Lookup(type: type, variant: variant)
    if let known = lookups[lookup] { return known }
    let prepared = try statement(sql())
    lookups[lookup] = prepared
    return prepared
  }

  /// Evicts the statements that are not referenced and therefore not running.
  private func evictStatements() {
    // As an array: a copy of the dictionary would retain the statements themselves.
    for sql in Array(statements.keys) where isKnownUniquelyReferenced(&statements[sql]) {
      statements[sql] = nil
    }
    nextEviction = max(Self.statementLimit, statements.count * 2)
  }

  /// Returns a prepared statement of an app's own SQL. The latest ones are cached.
  func foreignStatement(_ sql: String) throws(SyncError) -> Statement {
    if let known = foreignStatements[sql] { return known }
    let prepared = try Statement(sql, on: self)
    if foreignStatements.count >= 32 { foreignStatements.removeAll() }
    foreignStatements[sql] = prepared
    return prepared
  }

  /// Resets all running statements, so that nothing reads while a transaction ends.
  package func resetStatements() {
    for statement in statements.values { statement.reset() }
    for statement in foreignStatements.values { statement.reset() }
  }

  /// The single integer that a query returns; `nil` if it returns no row or null.
  package func integer(_ sql: String) throws(SyncError) -> Int64? {
    let statement = try statement(sql)
    defer { statement.reset() }
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return statement.integer(0)
  }

  /// SQLite's error of the last failed call.
  @inline(never)
  func failure(sql: String?, entity: String? = nil) -> SyncError {
    let code = sqlite3_extended_errcode(handle)
    let isLimited = isBorrowed || statementGuard != nil
    if !(code == SQLITE_AUTH && isLimited), Self.isProtection(code, handle) {
      let path = sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? ""
      return .protectedDatabase(path: path)
    }
    let refusal = code == SQLITE_AUTH ? statementGuard?.refusal : nil
    return .database(
      SyncError.DatabaseFailure(
        code: code, message: refusal ?? String(cString: sqlite3_errmsg(handle)), sql: sql,
        entity: entity))
  }

  /// Whether the system has refused a file that it protects while the device is locked. Apple's
  /// SQLite reports this itself; others report that the file cannot be opened or read, and EPERM.
  private static func isProtection(_ code: Int32, _ handle: OpaquePointer) -> Bool {
    switch code & 0xff {
    case SQLITE_AUTH: true
    case SQLITE_IOERR where code == SQLITE_IOERR | 28 << 8: true
    case SQLITE_IOERR, SQLITE_CANTOPEN: sqlite3_system_errno(handle) == EPERM
    default: false
    }
  }

  /// Whether the file, or the connection, is read-only.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Whether no transaction is open.
  var isIdle: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// The number of rows that the last statement inserted, updated or deleted.
  package var changes: Int { Int(sqlite3_changes(handle)) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }
}

extension Connection.Mode {
  fileprivate var flags: Int32 {
    switch self {
    case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    case .readOnly: SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
    case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    }
  }

  /// The path, or a URI if the mode needs one.
  fileprivate func name(of path: String) -> String {
    guard self == .immutable else { return path }
    var uri = path.hasPrefix("/") ? "file://" : "file:"
    for character in path.unicodeScalars {
      switch character {
      case "%": uri += "%25"
      case "?": uri += "%3F"
      case "#": uri += "%23"
      default: uri.unicodeScalars.append(character)
      }
    }
    return uri + "?immutable=1"
  }
}
