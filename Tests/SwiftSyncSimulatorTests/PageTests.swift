import Foundation
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing

/// Lists in pages, in each style: five rows in pages of two.
@Suite struct PageTests {
  private let sample: KioskSample

  init() throws { sample = try KioskSample.withTopics() }

  private var api: KioskAPI { sample.api }

  /// Fetches a list into an empty store.
  private func ids(
    _ fetch: (SyncStore) async throws -> ApplyReport
  ) async throws -> [String] {
    let store = try await sample.device()
    #expect(try await fetch(store).inserted == 5)
    return try await store.fetch(Topic.all.order(\.id)).map(\.id)
  }

  private let all = ["a", "b", "c", "d", "e"]

  @Test func countsPages() async throws {
    #expect(try await ids { try await api.numbered(into: $0) } == all)
    #expect(
      sample.targets == [
        "GET /numbered?per_page=2&page=1", "GET /numbered?per_page=2&page=2",
        "GET /numbered?per_page=2&page=3",
      ])
    var pages: [KioskAPI.Numbered] = []
    for try await page in api.numberedPages() { pages.append(page) }
    #expect(pages.map(\.items.count) == [2, 2, 1])
    #expect(pages.map(\.more) == [true, true, false] && pages.map(\.pages) == [3, 3, 3])
  }

  @Test func endsWithNotFound() async throws {
    sample.backend.pageSize = 2
    #expect(try await ids { try await api.until404(into: $0) } == all)
    #expect(sample.targets == (0...3).map { "GET /until-404?page=\($0)" })
  }

  @Test func skipsRows() async throws {
    #expect(try await ids { try await api.offset(into: $0) } == all)
    #expect(sample.targets == [0, 2, 4].map { "GET /offset?limit=2&offset=\($0)" })
    #expect(try await api.offset().meta.total == 5)
  }

  @Test func followsCursors() async throws {
    #expect(try await ids { try await api.cursor(into: $0) } == all)
    #expect(
      sample.targets == [
        "GET /cursor?limit=2", "GET /cursor?limit=2&after=2", "GET /cursor?limit=2&after=4",
      ])
  }

  @Test func readsParametersInBodies() async throws {
    #expect(try await ids { try await api.search(into: $0) } == all)
    #expect(sample.targets == ["POST /search", "POST /search", "POST /search"])
    #expect(
      await reason { _ = try await api.search(text: "news") }
        == "the schema does not say what 'text' in the body of 'search' does")
  }

  @Test func continuesAfterLastRow() async throws {
    #expect(try await ids { try await api.after(into: $0) } == all)
    #expect(
      sample.targets == [
        "GET /after?limit=2", "GET /after?limit=2&after=2", "GET /after?limit=2&after=4",
        "GET /after?limit=2&after=5",
      ])
  }

  @Test func doesNotSplitEqualRows() async throws {
    try sample.backend.edit { transaction in
      for id in ["b", "c", "d"] {
        try transaction.update(Topic.self, id: id, Topic.Patch(rank: .value(2)))
      }
    }
    #expect(try await ids { try await api.after(into: $0) } == all)
    #expect(
      sample.targets == [
        "GET /after?limit=2", "GET /after?limit=2&after=2", "GET /after?limit=2&after=5",
      ])
  }

  @Test func followsURLs() async throws {
    sample.backend.pageSize = 2
    #expect(try await ids { try await api.nextURL(into: $0) } == all)
    #expect(sample.targets == ["GET /next", "GET /next?from=2", "GET /next?from=4"])
  }

  @Test func followsLinks() async throws {
    #expect(try await ids { try await api.linked(into: $0) } == all)
    #expect(
      sample.targets == [
        "GET /linked?per_page=2", "GET /linked?per_page=2&from=2", "GET /linked?per_page=2&from=4",
      ])
  }

  /// Rows that are deleted between two pages do not move others.
  @Test func cursorsAreStable() async throws {
    var ids: [String] = []
    for try await page in api.cursorPages() {
      ids += page.items.map(\.id)
      if ids.count == 2 { try sample.backend.edit { try $0.delete(Topic.self, id: "a") } }
    }
    #expect(ids == all)
  }
}
