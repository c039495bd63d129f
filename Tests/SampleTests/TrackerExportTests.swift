import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Generated models as JSON.
@Suite struct TrackerExportTests {
  private let database: Database

  init() throws {
    database = try Database()
  }

  @Test func exportsByTypeAndIdentity() async throws {
    let store = try await database.open(TrackerSchema.self)
    try await store.insert(Label(slug: "ui", name: "UI", color: "red"))
    try await store.insert(Label(slug: "bug", name: "Bug"))
    let options = ExportOptions(relations: .none)
    let one = try await store.export(Label.self, id: "ui", options: options)
    #expect(String(decoding: one, as: UTF8.self) == #"{"slug":"ui","name":"UI","color":"red"}"#)
    let all = try await store.export(Label.self, options: options)
    #expect(
      String(decoding: all, as: UTF8.self)
        == #"[{"slug":"bug","name":"Bug","color":null},{"slug":"ui","name":"UI","color":"red"}]"#)
    await #expect(throws: SyncError.unknownRow("api", entity: "Label")) {
      try await store.export(Label.self, id: "api")
    }
  }
}
