import Foundation
import Programs
import SwiftSyncRuntime
import SwiftSyncURLSession
import TestHelpers
import Testing

@testable import sync_client

/// A client is killed while a row, and everything that refers to it, receives the id that the
/// server generated.
@Suite(.enabled(if: BackendProcess.isAvailable, "there is no python3"))
struct IdentityKillTests {
  /// The statement in which the client is killed.
  enum Moment: String, CaseIterable {
    /// The references change first, then the row, the queue, and the replacement of the old id.
    case references = "UPDATE OF list_id ON cards WHEN NEW.list_id > 0"
    case row = "UPDATE OF id ON card_lists WHEN NEW.id > 0"
    case queue = "UPDATE ON swiftsync_changes WHEN NEW.entity = 'CardList' AND NEW.id > 0"
    case replacement =
      "INSERT ON swiftsync_temporary WHEN NEW.entity = 'CardList' AND NEW.new_id > 0"
    /// The list has its id, and one of its cards receives one.
    case nextRow = "UPDATE OF id ON cards WHEN NEW.id > 0"
  }

  @Test(arguments: Moment.allCases)
  func replacesIdentityAtomically(_ moment: Moment) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("killed-identity-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let server = try await BackendProcess(
      Scenario(wireProtocol: .rest, seed: 1, rounds: 0, faults: 0), in: folder)
    let file = folder.appendingPathComponent("client.sqlite")
    let list = try await Self.fill(file)
    let before = try Self.stored(file)

    try await Self.kill(at: moment, file, origin: server.origin, in: folder)
    let after = try Self.stored(file)
    #expect(after == (moment == .nextRow ? Self.replaced(before, list) : before))

    let store = try await SyncStore(CardsSchema.self, .init(location: .url(file))).opened()
    var endpoint = CardsAPI(APIClient(baseURL: .server(server.origin))).keyed
    endpoint.laterAttempts = HTTP.RetryPolicy(maxAttempts: 3, initialDelay: .zero, maxDelay: .zero)
    for _ in 0..<5 where try await !store.fetch(PendingChange.all).isEmpty {
      try await store.push(to: endpoint)
    }
    #expect(try await store.fetch(PendingChange.all).isEmpty)
    #expect(try await store.fetch(CardList.self, id: list)?.id == 1)
    #expect(try await store.fetch(Card.all).map(\.listID) == [1, 1])
    let served: [CardList] = try await CardsAPI(APIClient(baseURL: .server(server.origin))).lists()
    #expect(served == [CardList(id: 1, name: "Today")])
    let cards: [Card] = try await CardsAPI(APIClient(baseURL: .server(server.origin))).cards()
    #expect(try await Set(store.fetch(Card.all)) == Set(cards))
    await store.close()
    await server.end()
    try FileManager.default.removeItem(at: folder)
  }

  /// A list with two cards that the server does not have; returns the id of the list.
  private static func fill(_ file: URL) async throws -> Int {
    let store = try await SyncStore(CardsSchema.self, .init(location: .url(file))).opened()
    let list = CardList(name: "Today")
    try await store.insert(list)
    try await store.insert([
      Card(title: "Bread", listID: list.id), Card(title: "Milk", listID: list.id),
    ])
    await store.close()
    return list.id
  }

  /// Starts a client that pushes, and kills it during the statement.
  private static func kill(
    at moment: Moment, _ file: URL, origin: String, in folder: URL
  ) async throws {
    let database = try Database(at: file.path, wait: 10_000)
    // The statement writes so much that SQLite moves it to the log before the transaction ends.
    // Then it counts for minutes, so the process cannot finish it before it is killed.
    try database.execute(
      """
      CREATE TABLE noise (bytes);
      CREATE TRIGGER noise AFTER \(moment.rawValue) BEGIN
        INSERT INTO noise WITH RECURSIVE rows (number) AS
          (SELECT 1 UNION ALL SELECT number + 1 FROM rows WHERE number < 100000)
        SELECT randomblob(1000) FROM rows;
        INSERT INTO noise WITH RECURSIVE rows (number) AS
          (SELECT 1 UNION ALL SELECT number + 1 FROM rows WHERE number < 10000000000)
        SELECT max(number) FROM rows;
      END
      """)
    let process = try ChildProcess(
      Program(built: "sync-client", [file.path, origin, "cards"]),
      errors: folder.appendingPathComponent("client.log"))
    #expect(try await process.line() != nil, "\(process.complaints)")
    let log = file.path + "-wal"
    var rounds = 0
    while try size(of: log) < 8 << 20, rounds < 60_000 {
      rounds += 1
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(try size(of: log) >= 8 << 20, "the statement was not reached: \(process.complaints)")
    await process.end()
    try database.execute("DROP TRIGGER noise; DROP TABLE noise")
  }

  /// The same rows once the list has its id.
  private static func replaced(_ rows: [String], _ list: Int) -> [String] {
    rows.filter { $0 != "queue CardList \(list) insert" }.map { row in
      row == "temporary CardList \(list) null"
        ? "temporary CardList \(list) 1" : row.replacingOccurrences(of: " \(list)", with: " 1")
    }
  }

  private static func size(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.size] as? NSNumber)?.intValue ?? 0
  }

  /// All values that identify rows of the list and its cards.
  private static func stored(_ file: URL) throws -> [String] {
    let database = try Database(at: file.path, wait: 10_000)
    return try [
      "SELECT 'list', id FROM card_lists", "SELECT title, id, list_id FROM cards ORDER BY title",
      "SELECT 'temporary', entity, id, new_id FROM swiftsync_temporary ORDER BY entity, id",
      "SELECT 'queue', entity, id, operation FROM swiftsync_changes ORDER BY sequence",
    ].flatMap { try database.rows($0) }.map { $0.map { $0 ?? "null" }.joined(separator: " ") }
  }
}
