import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Stores that remove their files when they are closed or released.
@Suite(.timeLimit(.minutes(5))) struct TemporaryStoreTests {
  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test func removesFolderOnClose() async throws {
    let store = try await SyncStore.temporary(TrackerSchema.self)
    try await store.insert(Label(slug: "ui", name: "UI"))
    #expect(try await store.count(Label.all) == 1)
    let file = URL(fileURLWithPath: store.path)
    #expect(exists(file.path))
    let other = try await SyncStore(TrackerSchema.self, .init(location: .url(file))).opened()
    #expect(try await other.count(Label.all) == 1)
    await other.close()
    await store.close()
    #expect(!exists(file.deletingLastPathComponent().path))
  }

  @Test func removesFolderWithLastReference() async throws {
    var store: SyncStore? = try await SyncStore.temporary(TrackerSchema.self)
    let path = try #require(store).path
    _ = try await store?.count(Label.all)
    #expect(exists(path))
    store = nil
    while exists(path) { await Task.yield() }
    #expect(store == nil)
  }

  @Test func storesAreIsolated() async throws {
    let (first, second) = (
      try await SyncStore.temporary(TrackerSchema.self),
      try await SyncStore.temporary(TrackerSchema.self)
    )
    try await first.insert(Label(slug: "ui", name: "UI"))
    #expect(try await second.count(Label.all) == 0)
    await first.close()
    await second.close()
  }
}
