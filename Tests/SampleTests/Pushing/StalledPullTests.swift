import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing
import Tracker

/// Pulls of the `batch` protocol from a server that sends its rows in pages.
@Suite struct StalledPullTests {
  /// A server with 50 rows per second.
  ///
  /// `@unchecked`: the lock protects all mutable state.
  private final class Server: @unchecked Sendable {
    private let lock = NSLock()
    private var clocks = (0..<200).map { 1000 * 60 + $0 * 20 }
    private var received: [String?] = []
    /// Whether a page reaches more than a second beyond the watermark.
    let isReaching: Bool
    /// The request after which another row is written.
    let growth: Int?

    init(isReaching: Bool, growth: Int? = nil) {
      self.isReaching = isReaching
      self.growth = growth
    }

    /// The watermarks of the requests.
    var watermarks: [String?] { lock.withLock { received } }

    /// The rows after the watermark, up to the end of the second in which the 20th of them is.
    func response(_ request: HTTP.Request) throws -> HTTP.Response {
      let watermark = try request.bodyJSON?["updated_at"]?.text
      let since = watermark.flatMap(Self.milliseconds) ?? 0
      let rows: [String] = lock.withLock {
        received.append(watermark)
        let found = clocks.enumerated().filter { $0.element > since }
        guard let last = found.prefix(20).last?.element else { return [] }
        var end = (last / 1000 + 1) * 1000
        if isReaching, let next = found.first(where: { $0.element > since + 1000 }) {
          end = max(end, next.element + 1)
        }
        if received.count == growth { clocks.append((clocks.last ?? 0) + 3000) }
        return found.filter { $0.element < end }.map { Self.row($0.offset, at: $0.element) }
      }
      return HTTP.Response(
        status: 200, headers: ["Date": "Wed, 01 Apr 2026 08:00:00 GMT"],
        body: Data(#"{"tasks": {"success": [\#(rows.joined(separator: ","))]}}"#.utf8))
    }

    private static func row(_ number: Int, at clock: Int) -> String {
      """
      {"id": "\(TrackerIDs.task(10 + number))", "title": "Paged \(number)", "updated_at": "\(text(clock))", \
      "created_at": "\(text(clock))", "project_id": "\(TrackerIDs.project)"}
      """
    }

    /// A date on 1 March 2026, in milliseconds since 8:00.
    private static func text(_ clock: Int) -> String {
      func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: count - text.count) + text
      }
      return
        "2026-03-01T08:\(digits(clock / 60_000, 2)):\(digits(clock / 1000 % 60, 2)).\(digits(clock % 1000, 3))Z"
    }

    private static func milliseconds(_ text: String) -> Int? {
      let parts = text.dropFirst(14).dropLast().split(separator: ":")
      guard parts.count == 2, let minutes = Int(parts[0]), let seconds = Double(parts[1]) else {
        return nil
      }
      return minutes * 60_000 + Int((seconds * 1000).rounded())
    }
  }

  private func pull(from server: Server) async throws -> (sample: PushSample, error: APIError?) {
    let sample = try await PushSample()
    sample.server.respond(to: .post, "/api/sync") { try server.response($0) }
    do {
      try await sample.store.push(to: sample.endpoint(.batch))
      return (sample, nil)
    } catch {
      return (sample, try #require(error as? APIError))
    }
  }

  private func count(_ sample: PushSample) async throws -> Int {
    try await sample.store.count(Todo.where { $0.title.hasPrefix("Paged ") })
  }

  @Test func pageThatEndsBeforeWatermarkPlusOverlapIsAnError() async throws {
    let (sample, error) = try await pull(from: Server(isReaching: false))
    guard case .unexpectedShape(_, let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      reason
        == "the pull of 'tasks' is stalled: the server has rows that are newer than 2026-03-01T08:01:00.980000Z, but its pages end before them; a page must reach beyond the watermark plus the overlap"
    )
    #expect(try await count(sample) < 200)
  }

  @Test func pagesThatReachBeyondWatermarkPlusOverlapArePulled() async throws {
    let server = Server(isReaching: true)
    let (sample, error) = try await pull(from: server)
    #expect(error == nil)
    #expect(try await count(sample) == 200)
    // The last request asks for rows that are newer than the newest one.
    #expect(server.watermarks.last == "2026-03-01T08:01:03.981Z")
  }

  /// Rows that others write between two requests do not look like a stalled pull.
  @Test func rowsWrittenInTheMeantimeArePulled() async throws {
    let server = Server(isReaching: true)
    _ = try await pull(from: server)
    let before = server.watermarks.count - 1
    #expect(server.watermarks.last == "2026-03-01T08:01:03.981Z")
    let growing = Server(isReaching: true, growth: before)
    let (sample, error) = try await pull(from: growing)
    #expect(error == nil)
    #expect(try await count(sample) == 201)
    #expect(
      growing.watermarks.dropFirst(before).prefix(2) == [
        "2026-03-01T08:01:03.981Z", "2026-03-01T08:01:02.980Z",
      ])
  }
}
