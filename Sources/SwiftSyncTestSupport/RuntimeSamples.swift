import SwiftSyncRuntime
import SwiftSyncValues

/// Rows in empty tables of the runtime while SQL of the schema runs, because SQL that updates or
/// deletes rows does not change empty tables.
struct RuntimeSamples {
  /// Statements that remove the rows.
  private let removals: [String]

  /// - Parameter open: Tables that the SQL may change.
  init(in database: StageDatabase, except open: Set<String>) throws {
    // A row in the excluded table stops the recording of local writes.
    let names = try database.query(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'swiftsync\\_%' ESCAPE '\\' "
        + "AND name <> 'swiftsync_applying'"
    ).compactMap { $0.value("name", as: String.self) }
    var removals: [String] = []
    for name in names where !open.contains(name) {
      guard try database.query("SELECT 1 FROM \(name.quoted) LIMIT 1").isEmpty else { continue }
      let columns = try database.columns(of: name)
      let values = columns.map { $0.type == "INTEGER" ? "4711" : "'sample'" }
      try database.execute("INSERT INTO \(name.quoted) VALUES (\(values.joined(separator: ", ")))")
      let isSample = zip(columns, values).map { "\($0.name.quoted) IS \($1)" }
      removals.append(
        "DELETE FROM \(name.quoted) WHERE \(isSample.joined(separator: " AND "))")
    }
    self.removals = removals
  }

  func remove(from database: StageDatabase) throws {
    for removal in removals { try database.execute(removal) }
  }
}
