import SwiftSyncFoundation

/// The last part of the way from a client to a server: what holds for every transport and after all middleware.
struct RequestDelivery: Sendable {
  let transport: any Transport

  /// Sends a request and follows its redirects.
  ///
  /// - Throws: `APIError.invalidHeader`, `.refusedRedirect` and `.limitExceeded`, and what the transport throws.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try HeaderCheck.check(request.headers)
    var request = request
    for _ in 0...max(0, request.limits.redirects) {
      let response = try await sendInTime(request)
      guard let next = try Redirects.next(after: response, to: request) else { return response }
      request = next
    }
    throw LimitExceeded(.redirects, of: request.limits)
  }

  private func sendInTime(_ request: HTTPRequest) async throws -> HTTPResponse {
    let limits = request.limits
    let response = try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await transport.send(request) }
      group.addTask {
        try await Task.sleep(for: .seconds(limits.responseTime))
        throw LimitExceeded(.responseTime, of: limits)
      }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
    // A transport that counts what arrives has thrown before; others may not count.
    guard Int64(response.body.count) <= limits.responseBytes else {
      throw LimitExceeded(.responseBytes, of: limits)
    }
    return response
  }
}
