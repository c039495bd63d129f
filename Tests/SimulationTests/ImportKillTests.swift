import Foundation
import Programs
import SwiftSyncRuntime
import TestHelpers
import Testing

@testable import sync_client

/// A process is killed while it copies the rows of a Core Data store.
@Suite struct ImportKillTests {
  /// The statement in which the process is killed.
  enum Moment: String, CaseIterable {
    case firstBatch = "INSERT ON card_lists WHEN NEW.id = 50"
    case laterBatch = "INSERT ON card_lists WHEN NEW.id = 250"
    case nextEntity = "INSERT ON cards WHEN NEW.id = 1"
    case lastCards = "INSERT ON cards WHEN NEW.id = 350"
    case amounts = "INSERT ON stamps WHEN NEW.number = 150"
    case composites = "INSERT ON marks WHEN NEW.name = 'Mark 250'"

    /// The number of copied lists, cards, stamps and marks.
    var copied: [Int] {
      switch self {
      case .firstBatch: [0, 0, 0, 0]
      case .laterBatch: [200, 0, 0, 0]
      case .nextEntity: [250, 0, 0, 0]
      case .lastCards: [250, 300, 0, 0]
      case .amounts: [250, 400, 100, 0]
      case .composites: [250, 400, 300, 200]
      }
    }
  }

  @Test(arguments: Moment.allCases)
  func nextCallResumesImport(_ moment: Moment) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("killed-import-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("client.sqlite")
    let source = folder.appendingPathComponent("Model.sqlite")
    try Self.fill(source)
    await (try SyncStore(CardsSchema.self, .init(location: .url(file))).opened()).close()
    try await Self.kill(at: moment, file, source, in: folder)

    let store = try await SyncStore(CardsSchema.self, .init(location: .url(file))).opened()
    let counts = try await [
      store.fetch(CardList.all).count, store.fetch(Card.all).count,
      store.fetch(Stamp.all).count, store.fetch(Mark.all).count,
    ]
    #expect(counts == moment.copied)
    // The app already uses the copied rows.
    var changed: [Int] = []
    for id in [10, 150] where counts[0] >= id {
      var patch = CardList.Patch()
      patch.name = .value("changed")
      #expect(try await store.update(CardList.self, id: id, patch))
      changed.append(id)
    }
    let report = try await store.importRows(from: CoreDataStore(at: source))
    #expect(report.entities["CardList"]?.inserted ?? 0 == 250 - counts[0])
    #expect(report.entities["Card"]?.inserted ?? 0 == 400 - counts[1])
    #expect(report.entities["Stamp"]?.inserted ?? 0 == 300 - counts[2])
    #expect(report.entities["Mark"]?.inserted ?? 0 == 300 - counts[3])
    let lists = try await store.fetch(CardList.all).sorted { $0.id < $1.id }
    #expect(
      lists
        == (1...250).map { CardList(id: $0, name: changed.contains($0) ? "changed" : "List \($0)") }
    )
    let cards = try await store.fetch(Card.all).sorted { $0.id < $1.id }
    #expect(
      cards == (1...400).map { Card(id: $0, title: "Card \($0)", listID: 1 + $0 % 250) })
    try await Self.expectStamps(in: store)
    #expect(try await store.importRows(from: CoreDataStore(at: source)).wasComplete)
    #expect(try await store.fetch(PendingChange.all).count == changed.count)
    await store.close()
    try FileManager.default.removeItem(at: folder)
  }

  /// Checks amounts, references to composite identities, and an ordered list of such references.
  private static func expectStamps(in store: SyncStore) async throws {
    var stamps: [String] = []
    var marks: [String] = []
    var links: [String] = []
    for number in 1...300 {
      let list = 1 + number % 3
      stamps.append("\(list)|\(number)|\(100 * number + 50)|EUR")
      marks.append("Mark \(number)|\(list)|\(number)")
      links.append("\(number)|Mark \(301 - number)")
      if number > 1 { links.append("\(number)|Mark 300") }
    }
    func rows(_ sql: String) async throws -> [String] {
      try await store.query(sql).map { row in
        row.values.map { value in value.text }.joined(separator: "|")
      }
    }
    let columns = "list_id, number, price_minor, price_currency"
    #expect(try await rows("SELECT \(columns) FROM stamps ORDER BY number") == stamps)
    let parts = "name, stamp_list_id, stamp_number"
    #expect(try await rows("SELECT \(parts) FROM marks ORDER BY stamp_number") == marks)
    let order = "stamp_number, position"
    let members = "SELECT stamp_number, mark_name FROM stamp_marks ORDER BY \(order)"
    #expect(try await rows(members) == links)
    #expect(try await store.query("SELECT * FROM swiftsync_links").isEmpty)
  }

  /// 250 lists, 400 cards, 300 stamps and 300 marks, in the format of Core Data.
  private static func fill(_ file: URL) throws {
    try Database(at: file.path).execute(
      """
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      INSERT INTO Z_METADATA VALUES (1, '5B1F6A3E-2C62-4E9B-8C0E-7B1B6E8F6A10', NULL);
      CREATE TABLE Z_PRIMARYKEY (
        Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES
        (1, 'Card', 0, 400), (2, 'CardList', 0, 250), (3, 'Mark', 0, 300), (4, 'Stamp', 0, 300);
      CREATE TABLE ZCARD (
        Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLIST INTEGER, ZTITLE VARCHAR);
      CREATE TABLE ZCARDLIST (
        Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
      WITH RECURSIVE rows (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM rows WHERE number < 400)
        INSERT INTO ZCARD SELECT number, 1, 1, 1 + number % 250, 'Card ' || number FROM rows;
      INSERT INTO ZCARDLIST SELECT Z_PK, 2, 1, 'List ' || Z_PK FROM ZCARD WHERE Z_PK <= 250;
      CREATE TABLE ZSTAMP (
        Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLIST INTEGER, ZNUMBER INTEGER,
        ZPRICE DECIMAL, ZPRICECURRENCY VARCHAR);
      INSERT INTO ZSTAMP
        SELECT Z_PK, 4, 1, 1 + Z_PK % 3, Z_PK, Z_PK + 0.5, 'EUR' FROM ZCARD WHERE Z_PK <= 300;
      CREATE TABLE ZMARK (
        Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSTAMP INTEGER, ZNAME VARCHAR);
      INSERT INTO ZMARK SELECT Z_PK, 3, 1, Z_PK, 'Mark ' || Z_PK FROM ZSTAMP;
      CREATE TABLE Z_4MARKS (Z_4STAMPS INTEGER, Z_3MARKS INTEGER, Z_FOK_3MARKS INTEGER);
      INSERT INTO Z_4MARKS SELECT Z_PK, 301 - Z_PK, 1024 FROM ZSTAMP;
      INSERT INTO Z_4MARKS SELECT Z_PK, 300, 2048 FROM ZSTAMP WHERE Z_PK > 1;
      """)
  }

  /// Starts a process that copies, and kills it during the statement.
  private static func kill(
    at moment: Moment, _ file: URL, _ source: URL, in folder: URL
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
      Program(built: "sync-client", [file.path, source.path, "import"]),
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

  private static func size(of path: String) throws -> Int {
    guard FileManager.default.fileExists(atPath: path) else { return 0 }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.size] as? NSNumber)?.intValue ?? 0
  }
}
