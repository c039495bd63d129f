import Foundation
import SwiftSyncRuntime

/// A device that copies the rows of a Core Data store, as a process that can be killed while it
/// does.
///
///     sync-client DATABASE FILE import
enum ImportClient {
  static func run(_ database: URL, from file: URL, _ replies: ReplyWriter) async throws {
    let store = try await SyncStore(CardsSchema.self, .init(location: .url(database), log: .none))
      .opened()
    replies.write(Reply(id: 0, event: .done))
    var source = CoreDataStore(at: file)
    source.batchSize = 100
    try await store.importRows(from: source)
    replies.write(Reply(id: 1, event: .done))
    await store.close()
  }
}
