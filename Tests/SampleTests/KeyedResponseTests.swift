import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// Responses whose rows are in an object, with their identities as keys.
@Suite struct KeyedResponseTests {
  @Test func appliesKeyedRows() async throws {
    let database = try Database()
    let store = try await database.open(AtlasSchema.self)
    let transport = RecordingTransport()
    transport.respond(
      to: .get, "/catalog", json: #"{"places": {"4": {"name": "A"}, "7": {"id": 7, "name": "B"}}}"#)
    let api = AtlasAPI(baseURL: .server("https://example.com"), transport: transport)
    #expect(try await api.catalog(into: store).inserted == 2)
    #expect(try await store.fetch(Place.all).map(\.id).sorted() == [4, 7])
  }

  @Test func decodesKeyedRows() async throws {
    let transport = RecordingTransport()
    transport.respond(
      to: .get, "/catalog", json: #"{"places": {"7": {"id": 7, "name": "B"}}}"#)
    let api = AtlasAPI(baseURL: .server("https://example.com"), transport: transport)
    #expect(try await api.catalog().places["7"]?.name == "B")
  }
}
