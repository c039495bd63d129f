import Foundation
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) @testable import SwiftSyncSession
@_spi(Generated) @testable import SwiftSyncStore

/// The marks of a page that lead to the next one, read from its bytes.
@Suite struct PageMarkTests {
  private func marks(
    _ json: String, _ pages: EndpointPages, root: String? = nil, isKeyed: Bool = false
  ) throws(PageMarkError) -> PageMarks {
    try PageMarkReader(pages, root: root, isKeyed: isKeyed).marks(of: Data(json.utf8))
  }

  private let cursor = EndpointPages(.cursor("after", next: "meta.next"), more: "more")

  @Test(arguments: [
    #"{"meta": {"next": "a\u0062"}, "more": true, "data": [1, {"id": 2}]}"#,
    #"{"data": [[], []], "more": true, "meta": {"other": [{"next": 1}], "next": "ab"}}"#,
  ])
  func readsMarksInAnyOrder(_ json: String) throws {
    let marks = try marks(json, cursor, root: "data")
    #expect(marks.next == .text("ab"))
    #expect(marks.more == true)
    #expect(marks.rows == 2)
  }

  @Test(arguments: [
    #"{"meta": {"next": null}}"#, #"{"meta": {"next": ""}}"#, #"{"meta": {}}"#, #"{"meta": null}"#,
    #"{"meta": []}"#, "{}", "[]", "null", "",
  ])
  func cursorCanBeMissing(_ json: String) throws {
    #expect(try marks(json, cursor).next == nil)
  }

  @Test func countsLineDelimitedRows() throws {
    let lines = "{\"id\": 1}\n{\"id\": 2}\n\n{\"id\": 3}\n"
    let marks = try marks(lines, EndpointPages(.lastRow("after", paths: ["id"])))
    #expect(marks.rows == 3 && marks.last == .number("3"))
  }

  @Test func countsConnectionRows() throws {
    let json = #"{"edges": [{"cursor": "a", "node": {"id": 1}}, {"node": {"id": 2}}]}"#
    let pages = EndpointPages(.lastRow("after", paths: ["id"]))
    let marks = try marks(json, pages, root: "edges[].node")
    #expect(marks.rows == 2 && marks.last == .number("2"))
  }

  @Test func numbersKeepSpelling() throws {
    let next = try marks(#"{"meta": {"next": 12345678901234567890}}"#, cursor).next
    #expect(next == .number("12345678901234567890"))
    #expect(next?.json.json == "12345678901234567890")
  }

  static let wrong: [(json: String, reason: String)] = [
    (
      #"{"meta": {"next": true}}"#,
      "'meta.next' is expected to be a string or a number, found a bool"
    ),
    (
      #"{"meta": {"next": []}}"#, "'meta.next' is expected to be a string or a number, found a list"
    ),
    (
      #"{"meta": {"next": "\ud800"}}"#,
      "'meta.next' is expected to be a string or a number, found a string"
    ),
    (#"{"more": "yes"}"#, "'more' is expected to be true or false, found a string"),
    (#"{"more": 0}"#, "'more' is expected to be true or false, found a number"),
    (#"{"total": 1.5}"#, "'total' is expected to be a number of at least 0, found a number"),
    (#"{"total": -1}"#, "'total' is expected to be a number of at least 0, found a number"),
    (#"{"pages": "3"}"#, "'pages' is expected to be a number of at least 0, found a string"),
    (#"{"pages": 3"#, "the JSON ends in the middle of a value (byte 11, A22)"),
  ]

  @Test(arguments: wrong)
  func rejectsMistypedMarks(_ json: String, _ reason: String) {
    let pages = EndpointPages(
      .cursor("after", next: "meta.next"), more: "more", total: "total", totalPages: "pages")
    #expect(throws: PageMarkError(reason: reason)) { try marks(json, pages) }
  }

  @Test func countsRows() throws {
    let pages = EndpointPages(.number("page"))
    #expect(try marks(#"[{"a": [1, 2]}, 3, "]"]"#, pages).rows == 3)
    #expect(try marks("[]", pages).rows == 0)
    #expect(try marks("null", pages).rows == 0)
    #expect(try marks(#"{"id": 1}"#, pages).rows == 1)
    #expect(try marks(#"{"a": {}, "b": {}}"#, pages, isKeyed: true).rows == 2)
    #expect(try marks(#"{"d": {"rows": [1]}, "rows": [1, 2, 3]}"#, pages, root: "d.rows").rows == 1)
    let enveloped = EndpointPages(.number("page"), rows: "data")
    #expect(try marks(#"{"data": [1, 2]}"#, enveloped).rows == 2)
  }

  @Test func readsLastRow() throws {
    let pages = EndpointPages(.lastRow("after", paths: ["key.id", "id"]))
    #expect(try marks(#"[{"id": 1}, {"id": 2}]"#, pages).last == .number("2"))
    #expect(try marks(#"[{"id": 2, "key": {"x": 1, "id": "é\n"}}]"#, pages).last == .text("é\n"))
    #expect(try marks(#"[{"id": 2, "key": {"id": null}}]"#, pages).last == .number("2"))
    #expect(try marks(#"[{"id": 1}, {"key": 3}]"#, pages).last == nil)
    #expect(try marks("[]", pages).last == nil)
  }

  /// A mark inside the rows, as in an object of rows beside the cursor.
  @Test func readsMarkBesideRows() throws {
    let pages = EndpointPages(.cursor("after", next: "rows.next"))
    let found = try marks(#"{"rows": {"next": "x", "b": {}}}"#, pages, root: "rows", isKeyed: true)
    #expect(found.next == .text("x"))
    #expect(found.rows == 2)
  }
}
