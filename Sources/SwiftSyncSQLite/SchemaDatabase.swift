import CSQLite

/// An in-memory database without rows, in which SQLite checks the SQL that a schema states.
package final class SchemaDatabase {
  private let handle: OpaquePointer
  private let budget: StepBudget
  /// SQLite does not retain it.
  private var statementGuard = StatementGuard(.script)

  /// - Parameter steps: The number of SQLite's steps after which statements are ended, because they
  ///   would probably never end by themselves.
  package init(steps: Int = 100_000_000) throws(SQLRefusal) {
    var opened: OpaquePointer?
    let code = sqlite3_open(":memory:", &opened)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw SQLRefusal(code: code, message: String(cString: sqlite3_errstr(code)), sql: nil)
    }
    handle = opened
    budget = StepBudget(steps, of: handle)
    sqlite3_extended_result_codes(handle, 1)
    swiftsync_allow_double_quoted_strings(handle, 0, 0)
    try run("PRAGMA temp_store = MEMORY; ATTACH ':memory:' AS \(StatementLimits.aside)")
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Refuses statements beyond the limits from now on. They may come from a schema of unknown
  /// origin.
  package func limit(to limits: StatementLimits) {
    statementGuard = StatementGuard(limits)
    statementGuard.install(on: handle)
  }

  /// Runs `body` while SQLite reads an unknown name in double quotes as a string, as it does in the
  /// SQL of frozen versions, which cannot be changed any more.
  package func allowingDoubleQuotedStrings(
    _ body: () throws(SQLRefusal) -> Void
  ) throws(SQLRefusal) {
    swiftsync_allow_double_quoted_strings(handle, 1, 1)
    defer { swiftsync_allow_double_quoted_strings(handle, 0, 0) }
    try body()
  }

  /// Runs statements up to the first that SQLite refuses.
  package func run(_ statements: String) throws(SQLRefusal) {
    budget.renew()
    guard sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK else {
      throw refusal(of: statements)
    }
  }

  /// Runs a single statement.
  package func runOne(_ statement: String) throws(SQLRefusal) {
    let prepared = try prepared(statement)
    defer { sqlite3_finalize(prepared) }
    budget.renew()
    while true {
      switch sqlite3_step(prepared) {
      case SQLITE_ROW: continue
      case SQLITE_DONE: return
      default: throw refusal(of: statement)
      }
    }
  }

  /// Compiles a single statement, which is not run.
  package func compile(_ statement: String) throws(SQLRefusal) {
    sqlite3_finalize(try prepared(statement))
  }

  private func prepared(_ sql: String) throws(SQLRefusal) -> OpaquePointer {
    var prepared: OpaquePointer?
    var isWhole = false
    let code = sql.withCString { start in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(handle, start, -1, &prepared, &tail)
      isWhole = tail?.pointee == 0
      return code
    }
    guard code == SQLITE_OK else { throw refusal(of: sql) }
    guard let prepared else {
      throw SQLRefusal(code: SQLITE_ERROR, message: "there is no statement", sql: sql)
    }
    guard isWhole else {
      // An inserted condition has ended the statement early, so it does not mean what it seems to.
      sqlite3_finalize(prepared)
      throw SQLRefusal(code: SQLITE_ERROR, message: "more than one statement", sql: sql)
    }
    return prepared
  }

  /// SQLite's error of the last failed call.
  private func refusal(of sql: String) -> SQLRefusal {
    let code = sqlite3_extended_errcode(handle)
    let reason =
      switch code & 0xFF {
      case SQLITE_AUTH: statementGuard.refusal
      // Nothing else interrupts statements.
      case SQLITE_INTERRUPT: StepBudget.message
      default: nil as String?
      }
    return SQLRefusal(
      code: code, message: reason ?? String(cString: sqlite3_errmsg(handle)), sql: sql)
  }
}

/// The reason why SQLite refuses a statement.
package struct SQLRefusal: Error {
  /// SQLite's extended result code.
  package let code: Int32
  package let message: String
  package let sql: String?

  /// Whether SQLite cannot compile the statement, or must not run it, regardless of the rows.
  package var isFinal: Bool { [SQLITE_ERROR, SQLITE_AUTH, SQLITE_INTERRUPT].contains(code & 0xFF) }

  /// Whether the statement would break a constraint.
  package var isOfConstraint: Bool { code & 0xFF == SQLITE_CONSTRAINT }
}
