import SwiftSyncFoundation

extension Middleware where Self == APIClient.RetryMiddleware {
  /// Sends a request again if it fails temporarily.
  ///
  /// It repeats `GET`, `HEAD`, `PUT` and `DELETE`, which have the same effect when they arrive twice,
  /// and requests with an `Idempotency-Key`. All others are sent once.
  ///
  /// ```swift
  /// let api = TrackerAPI(baseURL: server, middleware: [.retry()])
  /// ```
  ///
  /// It repeats requests after lost connections, timeouts and the statuses 408, 425, 429, 500, 502,
  /// 503 and 504. A random part of a delay spreads the requests of many devices. A delay is never
  /// shorter than `Retry-After`. If that is longer than the policy's `maxDelay`, the response is
  /// returned at once.
  ///
  /// Do not combine it with the retries of a `SyncSession`, which repeats its requests itself.
  ///
  /// - Parameter policy: The number of attempts, and the delays between them.
  public static func retry(_ policy: HTTP.RetryPolicy = .requests) -> Self {
    retry(policy, jitter: { Double.random(in: 0...1) }, sleep: { try await Task.sleep(for: $0) })
  }

  /// - Parameters:
  ///   - jitter: Returns a number from 0 to 1, which scales a delay from half of its length to all
  ///     of it.
  ///   - sleep: Waits.
  package static func retry(
    _ policy: HTTP.RetryPolicy, jitter: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) -> Self {
    Self(policy: policy, jitter: jitter, sleep: sleep)
  }
}

extension APIClient {
  /// The middleware that `Middleware.retry(_:)` creates.
  public struct RetryMiddleware: Middleware {
    private static let statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]
    let policy: HTTP.RetryPolicy
    let jitter: @Sendable () -> Double
    let sleep: @Sendable (Duration) async throws -> Void

    /// Sends the request, and sends it again after a temporary failure.
    public func send(_ request: HTTP.Request, next: Next) async throws -> HTTP.Response {
      guard Self.isRepeatable(request) else { return try await next(request) }
      var attempt = 1
      while true {
        let delay: Duration
        do {
          let response = try await next(request)
          guard Self.statuses.contains(response.status),
            let wait = policy.delay(
              after: APIError.status(HTTP.ResponseSummary(response)), attempt: attempt,
              jitter: jitter())
          else { return response }
          delay = wait
        } catch {
          guard let failure = Self.failure(error),
            let wait = policy.delay(after: failure, attempt: attempt, jitter: jitter())
          else { throw error }
          delay = wait
        }
        try await sleep(delay)
        attempt += 1
      }
    }

    private static func isRepeatable(_ request: HTTP.Request) -> Bool {
      switch request.method {
      case .get, .head, .put, .delete: true
      case .post, .patch: request.headers["Idempotency-Key"]?.isEmpty == false
      }
    }

    /// The error as an `APIError`; `nil` if sending did not cause it.
    private static func failure(_ error: any Error) -> APIError? {
      if error is CancellationError || Task.isCancelled { return nil }
      if let limit = error as? TransferLimits.Exceeded { return .limitExceeded(limit) }
      return error as? APIError ?? .transportFailed(APIError.TransportFailure(error))
    }
  }
}
