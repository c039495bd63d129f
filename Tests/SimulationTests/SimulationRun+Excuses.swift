import TestHelpers

@testable import sync_client

/// What a client had after a check.
struct ClientView {
  /// The parent of each task, including deleted ones.
  var parents: [Int: Int] = [:]
  /// The new tasks whose creation got no response.
  var unanswered: Set<Int> = []
  /// The number of versions that the server had accepted.
  var position = 0
  /// The number of projects.
  var projects = 0
}

/// How a sync went.
struct SyncCourse {
  /// The name by which the server knows its requests.
  let name: String
  /// Whether nothing else happened during the sync.
  let isAlone: Bool
  /// The outcome of each request; `nil` if the client was killed.
  var outcomes: [String]?
  /// The fault of each request that the server received.
  var faults: [String?] = []

  /// The faults that do not hide from the client what the server has done.
  private static let openFaults: Set<String> = ["delay", "stale", "far-future", "reordered"]

  /// The faults that change nothing about the rows that a client receives.
  private static let harmlessFaults: Set<String> = ["delay", "reordered"]

  /// Whether each request got a response from which the client knows what the server has done.
  var isAnswered: Bool { onlyFaults(in: Self.openFaults) }

  /// Whether the client must have received all rows of the server, and could store them.
  ///
  /// A number of a task that has moved to another project does not fit before that move arrives.
  var isComplete: Bool {
    isAlone && onlyFaults(in: Self.harmlessFaults) && outcomes?.contains(Reply.unreadable) == false
  }

  private func onlyFaults(in kinds: Set<String>) -> Bool {
    guard let outcomes else { return false }
    // There are outcomes that are not those of requests.
    let requests = outcomes.filter { $0 == "no response" || Int($0) != nil }
    return faults.count == requests.count && !requests.contains("no response")
      && faults.allSatisfy { $0.map(kinds.contains) ?? true }
  }
}

/// Edits that may leave a client's queue although the server has not accepted them.
extension SimulationRun {
  /// Excuses the edits of tasks whose parent was deleted, and the values with which a new row was
  /// sent if there was no response and the server has another row with that identity.
  ///
  /// - Parameters:
  ///   - confirmed: The positions of edits that are no longer in the client's queue.
  ///   - open: The edits that were in the queue.
  func excuse(
    _ confirmed: [Int], of client: Int, _ open: [EditLog.Edit], _ course: SyncCourse?
  ) throws {
    var endangered: Set<Int>?
    let created = Set(open.filter { $0.isCreation && log.isContested($0.row) }.map(\.row))
    for index in confirmed {
      let edit = log.edits[index]
      let versions = try server.database.rows(TaskRows.versions(of: edit.row))
      let column = 2 + TaskRows.column(of: edit.field)
      if versions.contains(where: { $0[column] == edit.value }) { continue }
      let rows = try endangered ?? self.endangered(client, open)
      endangered = rows
      if rows.contains(edit.row) {
        log.excuse(index)
      } else if created.contains(edit.row),
        views[client]?.unanswered.contains(edit.row) == true || course?.isAnswered != true
      {
        log.excuse(index)
      }
    }
  }

  /// Excuses the reference of a new task to a deleted one. If a payload names the new task, because
  /// someone else has created it too, it is not deleted with its parent but only loses its reference.
  ///
  /// - Returns: Whether that is the case.
  func excuseReference(_ edit: EditLog.Edit, of client: Int) throws -> Bool {
    guard edit.field == .parent, log.isContested(edit.row),
      try server.database.rows(TaskRows.deleted).contains(where: { $0[0] == edit.value })
    else { return false }
    log.giveUp(edit, by: client)
    return true
  }

  func view(of client: Int, _ entries: [Int: Entry]) throws -> ClientView {
    ClientView(
      parents: Dictionary(try parents(of: client)) { first, _ in first },
      unanswered: Set(entries.filter { $0.value.isUnanswered }.keys), position: try position(),
      projects: Int(
        try self.client(client).database.rows("SELECT count(*) FROM projects")[0][0] ?? "")
        ?? 0)
  }

  /// The number of projects on the server.
  func projects() throws -> Int {
    let found = try server.database.rows("SELECT count(*) FROM rows WHERE type = 'Project'")
    return Int(found[0][0] ?? "") ?? 0
  }

  private func parents(of client: Int) throws -> [(Int, Int)] {
    try self.client(client).database.rows(TaskRows.parents).map {
      (TaskRows.number(of: $0[0] ?? ""), TaskRows.number(of: $0[1] ?? ""))
    }
  }

  /// The tasks that a client may have seen under a deleted task since its last check.
  private func endangered(_ client: Int, _ open: [EditLog.Edit]) throws -> Set<Int> {
    var children: [Int: Set<Int>] = [:]
    for (row, parent) in views[client]?.parents ?? [:] { children[parent, default: []].insert(row) }
    for edit in open where edit.field == .parent {
      children[TaskRows.number(of: edit.value), default: []].insert(edit.row)
    }
    for (row, parent) in try recentParents(since: views[client]?.position ?? 0) {
      children[parent, default: []].insert(row)
    }
    var rest = try server.database.rows(TaskRows.deleted).map { TaskRows.number(of: $0[0] ?? "") }
    var found: Set<Int> = []
    while let parent = rest.popLast() {
      for row in children[parent, default: []] where found.insert(row).inserted { rest.append(row) }
    }
    return found
  }

  /// The parents on the server at a position and since then.
  private func recentParents(since position: Int) throws -> [(Int, Int)] {
    var earlier: [Int: String] = [:]
    var found: [(Int, Int)] = []
    for row in try server.database.rows(TaskRows.versions) {
      let number = TaskRows.number(of: row[1] ?? "")
      let parent = row[2 + TaskRows.column(of: .parent)]
      if Int(row[0] ?? "") ?? 0 <= position {
        earlier[number] = parent
      } else if let parent {
        found.append((number, TaskRows.number(of: parent)))
      }
    }
    return found + earlier.map { ($0.key, TaskRows.number(of: $0.value)) }
  }
}
