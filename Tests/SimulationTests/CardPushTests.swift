import Foundation
import SwiftSyncRuntime
import SwiftSyncURLSession
import TestHelpers
import Testing

@testable import sync_client

/// Rows whose ids the sample backend generates, over HTTP and with faults: the server has each row
/// exactly once, as on the device. `CARD_PUSH_ROUNDS=200` runs more rounds,
/// `CARD_PUSH_FAULTS=drop-after` only these faults.
@Suite(.enabled(if: BackendProcess.isAvailable, "there is no python3"))
struct CardPushTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let rounds = Int(environment["CARD_PUSH_ROUNDS"] ?? "") ?? 12
  private static let faults =
    environment["CARD_PUSH_FAULTS"]?.split(separator: ",").map(String.init)
    ?? ["drop-before", "drop-after", "500", "500-after", "429", "half"]

  @Test(arguments: CreateMode.allCases)
  fileprivate func faultsLoseNothing(_ mode: CreateMode) async throws {
    try await Self.check(mode, faults: Self.faults, rounds: Self.rounds)
  }

  /// A creation whose response is lost does not create a second row.
  @Test(arguments: CreateMode.allCases)
  fileprivate func lostResponseCreatesNoDuplicate(_ mode: CreateMode) async throws {
    try await Self.check(mode, faults: ["drop-after"], rounds: Self.rounds)
  }

  private static func check(
    _ mode: CreateMode, faults: [String], rounds: Int
  ) async throws {
    let run = try await CardRun(mode)
    var random = SeededRandom(mode.seed)
    for _ in 0..<rounds {
      for _ in 0..<random.below(6) { try await run.edit(&random) }
      try await run.plan((0..<random.below(4)).map { _ in faults[random.below(faults.count)] })
      try await run.push()
    }
    try await run.plan([])
    for _ in 0..<20 where try await run.store.count(PendingChange.all) > 0 {
      try await run.push()
    }
    #expect(try await run.store.fetch(PendingChange.all) == [])
    let stored = try await run.stored()
    #expect(!stored.isEmpty)
    #expect(try await run.served() == stored)
    await run.end()
  }

  @Test func mergesConcurrentServerChange() async throws {
    let run = try await CardRun(.uncertain)
    try await run.store.insert(CardList(name: "Today"))
    try await run.push()
    try await run.api.list(id: 1, into: run.store)
    // Changes the version of the row, so that the ETag on the device is stale.
    try await run.send(.patch, "/api/crud/lists/1", ["name": "Tomorrow"])
    try await run.store.update(CardList.self, id: 1, .init(name: .value("Soon")))
    #expect(try await run.push().rows.confirmed == 1)
    #expect(try await run.served() == [#"{"id": 1, "name": "Soon"}"#])

    try await run.store.update(CardList.self, id: 1, .init(name: .value("Later")))
    try await run.send(.delete, "/api/crud/lists/1")
    #expect(try await run.push().problems.map(\.kind) == [.goneOnServer])
    #expect(try await run.store.discardPendingChange(of: CardList.self, id: 1))
    #expect(try await run.store.count(CardList.all) == 0)
    #expect(try await run.store.fetch(PendingChange.all) == [])
    await run.end()
  }
}

/// How a creation whose response is lost is resolved. `SimulationTests` covers the third mode: ids
/// that devices generate.
private enum CreateMode: CaseIterable {
  /// By a key that the server recognizes.
  case keyed
  /// By the app, which looks for the row on the server.
  case uncertain

  var seed: UInt64 { self == .keyed ? 1 : 2 }
}

/// A device and the sample backend.
private struct CardRun {
  let api: CardsAPI
  let store: SyncStore
  private let server: BackendProcess
  private let client: APIClient
  private let folder: URL
  private let mode: CreateMode

  init(_ mode: CreateMode) async throws {
    self.mode = mode
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("cards-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    server = try await BackendProcess(
      Scenario(wireProtocol: .rest, seed: 1, rounds: 0, faults: 0), in: folder)
    store = try await SyncStore(
      CardsSchema.self,
      .init(location: .url(folder.appendingPathComponent("client.sqlite")), log: .none)
    ).opened()
    client = APIClient(baseURL: .server(server.origin), limits: .patient)
    api = CardsAPI(client)
  }

  func end() async {
    await store.close()
    await server.end()
    // The system removes the folder if this fails.
    _ = try? FileManager.default.removeItem(at: folder)
  }

  // MARK: - The device

  func edit(_ random: inout SeededRandom) async throws {
    let name = "n\(random.below(1 << 30))"
    let lists = try await store.fetch(CardList.order(\.id))
    // A row keeps its name until the server has it, since the app finds the row by its name.
    let sent = lists.filter { $0.id > 0 }
    let cards = try await store.fetch(Card.where { $0.id > 0 }.order(\.id))
    switch random.below(8) {
    case 0: try await store.insert(CardList(name: name))
    case 1, 2, 3:
      try await store.insert(Card(title: name, listID: lists.randomElement(using: &random)?.id))
    case 4:
      guard let list = sent.randomElement(using: &random) else { return }
      try await store.update(CardList.self, id: list.id, .init(name: .value(name)))
    case 5:
      guard let card = cards.randomElement(using: &random) else { return }
      try await store.update(Card.self, id: card.id, .init(title: .value(name)))
    case 6:
      guard let card = cards.randomElement(using: &random) else { return }
      let list = lists.randomElement(using: &random)?.id
      try await store.update(
        Card.self, id: card.id, .init(listID: list.map { .value($0) } ?? .null))
    default:
      guard let card = cards.randomElement(using: &random) else { return }
      try await store.delete(Card.self, id: card.id)
    }
  }

  /// Pushes, and resolves what only the app can resolve.
  @discardableResult
  func push() async throws -> PushSummary {
    var endpoint = mode == .keyed ? api.keyed : api.sync
    let atOnce = HTTP.RetryPolicy(maxAttempts: 3, initialDelay: .zero, maxDelay: .zero)
    (endpoint.laterAttempts, endpoint.retry) = (atOnce, atOnce)
    var summary = PushSummary()
    do {
      summary = try await store.push(to: endpoint)
    } catch let error as APIError where error.isTransient {
      // After a fault, a push ends once nothing else can be sent.
    }
    let uncertain = try await store.problems(.uncertain)
    if !uncertain.isEmpty { try await plan([]) }
    for problem in uncertain { try await settle(problem) }
    return summary
  }

  private func settle(_ problem: SyncProblem) async throws {
    #expect(mode == .uncertain)
    if let id = try problem.id(as: CardList.self) {
      let name = try await store.fetch(CardList.self, id: id)?.name
      let known: CardList? = try await api.lists().first { $0.name == name }
      let resolution: SyncProblem.CreateResolution<CardList> =
        if let known { .arrived(as: known.id) } else { .sendAgain }
      try await store.resolveCreate(of: CardList.self, id: id, resolution)
    } else if let id = try problem.id(as: Card.self) {
      let title = try await store.fetch(Card.self, id: id)?.title
      let known: Card? = try await api.cards().first { $0.title == title }
      let resolution: SyncProblem.CreateResolution<Card> =
        if let known { .arrived(as: known.id) } else { .sendAgain }
      try await store.resolveCreate(of: Card.self, id: id, resolution)
    }
  }

  /// The rows in the format of the server.
  func stored() async throws -> [String] {
    let lists = try await store.fetch(CardList.order(\.id))
    let cards = try await store.fetch(Card.order(\.id))
    return lists.map { #"{"id": \#($0.id), "name": "\#($0.name)"}"# }
      + cards.map {
        let list = $0.listID.map { "\($0)" } ?? "null"
        return #"{"id": \#($0.id), "title": "\#($0.title)", "list_id": \#(list)}"#
      }
  }

  // MARK: - The server

  /// The lists, followed by the cards.
  func served() async throws -> [String] {
    let lists = try await client.send(EndpointRequest(.get, "/api/crud/lists")).body
    let cards = try await client.send(EndpointRequest(.get, "/api/crud/cards")).body
    return try (Self.rows(lists) + Self.rows(cards)).map { row in
      let id = row["id"]?.json ?? ""
      guard let title = row["title"]?.json else {
        return #"{"id": \#(id), "name": \#(row["name"]?.json ?? "")}"#
      }
      return #"{"id": \#(id), "title": \#(title), "list_id": \#(row["list_id"]?.json ?? "null")}"#
    }
  }

  private static func rows(_ body: Data) throws -> [[String: JSONValue]] {
    guard case .array(let rows) = try JSONValue(json: String(decoding: body, as: UTF8.self)) else {
      return []
    }
    return rows.map { if case .object(let row) = $0 { row } else { [:] } }
  }

  /// Sets the faults of the next requests.
  func plan(_ faults: [String]) async throws {
    let next = faults.map { JSONValue.object(["kind": .string($0)]) }
    try await send(.put, "/admin/faults", ["next": .array(next)])
  }

  func send(_ method: HTTP.Method, _ path: String, _ body: JSONValue? = nil) async throws {
    var request = EndpointRequest(method, path)
    request.body = body.map { Data($0.json.utf8) }
    _ = try await client.send(request)
  }
}
