import Foundation
import SwiftSyncRuntime

/// A server without a network, whose answers to pushed rows are made beforehand.
final class ReadyAnswers: Transport, @unchecked Sendable {
  private let lock = NSLock()
  private var answers: ArraySlice<Data>

  /// - Parameters:
  ///   - rows: The server's rows, in the order in which they are pushed.
  ///   - limit: How many of them are pushed at once.
  init(_ rows: [RecordedTask], limit: Int) throws {
    let encoder = JSONEncoder()
    answers = try stride(from: 0, to: rows.count, by: limit).map { first in
      var answer = Data(#"{"recorded_tasks": {"success": "#.utf8)
      answer += try encoder.encode(Array(rows[first..<min(first + limit, rows.count)]))
      return answer + Data("}}".utf8)
    }[...]
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let next = lock.withLock { answers.popFirst() }
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json"],
      body: next ?? Data(#"{"recorded_tasks": {"success": []}}"#.utf8))
  }
}
