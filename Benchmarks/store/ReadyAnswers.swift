import Foundation
import SwiftSyncRuntime

/// A server without a network, whose responses to pushed rows are prepared.
final class ReadyResponses: Transport, @unchecked Sendable {
  private let lock = NSLock()
  private var responses: ArraySlice<Data>

  /// - Parameters:
  ///   - rows: The server's rows, in the order in which they are pushed.
  ///   - limit: The number of rows in one request.
  init(_ rows: [RecordedTask], limit: Int) throws {
    let encoder = JSONEncoder()
    responses = try stride(from: 0, to: rows.count, by: limit).map { first in
      var response = Data(#"{"recorded_tasks": {"success": "#.utf8)
      response += try encoder.encode(Array(rows[first..<min(first + limit, rows.count)]))
      return response + Data("}}".utf8)
    }[...]
  }

  func send(_ request: HTTP.Request) async throws -> HTTP.Response {
    let next = lock.withLock { responses.popFirst() }
    return HTTP.Response(
      status: 200, headers: ["Content-Type": "application/json"],
      body: next ?? Data(#"{"recorded_tasks": {"success": []}}"#.utf8))
  }
}
