import Foundation
import SwiftSyncRuntime
import Testing

/// Scalars whose types change what they are given: the values of rows. A value is stored as its
/// type has it, whatever it came from.
@Suite struct NormalizingScalarTests {
  /// The values of a query, with the parts of each row joined by `|`.
  static func rows(_ store: SyncStore, _ sql: String) async throws -> [String] {
    try await store.query(sql).map { row in
      row.values.map { value in
        switch value {
        case .null: "null"
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .text(let text): text
        case .blob(let bytes): "\(bytes.count) bytes"
        }
      }.joined(separator: "|")
    }
  }

  static func store() async throws -> SyncStore {
    try await Database().open(CatalogSchema.self)
  }

  @discardableResult
  static func apply<Entity: SyncedEntity>(
    _ payload: String, as entity: Entity.Type, in store: SyncStore
  ) async throws -> ApplyReport {
    try await store.apply(.data(Data(payload.utf8)), as: entity)
  }

  private func stored(_ members: String, _ columns: String) async throws -> String? {
    let store = try await Self.store()
    let report = try await Self.apply(
      #"[{"id": 1, "code": " A-1 "\#(members)}]"#, as: Book.self, in: store)
    #expect(report.rejected.isEmpty)
    return try await Self.rows(store, "SELECT \(columns) FROM books").first
  }

  // MARK: - Payloads

  @Test func attributesAreStoredAsTheirTypesHaveThem() async throws {
    let found = try await stored(
      #", "other": "B ", "step": "37", "at": "2026-01-02T03:04:05.5Z", "seen": 1767323045, "loan": {"to": " X"}"#,
      "code, other, step, at, seen, lent")
    #expect(found == "a-1|b|30|1767323040000000|1767323040|x")
  }

  @Test func elementsAreStoredAsTheirTypesHaveThem() async throws {
    let found = try await stored(
      ##", "codes": [" B", "b"], "named": {"K": " C "}, "marks": "D , e", "entries": [{"code": "F "}]"##,
      "codes, named, marks, items")
    #expect(found == #"["b","b"]|{"K":"c"}|["d","e"]|["f"]"#)
  }

  @Test func fieldsAreStoredAsTheirTypesHaveThemAtEachDepth() async throws {
    let inner = #"{"code": " I ", "rest": "R ", "step": 19, "minute": "2026-01-02T03:04:05Z"}"#
    let outer = #"{"code": "O ", "codes": [" L"], "named": {"n": "M "}, "more": [\#(inner)]}"#
    let stored = try await stored(
      #", "detail": \#(outer), "details": [\#(inner)]"#, "detail, details")
    let inside =
      #"{"code":"i","codes":[],"minute":"2026-01-02T03:04:00.000000Z","more":[],"named":{},"rest":"r","step":10}"#
    #expect(
      stored
        == #"{"code":"o","codes":["l"],"more":[\#(inside)],"named":{"n":"m"},"rest":"rest"}|[\#(inside)]"#
    )
  }

  @Test func taggedValuesAreStoredAsTheirTypesHaveThem() async throws {
    let found = try await stored(
      #", "passage": {"kind": "coded", "code": " P "}, "passages": {"k": {"code": "Q ", "kind": "coded"}}"#,
      "passage, passages")
    #expect(found == #"{"code":"p","kind":"coded"}|{"k":{"code":"q","kind":"coded"}}"#)
  }

  /// A schema may state a default in another form.
  @Test func defaultsAreStoredAsTheirTypesHaveThem() async throws {
    #expect(
      try await stored(#", "detail": {"code": "d"}"#, "step, codes, json_extract(detail, '$.rest')")
        == #"0|["a"]|rest"#)
    let store = try await Self.store()
    try await store.insert(
      Book(id: 1, code: try Code(stored: "x"), detail: Detail(code: Code(raw: " D"))))
    #expect(
      try await Self.rows(store, "SELECT step, codes, json_extract(detail, '$.rest') FROM books")
        == [#"0|["a"]|rest"#])
  }

  @Test func refusedValuesRejectRows() async throws {
    let store = try await Self.store()
    let report = try await Self.apply(
      ##"""
      [{"id": 1, "code": " None "}, {"id": 2, "code": "b", "codes": ["c", "NONE"]},
       {"id": 3, "code": "c", "step": 1005}, {"id": 4, "code": "d", "detail": {"code": " "}},
       {"id": 5, "code": "e", "series_id": " none"}, {"id": 6, "code": "f", "genre_ids": ["g", "None"]},
       {"id": 7, "code": "g"}]
      """##, as: Book.self, in: store)
    #expect(
      report.rejected.map(\.description) == [
        #"[0].code (1): expected a string that is a valid Code, found " None " [bad-value]"#,
        #"[1].codes (2): expected a list, each element a string that is a valid Code, found ["c", "NONE"] [bad-value]"#,
        "[2].step (3): expected an integer from 0 to 1000 that is a valid Step, found 1005 [bad-value]",
        #"[3].detail.code (4): expected a string that is a valid Code, found " " [bad-value]"#,
        #"[4].series_id (5): expected a string that is a valid Code, found " none" [bad-value]"#,
        #"[5].genre_ids[1] (6): expected a string that is a valid Code, found "None" [bad-value]"#,
      ])
    #expect(try await Self.rows(store, "SELECT id FROM books") == ["7"])
  }

  @Test func refusedOptionalValuesBecomeNull() async throws {
    #expect(
      try await stored(
        #", "other": "NONE", "blank": "", "detail": {"code": "d", "step": 2000}"#,
        "other, blank, json_type(detail, '$.step')") == "null|null|null")
  }

  /// As an empty string is, in rows and in decoded models.
  @Test func emptyResultsAreNull() async throws {
    #expect(try await stored(#", "title": "  ""#, "title") == "null")
    let json = #"{"id": 1, "code": "a", "title": "  ", "other": " None", "blank": " B "}"#
    let book = try JSONDecoder().decode(Book.self, from: Data(json.utf8))
    #expect(book.title == nil && book.other == nil)
    #expect(book.blank == (try Code(stored: "b")))
  }

  @Test func changedValuesConflictWithEqualOnes() async throws {
    let store = try await Self.store()
    let report = try await Self.apply(
      #"[{"id": 1, "code": "a", "lent": "U"}, {"id": 2, "code": "b", "lent": " u "}]"#,
      as: Book.self, in: store)
    #expect(report.rejected.map(\.rule) == [.uniqueConflict])
    #expect(try await Self.rows(store, "SELECT id, lent FROM books") == ["1|u"])
  }

  @Test func storedValuesDoNotChangeAgain() async throws {
    let store = try await Self.store()
    let payload = #"""
      [{"id": 1, "code": " A", "step": 37, "at": "2026-01-02T03:04:05Z", "codes": [" C"], "title": "a &amp; b",
        "detail": {"code": "D ", "more": [{"code": " E"}]}, "series_id": "S ", "genre_ids": [" G"]}]
      """#
    #expect(try await Self.apply(payload, as: Book.self, in: store).inserted == 1)
    #expect(try await Self.apply(payload, as: Book.self, in: store).unchanged == 1)
    #expect(try await store.fetch(Book.self, id: 1)?.title == Unescaped(stored: "a & b"))
    let row = try #require(try await store.fetch(Book.self, id: 1))
    let sent = try JSONEncoder().encode([row])
    #expect(try await store.apply(.data(sent), as: Book.self).unchanged == 1)
    try await store.transaction { try $0.put(row) }
    #expect(try await store.update(row) { $0.title = row.title } == row)
    #expect(try await store.fetch(PendingChange.all).isEmpty)
  }

  /// What a type changes twice would be read as another value than the stored one.
  @Test func valuesThatChangeTwiceAreRefused() async throws {
    let store = try await Self.store()
    let report = try await Self.apply(
      #"[{"id": 1, "code": "a", "title": "a &amp;amp; b"}, {"id": 2, "code": "b"}]"#, as: Book.self,
      in: store)
    #expect(
      report.rejected.map(\.message)
        == [#"expected a string that is a valid Unescaped, found "a &amp;amp; b""#])
  }

  // MARK: - Local writes and conditions

  @Test func localWritesStoreWhatTheTypeSays() async throws {
    let store = try await Self.store()
    let raw = Code(raw: " A ")
    var book = Book(
      id: 1, code: raw, codes: [raw], named: ["K": raw], marks: [raw],
      detail: Detail(code: raw, codes: [raw], more: [Detail(code: raw)]),
      passage: .coded(Passage.Coded(code: raw)), seriesID: raw)
    try await store.insert(book)
    let columns = "code, codes, named, marks, detail, passage, series_id"
    let inner = #"{"code":"a","codes":[],"more":[],"named":{},"rest":"rest"}"#
    let expected = [
      "a", #"["a"]"#, #"{"K":"a"}"#, #"["a"]"#,
      #"{"code":"a","codes":["a"],"more":[\#(inner)],"named":{},"rest":"rest"}"#,
      #"{"code":"a","kind":"coded"}"#, "a",
    ].joined(separator: "|")
    #expect(try await Self.rows(store, "SELECT \(columns) FROM books") == [expected])
    try await store.update(Book.self, id: 1, Book.Patch(other: .value(Code(raw: "B "))))
    #expect(try await Self.rows(store, "SELECT other FROM books") == ["b"])
    book.id = 2
    book.code = Code(raw: "C ")
    try await store.transaction { [book] in try $0.put(book) }
    #expect(try await Self.rows(store, "SELECT code FROM books WHERE id = 2") == ["c"])
    let changed = try await store.update(
      Book.where { $0.id == 2 }, Book.Patch(code: .value(Code(raw: " D"))))
    #expect(changed == 1)
    #expect(try await Self.rows(store, "SELECT code FROM books WHERE id = 2") == ["d"])
  }

  @Test func localWritesRefuseWhatTheTypeRefuses() async throws {
    let store = try await Self.store()
    let error = await #expect(throws: SyncError.self) {
      try await store.insert(Book(id: 1, code: Code(raw: "None")))
    }
    #expect(
      error?.description.contains("expected a string that is a valid Code, found None") == true)
  }

  @Test func conditionsFindWhatPayloadsHaveStored() async throws {
    let store = try await Self.store()
    try await Self.apply(
      #"""
      [{"id": 1, "code": " A ", "step": 37, "at": "2026-01-02T03:04:05Z", "codes": ["L "],
        "detail": {"code": "D "}, "series": {"id": "S ", "title": "t"}}]
      """#, as: Book.self, in: store)
    let code = try Code(stored: "a")
    let raw = Code(raw: " A ")
    let field = try Code(stored: "d")
    let minute = Minute(stored: Date(timeIntervalSince1970: 1_767_323_059))
    let series = Code(raw: "s ")
    #expect(try await store.count(Book.where { $0.code == code }) == 1)
    #expect(try await store.count(Book.where { $0.code == raw }) == 1)
    #expect(try await store.count(Book.where { $0.code.isIn([raw, field]) }) == 1)
    #expect(try await store.count(Book.where { $0.step == Step(stored: 31) }) == 1)
    #expect(try await store.count(Book.where { $0.at == minute }) == 1)
    #expect(try await store.count(Book.where { $0.detail.code == field }) == 1)
    #expect(try await store.count(Book.where { $0.seriesID == series }) == 1)
    #expect(try await store.count(Book.where { $0.series.id == series }) == 1)
    #expect(try await store.count(Book.where { $0.code != raw }) == 0)
  }

  // MARK: - Rows of other programs

  /// Such rows are read as the type has them, and rewritten by the next payload or local write.
  @Test func valuesOfOtherProgramsAreRewritten() async throws {
    let store = try await Self.store()
    let payload = #"[{"id": "1", "name": "", "place": "a"}, {"id": "2", "name": "", "place": "b"}]"#
    try await Self.apply(payload, as: Genre.self, in: store)
    _ = try await store.transaction {
      try $0.execute("UPDATE genres SET place = ' ' || upper(place)")
    }
    let (first, second) = (try Code(stored: "1"), try Code(stored: "2"))
    let place = try Code(stored: "a")
    #expect(try await store.fetch(Genre.self, id: first)?.place == place)
    #expect(try await store.count(Genre.where { $0.place == place }) == 0)
    let report = try await Self.apply(
      #"{"id": "1", "name": "", "place": "a"}"#, as: Genre.self, in: store)
    #expect(report.updated == 1)
    let genre = try #require(try await store.fetch(Genre.self, id: second))
    try await store.transaction { try $0.put(genre) }
    #expect(try await Self.rows(store, "SELECT place FROM genres ORDER BY id") == ["a", "b"])
  }

  /// The old row has another identity, as far as the database knows.
  @Test func identitiesOfOtherProgramsAreOtherRows() async throws {
    let store = try await Self.store()
    let id = try Code(stored: "g")
    _ = try await store.transaction { try $0.execute("INSERT INTO genres VALUES (' G', '', NULL)") }
    #expect(try await store.fetch(Genre.self, id: id) == nil)
    let report = try await store.apply(
      .data(Data(#"[{"id": " G", "name": ""}]"#.utf8)), as: Genre.self, missingRows: .delete)
    #expect(report.inserted == 1 && report.deleted == 1)
    #expect(try await Self.rows(store, "SELECT id FROM genres") == ["g"])
  }
}
