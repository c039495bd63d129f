import TestHelpers
import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import SyncGenDiagnostics
import SyncGenSchema

@_spi(Generated) @testable import swiftsync_gen

/// Runs the examples of a section of `docs/reference/wire-protocols.md` with a store and a server that
/// returns the shown responses.
///
/// A new database begins at each heading, and at rows before a push. The kinds of blocks are
/// `rows`, `local` (SQL of the app), `request`, `response` (with a status, if it is not 200),
/// `push` (the protocol and the entities as arguments; the return value of the push) and `queue`. A
/// push must send exactly the requests of the blocks since the previous push.
struct WireExamples {
  /// The time of the local writes in the examples, for the change queue.
  private static let now = "2026-03-02T08:00:00.000Z"

  private let section: DocumentPage.Section
  private let metadata: SchemaMetadata
  private let scratch: Scratch
  private var databases = 0
  private var store: SyncStore?
  private var isFilling = false
  private var requests: [DocumentPage.Block] = []
  private var responses: [DocumentPage.Block] = []
  private(set) var outcome = ExampleOutcome()

  init(_ section: DocumentPage.Section, schema: String) throws {
    self.section = section
    metadata = try Self.metadata(schema)
    scratch = try Scratch()
  }

  private static func metadata(_ text: String) throws -> SchemaMetadata {
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: "schema.yaml",
      read: { path in SourceFile(path: path, bytes: Array(text.utf8)) }, into: &bag)
    guard let schema else {
      throw RuleExamples.Failure(text: bag.diagnostics.map(\.message).joined(separator: "\n"))
    }
    return SchemaMetadata(schema)
  }

  mutating func run() async throws -> ExampleOutcome {
    for part in section.parts {
      switch part {
      case .subheading: store = nil
      case .block(let block): try await run(block)
      }
    }
    if let block = requests.first ?? responses.first {
      outcome.note("nothing is pushed", at: block)
    }
    return outcome
  }

  private mutating func run(_ block: DocumentPage.Block) async throws {
    switch block.kind {
    case "schema": break
    case "rows": try await rows(block)
    case "local":
      _ = try await opened()
      let dated = "UPDATE swiftsync_changes SET changed_at = '\(Self.now)'"
      try database().execute("\(block.text); \(dated)")
    case "request": requests.append(block)
    case "response": responses.append(block)
    case "push": try await push(block)
    case "queue":
      let pending = try await opened().fetch(PendingChange.all).map(\.description)
      outcome.compare(block, with: pending.isEmpty ? ["(empty)"] : pending)
    default: outcome.note("a block of the kind '\(block.kind)' is not run", at: block)
    }
    if block.kind != "rows" { isFilling = false }
  }

  private mutating func rows(_ block: DocumentPage.Block) async throws {
    let rows = try RowsBlock(block.lines)
    if rows.isBefore, !isFilling { store = nil }
    _ = try await opened()
    if rows.isBefore {
      try database().execute(rows.insertions)
      isFilling = true
    } else {
      outcome.compare(block, with: try rows.stored(in: try database()))
    }
  }

  // MARK: - Pushing

  private mutating func push(_ block: DocumentPage.Block) async throws {
    let words = block.arguments.split(separator: " ").map(String.init)
    guard let name = words.first, let wireProtocol = PushEndpoint.WireProtocol(rawValue: name)
    else {
      return outcome.note("a push needs a protocol", at: block)
    }
    let server = RecordingTransport()
    for response in responses {
      server.respond(
        to: .post, "/api/sync", status: Int(response.arguments) ?? 200,
        json: response.lines.joined(separator: "\n"))
    }
    let entities = metadata.entities.filter { words.dropFirst().contains($0.name) }
    let endpoint = PushEndpoint(
      wireProtocol, EndpointRequest(.post, "/api/sync"), of: entities.map { PushedEntity($0) },
      by: APIClient(baseURL: .server("https://planner.example"), transport: server))
    let result = await text(of: endpoint, try await opened())
    outcome.compare(block, with: result.components(separatedBy: "\n"))
    try compare(try server.requests.map { try decoded($0.bodyText ?? "") }, at: block)
    requests = []
    responses = []
  }

  private func text(of endpoint: PushEndpoint, _ store: SyncStore) async -> String {
    do {
      return try await store.push(to: endpoint).description
    } catch {
      return "error: \(error)"
    }
  }

  private mutating func compare(_ sent: [JSON], at push: DocumentPage.Block) throws {
    if sent.count != requests.count {
      outcome.note("\(sent.count) requests were sent: \(sent)", at: push)
    }
    for (block, body) in zip(requests, sent) where try decoded(block.text) != body {
      outcome.note("the request is \(body)", at: block)
    }
  }

  private func decoded(_ text: String) throws -> JSON {
    try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  // MARK: - The database

  private var path: String { scratch.path("\(databases).sqlite") }

  private func database() throws -> Database { try Database(at: path) }

  private mutating func opened() async throws -> SyncStore {
    if let store { return store }
    databases += 1
    isFilling = false
    let opened = try await SyncStore.open(metadata, at: path)
    store = opened
    return opened
  }
}
