import Foundation
import SwiftSyncRuntime

/// Tells the server whose requests they are, waits where the simulation wants it, and notes what happened to each request.
///
/// `@unchecked`: what is mutable is touched under the lock only.
final class Conversation: Middleware, @unchecked Sendable {
  private let replies: ReplyWriter
  private let lock = NSLock()
  private var id = 0
  private var name = ""
  private var pauses: [Pause] = []
  private var count = 0
  private var outcomes: [String] = []
  /// In the order in which they began to wait: requests may run side by side. The simulation knows of the first only, as
  /// it does one thing after the other.
  private var waiting: [(pause: Reply, continuation: CheckedContinuation<Void, Never>)] = []

  init(_ replies: ReplyWriter) {
    self.replies = replies
  }

  /// A sync begins; requests are counted from here.
  func begin(_ id: Int, _ name: String, _ pauses: [Pause]) {
    lock.withLock {
      (self.id, self.name, self.pauses) = (id, name, pauses)
      (count, outcomes) = (0, [])
    }
  }

  /// What happened to each request since `begin`.
  func end() -> [String] { lock.withLock { outcomes } }

  func resume() {
    let (first, next) = lock.withLock {
      (waiting.isEmpty ? nil : waiting.removeFirst(), waiting.first?.pause)
    }
    if let next { replies.write(next) }
    first?.continuation.resume()
  }

  func send(
    _ request: HTTPRequest, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
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

  private func note(_ outcome: String) {
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
