import Foundation
import SwiftSyncRuntime
import Testing

/// UUIDs as bytes and dates as seconds, in the rows and queries of an app.
@Suite struct StoredFormTests {
  private static let tokens = (1...3).compactMap {
    UUID(uuidString: "0A0B0C0D-0E0F-4A1B-8C2D-3E4F5061728\($0)")
  }

  /// Half a second after a whole second.
  private static func date(_ seconds: Int) -> Date {
    Date(timeIntervalSince1970: Double(seconds) + 0.5)
  }

  private static func stroke(_ number: Int) -> Stroke {
    Stroke(
      id: number, token: tokens[number - 1], at: Date(timeIntervalSince1970: Double(number)),
      seen: date(number), mixed: Moment(stored: Date(timeIntervalSince1970: Double(number))))
  }

  private func store() async throws -> SyncStore {
    let store = try await Database().open(PaintSchema.self)
    for number in 1...3 { try await store.insert(Self.stroke(number)) }
    return store
  }

  @Test func rowsRoundTrip() async throws {
    let store = try await store()
    #expect(try await store.fetch(Stroke.all) == (1...3).map(Self.stroke))
    let rows = try await store.query(
      "SELECT hex(token), at, seen, mixed FROM strokes WHERE id = 1")
    #expect(
      rows.map { row in row.names.map { row[$0] } } == [
        [
          "0A0B0C0D0E0F4A1B8C2D3E4F50617281", 1, .real(-978_307_198.5), 1,
        ]
      ])
    try await store.update(Stroke.self, id: 1, Stroke.Patch(seen: .null, mixed: .null))
    #expect(try await store.fetch(Stroke.self, id: 1)?.seen == nil)
  }

  /// A column of whole seconds drops the fraction of a date, toward the past.
  @Test func wholeSecondsTruncateFractions() async throws {
    let store = try await store()
    var stroke = Self.stroke(1)
    for (seconds, whole) in [(7, 7), (-1, -1)] {
      stroke.at = Self.date(seconds)
      try await store.transaction { [stroke] in try $0.put(stroke) }
      let found = try await store.fetch(Stroke.where { [at = stroke.at] in $0.at == at })
      #expect(found.map(\.at) == [Date(timeIntervalSince1970: Double(whole))])
    }
    // Another program has stored a fraction.
    _ = try await store.transaction { try $0.execute("UPDATE strokes SET at = 5.25 WHERE id = 2") }
    #expect(
      try await store.fetch(Stroke.self, id: 2)?.at == Date(timeIntervalSince1970: 5.25))
  }

  @Test func conditionsCompareStoredForms() async throws {
    let store = try await store()
    func ids(_ condition: (QueriedRow<Stroke>) -> Condition) async throws -> [Int] {
      try await store.fetch(Stroke.where(condition).order(\.id)).map(\.id)
    }
    let (second, at, seen) = (Self.tokens[1], Date(timeIntervalSince1970: 2), Self.date(2))
    let moment = Moment(stored: at)
    #expect(try await ids { $0.token == second } == [2])
    #expect(try await ids { $0.token != second } == [1, 3])
    #expect(try await ids { $0.token.isIn([Self.tokens[0], Self.tokens[2]]) } == [1, 3])
    #expect(try await ids { $0.token > second } == [3])
    #expect(try await ids { $0.at < at } == [1])
    #expect(try await ids { $0.at.isIn([at]) } == [2])
    #expect(try await ids { $0.mixed == moment } == [2])
    #expect(try await ids { $0.seen >= seen } == [2, 3])
    #expect(try await ids { $0.seen.isIn([seen]) } == [2])
    #expect(try await ids { $0.at < .now } == [1, 2, 3])
    #expect(try await ids { $0.seen > .now }.isEmpty)
    #expect(
      try await store.fetch(Stroke.all.order(\.token.descending)).map(\.id) == [3, 2, 1])
  }

  @Test func readsSelectedValues() async throws {
    let store = try await store()
    let query = Stroke.all.order(\.id)
    #expect(
      try await store.fetch(query.select { $0.at })
        == (1...3).map { Date(timeIntervalSince1970: Double($0)) })
    #expect(try await store.fetch(query.select { $0.seen }) == (1...3).map(Self.date))
    #expect(try await store.fetch(query.select { $0.token }) == Self.tokens)
    #expect(
      try await store.fetch(query.select { $0.mixed }).map { $0?.stored }
        == (1...3).map { Date(timeIntervalSince1970: Double($0)) })
    let ends = try await store.fetch(Stroke.all.select { ($0.at.min, $0.seen.max) })
    #expect(ends.map(\.0) == [Date(timeIntervalSince1970: 1)])
    #expect(ends.map(\.1) == [Self.date(3)])
    let sections = try await store.fetch(query.sectioned { $0.at })
    #expect(sections.map(\.key) == (1...3).map { Date(timeIntervalSince1970: Double($0)) })
    await #expect(throws: SyncError.self) {
      try await store.fetch(Stroke.where { $0.at == $0.seen })
    }
  }

  @Test func payloadsAndCodersIgnoreStoredForm() async throws {
    let store = try await store()
    let payload = """
      {"id": 1, "token": "0a0b0c0d-0e0f-4a1b-8c2d-3e4f50617281", "at": "1970-01-01T00:00:01Z",
       "seen": "1970-01-01T00:00:01.500Z", "mixed": 1}
      """
    let report = try await store.apply(
      .data(Data(payload.utf8)), as: Stroke.self)
    #expect(report.unchanged == 1)
    #expect(try JSONDecoder().decode(Stroke.self, from: Data(payload.utf8)) == Self.stroke(1))
    let encoded = try JSONEncoder().encode(Self.stroke(1))
    #expect(try JSONDecoder().decode(Stroke.self, from: encoded) == Self.stroke(1))
    let json = try #require(try JSONSerialization.jsonObject(with: encoded) as? [String: Any])
    #expect(json["token"] as? String == "0a0b0c0d-0e0f-4a1b-8c2d-3e4f50617281")
    #expect(json["seen"] as? String == "1970-01-01T00:00:01.500Z")
    #expect(json["at"] as? String == "1970-01-01T00:00:01Z")
  }

  @Test func draftsAndUndoKeepStoredForm() async throws {
    let store = try await store()
    store.undo.start()
    var draft = Draft(Self.stroke(2))
    draft.token = Self.tokens[0]
    draft.at = Date(timeIntervalSince1970: 99)
    draft.seen = Self.date(98)
    _ = try await store.save(draft)
    let saved = try await store.fetch(Stroke.self, id: 2)
    #expect(saved?.token == Self.tokens[0] && saved?.seen == Self.date(98))
    _ = try await store.undo.undo()
    #expect(try await store.fetch(Stroke.self, id: 2) == Self.stroke(2))
    _ = try await store.undo.redo()
    #expect(try await store.fetch(Stroke.self, id: 2) == saved)
  }
}
