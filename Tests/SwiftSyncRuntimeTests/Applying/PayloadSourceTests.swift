import Foundation
import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct PayloadSourceTests {
  private struct Row: Encodable {
    let id: Int
    let email: String
  }

  private let database: Database

  init() throws {
    database = try Database()
  }

  private func store() async throws -> SyncStore {
    try await SyncStore.open(ShopSchema.metadata, at: database.path)
  }

  @Test func acceptsJSON() async throws {
    let value: JSONValue = [["id": 1, "email": "a"], ["id": 2, "email": "b"]]
    #expect(try await store().apply(.json(value), as: "Member").inserted == 2)
  }

  @Test func acceptsDictionaries() async throws {
    let store = try await store()
    let userInfo: [String: Any] = ["id": 1, "email": "a"]
    #expect(try await store.apply(.dictionary(userInfo), as: "Member").inserted == 1)
    let list = [userInfo, ["id": 2, "email": "b"]]
    let report = try await store.apply(.dictionaries(list), as: "Member")
    #expect(report.inserted == 1 && report.unchanged == 1)
    #expect(throws: EncodingError.self) { try PayloadSource.dictionary(["at": Date()]) }
  }

  @Test func acceptsEncodableValues() async throws {
    let rows = [Row(id: 1, email: "a"), Row(id: 2, email: "b")]
    #expect(try await store().apply(.encoding(rows), as: "Member").inserted == 2)
    let one = try await store().apply(
      .encoding(Row(id: 1, email: "x")), as: "Member")
    #expect(one.updated == 1)
    #expect(one.deleted == 0)
  }

  @Test func encodesDatesAsText() throws {
    let source = try PayloadSource.encoding(["at": Date(timeIntervalSince1970: 0)])
    guard case .data(let data) = source.content else { throw SyncError.cancelled }
    #expect(String(decoding: data, as: UTF8.self) == #"{"at":"1970-01-01T00:00:00Z"}"#)
  }

  @Test func rejectsUnknownEntity() async throws {
    await #expect(throws: SyncError.unknownEntity("Nobody", known: ["Member", "Badge", "Team"])) {
      try await store().apply(.json([]), as: "Nobody")
    }
  }

  @Test func rejectsStreamInTransaction() async throws {
    let chunks = AsyncStream<Data> { $0.finish() }
    await #expect {
      try await store().transaction { transaction in
        let call = SyncCall(.entity("Member"), ApplyOptions())
        return try transaction.run(call, .source(.stream(chunks)))
      }
    } throws: { error in
      guard case SyncError.invalidOption? = error as? SyncError else { return false }
      return true
    }
  }
}
