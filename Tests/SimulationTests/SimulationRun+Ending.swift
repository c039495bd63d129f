import TestHelpers

@testable import sync_client

/// The end of a run: all stores and the server converge.
extension SimulationRun {
  /// Syncs without faults until every store has all rows, and runs the judge.
  func comeTogether() async throws {
    try await server.endFaults()
    var difference = ""
    for pass in 0..<8 {
      for client in clients.keys.sorted() {
        try await repair(client, pass)
        try await sync(client, [])
      }
      difference = try self.difference()
      if difference.isEmpty { break }
    }
    guard difference.isEmpty else { throw SimulationFailure(difference) }
    let violations = Judge.violations(log, try versions()) + (try repeatedNumbers())
    guard violations.isEmpty else {
      throw SimulationFailure(violations.prefix(5).joined(separator: "\n"))
    }
  }

  /// Gives a new title to tasks that the server rejects, and discards creations of tasks that the
  /// server has.
  private func repair(_ client: Int, _ pass: Int) async throws {
    for row in try rows(of: client) where row[1] == " " {
      let number = TaskRows.number(of: row[0] ?? "")
      try await write(repair(number, pass, client, .set(.title)), client)
    }
    for row in try self.client(client).database.rows(
      "SELECT id FROM swiftsync_changes WHERE operation = 'insert' AND status = 409")
    {
      let number = TaskRows.number(of: row[0] ?? "")
      try await write(repair(number, pass, client, .discard), client)
    }
  }

  private func repair(
    _ row: Int, _ pass: Int, _ client: Int, _ change: Write.Change
  ) -> Write {
    Write(number: 1_000_000 + pass * 100_000 + client * 10_000 + row, row: row, change: change)
  }

  /// The rows that differ between a store and the server, or the entries that are left in a queue.
  private func difference() throws -> String {
    let truth = try server.database.rows(TaskRows.ofServer)
    var differences: [String] = []
    for client in clients.keys.sorted() {
      for entry in try self.client(client).database.rows(
        """
        SELECT id, operation, fields, sent_fields, attempts, last_error, retry_at
        FROM swiftsync_changes
        WHERE operation <> 'touch'
        """)
      {
        differences.append("client \(client) has not pushed \(entry.map { $0 ?? "null" })")
      }
      differences += try self.differences(client, truth)
      let rows = try rows(of: client)
      if rows.count != Set(rows).count { differences.append("client \(client) has rows twice") }
    }
    return differences.prefix(8).joined(separator: "\n")
  }

  private func versions() throws -> [Judge.Version] {
    try server.database.rows(TaskRows.versions).map { row in
      Judge.Version(
        position: Int(row[0] ?? "") ?? 0, row: TaskRows.number(of: row[1] ?? ""),
        isDeleted: row[2] != nil, values: Array(row[3..<3 + Judge.fields.count]),
        parent: row[2 + TaskRows.column(of: .parent)])
    }
  }

  /// Numbers that the server has given to two tasks of a project.
  private func repeatedNumbers() throws -> [String] {
    try server.database.rows(
      """
      SELECT json_extract(body, '$.project_id') AS project, json_extract(body, '$.number') AS number
      FROM rows WHERE type = 'Task' GROUP BY project, number HAVING count(*) > 1
      """
    ).map { "doubled: number \($0[1] ?? "") in project \($0[0] ?? "")" }
  }
}
