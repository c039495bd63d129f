public import SwiftSyncFoundation

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

/// Counts the requests of a call that sends many.
struct RunBudget: Sendable {
  private let limits: TransferLimits
  private let start = ContinuousClock.now
  private var requests = 0

  init(_ limits: TransferLimits) {
    self.limits = limits
  }

  /// Notes that a request is about to be sent.
  mutating func spend() throws(APIError) {
    requests += 1
    if requests > limits.requestsPerRun {
      throw .limitExceeded(LimitExceeded(.requestsPerRun, of: limits))
    }
    if ContinuousClock.now - start > .seconds(limits.runTime) {
      throw .limitExceeded(LimitExceeded(.runTime, of: limits))
    }
  }
}

/// The part of a response that an error keeps.
public struct ResponseSummary: Hashable, Sendable {
  /// How much of a body is kept, in bytes.
  static let limit = 1024

  /// The status code.
  public let status: Int
  /// All header fields, e.g. `Retry-After`.
  public let headers: HTTPHeaders
  /// The first 1,024 bytes of the body.
  public let bodyStart: Data
  /// The length of the whole body, in bytes.
  public let bodyLength: Int

  /// Creates the summary of a response.
  public init(_ response: HTTPResponse) {
    status = response.status
    headers = response.headers
    bodyStart = Data(response.body.prefix(Self.limit))
    bodyLength = response.body.count
  }

  /// The start of the body as text; bytes that are not UTF-8 are replaced.
  public var text: String { String(decoding: bodyStart, as: UTF8.self) }
}

extension ResponseSummary: CustomStringConvertible {
  /// The start of the body and its length.
  public var description: String {
    guard bodyLength > 0 else { return "an empty body" }
    return bodyLength > bodyStart.count ? "\(text)… (\(bodyLength) bytes)" : text
  }
}
