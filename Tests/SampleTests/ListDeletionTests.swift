import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// Complete lists in pages delete the rows that are missing from all of their pages.
@Suite struct ListDeletionTests {
  let transport = RecordingTransport()
  let api: ServicesAPI
  let database: Database

  init() throws {
    api = ServicesAPI(APIClient(baseURL: .server("https://service.example"), transport: transport))
    database = try Database()
  }

  /// A separate connection to the database of the store.
  private func direct() throws -> TestHelpers.Database {
    try TestHelpers.Database(at: database.url.path, wait: 5_000)
  }

  private func charges(_ ids: [String], hasMore: Bool) -> String {
    let rows = ids.map { #"{"id": "\#($0)", "amount": 1, "created": 1}"# }
    return #"{"has_more": \#(hasMore), "data": [\#(rows.joined(separator: ", "))]}"#
  }

  private func issues(_ ids: [Int]) -> String {
    let rows = ids.map {
      #"{"id": \#($0), "number": \#($0), "title": "t", "updated_at": "2026-01-02T03:04:05Z"}"#
    }
    return "[\(rows.joined(separator: ", "))]"
  }

  private var storedIssues: [String] {
    get throws {
      try direct().rows("SELECT id FROM git_hub_issues ORDER BY id").map { $0[0] ?? "" }
    }
  }

  @Test func listPagedByLastRowDeletesAtEnd() async throws {
    let store = try await database.open(ServicesSchema.self)
    try await store.apply(
      .data(
        Data(
          #"[{"id": "a", "amount": 1, "created": 1}, {"id": "b", "amount": 1, "created": 1}, {"id": "c", "amount": 1, "created": 1}]"#
            .utf8)),
      as: StripeCharge.self)
    transport.respond(to: .get, "/v1/all_charges", json: charges(["a"], hasMore: true))
    transport.respond(to: .get, "/v1/all_charges", json: charges(["c"], hasMore: false))
    let report = try await api.allCharges(into: store)
    #expect((report.unchanged, report.deleted) == (2, 1))
    #expect(try direct().rows("SELECT id FROM stripe_charges ORDER BY id") == [["a"], ["c"]])
  }

  @Test func acceptsLastPageWithOnlyRejectedRows() async throws {
    let store = try await database.open(ServicesSchema.self)
    transport.respond(to: .get, "/v1/all_charges", json: charges(["a", "b"], hasMore: true))
    transport.respond(
      to: .get, "/v1/all_charges",
      json: #"{"has_more": false, "data": [{"id": "c", "amount": "much", "created": 1}]}"#)
    let report = try await api.allCharges(into: store)
    #expect((report.inserted, report.rejectedCount) == (2, 1))
  }

  @Test func listWithOnlyRejectedRowsFails() async throws {
    let store = try await database.open(ServicesSchema.self)
    let bad = #"{"id": "c", "amount": "much", "created": 1}"#
    for hasMore in [true, false] {
      transport.respond(
        to: .get, "/v1/all_charges", json: #"{"has_more": \#(hasMore), "data": [\#(bad)]}"#)
    }
    let error = await #expect(throws: APIError.self) { try await api.allCharges(into: store) }
    guard case .store(.refused(.everyRowRejected, let report))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(report.rejectedCount == 2)
  }

  @Test func listPagedByNumberDeletesAfterTwoRuns() async throws {
    let store = try await database.open(ServicesSchema.self)
    let path = "/repos/o/issues"
    for pages in [[[1, 2], [3, 4]], [[1, 2], [4]], [[1, 2], [4]]] {
      for page in pages { transport.respond(to: .get, path, json: issues(page)) }
      transport.respond(to: .get, path, status: 404, json: "{}")
    }
    #expect(try await api.allIssues(owner: "o", into: store).inserted == 4)
    #expect(try await api.allIssues(owner: "o", into: store).deleted == 0)
    #expect(try storedIssues == ["1", "2", "3", "4"])
    let last = try await api.allIssues(owner: "o", into: store)
    #expect(last.deleted == 1)
    #expect(try storedIssues == ["1", "2", "4"])
  }

  @Test func keepsRowNamedBetweenRuns() async throws {
    let store = try await database.open(ServicesSchema.self)
    let path = "/repos/o/issues"
    for page in [[1, 2], [1], [1]] {
      transport.respond(to: .get, path, json: issues(page))
      transport.respond(to: .get, path, status: 404, json: "{}")
    }
    try await api.allIssues(owner: "o", into: store)
    try await api.allIssues(owner: "o", into: store)
    try await store.apply(.data(Data(issues([2]).utf8)), as: GitHubIssue.self)
    #expect(try await api.allIssues(owner: "o", into: store).deleted == 0)
    #expect(try storedIssues == ["1", "2"])
  }

  @Test func failedRunDeletesNothing() async throws {
    let store = try await database.open(ServicesSchema.self)
    let path = "/repos/o/issues"
    transport.respond(to: .get, path, json: issues([1, 2]))
    transport.respond(to: .get, path, status: 404, json: "{}")
    try await api.allIssues(owner: "o", into: store)
    for _ in 0..<3 {
      transport.respond(to: .get, path, json: issues([1]))
      transport.respond(to: .get, path, status: 500, json: "{}")
      await #expect(throws: APIError.self) { try await api.allIssues(owner: "o", into: store) }
    }
    #expect(try storedIssues == ["1", "2"])
  }

  @Test func dryRunNeitherDeletesNorCounts() async throws {
    let store = try await database.open(ServicesSchema.self)
    let path = "/repos/o/issues"
    for page in [[1, 2], [1], [1]] {
      transport.respond(to: .get, path, json: issues(page))
      transport.respond(to: .get, path, status: 404, json: "{}")
    }
    try await api.allIssues(owner: "o", into: store)
    let dry = try await api.allIssues(owner: "o", into: store) { $0.isDryRun = true }
    #expect(dry.deleted == 0)
    #expect(try await api.allIssues(owner: "o", into: store).deleted == 0)
    #expect(try storedIssues == ["1", "2"])
  }
}
