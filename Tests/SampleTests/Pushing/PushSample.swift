import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Tracker

/// A store with the shipped tasks, and a server whose responses a test sets.
struct PushSample {
  let database: Database
  let store: SyncStore
  let server = RecordingTransport()
  private let log = LogLines()

  init() async throws {
    database = try Database()
    store = try await SyncStore(
      TrackerSchema.self, .init(location: .url(database.url), log: log.log)
    ).opened()
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
  }

  func endpoint(_ wireProtocol: PushEndpoint.WireProtocol) -> PushEndpoint {
    PushEndpoint(
      wireProtocol, EndpointRequest(.post, "/api/sync"), of: [PushedEntity(Todo.self)],
      by: APIClient(baseURL: .server("https://tracker.example"), transport: server))
  }

  /// Sets the server's next response.
  func response(_ json: String) {
    server.respond(to: .post, "/api/sync", json: json)
  }

  /// Writes a title, and returns the row's identity as in JSON.
  @discardableResult
  func edit(_ number: Int, title: String) async throws -> String {
    try await store.update(
      Todo.self, id: TrackerIDs.task(number), Todo.Patch(title: .value(title)))
    return TrackerIDs.task(number).uuidString.lowercased()
  }

  func task(_ number: Int) async throws -> Todo? {
    try await store.fetch(Todo.self, id: TrackerIDs.task(number))
  }

  func bodies() throws -> [JSONValue] { try server.requests.compactMap { try $0.bodyJSON } }

  /// The lines that pushes have logged, with the operation.
  var logged: [String] { log.lines.filter { $0.hasPrefix("push") } }

  /// The entries that are left in the queue.
  func queue() throws -> [String] {
    try OtherProgram(at: database).rows(
      "SELECT operation, fields FROM swiftsync_changes ORDER BY sequence")
  }
}

/// Collects the log of a store.
///
/// `@unchecked`: mutable state is accessed only under the lock.
final class LogLines: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [String] = []

  var lines: [String] { lock.withLock { all } }

  func add(_ line: String) { lock.withLock { all.append(line) } }

  var log: SyncLog {
    SyncLog { event, operation in self.lock.withLock { self.all.append("\(operation): \(event)") } }
  }
}

extension JSONValue {
  var elements: [JSONValue] {
    if case .array(let elements) = self { return elements }
    return []
  }

  var keys: [String] {
    if case .object(let members) = self { return members.keys.sorted() }
    return []
  }

  var text: String? {
    if case .string(let text) = self { return text }
    return nil
  }
}
