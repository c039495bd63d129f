import Foundation
public import Observation
public import SwiftSyncRuntime

/// Synchronizes the notes with the server.
@MainActor @Observable
public final class NotebookSync {
  public enum State: Hashable, Sendable {
    case idle
    case syncing
    case failed(String)
  }

  public private(set) var state = State.idle
  @ObservationIgnored private let session: SyncSession

  public init(_ store: SyncStore, _ api: NotebookAPI, retry: HTTP.RetryPolicy = .requests) {
    session = SyncSession(store, api, .init(retry: retry))
  }

  /// Pushes this device's changes, and pulls the changes on the server.
  public func sync() async {
    guard state != .syncing else { return }
    state = .syncing
    do {
      let summary = try await session.run()
      state = summary.firstError.map { .failed($0.localizedDescription) } ?? .idle
    } catch {
      state = .failed(error.localizedDescription)
    }
  }
}
