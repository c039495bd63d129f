@_spi(Generated) import SwiftSyncCoding
import SwiftSyncFoundation
import SwiftSyncThreads

/// The last stage between a client and a server: rules that apply to every transport and after all
/// middleware.
struct RequestDelivery: Sendable {
  let transport: any Transport

  /// Sends a request and follows its redirects.
  ///
  /// - Throws: `APIError.invalidHeader`, `.refusedRedirect` and `.limitExceeded`, and the errors of
  ///   the transport.
  func send(_ request: HTTP.Request) async throws -> HTTP.Response {
    try HeaderCheck.check(request.headers)
    return try await follow(request.loadingBody(for: transport))
  }

  /// The response with its secrets noted, so that descriptions hide them.
  private func marked(_ response: HTTP.Response, to request: HTTP.Request) -> HTTP.Response {
    var response = response
    response.secrets = request.secrets
    response.secrets.values.formUnion(request.headers.secretValues + response.headers.secretValues)
    return response
  }

  private func follow(_ request: HTTP.Request) async throws -> HTTP.Response {
    var request = request
    for _ in 0...max(0, request.limits.redirects) {
      let response = marked(try await sendInTime(request), to: request)
      guard let next = try Redirects.next(after: response, to: request) else { return response }
      request = next
    }
    throw TransferLimits.Exceeded(.redirects, of: request.limits)
  }

  private func sendInTime(_ request: HTTP.Request) async throws -> HTTP.Response {
    let limits = request.limits
    let response = try await withThrowingTaskGroup(of: HTTP.Response.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await transport.send(request) }
      group.addTask {
        try await Task.sleep(for: limits.responseTime)
        throw TransferLimits.Exceeded(.responseTime, of: limits)
      }
      return try await group.firstResponse()
    }
    // A transport that counts the received bytes has thrown already; others may not count.
    guard Int64(response.body.count) <= limits.responseBytes else {
      throw TransferLimits.Exceeded(.responseBytes, of: limits)
    }
    return response
  }
}

/// Whether a request has reached a transport, regardless of how often middleware has sent it.
///
/// `@unchecked`: the lock protects all mutable state.
final class DeliveryRecord: @unchecked Sendable {
  private let lock = ThreadLock()
  private var isSent = false

  var wasSent: Bool { lock.withLock { isSent } }

  func noteSent() {
    lock.withLock { isSent = true }
  }
}

/// The budget of requests and time of a call that sends many requests.
package struct RunBudget: Sendable {
  private let limits: TransferLimits
  /// `nil` if the call has no time limit, because the app decides when it continues.
  private let start: ContinuousClock.Instant?
  private var requests = 0

  package init(_ limits: TransferLimits, hasRunTime: Bool = true) {
    self.limits = limits
    start = hasRunTime ? ContinuousClock.now : nil
  }

  /// Records that a request is about to be sent.
  ///
  /// - Parameter allowed: The number of requests that the schema allows, if it exceeds the limit.
  package mutating func spend(allowing allowed: Int = 0) throws(APIError) {
    requests += 1
    if requests > max(limits.requestsPerRun, allowed) {
      throw .limitExceeded(TransferLimits.Exceeded(.requestsPerRun, of: limits))
    }
    if let start, ContinuousClock.now - start > limits.runTime {
      throw .limitExceeded(TransferLimits.Exceeded(.runTime, of: limits))
    }
  }
}
