import Foundation
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing

/// Pages that are stored one at a time: five topics in pages of two.
@Suite struct StoredPageTests {
  private let sample: KioskSample

  init() throws { sample = try KioskSample.withTopics() }

  private var api: KioskAPI { sample.api }

  private func ids(in store: SyncStore) async throws -> [String] {
    try await store.fetch(Topic.all.order(\.id)).map(\.id)
  }

  @Test func storesPageInEachStep() async throws {
    let store = try await sample.device()
    var steps: [[Int]] = []
    for try await report in api.cursorPages(into: store) {
      steps.append([report.inserted, try await store.count(Topic.all), sample.targets.count])
    }
    #expect(steps.map(\.description) == ["[2, 2, 1]", "[2, 4, 2]", "[1, 5, 3]"])
    #expect(
      sample.targets == [
        "GET /cursor?limit=2", "GET /cursor?limit=2&after=2", "GET /cursor?limit=2&after=4",
      ])
  }

  @Test func keepsPagesOfEndedLoop() async throws {
    let store = try await sample.device()
    let pages = api.cursorPages(into: store)
    for try await _ in pages { break }
    #expect(try await ids(in: store) == ["a", "b"])
    #expect(sample.targets == ["GET /cursor?limit=2"])
    // Another loop begins with the first page.
    for try await report in pages {
      #expect(report.unchanged == 2)
      break
    }
    #expect(sample.targets == ["GET /cursor?limit=2", "GET /cursor?limit=2"])
  }

  @Test func iteratorIsAskedForPages() async throws {
    let store = try await sample.device()
    let pages = api.cursorPages(into: store).makeAsyncIterator()
    // Concurrent calls get a page each.
    async let first = pages.next()
    async let second = pages.next()
    let both = try await [first?.inserted, second?.inserted]
    #expect(both.allSatisfy { $0 == 2 })
    #expect(try await pages.next()?.inserted == 1)
    #expect(try await pages.next() == nil)
    #expect(try await pages.next() == nil)
    #expect(sample.targets.count == 3)
    #expect(try await ids(in: store) == ["a", "b", "c", "d", "e"])
  }

  @Test func failedPageIsRequestedAgain() async throws {
    let store = try await sample.device()
    let pages = api.cursorPages(into: store).makeAsyncIterator()
    _ = try await pages.next()
    sample.backend.fail(.get, "/cursor", with: .status(500, json: "{}"))
    #expect(await status { _ = try await pages.next() } == 500)
    #expect(try await ids(in: store) == ["a", "b"])
    #expect(try await pages.next()?.inserted == 2)
    #expect(
      sample.targets == [
        "GET /cursor?limit=2", "GET /cursor?limit=2&after=2", "GET /cursor?limit=2&after=2",
      ])
    #expect(try await ids(in: store) == ["a", "b", "c", "d"])
  }

  @Test func appliesOptionsToEachPage() async throws {
    let store = try await sample.device()
    var inserted = 0
    for try await report in api.cursorPages(into: store, options: { $0.isDryRun = true }) {
      inserted += report.inserted
    }
    #expect(inserted == 5)
    #expect(try await ids(in: store) == [])
  }

  @Test func pageOfRejectedRowsThrows() async throws {
    let store = try await sample.device()
    sample.backend.respond(to: .get, "/cursor", json: #"{"items": [{"id": "x"}], "next": null}"#)
    let error = await #expect(throws: APIError.self) {
      for try await _ in api.cursorPages(into: store) {}
    }
    guard case .store(.refused(.everyRowRejected, let report))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(report.rejectedCount == 1)
  }

  // MARK: - Missing rows

  @Test func lastPageDeletesMissingRows() async throws {
    let store = try await sample.device()
    _ = try await api.topics(into: store)
    try sample.backend.edit { try $0.delete(Topic.self, id: "c") }
    var deleted: [Int] = []
    for try await report in api.wholeTopicsPages(into: store) { deleted.append(report.deleted) }
    // The last page is empty.
    #expect(deleted.map(\.description) == ["0", "0", "1"])
    #expect(try await ids(in: store) == ["a", "b", "d", "e"])
  }

  @Test func unfinishedListDeletesNothing() async throws {
    let store = try await sample.device()
    _ = try await api.topics(into: store)
    try sample.backend.edit { try $0.delete(Topic.self, id: "a") }
    for try await _ in api.wholeTopicsPages(into: store) { break }
    #expect(try await ids(in: store) == ["a", "b", "c", "d", "e"])
    let pages = api.topicsUntil404Pages(into: store).makeAsyncIterator()
    sample.backend.pageSize = 2
    _ = try await pages.next()
    sample.backend.fail(.get, "/whole-404", with: .status(500, json: "{}"))
    #expect(await status { _ = try await pages.next() } == 500)
    // An error is not the end of the list.
    #expect(try await ids(in: store) == ["a", "b", "c", "d", "e"])
    #expect(try await pages.next()?.deleted == 0)
    #expect(try await pages.next()?.deleted == 1)
    #expect(try await pages.next() == nil)
    #expect(try await ids(in: store) == ["b", "c", "d", "e"])
  }

  @Test func statusAtEndDeletesMissingRows() async throws {
    let store = try await sample.device()
    _ = try await api.topics(into: store)
    try sample.backend.edit { try $0.delete(Topic.self, id: "a") }
    sample.backend.pageSize = 2
    var deleted: [Int] = []
    for try await report in api.topicsUntil404Pages(into: store) { deleted.append(report.deleted) }
    #expect(deleted.map(\.description) == ["0", "0", "1"])
    #expect(try await ids(in: store) == ["b", "c", "d", "e"])
  }
}
