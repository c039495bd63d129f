import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import SyncGenDiagnostics
import SyncGenSchema
import TestHelpers

@_spi(Generated) @testable import swiftsync_gen

/// A store with a schema of the test, and a server whose responses the test determines.
final class ScriptedSync: Sendable {
  struct InvalidSchema: Error, CustomStringConvertible {
    let description: String
  }

  let store: SyncStore
  let server = RecordingTransport()
  let log = LoggedLines()
  private let answers = Answers()
  private let metadata: SchemaMetadata
  private let scratch: Scratch

  /// - Parameter schema: The schema, without the lines that are the same in each.
  init(_ schema: String) async throws {
    scratch = try Scratch()
    metadata = try Self.metadata("swiftsync: 1\nname: Sample\nversion: 1\n\(schema)\n")
    store = try await SyncStore.open(metadata, at: scratch.path("store.sqlite"), log: log.log)
    server.respond(to: .post, "/api/sync") { [answers] in try await answers.next()($0) }
  }

  private static func metadata(_ text: String) throws -> SchemaMetadata {
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: "schema.yaml",
      read: { path in SourceFile(path: path, bytes: Array(text.utf8)) }, into: &bag)
    guard let schema else {
      throw InvalidSchema(description: bag.diagnostics.map(\.message).joined(separator: "\n"))
    }
    return SchemaMetadata(schema)
  }

  // MARK: - The store

  /// Changes rows as the app does.
  func write(_ sql: String) throws { try database().execute(sql) }

  /// Applies rows of the server; other rows are kept.
  func apply(_ entity: String, _ json: String) async throws {
    var options = ApplyOptions()
    options.missingRows = .keep
    _ = try await store.apply(.data(Data(json.utf8)), as: entity, options: options)
  }

  /// The rows of a query, as text.
  func rows(_ sql: String) throws -> [String] {
    try database().rows(sql).map { $0.map { $0 ?? "NULL" }.joined(separator: "|") }
  }

  func queue() async throws -> [String] {
    try await store.fetch(PendingChange.all).map(\.description)
  }

  private func database() throws -> Database { try Database(at: scratch.path("store.sqlite")) }

  // MARK: - The server

  func endpoint(_ wireProtocol: PushEndpoint.WireProtocol) -> PushEndpoint {
    PushEndpoint(
      wireProtocol, EndpointRequest(.post, "/api/sync"),
      of: metadata.entities.filter(\.sync.isPushed).map { PushedEntity($0) },
      by: APIClient(baseURL: .server("https://sample.example"), transport: server))
  }

  /// Sets the response to each further push request, as a function of its body.
  func answer(_ body: @escaping @Sendable (JSON) throws -> (status: Int, body: JSON)) {
    answers.add { request in
      let (status, json) = try body(Self.decoded(request))
      return Self.response(try JSONEncoder().encode(json), status)
    }
  }

  /// Sets the next response. The last one is repeated until another is set.
  func answer(_ json: String, status: Int = 200) {
    answers.add { _ in Self.response(Data(json.utf8), status) }
  }

  private static func response(_ body: Data, _ status: Int) -> HTTP.Response {
    HTTP.Response(status: status, headers: ["Content-Type": "application/json"], body: body)
  }

  func sent() throws -> [JSON] { try server.requests.map { try Self.decoded($0) } }

  private static func decoded(_ request: HTTP.Request) throws -> JSON {
    try JSONDecoder().decode(JSON.self, from: Data((request.bodyText ?? "").utf8))
  }

  /// Pushes, and returns the summary or the error as text.
  @discardableResult
  func push(_ endpoint: PushEndpoint) async -> String {
    do {
      return try await store.push(to: endpoint).description
    } catch {
      return "error: \(error)"
    }
  }

  @discardableResult
  func push(_ wireProtocol: PushEndpoint.WireProtocol) async -> String {
    await push(endpoint(wireProtocol))
  }
}

/// The responses of a server, in order.
///
/// `@unchecked`: mutable state is accessed only under the lock.
private final class Answers: @unchecked Sendable {
  struct Missing: Error {}

  private let lock = NSLock()
  private var open: [RecordingTransport.Handler] = []
  private var last: RecordingTransport.Handler?

  func add(_ handler: @escaping RecordingTransport.Handler) {
    lock.withLock { open.append(handler) }
  }

  func next() throws -> RecordingTransport.Handler {
    try lock.withLock {
      if !open.isEmpty { last = open.removeFirst() }
      guard let last else { throw Missing() }
      return last
    }
  }
}

/// Collects the log of a store.
///
/// `@unchecked`: mutable state is accessed only under the lock.
final class LoggedLines: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [String] = []

  var lines: [String] { lock.withLock { all } }

  var log: SyncLog {
    SyncLog { event, operation in self.lock.withLock { self.all.append("\(operation): \(event)") } }
  }
}
