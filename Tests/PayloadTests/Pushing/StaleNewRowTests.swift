import SwiftSyncRuntime
import TestHelpers
import Testing

/// The status `stale` for rows that were created on the device.
@Suite struct StaleNewRowTests {
  private static let schema = """
    entities:
      Project:
        attributes: { id: int, name: string, budget: int?, updatedAt: date?, deletedAt: date? }
        sync: { clock: updatedAt, tombstone: deletedAt, push: true }
    """

  private static let theirs = """
    "data": {"id": 1, "name": "theirs", "budget": 5, "updated_at": "2036-03-02T08:00:00Z"}
    """

  private static func answer(_ step: String) -> (status: Int, body: String) {
    switch step {
    case "lost": (503, "{}")
    case "rejected": (200, #"{"results": [{"id": 1, "status": "rejected", "code": "busy"}]}"#)
    case "stale": (200, #"{"results": [{"id": 1, "status": "stale", \#(theirs)}]}"#)
    default: (200, #"{"results": [{"id": 1, "status": "applied"}]}"#)
    }
  }

  /// A client carries out the steps; the last one is followed by a push that the server accepts.
  private func outcome(
    new isNew: Bool, _ steps: [String]
  ) async throws -> (row: [String], queue: [String], last: JSON?) {
    let sync = try await ScriptedSync(Self.schema)
    var endpoint = sync.endpoint(.operations)
    endpoint.retry = HTTP.RetryPolicy(maxAttempts: 8, initialDelay: .zero, maxDelay: .zero)
    if isNew {
      try sync.write("INSERT INTO projects (id, name) VALUES (1, 'A')")
    } else {
      try await sync.apply(
        "Project", #"{"id": 1, "name": "A", "updated_at": "2026-03-01T08:00:00Z"}"#)
    }
    for step in steps where step != "edit" {
      let answer = Self.answer(step)
      sync.answer(answer.body, status: answer.status)
    }
    sync.answer(Self.answer("applied").body)
    var edits = 0
    for step in steps {
      if step == "edit" {
        edits += 1
        try sync.write("UPDATE projects SET name = 'B\(edits)' WHERE id = 1")
      } else {
        await sync.push(endpoint)
      }
    }
    await sync.push(endpoint)
    return (
      try sync.rows("SELECT name, budget FROM projects"), try await sync.queue(),
      try sync.sent().last?["operations"]?.list.first?["data"]
    )
  }

  /// Edits are kept whatever happened before the server has responded with a row of its own.
  @Test(arguments: [
    "edit stale", "lost edit stale", "lost edit lost stale", "lost edit rejected stale",
    "rejected edit stale", "edit rejected stale", "edit rejected lost stale",
    "edit lost rejected stale", "edit rejected edit stale", "lost edit rejected edit stale",
    "lost edit rejected edit rejected stale", "edit lost edit rejected stale",
  ])
  func editIsKeptAndSentAgain(_ words: String) async throws {
    let steps = words.split(separator: " ").map(String.init)
    let name = "B\(steps.count { $0 == "edit" })"
    for isNew in [true, false] where isNew || steps[0] == "edit" {
      let (row, queue, last) = try await outcome(new: isNew, steps)
      #expect(row.map { $0.split(separator: "|")[0] } == [Substring(name)], "\(isNew)")
      #expect(queue == [], "\(isNew)")
      #expect(last?["name"]?.text == name, "\(isNew)")
    }
  }

  /// A payload has contained a row with the identity of the new row, so the server has it.
  @Test func deletionOfRowThatTheServerHasIsPushed() async throws {
    let sync = try await ScriptedSync(Self.schema)
    try sync.write("INSERT INTO projects (id, name) VALUES (1, 'mine')")
    try await sync.apply(
      "Project", #"{"id": 1, "name": "theirs", "updated_at": "2020-03-02T08:00:00Z"}"#)
    try sync.write("DELETE FROM projects WHERE id = 1")
    #expect(try await sync.queue() == ["delete Project 1"])
  }

  /// The server has never had the row.
  @Test func deletionOfNewRowIsNotPushed() async throws {
    let sync = try await ScriptedSync(Self.schema)
    try sync.write("INSERT INTO projects (id, name) VALUES (1, 'mine')")
    try sync.write("DELETE FROM projects WHERE id = 1")
    #expect(try await sync.queue() == [])
  }

  /// Another device has created a row with the same identity.
  @Test func firstCreationOfKnownIdentityIsKept() async throws {
    let sync = try await ScriptedSync(Self.schema)
    try sync.write("INSERT INTO projects (id, name) VALUES (1, 'mine')")
    sync.answer(Self.answer("stale").body)
    sync.answer(Self.answer("applied").body)
    let summary = await sync.push(.operations)
    #expect(
      summary == """
        1 confirmed, 0 rejected, 1 stale, 2 requests
          Project: 0 inserted, 0 updated, 1 unchanged, 0 deleted
        """)
    // The new row states each of its values, also that it has no budget.
    #expect(try sync.rows("SELECT name, budget FROM projects") == ["mine|NULL"])
    let again = try #require(try sync.sent().last?["operations"]?.list.first)
    #expect(again["updatedAt"]?.text == "2036-03-02T08:00:00Z")
    #expect(again["data"]?["name"]?.text == "mine" && again["data"]?["budget"] == .null)
  }

  /// The row has probably arrived, so the server's values are newer than those of the creation.
  @Test func creationWithoutResponseTakesTheServersRow() async throws {
    let (row, queue, _) = try await outcome(new: true, ["lost", "stale"])
    #expect(row == ["theirs|5"] && queue == [])
  }

  @Test(arguments: [ApplyOptions.Conflict.serverWins, .newestWins])
  func otherPoliciesTakeTheServersRow(_ conflict: ApplyOptions.Conflict) async throws {
    let sync = try await ScriptedSync(Self.schema)
    try sync.write("INSERT INTO projects (id, name) VALUES (1, 'mine')")
    sync.answer(Self.answer("stale").body)
    var endpoint = sync.endpoint(.operations)
    endpoint.conflict = conflict
    await sync.push(endpoint)
    #expect(try sync.rows("SELECT name, budget FROM projects") == ["theirs|5"])
    #expect(try await sync.queue() == ["update Project 1: deletedAt"])
  }

  /// Without `data`, the device knows neither whether the server has the row nor what it contains.
  @Test func staleWithoutDataCannotBeUsed() async throws {
    for isNew in [true, false] {
      let sync = try await ScriptedSync(Self.schema)
      if isNew {
        try sync.write("INSERT INTO projects (id, name) VALUES (1, 'mine')")
      } else {
        try await sync.apply("Project", #"{"id": 1, "name": "A"}"#)
        try sync.write("UPDATE projects SET name = 'mine'")
      }
      sync.answer(#"{"results": [{"type": "Project", "id": 1, "status": "stale"}]}"#)
      #expect(
        await sync.push(.operations) == """
          error: the response does not match the protocol: the result for Project 1 is 'stale', \
          but has no 'data': {"results": [{"type": "Project", "id": 1, "status": "stale"}]}
          """)
      #expect(try await sync.queue() == [isNew ? "insert Project 1" : "update Project 1: name"])
      sync.answer(Self.answer("applied").body)
      await sync.push(.operations)
      #expect(try await sync.queue() == [])
    }
  }
}
