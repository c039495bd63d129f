import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Tracker

/// A database of the tracker with unsent changes, and the stores that open it as another version.
///
/// It contains four pulled tasks, of which the second was deleted and the third edited, and a new
/// one.
struct OldTracker {
  static let fingerprint = "6d9aae967536f0c38320f4d545e976b0"

  let database: Database
  /// The new task as stored: stored dates have microseconds.
  let draft: Todo

  init() async throws {
    database = try Database()
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    let draft = Todo(title: "Call the printer", projectID: TrackerIDs.project)
    try await store.insert(draft)
    let patch = Todo.Patch(
      title: .value("Draw it again"), blockerIDs: .value([TrackerIDs.task(1)]))
    try await store.update(Todo.self, id: TrackerIDs.task(3), patch)
    try await store.delete(Todo.self, id: TrackerIDs.task(2))
    self.draft = try await store.fetch(Todo.self, id: draft.id) ?? draft
    await store.close()
  }

  /// The folder for replaced databases.
  var folder: URL { database.url.deletingLastPathComponent().appendingPathComponent("replaced") }

  var everything: SyncStore.Configuration.UnreadablePolicy {
    .startOver(keeping: folder, including: [.newer, .otherVersion])
  }

  // MARK: Versions

  /// Runs SQL of another program, whose writes are not recorded.
  func run(_ sql: String) throws {
    try OtherProgram(at: database).run(
      "INSERT INTO swiftsync_applying VALUES (1); \(sql); DELETE FROM swiftsync_applying")
  }

  func rows(_ sql: String) throws -> [String] { try OtherProgram(at: database).rows(sql) }

  /// Makes it the database of a version that no migration leads from.
  func becomeOlder() throws { try run("PRAGMA user_version = 4") }

  /// Makes it the database of a version that this app does not know.
  func becomeNewer(_ sql: String = "SELECT 1") throws {
    try run(
      "\(sql); UPDATE swiftsync_schema SET version = 7, fingerprint = '\(Self.fingerprint)'; "
        + "PRAGMA user_version = 7")
  }

  /// Makes it the database of another version with the same number.
  func becomeOther(_ sql: String = "ALTER TABLE labels ADD COLUMN note TEXT") throws {
    try run("\(sql); UPDATE swiftsync_schema SET fingerprint = '\(Self.fingerprint)'")
  }

  // MARK: Opening

  func open(
    _ policy: SyncStore.Configuration.UnreadablePolicy, log: SyncLog = .none
  ) async throws -> SyncStore {
    try await SyncStore(
      TrackerSchema.self, .init(location: .url(database.url), whenUnreadable: policy, log: log)
    ).opened()
  }

  /// Opens it with a schema to which no migration leads.
  func openWithoutPlan(
    _ policy: SyncStore.Configuration.UnreadablePolicy
  ) async throws -> SyncStore {
    try await SyncStore.open(
      TrackerSchema.metadata, at: database.url.path, plan: .none, whenUnreadable: policy,
      log: .none)
  }

  func endpoint(_ server: RecordingTransport) -> PushEndpoint {
    PushEndpoint(
      .batch, EndpointRequest(.post, "/api/sync"), of: [PushedEntity(Todo.self)],
      by: APIClient(baseURL: .server("https://tracker.example"), transport: server))
  }

  // MARK: Content

  /// The entries of a queue that are pushed.
  static let queue = """
    SELECT entity, id, operation, fields FROM swiftsync_changes
    WHERE operation <> 'touch' ORDER BY sequence
    """

  /// The files of the database and of the folder for replaced ones.
  func files() throws -> [String] {
    let manager = FileManager.default
    let kept =
      manager.fileExists(atPath: folder.path)
      ? try manager.contentsOfDirectory(atPath: folder.path) : []
    let own = try manager.contentsOfDirectory(
      atPath: database.url.deletingLastPathComponent().path)
    return own.filter { $0 != "replaced" }.sorted() + kept.map { "replaced/\($0)" }.sorted()
  }

  /// The projects of the sample's tasks.
  static func projects() throws -> Data {
    let tasks = try JSONSerialization.jsonObject(
      with: Data(contentsOf: Sample.url("Schemas/payloads/tasks.json")))
    return try JSONSerialization.data(
      withJSONObject: (tasks as? [[String: Any]] ?? []).compactMap { $0["project"] })
  }
}

extension UUID {
  /// The identity as stored.
  var stored: String { uuidString.lowercased() }
}
