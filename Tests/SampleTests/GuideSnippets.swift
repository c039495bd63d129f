import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing
import Tracker

/// The Swift code of guides about databases, compiled and mostly run. `PageBlockTests` compares the
/// two.
@Suite struct GuideSnippets {
  private typealias BlogSchema = TrackerSchema
  /// A folder for the files of a test.
  private let database: Database

  init() throws { database = try Database() }

  @Test func readsAndWrites() async throws {
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")

    let todos = try await store.fetch(Todo.where { $0.state != .done }.order(\.title))
    try await store.update(todos[0]) { $0.state = .done }  // stored, queued, and shown by views

    #expect(try await store.fetch(Todo.self, id: todos[0].id)?.state == .done)
  }

  @Test func migratesWithBackup() async throws {
    let url = database.url
    let folder = url.deletingLastPathComponent()
    try TrackerMigrationPlan.plan.createDatabase(of: 2, at: url)

    var configuration = SyncStore.Configuration()
    configuration.location = .url(url)
    configuration.migration = .init(backupFolder: folder) { progress in print(progress) }
    let store = SyncStore(TrackerSchema.self, configuration)

    #expect(try await store.fetch(Todo.all).isEmpty)
    await store.close()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.contains { $0.hasSuffix("-v2.sqlite") }, "\(files)")
  }

  @Test func startsOver() async throws {
    let url = database.url
    let folder = url.deletingLastPathComponent().appendingPathComponent("old")
    try Data("no database".utf8).write(to: url)

    var configuration = SyncStore.Configuration()
    configuration.location = .url(url)
    configuration.whenUnreadable = .startOver(keeping: folder)
    let store = try await SyncStore(TrackerSchema.self, configuration).opened()
    if let replaced = store.replacedDatabase {
      await #expect(throws: SyncError.self) {
        let report = try await store.salvage(from: replaced.file)
        print(replaced.error, report)
      }
    }

    #expect(store.replacedDatabase != nil)
    await store.close()
  }

  @Test func migrations() async throws {
    print(try await verify(TrackerMigrationPlan.plan))
  }

  /// Compiled only.
  func createsOlderDatabase(at url: URL) throws {
    try TrackerMigrationPlan.plan.createDatabase(
      of: 2, at: url, statements: ["INSERT INTO people (…) VALUES (…)"])
  }

  /// Compiled only.
  func adopts(at url: URL) {
    let store = SyncStore(
      DeskSchema.self,
      .init(location: .url(url), adoption: .version(1, addingIndexes: true)))
    _ = store
  }

  /// Compiled only.
  func copiesRows(to url: URL, from oldURL: URL) async throws {
    let store = SyncStore(BlogSchema.self, .init(location: .url(url)))
    let report = try await store.importRows(from: CoreDataStore(at: oldURL))
    let old = CoreDataStore(
      at: oldURL, names: ["Todo": "Task", "Todo.title": "headline"],
      externalStorage: ["Photo.image"])
    _ = (report, old)
  }
}
