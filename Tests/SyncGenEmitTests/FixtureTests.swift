import Foundation
import SyncGenEmit
import Testing

/// The payloads of the set `fixtures`, and their list.
@Suite struct FixtureTests {
  private static func files(_ schema: String) throws -> [String: String] {
    let head = "swiftsync: 1\nname: App\nversion: 1\ngenerate: { sets: [openapi, fixtures] }\n"
    return try SchemaFixture.files(head + schema).reduce(into: [:]) { files, file in
      files[file.path] = String(decoding: file.bytes, as: UTF8.self)
    }
  }

  /// The entries of the list without their braces.
  private static func entries(_ files: [String: String]) throws -> [String] {
    try #require(files["fixtures/fixtures.yaml"]).split(separator: "\n")
      .filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(6).dropLast(2)) }
  }

  private static let invalid = """
    enums: { Rej: { cases: [a], unknown: reject }, Kind: { cases: [a, b] } }
    entities:
      Todo:
        attributes:
          id: int
          r: { type: "Rej?", invalid: null }
          d: { type: "date?", invalid: null }
          ks: { type: [Kind], separator: ",", default: [] }
      Item:
        attributes:
          id: int
          kept: { type: Rej, invalid: keep, default: a }
          needed: { type: Rej, invalid: keep }
          plain: Rej
          d: { type: date, invalid: keep }
    api:
      endpoints:
        todos: { get: /todos, returns: [Todo] }
        items: { get: /items, returns: [Item] }
    """

  @Test func toleratedValuesAreAccepted() throws {
    let files = try Self.files(Self.invalid)
    let entries = try Self.entries(files).filter { $0.contains("unknown-") || $0.contains("bad-") }
    func entry(_ file: String, _ entity: String, _ isAccepted: Bool) -> String {
      #"file: "\#(file).json", entity: "\#(entity)", root: null, item: false, accepted: \#(isAccepted)"#
    }
    #expect(
      entries == [
        entry("todos/unknown-enum-r", "Todo", true), entry("todos/unknown-enum-ks", "Todo", true),
        entry("todos/bad-date", "Todo", true),
        entry("items/unknown-enum-kept", "Item", true),
        entry("items/unknown-enum-needed", "Item", false),
        entry("items/unknown-enum-plain", "Item", false), entry("items/bad-date", "Item", false),
      ])
  }

  @Test func separatedListsAreStrings() throws {
    let text = try #require(
      try Self.files(Self.invalid)["fixtures/todos/unknown-enum-ks.json"])
    #expect(text.contains(#""ks": "a-value-of-tomorrow""#))
  }

  @Test func rowsKeyedByIdentityHaveAllStates() throws {
    let files = try Self.files(
      """
      enums: { Rej: { cases: [a], unknown: reject } }
      entities: { Todo: { attributes: { id: int, r: Rej, d: date } } }
      api:
        endpoints:
          all: { get: /all, returns: "[string: Todo]", stores: { keyed-by: id } }
          some: { get: /some, returns: { data: "[string: Todo]" }, stores: { keyed-by: id, root: data }, pulls: false }
          none: { get: /none, returns: "[string: Todo]" }
      """)
    #expect(
      try Self.entries(files) == [
        #"file: "all/valid.json", entity: "Todo", root: null, keyed-by: "id", item: false, accepted: true"#,
        #"file: "all/unknown-enum-r.json", entity: "Todo", root: null, keyed-by: "id", item: false, accepted: false"#,
        #"file: "all/bad-date.json", entity: "Todo", root: null, keyed-by: "id", item: false, accepted: false"#,
        #"file: "some/valid.json", entity: "Todo", root: "data", keyed-by: "id", item: false, accepted: true"#,
        #"file: "some/unknown-enum-r.json", entity: "Todo", root: "data", keyed-by: "id", item: false, accepted: false"#,
        #"file: "some/bad-date.json", entity: "Todo", root: "data", keyed-by: "id", item: false, accepted: false"#,
        #"file: "none/valid.json", entity: null, root: null, item: false, accepted: true"#,
      ])
    #expect(
      files["fixtures/fixtures.yaml"]?.contains(
        "--entity ENTITY [--root ROOT] [--keyed-by ATTRIBUTE] [--item]\n") == true)
  }

  private static let failing = """
    types: { Problems: { errors: [string] } }
    entities: { Todo: { attributes: { id: int } } }
    api:
      endpoints:
        declared: { get: /a, returns: { ok: "bool?", rows: [Todo] }, fails: { unless: ok, code: error } }
        other: { get: /b, returns: { rows: [Todo] }, fails: { unless: status.ok }, errors: { default: Problems } }
        none: { post: /c, fails: { unless: ok } }
    """

  @Test func successFlagIsTrue() throws {
    let files = try Self.files(Self.failing)
    let compact = files.filter { $0.key.hasSuffix(".json") }.mapValues {
      $0.filter { !$0.isWhitespace }
    }
    #expect(
      compact == [
        "fixtures/declared/valid.json": #"{"ok":true,"rows":[{"id":1}]}"#,
        "fixtures/other/valid.json": #"{"rows":[{"id":1}],"status":{"ok":true}}"#,
        "fixtures/none/valid.json": #"{"ok":true}"#,
      ])
  }

  @Test func typesThatContainEachOtherEnd() throws {
    let files = try Self.files(
      """
      types:
        Block: { tag: type, cases: { section: Section, divider: {} } }
        Section: { blocks: [Block], named: "[string: Section]", next: Block }
        Only: { tag: type, cases: { one: One } }
        One: { next: Only }
        Thread: { author: Person, replies: [Thread], byAuthor: "[string: Thread]", page: Page }
        Page: { threads: [Thread], next: "[Page]?" }
      entities: { Person: { attributes: { id: int, block: Block, only: Only } } }
      api: { endpoints: { thread: { get: /thread, returns: Thread, stores: false } } }
      """)
    let json = files["fixtures/thread/valid.json"]?.filter { !$0.isWhitespace }
    let section = #""blocks":[],"named":{},"next":{"type":"divider"},"type":"section""#
    let person = #""id":1,"block":{\#(section)},"only":{"next":{"type":"one"},"type":"one"}"#
    let page = #""threads":[],"next":[]"#
    #expect(
      json == #"{"author":{\#(person)},"replies":[],"by_author":{},"page":{\#(page)}}"#)
  }

  @Test func openAPIDocumentsSuccessFlag() throws {
    let document = try #require(try Self.files(Self.failing)["openapi.yaml"])
    let schemas = document.split(separator: "\n").filter { $0.hasPrefix("              schema: ") }
      .map { String($0.dropFirst(22)) }
    let told = #""description": "True unless the request failed." }"#
    let ok =
      #"{ "type": "object", "properties": { "ok": { "const": true, \#(told) }, "required": ["ok"] }"#
    let failed =
      #"{ "type": "object", "description": "The request failed.", "properties": { "ok": { "not": { "const": true }, \#(told)"#
    let rows = ##""rows": { "type": "array", "items": { "$ref": "#/components/schemas/Todo" } }"##
    #expect(
      schemas == [
        #"{ "anyOf": [{ "allOf": [{ "type": "object", "properties": { "ok": { "type": ["boolean", "null"] }, \#(rows) }, "required": ["rows"] }, \#(ok)] }, \#(failed), "error": { "type": ["string", "number", "null"], "description": "The error code." } } }] }"#,
        ##"{ "anyOf": [{ "allOf": [{ "type": "object", "properties": { \##(rows) }, "required": ["rows"] }, { "type": "object", "properties": { "status": { "type": "object", "properties": { "ok": { "const": true, \##(told) }, "required": ["ok"] } }, "required": ["status"] }] }, { "allOf": [{ "$ref": "#/components/schemas/Problems" }, { "type": "object", "description": "The request failed.", "properties": { "status": { "type": "object", "properties": { "ok": { "not": { "const": true }, \##(told) } } } }] }] }"##,
        ##"{ "$ref": "#/components/schemas/Problems" }"##,
        "{ \"anyOf\": [\(ok), \(failed) } }] }",
      ])
  }
}
