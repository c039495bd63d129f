import Foundation
import SwiftSyncRuntime

/// Identifies the client in requests to the server, pauses where the simulation wants it, and
/// records the outcome of each request.
///
/// `@unchecked`: the lock protects all mutable state.
final class Conversation: Middleware, @unchecked Sendable {
  private let replies: ReplyWriter
  private let lock = NSLock()
  private var id = 0
  private var name = ""
  private var pauses: [Pause] = []
  private var count = 0
  private var outcomes: [String] = []
  /// In the order in which the requests began to wait: they may run in parallel. The simulation
  /// knows only the first, since it does one thing at a time.
  private var waiting: [(pause: Reply, continuation: CheckedContinuation<Void, Never>)] = []

  init(_ replies: ReplyWriter) {
    self.replies = replies
  }

  /// Begins a sync, and counts its requests from here.
  func begin(_ id: Int, _ name: String, _ pauses: [Pause]) {
    lock.withLock {
      (self.id, self.name, self.pauses) = (id, name, pauses)
      (count, outcomes) = (0, [])
    }
  }

  /// The outcome of each request since `begin`.
  func end() -> [String] { lock.withLock { outcomes } }

  func resume() {
    let (first, next) = lock.withLock {
      (waiting.isEmpty ? nil : waiting.removeFirst(), waiting.first?.pause)
    }
    if let next { replies.write(next) }
    first?.continuation.resume()
  }

  func send(
    _ request: HTTP.Request, next: @Sendable (HTTP.Request) async throws -> HTTP.Response
  ) async throws -> HTTP.Response {
    let (number, name) = lock.withLock {
      count += 1
      return (count, self.name)
    }
    var request = request
    request.headers["X-Client"] = name
    await pause(Pause(request: number, moment: .before))
    do {
      let response = try await next(request)
      note("\(response.status)")
      await pause(Pause(request: number, moment: .after))
      return response
    } catch {
      note("no response")
      throw error
    }
  }

  /// Adds an outcome of the current sync.
  func note(_ outcome: String) {
    lock.withLock { outcomes.append(outcome) }
  }

  private func pause(_ pause: Pause) async {
    let id = lock.withLock { pauses.contains(pause) ? self.id : nil }
    guard let id else { return }
    await withCheckedContinuation { continuation in
      let reply = Reply(id: id, event: .paused(pause))
      let isFirst = lock.withLock {
        waiting.append((reply, continuation))
        return waiting.count == 1
      }
      if isFirst { replies.write(reply) }
    }
  }
}
