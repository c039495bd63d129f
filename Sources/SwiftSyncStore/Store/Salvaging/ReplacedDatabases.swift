import SwiftSyncFoundation

/// The records of replaced databases in the database that took their place, in tables that only
/// such a database has.
///
/// A record is written in the transaction that takes over the changes, so that no change is taken
/// over twice.
struct ReplacedDatabases {
  /// A change that was left out.
  struct Leftover: Equatable {
    /// The position in the queue of the replaced database.
    let sequence: Int64
    /// The members that were left out, if the rest was taken over; `nil` for the whole change.
    let members: [String]?
    let rejection: SyncStore.SalvageReport.Rejection
  }

  static let tables = ["swiftsync_replaced", "swiftsync_salvaged"]

  private static let statements = """
    CREATE TABLE IF NOT EXISTS swiftsync_replaced (
      number INTEGER PRIMARY KEY,
      file TEXT NOT NULL UNIQUE,
      pending INTEGER,
      is_salvaged INTEGER NOT NULL,
      kind TEXT NOT NULL,
      version INTEGER,
      newest INTEGER,
      reason TEXT,
      detail TEXT
    );
    CREATE TABLE IF NOT EXISTS swiftsync_salvaged (
      number INTEGER PRIMARY KEY,
      file TEXT NOT NULL,
      kind TEXT NOT NULL,
      entity TEXT NOT NULL,
      count INTEGER,
      sequence INTEGER,
      identity TEXT,
      members TEXT,
      reason TEXT
    );
    """

  private let connection: Connection
  private let folder: URL
  /// The path of the database that was replaced, and has been the path of the new one since.
  private let path: String

  init(_ connection: Connection, in folder: URL, replacedBy path: String) {
    self.connection = connection
    self.folder = folder
    self.path = path
  }

  private func exist() throws(SyncError) -> Bool {
    try connection.integer(
      "SELECT count(*) FROM sqlite_schema WHERE name = '\(Self.tables[0])'") == 1
  }
}

// MARK: - Reading

extension ReplacedDatabases {
  /// The databases whose files exist, in the order in which they were replaced.
  func all() throws(SyncError) -> [SyncStore.ReplacedDatabase] {
    guard try exist() else { return [] }
    let rows = try connection.query(
      "SELECT file, pending, is_salvaged, kind, version, newest, reason, detail "
        + "FROM swiftsync_replaced ORDER BY number", [])
    var found: [SyncStore.ReplacedDatabase] = []
    for row in rows {
      let name = row["file"]?.text ?? ""
      let file = folder.appendingPathComponent(name)
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      let report = try row["is_salvaged"] == .integer(1) ? report(of: name) : nil
      found.append(
        SyncStore.ReplacedDatabase(
          error: ReplacementReason(row).error(at: path), file: file,
          pendingChanges: row["pending"]?.wholeNumber.map(Int.init),
          salvage: report))
    }
    return found
  }

  /// Whether a file is one of the databases, and its changes were taken over.
  func isSalvaged(_ file: URL) throws(SyncError) -> Bool {
    guard let name = try name(of: file) else { return false }
    return try !connection.query(
      "SELECT 1 FROM swiftsync_replaced WHERE file = ?1 AND is_salvaged", [.text(name)]
    ).isEmpty
  }

  /// The changes of a database that were left out.
  func leftovers(of file: URL) throws(SyncError) -> [Leftover] {
    guard let name = try name(of: file) else { return [] }
    return try rows(of: name).compactMap { row in
      guard let rejection = Self.rejection(row) else { return nil }
      let members = row["members"].flatMap { $0 == .null ? nil : $0.text }
      return Leftover(
        sequence: row["sequence"]?.wholeNumber ?? 0,
        members: members?.split(separator: ",").map(String.init), rejection: rejection)
    }
  }

  /// The name under which a file is recorded; `nil` if it is another file.
  private func name(of file: URL) throws(SyncError) -> String? {
    let name = file.lastPathComponent
    let isKept =
      folder.appendingPathComponent(name).standardizedFileURL.path == file.standardizedFileURL.path
    guard isKept, try exist() else { return nil }
    let rows = try connection.query(
      "SELECT 1 FROM swiftsync_replaced WHERE file = ?1", [.text(name)])
    return rows.isEmpty ? nil : name
  }

  private func rows(of name: String) throws(SyncError) -> [SQLRow] {
    try connection.query(
      "SELECT kind, entity, count, sequence, identity, members, reason FROM swiftsync_salvaged "
        + "WHERE file = ?1 ORDER BY number", [.text(name)])
  }

  private func report(of name: String) throws(SyncError) -> SyncStore.SalvageReport {
    var report = SyncStore.SalvageReport()
    for row in try rows(of: name) {
      let entity = row["entity"]?.text ?? ""
      let count = row["count"]?.wholeNumber.map(Int.init) ?? 0
      switch row["kind"]?.text {
      case "changes": report.restored[entity, default: 0] += count
      case "rows": report.rows[entity, default: 0] += count
      case "rejected rows": report.rejectedRows[entity, default: 0] += count
      default: report.rejected += [Self.rejection(row)].compactMap { $0 }
      }
    }
    return report
  }

  private static func rejection(_ row: SQLRow) -> SyncStore.SalvageReport.Rejection? {
    guard row["kind"] == .text("rejected") else { return nil }
    return SyncStore.SalvageReport.Rejection(
      entity: row["entity"]?.text ?? "", identity: row["identity"]?.text ?? "",
      reason: row["reason"]?.text ?? "")
  }
}

// MARK: - Writing

extension ReplacedDatabases {
  /// Records a replaced database, and what was taken over from it. A transaction must be open.
  func note(
    _ replaced: SyncStore.ReplacedDatabase, _ outcome: SalvageRun.Outcome?
  ) throws(SyncError) {
    try connection.execute(Self.statements)
    let reason = ReplacementReason(replaced.error)
    let name = replaced.file.lastPathComponent
    try run(
      "INSERT INTO swiftsync_replaced "
        + "(file, pending, is_salvaged, kind, version, newest, reason, detail) "
        + "VALUES (?1, ?2, 0, ?3, ?4, ?5, ?6, ?7)",
      [.text(name), replaced.pendingChanges.stored] + reason.values)
    if let outcome { try note(outcome, of: name) }
  }

  /// Records what was taken over from a database by another attempt. A transaction must be open.
  func note(_ outcome: SalvageRun.Outcome, of file: URL) throws(SyncError) {
    guard let name = try name(of: file) else { return }
    try note(outcome, of: name)
  }

  private func note(_ outcome: SalvageRun.Outcome, of name: String) throws(SyncError) {
    let file = StoredValue.text(name)
    try run("UPDATE swiftsync_replaced SET is_salvaged = 1 WHERE file = ?1", [file])
    try run("DELETE FROM swiftsync_salvaged WHERE file = ?1 AND kind = 'rejected'", [file])
    let counts = [
      ("changes", outcome.report.restored), ("rows", outcome.report.rows),
      ("rejected rows", outcome.report.rejectedRows),
    ]
    for (kind, counts) in counts {
      for (entity, count) in counts.compactlySorted(by: { $0.key < $1.key }) {
        try run(
          "INSERT INTO swiftsync_salvaged (file, kind, entity, count) VALUES (?1, ?2, ?3, ?4)",
          [file, .text(kind), .text(entity), .integer(Int64(count))])
      }
    }
    for leftover in outcome.leftovers { try note(leftover, of: file) }
  }

  private func note(_ leftover: Leftover, of file: StoredValue) throws(SyncError) {
    try run(
      "INSERT INTO swiftsync_salvaged (file, kind, entity, sequence, identity, members, reason) "
        + "VALUES (?1, 'rejected', ?2, ?3, ?4, ?5, ?6)",
      [
        file, .text(leftover.rejection.entity), .integer(leftover.sequence),
        .text(leftover.rejection.identity),
        leftover.members.map { .text($0.joined(separator: ",")) } ?? .null,
        .text(leftover.rejection.reason),
      ])
  }

  /// Removes the record of a database. A transaction must be open.
  func remove(_ file: URL) throws(SyncError) {
    guard try exist() else { return }
    for table in Self.tables {
      try run("DELETE FROM \(table) WHERE file = ?1", [.text(file.lastPathComponent)])
    }
  }

  /// Takes over the records of a database that is itself replaced. A transaction must be open.
  func copy(from old: OldDatabase) throws(SyncError) {
    for table in Self.tables {
      let columns = try old.connection.columnNames(of: table).filter { $0 != "number" }
      guard !columns.isEmpty else { continue }
      try connection.execute(Self.statements)
      let names = columns.joined(separator: ", ")
      let parameters = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      for row in try old.connection.query("SELECT \(names) FROM \(table) ORDER BY number", []) {
        try run("INSERT INTO \(table) (\(names)) VALUES (\(parameters))", row.values)
      }
    }
  }

  private func run(_ sql: String, _ values: [StoredValue]) throws(SyncError) {
    _ = try connection.run(sql, values)
  }
}

extension Int? {
  fileprivate var stored: StoredValue { map { .integer(Int64($0)) } ?? .null }
}

extension StoredValue {
  /// The value if it is an integer.
  var wholeNumber: Int64? {
    if case .integer(let value) = self { return value }
    return nil
  }
}
