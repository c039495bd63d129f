import Foundation
import SwiftSyncRuntime
import SwiftSyncURLSession

/// A device with lists and cards, whose ids the server generates, as a process that can be killed
/// while it stores a response.
///
///     sync-client DATABASE SERVER cards
///
/// It pushes the pending changes of the store, and reports when it is done.
enum CardClient {
  static func run(_ database: URL, server: URL, _ replies: ReplyWriter) async throws {
    let store = try await SyncStore(CardsSchema.self, .init(location: .url(database), log: .none))
      .opened()
    replies.write(Reply(id: 0, event: .done))
    try await store.push(to: CardsAPI(APIClient(baseURL: server)).keyed)
    replies.write(Reply(id: 1, event: .done))
    await store.close()
  }
}
