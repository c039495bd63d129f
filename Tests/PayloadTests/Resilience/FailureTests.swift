import TestHelpers
import Foundation
import Programs
import SwiftSyncRuntime
import Testing
import Tracker

/// Problems with files: the tool prints a clear message and loses nothing.
@Suite struct FailureTests {
  private let shelf: Shelf

  init() throws {
    shelf = try Shelf()
  }

  private func apply(
    _ payload: String = "one.json", to database: String, through wrapper: [String] = []
  ) async throws -> ProgramOutcome {
    try await Tool.run(
      shelf.arguments(payload, to: database), in: shelf.scratch, through: wrapper)
  }

  private func path(_ name: String) -> String { shelf.scratch.path(name) }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path(name)))
  }

  /// Checks the message of a call that could not use the database.
  private func expectUnusable(
    _ outcome: ProgramOutcome, _ database: String, _ reason: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let message =
      "swiftsync-gen: error: the database \(path(database)) cannot be used: \(reason)\n"
    #expect(outcome.errors == message, sourceLocation: location)
    #expect(outcome.output == "" && outcome.status == 1, sourceLocation: location)
  }

  private static let noFile =
    "unable to open database file (SQLite error 14); the path must name a readable file "
    + "in an existing folder"

  @Test func directoryInsteadOfFile() async throws {
    let folder = URL(fileURLWithPath: path("folder"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try Data("kept".utf8).write(to: folder.appendingPathComponent("file"))
    expectUnusable(try await apply(to: "folder"), "folder", Self.noFile)
    #expect(try bytes("folder/file") == Data("kept".utf8))
    await #expect(throws: SyncError.unusableDatabase(path: folder.path, reason: Self.noFile)) {
      try await SyncStore(TrackerSchema.self, .init(location: .url(folder))).opened()
    }
  }

  @Test func missingFolder() async throws {
    expectUnusable(try await apply(to: "none/rows"), "none/rows", Self.noFile)
    #expect(!FileManager.default.fileExists(atPath: path("none")))
  }

  @Test func nonDatabaseFile() async throws {
    try shelf.scratch.write("rows", String(repeating: "not a database\n", count: 500))
    let before = try bytes("rows")
    let reason =
      "file is not a database (SQLite error 26); it is not an SQLite database, or its header is "
      + "damaged"
    expectUnusable(try await apply(to: "rows"), "rows", reason)
    #expect(try bytes("rows") == before)
    let url = URL(fileURLWithPath: path("rows"))
    await #expect(throws: SyncError.unusableDatabase(path: url.path, reason: reason)) {
      try await SyncStore(TrackerSchema.self, .init(location: .url(url))).opened()
    }
  }

  @Test func damagedPages() async throws {
    try await shelf.fill("rows")
    var damaged = try bytes("rows")
    damaged.replaceSubrange(
      4096..<damaged.count, with: Data(repeating: 0xa5, count: damaged.count - 4096))
    try damaged.write(to: URL(fileURLWithPath: path("rows")))
    let outcome = try await apply("rows1.json", to: "rows")
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.errors.contains("database disk image is malformed"), "\(outcome.errors)")
    #expect(
      outcome.errors.hasSuffix(
        "; the file is damaged; restore a copy, or delete it and fetch the rows again\n"))
  }

  @Test func emptyFileBecomesDatabase() async throws {
    try shelf.scratch.write("rows", "")
    let outcome = try await apply("rows1.json", to: "rows")
    #expect(outcome.status == 0 && outcome.errors == "")
    let hasRows = try shelf.content(of: "rows") != nil
    #expect(hasRows)
  }

  @Test func foreignDatabase() async throws {
    try Database(at: path("rows")).execute("CREATE TABLE notes (text)")
    let before = try bytes("rows")
    expectUnusable(
      try await apply(to: "rows"), "rows",
      "it contains tables of another program and no schema version; to use it, set 'adopt: true' "
        + "in the schema")
    // Even the journal mode has not changed.
    #expect(try bytes("rows") == before)
  }

  // MARK: - Locks

  private static let locked =
    "SQLite error 5: database is locked (BEGIN IMMEDIATE); another connection held the lock "
    + "for longer than the busy timeout; try again later"

  @Test func lockOutlastsTimeout() async throws {
    try await shelf.fill("rows")
    let before = try #require(try shelf.content(of: "rows"))
    let other = try Database(at: path("rows"))
    try other.run("BEGIN IMMEDIATE")
    let start = Date()
    let outcome = try await apply("rows1.json", to: "rows")
    #expect(outcome.errors == "swiftsync-gen: error: \(Self.locked)\n")
    #expect(outcome.output == "" && outcome.status == 1)
    #expect(Date().timeIntervalSince(start) >= 5)
    try other.run("COMMIT")
    let isSame = try shelf.content(of: "rows") == before
    #expect(isSame)
    #expect(try await apply("rows1.json", to: "rows").status == 0)
  }

  @Test func lockReleasedWithinTimeout() async throws {
    try await shelf.fill("rows")
    let other = path("rows")
    let isLocked = DispatchSemaphore(value: 0)
    // A separate thread continues even if other tests keep all of Swift's own threads busy.
    Thread.detachNewThread {
      defer { isLocked.signal() }
      guard let other = try? Database(at: other), (try? other.run("BEGIN IMMEDIATE")) != nil else {
        return
      }
      isLocked.signal()
      Thread.sleep(forTimeInterval: 2)
      try? other.run("COMMIT")
    }
    isLocked.wait()
    #expect(try await apply("rows1.json", to: "rows").status == 0)
  }

  /// A statement that is still reading would keep the store's old snapshot, and SQLite does not
  /// wait for locks on behalf of an old snapshot.
  @Test func storesOfOneFileAlternateWrites() async throws {
    let url = URL(fileURLWithPath: path("tracker"))
    let one = try await SyncStore(TrackerSchema.self, .init(location: .url(url))).opened()
    let other = try await SyncStore(TrackerSchema.self, .init(location: .url(url))).opened()
    let dates = #""created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z""#
    for round in 0..<20 {
      let name = "name \(round)"
      let payload = """
        [{"id": "00000000-0000-4000-8000-00000000000\(round % 2)", "display_name": "\(name)", \(dates),
          "profile": {"id": "00000000-0000-4000-8000-0000000000aa", "bio": "\(name)", \(dates)}}]
        """
      _ = try await one.apply(.data(Data(payload.utf8)), as: "Person")
      let person = Person(displayName: name)
      try await other.insert(person)
      try await one.update(Person.self, id: person.id, Person.Patch(email: .value("\(round)")))
      try await other.delete(Person.self, id: person.id)
    }
    #expect(try await one.fetch(Profile.all).map(\.bio) == ["name 19"])
  }
}
