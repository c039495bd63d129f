import Foundation
import SwiftSyncRuntime
import SwiftSyncURLSession
import TestHelpers
import Testing

@testable import sync_client

/// The lists of the sample backend over HTTP, and the statements of `docs/reference/endpoints.md` about
/// each style.
@Suite(.enabled(if: BackendProcess.isAvailable, "there is no python3"))
struct ListPageTests {
  /// A way to request the pages of a list.
  struct Style: Sendable, CustomTestStringConvertible {
    let name: String
    let into: @Sendable (ListsAPI, SyncStore) async throws(APIError) -> ApplyReport
    let pages: @Sendable (ListsAPI) async throws -> [[Int]]

    var testDescription: String { name }
  }

  static let styles: [Style] = [
    Style(name: "plain") { api, store throws(APIError) in
      try await api.plain(into: store)
    } pages: {
      try await $0.plainPages().lists { $0 }
    },
    Style(name: "numbered") { api, store throws(APIError) in
      try await api.numbered(into: store)
    } pages: {
      try await $0.numberedPages().lists(\.items)
    },
    Style(name: "fromZero") { api, store throws(APIError) in
      try await api.fromZero(into: store)
    } pages: {
      try await $0.fromZeroPages().lists(\.items)
    },
    Style(name: "until404") { api, store throws(APIError) in
      try await api.until404(into: store)
    } pages: {
      try await $0.until404Pages().lists(\.results)
    },
    Style(name: "offset") { api, store throws(APIError) in
      try await api.offset(into: store)
    } pages: {
      try await $0.offsetPages().lists(\.items)
    },
    Style(name: "cursor") { api, store throws(APIError) in
      try await api.cursor(into: store)
    } pages: {
      try await $0.cursorPages().lists(\.items)
    },
    Style(name: "search") { api, store throws(APIError) in
      try await api.search(into: store)
    } pages: {
      try await $0.searchPages().lists(\.results)
    },
    Style(name: "after") { api, store throws(APIError) in
      try await api.after(into: store)
    } pages: {
      try await $0.afterPages().lists(\.data)
    },
    Style(name: "nextURL") { api, store throws(APIError) in
      try await api.nextURL(into: store)
    } pages: {
      try await $0.nextURLPages().lists(\.items)
    },
    Style(name: "link") { api, store throws(APIError) in
      try await api.link(into: store)
    } pages: {
      try await $0.linkPages().lists { $0 }
    },
  ]

  /// The styles in which each page names the next one.
  static let chained = styles.filter {
    ["cursor", "search", "nextURL", "link"].contains($0.name)
  }

  // MARK: Documentation

  @Test(arguments: styles)
  func requestsMatchDocumentation(_ style: Style) async throws {
    try await withLists { lists async throws in
      #expect(try await style.into(lists.api, lists.store) == .of(inserted: 25))
      #expect(try await lists.ids() == Array(1...25))
      #expect(try await lists.requests() == ListDocumentation.requests(of: style.name))
    }
  }

  @Test func everyStyleIsDocumented() throws {
    #expect(try ListDocumentation.names() == Self.styles.map(\.name))
  }

  @Test(arguments: styles)
  func decodesSamePages(_ style: Style) async throws {
    try await withLists { lists async throws in
      let pages = try await style.pages(lists.api)
      #expect(pages.flatMap { $0 } == Array(1...25))
      #expect(try await lists.requests() == ListDocumentation.requests(of: style.name))
    }
  }

  @Test func requestsPagesLazily() async throws {
    try await withLists { lists async throws in
      for try await page in lists.api.linkPages() {
        #expect(page.map(\.id) == Array(1...10))
        break
      }
      #expect(try await lists.requests() == ["per_page=10"])
    }
  }

  /// The listed type is no entity, so the endpoint has pages, but no method that stores them.
  @Test func returnsPagesOfValues() async throws {
    try await withLists { lists async throws in
      var ids: [Int] = []
      for try await page in lists.api.titlesPages() { ids += page.map(\.id) }
      #expect(ids == Array(1...25))
      #expect(try await lists.requests() == ListDocumentation.requests(of: "plain"))
    }
  }

  // MARK: Faults

  @Test(arguments: styles)
  func keepsPagesBeforeError(_ style: Style) async throws {
    try await withLists { lists async throws in
      try await lists.plan(fault: "500", request: 2)
      let error = await #expect(throws: APIError.self) {
        try await style.into(lists.api, lists.store)
      }
      guard case .status(let response)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(response.status == 500)
      #expect(try await lists.ids() == Array(1...10))
      // The next call starts again.
      #expect(try await style.into(lists.api, lists.store) == .of(inserted: 15, unchanged: 10))
    }
  }

  @Test(arguments: styles)
  func keepsPagesBeforeDroppedConnection(_ style: Style) async throws {
    try await withLists { lists async throws in
      try await lists.plan(fault: "cut", request: 3)
      let error = await #expect(throws: APIError.self) {
        try await style.into(lists.api, lists.store)
      }
      guard case .transportFailed? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(try await lists.ids() == Array(1...20))
    }
  }

  @Test(arguments: styles.filter { $0.name != "until404" })
  func status404IsAnError(_ style: Style) async throws {
    try await withLists { lists async throws in
      try await lists.plan(fault: "404", request: 2)
      await #expect(throws: APIError.self) { try await style.into(lists.api, lists.store) }
      #expect(try await lists.ids() == Array(1...10))
    }
  }

  @Test func status404EndsOnlyAfterFirstPage() async throws {
    try await withLists { lists async throws in
      try await lists.plan(fault: "404", request: 1)
      await #expect(throws: APIError.self) { try await lists.api.until404(into: lists.store) }
      try await lists.plan(fault: "404", request: 2)
      #expect(try await lists.api.until404(into: lists.store) == .of(inserted: 10))
    }
  }

  @Test(arguments: chained + styles.filter { ["plain", "after"].contains($0.name) })
  func detectsRepeatedPages(_ style: Style) async throws {
    try await withLists { lists async throws in
      try await lists.plan(fault: "repeat", request: 2)
      await #expect(throws: APIError.repeatedPage(2)) {
        try await style.into(lists.api, lists.store)
      }
      #expect(try await lists.requests().count == 2)
      await #expect(throws: APIError.repeatedPage(2)) {
        try await lists.plan(fault: "repeat", request: 2)
        _ = try await style.pages(lists.api)
      }
    }
  }

  @Test(arguments: chained.filter { ["nextURL", "link"].contains($0.name) })
  func doesNotFollowPageOfOtherOrigin(_ style: Style) async throws {
    try await withLists { lists async throws in
      try await lists.plan(fault: "foreign", request: 2)
      await #expect(throws: APIError.foreignPage("https://elsewhere.example")) {
        try await style.into(lists.api, lists.store)
      }
      #expect(try await lists.ids() == Array(1...20))
    }
  }

  @Test(arguments: chained + styles.filter { ["offset", "after"].contains($0.name) })
  func continuesAfterShortPage(_ style: Style) async throws {
    try await withLists { lists async throws in
      try await lists.plan(count: 20, fault: "shrink", request: 2)
      let report = try await style.into(lists.api, lists.store)
      #expect(report == .of(inserted: 20))
      #expect(try await lists.requests().count == 3)
    }
  }

  @Test func shortPageEndsNumberedListOnlyIfDeclared() async throws {
    try await withLists { lists async throws in
      try await lists.plan(fault: "shrink", request: 2)
      _ = try await lists.api.numbered(into: lists.store)
      #expect(try await lists.ids() == Array(1...15) + Array(21...25))
      try await lists.plan(fault: "shrink", request: 2)
      _ = try await lists.api.fromZero(into: lists.store)
      #expect(try await lists.requests().count == 2)
    }
  }

  @Test func throwsOnTooManyPages() async throws {
    try await withLists { lists async throws in
      try await lists.plan(count: 31)
      await #expect(throws: APIError.tooManyPages(3)) {
        try await lists.api.nextURL(into: lists.store)
      }
      #expect(try await lists.ids() == Array(1...30))
      try await lists.plan(count: 30)
      #expect(try await lists.api.nextURL(into: lists.store) == .of(unchanged: 30))
    }
  }

  @Test(arguments: styles)
  func requestsEmptyListOnce(_ style: Style) async throws {
    try await withLists { lists async throws in
      try await lists.plan(count: 0)
      #expect(try await style.into(lists.api, lists.store) == ApplyReport())
      #expect(try await lists.requests().count == 1)
    }
  }

  // MARK: Credentials

  @Test func sendsCredentialsWithEveryPage() async throws {
    try await withLists { lists async throws in
      _ = try await lists.api.link(into: lists.store)
      #expect(try await lists.tokens() == ["Bearer secret", "Bearer secret", "Bearer secret"])
    }
  }

  private func withLists(_ body: (ListBackend) async throws -> Void) async throws {
    let lists = try await ListBackend()
    do {
      try await body(lists)
    } catch {
      await lists.end()
      throw error
    }
    await lists.end()
  }
}

extension APIClient.Pages {
  /// The identities of each page.
  fileprivate func lists(_ items: (Element) -> [ListedItem]) async throws -> [[Int]] {
    var pages: [[Int]] = []
    for try await page in self { pages.append(items(page).map(\.id)) }
    return pages
  }
}
