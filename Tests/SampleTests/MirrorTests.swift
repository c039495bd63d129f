import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// A store that reads the database of another program in place.
@Suite(.timeLimit(.minutes(15))) struct MirrorTests {
  private let database: Database

  init() throws {
    database = try Database()
  }

  private static let theirs = """
    CREATE TABLE ZMAILBOX (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER NOT NULL, ZNAME VARCHAR);
    CREATE TABLE ZMAIL (
      Z_PK INTEGER PRIMARY KEY, ZMAILBOX INTEGER, ZSUBJECT VARCHAR, ZBODY INTEGER, ZGONE INTEGER);
    CREATE VIEW mails_view AS
      SELECT Z_PK, ZMAILBOX, ZSUBJECT, ZBODY + 1 AS total FROM ZMAIL WHERE ZGONE IS NOT 1;
    CREATE TABLE flags (word TEXT PRIMARY KEY, position INTEGER AS (length(word))) WITHOUT ROWID;
    CREATE TABLE mail_flags (mail_id INT, flag_id TEXT, PRIMARY KEY (mail_id, flag_id));
    INSERT INTO ZMAILBOX VALUES (1, 3, 'In'), (2, 3, 'Out');
    INSERT INTO ZMAIL VALUES (1, 1, 'Hello', 9, 0), (2, 1, NULL, 19, NULL), (3, 2, 'Gone', 29, 1),
      (4, 2, 'Hello again', 39, 0);
    INSERT INTO flags (word) VALUES ('red'), ('seen');
    INSERT INTO mail_flags VALUES (1, 'red'), (1, 'seen'), (4, 'red');
    PRAGMA user_version = 77;
    """

  private func other(log: Bool = false) throws -> OtherProgram {
    let other = try OtherProgram(at: database)
    if log { try other.run("PRAGMA journal_mode = WAL") }
    try other.run(Self.theirs)
    return other
  }

  private func open() async throws -> SyncStore {
    try await SyncStore(MirrorSchema.self, .init(location: .url(database.url))).opened()
  }

  // MARK: - Reading

  @Test(arguments: [false, true])
  func readsRows(log: Bool) async throws {
    let other = try other(log: log)
    let store = try await open()
    let mails = try await store.fetch(Mail.order(\.id.descending))
    #expect(mails.map(\.subject) == ["Hello again", nil, "Hello"])
    #expect(mails.map(\.size) == [40, 20, 10])
    #expect(try await store.fetch(Mail.self, id: 4)?.mailboxID == 2)
    #expect(try await store.fetch(Mail.self, id: 3) == nil)
    #expect(try await store.fetch(Flag.self, ids: ["seen", "no"]) == [Flag(id: "seen", rank: 4)])
    let page = try await store.fetch(Mail.order(\.id).limit(1).offset(1).page)
    #expect(page.rows.map(\.id) == [2] && page.totalCount == 3)
    #expect(try await store.count(Mail.where { $0.subject.contains("ello") }) == 2)
    #expect(
      try await store.fetch(Mail.where { $0.mailbox.name == "In" }.select { $0.id }).sorted()
        == [1, 2])
    #expect(
      try await store.fetch(Mail.where { $0.flags.contains { $0.id == "red" } }).map(\.id).sorted()
        == [1, 4])
    let boxes = try await store.fetch(Mailbox.order(\.id).including { $0.mails })
    #expect(boxes.map { $0.related.map(\.id).sorted() } == [[1, 2], [4]])
    #expect(try await mails[2].flags(in: store).map(\.id).sorted() == ["red", "seen"])
    #expect(
      try await store.query("SELECT count(*) AS n FROM ZMAIL").first?["n"] == .integer(4))
    let names = try store.read { reader in
      try reader.fetch(Mailbox.order(\.name.descending)).map(\.name)
    }
    #expect(names == ["Out", "In"])
    try other.run("INSERT INTO ZMAILBOX VALUES (3, 3, 'New')")
    #expect(try await store.count(Mailbox.all) == 3)
    await store.close()
  }

  @Test func exportsRows() async throws {
    _ = try other()
    let store = try await open()
    let mail = try await store.export(Mail.self, id: 1)
    #expect(
      String(decoding: mail, as: UTF8.self)
        == #"{"id":1,"subject":"Hello","size":10,"mailbox_id":1,"flag_ids":["red","seen"]}"#)
    let nested = try await store.export(
      entity: "Flag", options: ExportOptions(id: "seen", relations: .nested))
    #expect(
      String(decoding: nested, as: UTF8.self)
        == #"{"id":"seen","rank":4,"mails":[{"id":1,"subject":"Hello","size":10,"mailbox_id":1}]}"#)
  }

  /// The file has the same bytes, and the log of the other program is unchanged.
  @Test func leavesFilesUnchanged() async throws {
    do {
      _ = try other()
    }
    let before = try Data(contentsOf: database.url)
    let store = try await open()
    _ = try await store.fetch(Mail.all)
    var mails = store.values(of: Mail.all).makeAsyncIterator()
    _ = try await mails.next()
    try await store.suspend()
    try await store.resume()
    _ = try await store.export(Mailbox.self)
    await store.close()
    #expect(try Data(contentsOf: database.url) == before)
    let folder = database.url.deletingLastPathComponent().path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["sample.sqlite"])
  }

  // MARK: - Observing

  @Test(arguments: [false, true])
  func observesOtherProgram(log: Bool) async throws {
    let other = try other(log: log)
    let store = try await open()
    var subjects = store.values(of: Mail.order(\.id).select { $0.subject })
      .makeAsyncIterator()
    #expect(try await subjects.next() == ["Hello", nil, "Hello again"])
    var row = store.values(of: Mailbox.self, id: 1).makeAsyncIterator()
    #expect(try await row.next()??.name == "In")
    var changes = store.changes(of: Flag.self, startingWithRows: true).makeAsyncIterator()
    #expect(try await changes.next()?.initialRows?.count == 2)
    try other.run("UPDATE ZMAIL SET ZGONE = 1 WHERE Z_PK < 3; UPDATE ZMAILBOX SET ZNAME = 'Inbox'")
    #expect(try await subjects.next() == ["Hello again"])
    #expect(try await row.next()??.name == "Inbox")
    #expect(try await changes.next()?.isIncomplete == true)
  }

  @Test func seesWritesDuringSuspension() async throws {
    let other = try other()
    let store = try await open()
    var count = store.values(of: Mail.all).makeAsyncIterator()
    #expect(try await count.next()?.count == 3)
    try await store.suspend()
    try other.run("UPDATE ZMAIL SET ZGONE = 0")
    try await store.resume()
    #expect(try await count.next()?.count == 4)
  }

  // MARK: - Writing

  @Test func everyWriteThrows() async throws {
    _ = try other()
    let store = try await open()
    let error = SyncError.readOnlyDatabase(path: database.url.path)
    let payload = PayloadSource.data(Data("[]".utf8))
    await #expect(throws: error) { try await store.insert(Flag(id: "x", rank: 1)) }
    await #expect(throws: error) { try await store.insert([Flag(id: "x", rank: 1)]) }
    await #expect(throws: error) {
      try await store.update(Flag(id: "red", rank: 1)) { $0.rank = 2 }
    }
    await #expect(throws: error) {
      try await store.update(Flag.self, id: "red", FlagPatch(rank: .value(1)))
    }
    await #expect(throws: error) { try await store.delete(Flag.self, id: "red") }
    await #expect(throws: error) { try await store.delete(Flag.all) }
    await #expect(throws: error) { try await store.update(Flag.all, FlagPatch(rank: .value(1))) }
    await #expect(throws: error) { try await store.apply(payload, as: Flag.self) }
    await #expect(throws: error) { try await store.apply(payload, as: "Flag") }
    await #expect(throws: error) {
      try await store.apply(payload, as: Flag.self, options: Self.dryRun)
    }
    await #expect(throws: error) { try await store.applyReturningChanges(payload, as: Flag.self) }
    await #expect(throws: error) { try await store.transaction { _ in } }
    await #expect(throws: error) { try await store.undo.undo() }
    await #expect(throws: error) { try await store.undo.redo() }
    await #expect(throws: error) {
      try await store.withPendingChanges(of: Flag.self) { _ in [] }
    }
    await #expect(throws: error) { try await store.discardPendingChange(of: Flag.self, id: "red") }
    await #expect(throws: error) {
      try await store.importRows(from: CoreDataStore(at: database.url))
    }
    #expect(try await store.fetch(PendingChange.all).isEmpty)
    #expect(try await store.fetch(PendingChange.of(Flag.self)).isEmpty)
    #expect(try await store.problems(.uncertain).isEmpty)
    await #expect(throws: SyncError.self) { try await store.query("DELETE FROM ZMAIL") }
    await #expect(throws: SyncError.self) { try await store.query("CREATE TABLE x (y)") }
  }

  private static let dryRun = ApplyOptions(isDryRun: true)

  @Test func pushSendsNothing() async throws {
    _ = try other()
    let store = try await open()
    let error = SyncError.readOnlyDatabase(path: database.url.path)
    let transport = RecordingTransport()
    let client = APIClient(baseURL: .server("https://example.com"), transport: transport)
    for way in [PushEndpoint.WireProtocol.batch, .operations] {
      let endpoint = PushEndpoint(
        way, EndpointRequest(.post, "/sync"), of: [PushedEntity(Flag.self)], by: client)
      await #expect(throws: error) { try await store.push(to: endpoint) }
      let session = SyncSession(store, Steps(uploads: [endpoint]))
      await #expect(throws: error) { try await session.run() }
      #expect(session.state.pendingCount == 0 && session.state.lastError == error.errorDescription)
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func rejectsTransactionOnForeignConnection() throws {
    let other = try other()
    #expect(throws: SyncError.readOnlyDatabase(path: "of the connection")) {
      try SyncStore.transaction(MirrorSchema.self, on: other.handle) { _ in }
    }
  }

  @Test func describesError() {
    #expect(
      SyncError.readOnlyDatabase(path: "a.sqlite").description
        == "the database a.sqlite is read-only: it belongs to another program, and the schema has "
        + "'adopt: read-only'; let that program write, or copy the rows into a database of your own"
    )
  }

  // MARK: - The app's own databases

  /// Tests and previews need rows.
  @Test func inMemoryAndTemporaryStoresAreWritable() async throws {
    for store in [
      try await SyncStore.inMemory(MirrorSchema.self),
      try await SyncStore.temporary(MirrorSchema.self),
    ] {
      let rows = Data(#"[{"id": 1, "name": "In", "mails": [{"id": 2, "size": 3}]}]"#.utf8)
      try await store.apply(.data(rows), as: Mailbox.self)
      try await store.insert(Flag(id: "red", rank: 3))
      #expect(try await store.fetch(Mail.all).map(\.mailboxID) == [1])
      let flag = try await store.export(Flag.self, id: "red")
      #expect(String(decoding: flag, as: UTF8.self) == #"{"id":"red","rank":3,"mail_ids":[]}"#)
      await store.close()
    }
  }
}
