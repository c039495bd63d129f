import CSQLite

extension Connection {
  /// Runs `body` while rows need not meet the `CHECK` constraints of their tables.
  func ignoringChecks(_ body: () throws(SyncError) -> Void) throws(SyncError) {
    let query = try statement("PRAGMA ignore_check_constraints")
    let isIgnoring = try query.step() && query.integer(0) != 0
    query.reset()
    if isIgnoring { return try body() }
    try execute("PRAGMA ignore_check_constraints = ON")
    do {
      try body()
    } catch {
      try execute("PRAGMA ignore_check_constraints = OFF")
      throw error
    }
    try execute("PRAGMA ignore_check_constraints = OFF")
  }
}

extension SyncError {
  /// Whether SQLite refused to write a row that does not meet the `CHECK` constraints of its table.
  package var isFailedCheck: Bool {
    guard case .database(let failure) = self else { return false }
    // The macro `SQLITE_CONSTRAINT_CHECK`, which Swift does not import.
    return failure.code == SQLITE_CONSTRAINT | 1 << 8
  }
}
