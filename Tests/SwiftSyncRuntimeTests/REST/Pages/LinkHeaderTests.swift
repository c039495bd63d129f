import Testing

@_spi(Generated) import SwiftSyncREST
@testable import SwiftSyncSession
@testable import SwiftSyncStore

/// The header field `Link`, with the examples and the algorithm of RFC 8288.
@Suite struct LinkHeaderTests {
  static let found: [(field: String, target: String?)] = [
    (#"<https://api.example/tasks?page=2>; rel="next""#, "https://api.example/tasks?page=2"),
    (#"<https://a.example/?page=9>; rel="last", </?page=2>; rel="next""#, "/?page=2"),
    // Relation types and parameter names are case-insensitive, and a link may have several relation
    // types.
    (#"</2>; REL="prev NEXT""#, "/2"),
    ("</2>; rel=next", "/2"),
    ("</2> ; rel = next ;title=x", "/2"),
    // Commas and semicolons in quoted strings and in URLs.
    (#"</1>; title="a, b; rel=next", </2?ids=1,2;3>; title="\"</x>"; rel="next""#, "/2?ids=1,2;3"),
    // Only the first `rel` counts, and a link with another context is ignored.
    (#"</1>; rel="prev"; rel="next", </2>; rel="next""#, "/2"),
    (#"</1>; rel="next"; anchor="/other", </2>; rel="next""#, "/2"),
    (",, </2>; rel=next", "/2"),
    ("<>; rel=next", ""),
    (#"</1>; rel="nextpage""#, nil),
    (#"</1>; rel*="next""#, nil),
    ("</1>", nil),
    ("", nil),
    ("/1; rel=next", nil),
    ("</1; rel=next", nil),
    // Malformed text ends the list.
    (#"x, </2>; rel="next""#, nil),
    (#"</1>; rel="next"#, "/1"),
    (#"</1>; rel="next\"#, nil),
  ]

  @Test(arguments: found)
  func findsNextPage(_ field: String, _ target: String?) {
    #expect(LinkHeader.target(of: "next", in: field) == target)
  }

  @Test func findsOtherRelations() {
    #expect(
      LinkHeader.target(of: "https://a.example/Older", in: "</1>; rel=\"https://a.example/older\"")
        == "/1")
  }
}
