import TestHelpers

@testable import sync_client

/// Checks during a run.
extension SimulationRun {
  /// The entry of a client's queue for a task.
  struct Entry {
    let isDeleted: Bool
    let isWhole: Bool
    let fields: Set<String>

    func holds(_ field: Write.Field) -> Bool { isWhole || fields.contains(field.rawValue) }
  }

  func queue(of client: Int) throws -> [Int: Entry] {
    let rows = try self.client(client).database.rows(
      """
      SELECT id, operation, fields || coalesce(sent_fields, '') FROM swiftsync_changes
      WHERE entity = 'Todo' AND operation <> 'touch'
      """)
    var entries: [Int: Entry] = [:]
    for row in rows {
      entries[TaskRows.number(of: row[0] ?? "")] = Entry(
        isDeleted: row[1] == "delete", isWhole: row[1] == "insert",
        fields: Set((row[2] ?? "").split(separator: ",").map(String.init)))
    }
    return entries
  }

  func rows(of client: Int) throws -> [[String?]] {
    try self.client(client).database.rows(TaskRows.ofClient)
  }

  func position() throws -> Int {
    let found = try server.database.rows("SELECT coalesce(max(sequence), 0) FROM versions")
    return Int(found[0][0] ?? "") ?? 0
  }

  /// Records which edits a client has seen confirmed, and checks that the others are still stored.
  func observe(_ client: Int) throws {
    let entries = try queue(of: client)
    log.confirm(by: client, at: try position()) { entries[$0.row]?.holds($0.field) == true }
    let open = log.latestOpen(of: client)
    guard !open.isEmpty else { return }
    let rows = Dictionary(
      try rows(of: client).map { (TaskRows.number(of: $0[0] ?? ""), $0) }
    ) { first, _ in first }
    for edit in open {
      let column = (TaskRows.fields.firstIndex(of: edit.field) ?? 0) + 1
      guard let row = rows[edit.row], row[column] != edit.value else { continue }
      throw SimulationFailure(
        "client \(client) has lost what it has not pushed yet: \(edit.field) of task \(edit.row) is"
          + " '\(row[column] ?? "null")', not '\(edit.value)'")
    }
  }
}
