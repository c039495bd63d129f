import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// Documents: payloads with rows of several entities.
@Suite struct DocumentTests {
  private static let json = #"""
    {"cards": [{"id": 1, "board": 7, "rank": 1}, {"id": 2, "rank": 2}], "boards": [{"id": 7}],
     "extras": [{"id": 4, "card": 1, "meta": {"kind": "pins"}}, {"id": 5, "meta": {"kind": 7}},
                {"id": 6, "meta": {"kind": "ads"}}],
     "page": {"cursor": "x", "total": 2}}
    """#

  private static let source = PayloadSource.data(Data(json.utf8))

  private func ids(_ store: SyncStore) async throws -> [Int] {
    try await store.fetch(Card.all).map(\.id).sorted()
  }

  @Test func appliesRowsOfAllEntities() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    try await store.insert([Card(id: 9)])
    try await store.insert([Board(id: 8)])
    let progress = ApplyReport.Progress()
    let report = try await store.apply(Self.source, as: BoardResult.self, progress: progress)
    #expect(report.inserted == 0 && report.deleted == 0 && report.rejectedCount == 0)
    #expect(report.related["Card"] == .of(inserted: 2, deleted: 1))
    #expect(report.related["Board"] == .of(inserted: 1))
    #expect(report.related["Pin"] == .of(inserted: 1))
    #expect(report.related["Player"] == .of(inserted: 1))
    #expect(report.unknownKeys == ["extras.meta.kind": 1])
    #expect(try await ids(store) == [1, 2])
    #expect(try await store.fetch(Board.all).map(\.id).sorted() == [7, 8])
    var last: ApplyReport.Progress.Counts?
    for await counts in progress { last = counts }
    #expect(last?.rows == 6 && last?.inserted == 5 && last?.deleted == 1)
  }

  @Test func appliesDocumentInTransaction() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    try await store.transaction { transaction in
      try transaction.insert(Card(id: 9))
      try transaction.apply(Self.source, as: BoardResult.self)
    }
    #expect(try await ids(store) == [1, 2])
  }

  @Test func decodesDocument() throws {
    let result = try JSONDecoder().decode(BoardResult.self, from: Data(Self.json.utf8))
    #expect(result.cards.map(\.id) == [1, 2] && result.page.total == 2)
    #expect(result.extras[0] == .pin(Pin(id: 4, cardID: 1)))
    #expect(result.extras[1] == .player(Player(id: 5)))
    guard case .unknown("ads", let json) = result.extras[2] else {
      Issue.record("\(result.extras[2])")
      return
    }
    #expect(json["id"] == 6)
    let written = try JSONEncoder().encode(result)
    #expect(try JSONDecoder().decode(BoardResult.self, from: written) == result)
  }

  @Test func fetchesDocumentIntoStore() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    let transport = RecordingTransport()
    let api = BoardAPI(baseURL: .server("https://example.com"), transport: transport)
    transport.respond(to: .get, "/everything", json: Self.json)
    let report = try await api.everything(into: store)
    #expect(report.related["Card"]?.inserted == 2)
    let result: BoardAPI.BoardResult = try await api.everything()
    #expect(result.boards == [Board(id: 7)])
  }

  @Test func rejectsResponsesThatAreNotDocuments() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    try await store.insert([Card(id: 1), Card(id: 2)])
    let transport = RecordingTransport()
    let api = BoardAPI(baseURL: .server("https://example.com"), transport: transport)
    transport.respond(to: .get, "/everything", json: "[]")
    await #expect(throws: APIError.self) { try await api.everything(into: store) }
    #expect(try await ids(store) == [1, 2])
  }

  @Test func rejectsListOptions() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    for options in [ApplyOptions(missingRows: .delete), ApplyOptions(root: "cards")] {
      let error = await #expect(throws: SyncError.self) {
        try await store.apply(Self.source, as: BoardResult.self, options: options)
      }
      guard case .invalidOption = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func appliesDocumentWithoutEndpoints() async throws {
    let database = try Database()
    let store = try await database.open(LedgerSchema.self)
    let (account, entry, line) = (UUID(), UUID(), UUID())
    let json: JSONValue = [
      "lines": [
        [
          "type": "line", "id": .string(line.uuidString), "amount": 3,
          "entry": .string(entry.uuidString),
        ],
        ["type": "other", "id": 1],
      ],
      "entries": [
        "a": ["id": .string(entry.uuidString), "text": "t", "account": .string(account.uuidString)]
      ],
      "accounts": [],
      "meta": ["main": ["id": .string(account.uuidString), "name": "N", "code": "c"]],
    ]
    let report = try await store.apply(.json(json), as: Books.self)
    #expect(report.rejected.map(\.path) == ["lines[1].type"])
    #expect(report.unresolvedReferences == 0)
    #expect(try await store.fetch(Line.all).map(\.entryID) == [entry])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Books.self, from: Data(json.json.utf8))
    }
  }

  @Test func passesDocumentPathToTransform() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    var options = ApplyOptions()
    options.transform = { row in
      if row.path == "cards[0]" { return nil }
      if row.path == "boards[0]" { return ["id": 70] }
      return row.json
    }
    let report = try await store.apply(Self.source, as: BoardResult.self, options: options)
    #expect(report.related["Card"] == .of(inserted: 1))
    #expect(try await store.fetch(Board.all).map(\.id) == [70])
    #expect(try await ids(store) == [2])
  }

  @Test func readsStreamInChunks() async throws {
    let database = try Database()
    let store = try await database.open(BoardSchema.self)
    let bytes = Array(Self.json.utf8)
    let chunks = AsyncStream<Data> { continuation in
      for byte in bytes { continuation.yield(Data([byte])) }
      continuation.finish()
    }
    let report = try await store.apply(.stream(chunks), as: BoardResult.self)
    #expect(report.related["Card"]?.inserted == 2 && report.unknownKeys == ["extras.meta.kind": 1])
  }

  @Test func checksDocument() async throws {
    let checker = PayloadChecker(BoardSchema.self)
    let report = try await checker.check(Self.source, as: BoardResult.self)
    #expect(report.rows == 6 && report.rejectedCount == 0)
    #expect(report.unknownKeys.map(\.path) == ["extras.meta.kind"])
    #expect(report.absentKeys.contains("cards.weight"))
  }
}
