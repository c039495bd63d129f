import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct KeySuggestionTests {
  private static let known = ["id", "name", "created_at", "avatar_url", "is_archived"]

  @Test(arguments: [
    ("nam", "name"), ("nmae", "name"), ("createdAt", "created_at"), ("CREATED-AT", "created_at"),
    ("avatar_ulr", "avatar_url"), ("isArchvied", "is_archived"),
  ])
  func suggestsSimilarKey(_ key: String, _ nearest: String) {
    #expect(suggestion(for: key) == nearest)
  }

  @Test(arguments: ["", "zebra", "ix", "names_of_all", "_", String(repeating: "name", count: 40)])
  func suggestsNothingForDissimilarKey(_ key: String) {
    #expect(suggestion(for: key) == nil)
  }

  private func suggestion(for key: String) -> String? {
    KeySuggestion.nearest(to: Array(key.utf8), in: Self.known.map { Array($0.utf8) })
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
