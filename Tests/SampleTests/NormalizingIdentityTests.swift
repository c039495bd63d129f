import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// Scalars whose types change what they are given: identities, and what refers to them.
@Suite struct NormalizingIdentityTests {
  private let store: SyncStore

  init() async throws { store = try await NormalizingScalarTests.store() }

  private func rows(_ sql: String) async throws -> [String] {
    try await NormalizingScalarTests.rows(store, sql)
  }

  @discardableResult
  private func apply<Entity: SyncedEntity>(
    _ payload: String, as entity: Entity.Type, in scope: SyncScope<Entity>? = nil,
    missingRows: MissingRows? = nil, options: ApplyOptions = ApplyOptions()
  ) async throws -> ApplyReport {
    try await store.apply(
      .data(Data(payload.utf8)), as: entity, in: scope, missingRows: missingRows, options: options)
  }

  private func code(_ text: String) throws -> Code { try Code(stored: text) }

  // MARK: - Identities

  @Test func spellingsOfAnIdentityAreOneRow() async throws {
    try await apply(#"[{"id": " S ", "title": "1"}, {"id": "t", "title": "2"}]"#, as: Series.self)
    let report = try await apply(
      #"[{"id": "S", "title": "3"}, {"id": "T ", "title": "2"}, {"id": "s ", "title": "4"}]"#,
      as: Series.self)
    #expect(report.inserted == 0 && report.deleted == 0 && report.duplicates == 1)
    #expect(try await rows("SELECT id, title FROM series ORDER BY id") == ["s|4", "t|2"])
    #expect(try await store.fetch(Series.self, id: Code(raw: "S "))?.title == "4")
    #expect(try await store.delete(Series.self, id: Code(raw: " T")))
  }

  @Test func keysOfRowsAreIdentities() async throws {
    var options = ApplyOptions()
    options.keyedBy = "id"
    try await apply(
      #"{" S ": {"title": "1"}, "t": {"id": "T", "title": "2"}}"#, as: Series.self, options: options
    )
    #expect(try await rows("SELECT id, title FROM series ORDER BY id") == ["s|1", "t|2"])
    let report = try await apply(
      #"{"None": {"title": "1"}, "s": {"title": "1"}}"#, as: Series.self, options: options)
    #expect(report.rejected.map(\.rule) == [.missingIdentity])
  }

  @Test func nestedRowsHaveTheIdentityOfTheirParent() async throws {
    let payload =
      #"[{"id": " S ", "volumes": [{"number": "V1 ", "title": "a"}, {"number": "v2"}]}]"#
    try await apply(payload, as: Series.self)
    #expect(try await rows("SELECT series_id, number FROM volumes ORDER BY 2") == ["s|v1", "s|v2"])
    let report = try await apply(
      #"[{"id": "s", "volumes": [{"series_id": "S ", "number": "v1", "title": "a"}, {"number": " V2"}]}]"#,
      as: Series.self)
    #expect(report.related["Volume"]?.deleted ?? 0 == 0)
    #expect(report.rejected.isEmpty)
    #expect(try await rows("SELECT series_id, number FROM volumes ORDER BY 2") == ["s|v1", "s|v2"])
    let id = Volume.Identity(seriesID: Code(raw: " S"), number: Code(raw: "V1 "))
    #expect(try await store.fetch(Volume.self, id: id)?.title == "a")
    try await store.update(Volume.self, id: id, Volume.Patch(title: .value("b")))
    #expect(try await rows("SELECT title FROM volumes WHERE number = 'v1'") == ["b"])
  }

  @Test func tombstonesDeleteTheirRows() async throws {
    try await apply(
      #"[{"id": " S ", "volumes": [{"number": "V1 "}, {"number": "v2"}]}]"#, as: Series.self)
    try await apply(
      #"{"series_id": "S", "number": " V1", "gone_at": "2026-01-01T00:00:00Z"}"#, as: Volume.self)
    #expect(try await rows("SELECT number FROM volumes") == ["v2"])
    try await apply(#"{"id": "S", "gone_at": "2026-01-01T00:00:00Z"}"#, as: Series.self)
    #expect(try await rows("SELECT id FROM series").isEmpty)
  }

  /// An identity that is a reference.
  @Test func identitiesByReferenceAreConverted() async throws {
    try await apply(#"[{"series_id": " S ", "url": "u"}]"#, as: Cover.self)
    let report = try await apply(#"[{"series": {"id": "S"}, "url": "u"}]"#, as: Cover.self)
    #expect(report.unchanged == 1)
    try await apply(
      #"[{"id": 1, "cover_id": "s "}, {"id": 2, "cover": {"series_id": " S", "url": "u"}}]"#,
      as: Spine.self)
    #expect(try await rows("SELECT cover_id FROM spines") == ["s", "s"])
    #expect(try await rows("SELECT series_id FROM covers") == ["s"])
  }

  // MARK: - References

  @Test func referencesAreConvertedLikeTheIdentities() async throws {
    try await apply(
      #"[{"id": 1, "code": "a", "series_id": " S "}, {"id": 2, "code": "b", "series": "s "}]"#,
      as: Book.self)
    #expect(try await rows("SELECT series_id FROM books") == ["s", "s"])
    try await apply(#"[{"id": "S", "title": "t", "book_ids": [1, 2]}]"#, as: Series.self)
    let books = try await store.fetch(Book.where { $0.series.title == "t" })
    #expect(books.count == 2)
    #expect(try await books[0].series(in: store)?.id == code("s"))
    let report = try await apply(
      #"[{"id": 1, "code": "a", "series_id": "S"}, {"id": 2, "code": "b", "series": {"id": " s"}}]"#,
      as: Book.self)
    #expect(report.unchanged == 2 && report.unresolvedReferences == 0)
  }

  @Test func idsInListsAreConverted() async throws {
    try await apply(#"[{"id": " G ", "name": "g"}, {"id": "H", "name": "h"}]"#, as: Genre.self)
    try await apply(#"[{"id": 1, "code": "a", "genre_ids": ["g ", " H"]}]"#, as: Book.self)
    #expect(try await rows("SELECT genre_id FROM genre_books ORDER BY 1") == ["g", "h"])
    try await apply(
      #"[{"id": 1, "code": "a", "genres": [" H", {"id": "I ", "name": "i"}]}]"#, as: Book.self)
    #expect(try await rows("SELECT genre_id FROM genre_books ORDER BY 1") == ["h", "i"])
    let lists = Book.Patch(genreIDs: .value([Code(raw: " G")]))
    try await store.update(Book.self, id: 1, lists)
    #expect(try await rows("SELECT genre_id FROM genre_books") == ["g"])
  }

  /// The list names rows that arrive later.
  @Test func idsOfUnknownRowsAreConverted() async throws {
    try await apply(
      #"[{"id": 1, "code": "a", "genre_ids": [" G"], "series_id": "S "}]"#, as: Book.self)
    try await apply(#"[{"id": "G ", "name": "g"}]"#, as: Genre.self)
    try await apply(#"[{"id": " s", "title": "t"}]"#, as: Series.self)
    #expect(try await rows("SELECT genre_id, book_id FROM genre_books") == ["g|1"])
    #expect(try await store.count(Book.where { $0.series.title == "t" }) == 1)
  }

  @Test func referencesToOneOfSeveralEntitiesAreConverted() async throws {
    try await apply(#"[{"id": " S ", "title": "t"}]"#, as: Series.self)
    try await apply(
      #"""
      [{"id": 1, "subject_type": "series", "subject_id": "S"},
       {"id": 2, "subject_type": "series", "subject": {"id": " s", "title": "t"}},
       {"id": 3, "subject_type": "poem", "subject_id": "P "},
       {"id": 4, "subject_type": "poem", "subject_id": "None"}]
      """#, as: Review.self)
    #expect(
      try await rows("SELECT subject_id FROM reviews ORDER BY id") == ["s", "s", "p", "None"])
    try await apply(#"[{"id": "s", "reviews": [{"id": 1}, {"id": 2}]}]"#, as: Series.self)
    var review = Review(id: 5, subjectType: "genre", subjectID: .other(" G "))
    try await store.insert(review)
    review = Review(id: 6, subjectType: "genre", subjectID: .id(Code(raw: " G ")))
    try await store.insert(review)
    #expect(try await rows("SELECT subject_id FROM reviews WHERE id > 4") == ["g", "g"])
    let other = TargetID<Code>.other("G ")
    #expect(try await store.count(Review.where { $0.subjectID == other }) == 2)
    let report = try await apply(
      #"[{"id": 1, "subject_type": "genre", "subject_id": "none"}, {"id": 2}]"#, as: Review.self)
    #expect(report.rejected.map(\.rule) == [.badValue])
  }

  @Test func partsWithSharedKeysAreConverted() async throws {
    try await apply(#"[{"id": "S", "volumes": [{"number": "V"}]}]"#, as: Series.self)
    try await apply(#"[{"id": 1, "series_id": " S ", "volume_number": " V"}]"#, as: Loan.self)
    let columns = "series_id, volume_series_id, volume_number"
    #expect(try await rows("SELECT \(columns) FROM loans") == ["s|s|v"])
    let loan = try #require(try await store.fetch(Loan.self, id: 1))
    #expect(try await loan.volume(in: store)?.number == code("v"))
    try await store.update(Loan.self, id: 1, Loan.Patch(volumeNumber: .value(Code(raw: "W "))))
    #expect(try await rows("SELECT \(columns) FROM loans") == ["s|s|w"])
    try await apply(
      #"[{"id": " s", "volumes": [{"number": "v ", "loans": [{"id": 1}]}]}]"#, as: Series.self)
    #expect(try await rows("SELECT volume_series_id, volume_number FROM loans") == ["s|v"])
  }

  // MARK: - Scopes

  @Test func scopesAreConverted() async throws {
    try await apply(
      #"[{"id": 1, "code": "a", "series_id": "S"}, {"id": 2, "code": "b", "series_id": "T"}]"#,
      as: Book.self)
    try await apply(
      "[]", as: Book.self, in: .series(Code(raw: " S ")), missingRows: .delete)
    #expect(try await rows("SELECT id FROM books") == ["2"])
    var options = ApplyOptions(missingRows: .delete)
    options.scope = .parent(relation: "series", id: " T ")
    try await apply(
      #"[{"id": 3, "code": "c"}, {"id": 2, "code": "b", "series_id": "t "}]"#, as: Book.self,
      options: options)
    #expect(try await rows("SELECT id, series_id FROM books ORDER BY id") == ["2|t", "3|t"])
    options.scope = .parent(relation: "series", id: "None")
    let error = await #expect(throws: SyncError.self) {
      try await apply("[]", as: Book.self, options: options)
    }
    #expect(
      error?.description.contains("expected a string that is a valid Code for 'series'") == true)
  }

  @Test func scopesOfSeveralPartsAreConverted() async throws {
    try await apply(
      #"[{"id": "S", "volumes": [{"number": "V", "loans": [{"id": 1}]}]}]"#, as: Series.self)
    try await apply(
      #"[{"id": 2}]"#, as: Loan.self,
      in: .volume(seriesID: Code(raw: " S"), number: Code(raw: "V ")), missingRows: .delete)
    var options = ApplyOptions(missingRows: .delete)
    options.scope = .parent(relation: "volume", id: "S / V")
    try await apply(#"[{"id": 2}, {"id": 3}]"#, as: Loan.self, options: options)
    #expect(
      try await rows("SELECT id, volume_series_id, volume_number FROM loans") == ["2|s|v", "3|s|v"])
    try await apply(#"[{"id": 1, "subject_type": "series", "subject_id": "S"}]"#, as: Review.self)
    options.scope = .parent(relation: "subject", id: "Series/ S")
    try await apply("[]", as: Review.self, options: options)
    #expect(try await rows("SELECT id FROM reviews").isEmpty)
    try await apply(
      #"[{"id": 2}]"#, as: Review.self, in: .subject(series: Code(raw: " S")), missingRows: .delete)
    #expect(
      try await rows("SELECT id, subject_type, subject_id FROM reviews") == ["2|series|s"])
  }

  // MARK: - Pushing

  private func endpoint(
    _ wireProtocol: PushEndpoint.WireProtocol, _ server: RecordingTransport
  ) -> PushEndpoint {
    PushEndpoint(
      wireProtocol, EndpointRequest(.post, "/sync"),
      of: [PushedEntity(Series.self), PushedEntity(Volume.self)],
      by: APIClient(baseURL: .server("https://catalog.example"), transport: server))
  }

  private func insertRows() async throws {
    try await store.insert(Series(id: Code(raw: " S "), title: "t"))
    try await store.insert(Volume(number: Code(raw: "V "), seriesID: Code(raw: "S")))
  }

  @Test func idsInResultsOfOperationsAreConverted() async throws {
    try await insertRows()
    let server = RecordingTransport()
    server.respond(
      to: .post, "/sync",
      json: #"""
        {"results": [{"type": "Volume", "id": "S / V", "status": "applied"},
         {"type": "Series", "id": " S", "status": "applied", "data": {"id": "S", "title": "T", "updated_at": "2036-01-01T00:00:00Z"}}]}
        """#)
    let summary = try await store.push(to: endpoint(.operations, server))
    #expect(summary.rows.confirmed == 2)
    #expect(try await rows("SELECT id, title FROM series") == ["s|T"])
    #expect(try await store.fetch(PendingChange.all).isEmpty)
  }

  @Test func idsInListsOfBatchesAreConverted() async throws {
    try await insertRows()
    let server = RecordingTransport()
    server.respond(
      to: .post, "/sync",
      json: #"""
        {"series": {"success": [{"id": " S", "title": "T", "updated_at": "2036-01-01T00:00:00Z"}], "error": []},
         "volumes": {"success": [], "error": [{"series_id": "S ", "number": "V", "message": "no"}]}}
        """#)
    let summary = try await store.push(to: endpoint(.batch, server))
    #expect(summary.rows.confirmed == 1 && summary.rows.rejected == 1)
    #expect(summary.unacknowledged == 0)
    #expect(try await rows("SELECT id, title FROM series") == ["s|T"])
    #expect(try await rows("SELECT count(*) FROM volumes") == ["1"])
  }
}
