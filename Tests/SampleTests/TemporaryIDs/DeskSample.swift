import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers

/// A store with tickets, and a server whose responses a test sets.
struct DeskSample {
  let database: Database
  let store: SyncStore
  let server = RecordingTransport()

  init(_ database: Database? = nil) async throws {
    let database = try database ?? Database()
    self.database = database
    store = try await SyncStore(DeskSchema.self, .init(location: .url(database.url), log: .none))
      .opened()
  }

  func endpoint(
    _ wireProtocol: PushEndpoint.WireProtocol, limit: Int? = nil
  ) -> PushEndpoint {
    var endpoint = PushEndpoint(
      wireProtocol, EndpointRequest(.post, "/sync"),
      of: [
        PushedEntity(Area.self), PushedEntity(Ticket.self), PushedEntity(Keyword.self),
        PushedEntity(Seal.self), PushedEntity(Stage.self), PushedEntity(Remark.self),
      ],
      by: APIClient(baseURL: .server("https://desk.example"), transport: server))
    if let limit { endpoint.rowLimit = limit }
    return endpoint
  }

  func response(_ json: String) {
    server.respond(to: .post, "/sync", json: json)
  }

  func rows(_ sql: String) throws -> [String] {
    try OtherProgram(at: database).rows(sql)
  }

  /// The entries that are left in the queue.
  func queue() throws -> [String] {
    try rows("SELECT entity, id, operation, fields FROM swiftsync_changes ORDER BY sequence")
  }

  /// A result of the protocol `operations` for a row that the server created.
  static func applied(_ type: String, _ sent: String, _ data: String) -> String {
    #"{"type": "\#(type)", "id": \#(sent), "status": "applied", "data": \#(data)}"#
  }

  static func results(_ results: String...) -> String {
    #"{"results": [\#(results.joined(separator: ", "))]}"#
  }
}
