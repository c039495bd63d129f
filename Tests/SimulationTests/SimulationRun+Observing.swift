import TestHelpers

@testable import sync_client

/// Checks during a run.
extension SimulationRun {
  /// The entry of a client's queue for a task.
  struct Entry {
    let isDeleted: Bool
    let isWhole: Bool
    /// Whether a creation was sent and got no response.
    let isUnanswered: Bool
    let fields: Set<String>

    func holds(_ field: Write.Field) -> Bool { isWhole || fields.contains(field.rawValue) }
  }

  func queue(of client: Int) throws -> [Int: Entry] {
    let rows = try self.client(client).database.rows(
      """
      SELECT id, operation, fields || coalesce(sent_fields, ''), sent_operation
      FROM swiftsync_changes
      WHERE entity = 'Todo' AND operation <> 'touch'
      """)
    var entries: [Int: Entry] = [:]
    for row in rows {
      entries[TaskRows.number(of: row[0] ?? "")] = Entry(
        isDeleted: row[1] == "delete", isWhole: row[1] == "insert",
        isUnanswered: row[1] == "insert" && row[3] == "insert",
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

  /// Checks that a client has the server's rows, except where its own changes are pending, and
  /// those that it asks for again: if a project's list deletes a task of another one, that project's
  /// list may have been pulled before.
  private func checkRows(of client: Int, except pending: Set<Int>) throws {
    let asked = try self.client(client).database.rows(
      "SELECT id FROM swiftsync_rejected WHERE entity = 'Todo' AND code = 'refetched'")
    let others = pending.union(asked.map { TaskRows.number(of: $0[0] ?? "") })
    let isKnown = { (row: [String?]) in !others.contains(TaskRows.number(of: row[0] ?? "")) }
    let differences = try differences(client, try server.database.rows(TaskRows.ofServer), isKnown)
    guard let difference = differences.first else { return }
    throw SimulationFailure("after a sync without faults, \(difference)")
  }

  /// The rows that differ between a store and the server.
  func differences(
    _ client: Int, _ truth: [[String?]], _ isCompared: ([String?]) -> Bool = { _ in true }
  ) throws -> [String] {
    let rows = Set(try rows(of: client))
    return rows.symmetricDifference(truth).filter(isCompared).sorted { text($0) < text($1) }.map {
      "\(rows.contains($0) ? "client \(client)" : "only the server") has \(text($0))"
    }
  }

  private func text(_ row: [String?]) -> String {
    row.map { $0 ?? "null" }.joined(separator: "|")
  }

  /// Records which edits a client has seen confirmed, and checks that the others are still stored.
  ///
  /// - Parameter course: The course of the sync that precedes; `nil` if it is not known.
  func observe(_ client: Int, after course: SyncCourse? = nil) throws {
    let entries = try queue(of: client)
    let openEdits = log.openEdits(of: client)
    let confirmed = log.confirm(by: client, at: try position()) {
      entries[$0.row]?.holds($0.field) == true
    }
    try excuse(confirmed, of: client, openEdits, course)
    let knewProjects = try views[client]?.projects == projects()
    views[client] = try view(of: client, entries)
    // Tasks of a project that the client did not have wait for it.
    if course?.isComplete == true, knewProjects {
      try checkRows(of: client, except: Set(entries.keys))
    }
    let open = log.latestOpen(of: client)
    guard !open.isEmpty else { return }
    let rows = Dictionary(
      try rows(of: client).map { (TaskRows.number(of: $0[0] ?? ""), $0) }
    ) { first, _ in first }
    for edit in open {
      let column = TaskRows.column(of: edit.field)
      guard let row = rows[edit.row], row[column] != edit.value else { continue }
      if row[column] == nil, try excuseReference(edit, of: client) { continue }
      throw SimulationFailure(
        "client \(client) has lost what it has not pushed yet: \(edit.field) of task \(edit.row) is"
          + " '\(row[column] ?? "null")', not '\(edit.value)'")
    }
  }
}
