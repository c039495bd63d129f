/// The number of attempts after failures, and the delays between them.
///
/// The first delay is `initialDelay`. Each further delay is twice as long, up to `maxDelay`.
public struct RetryPolicy: Hashable, Sendable {
  /// The number of attempts, including the first.
  public var maxAttempts: Int
  /// The delay after the first failure, in seconds.
  public var initialDelay: Double
  /// The maximum delay, in seconds.
  public var maxDelay: Double

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - maxAttempts: The number of attempts, including the first.
  ///   - initialDelay: The delay after the first failure, in seconds.
  ///   - maxDelay: The maximum delay, in seconds.
  public init(maxAttempts: Int, initialDelay: Double, maxDelay: Double) {
    self.maxAttempts = maxAttempts
    self.initialDelay = initialDelay
    self.maxDelay = maxDelay
  }

  /// The policy for rejected rows: eight attempts, with delays from 30 seconds to an hour.
  public static let rows = RetryPolicy(maxAttempts: 8, initialDelay: 30, maxDelay: 3600)

  /// The policy for requests that fail temporarily: four attempts, with delays from one second to two
  /// minutes.
  public static let requests = RetryPolicy(maxAttempts: 4, initialDelay: 1, maxDelay: 120)

  /// The number of seconds to wait after a number of failures, counted from 1.
  package func delay(afterFailures count: Int64) -> Double {
    // Further doubling would only overflow.
    let doubled = initialDelay * Double(1 << min(max(count - 1, 0), 40))
    return max(0, min(doubled, maxDelay))
  }

  /// The number of seconds to wait before a request is sent again; `nil` if it is not.
  ///
  /// - Parameters:
  ///   - attempt: The number of the failed attempt, from 1.
  ///   - jitter: A number from 0 to 1 that spreads devices that were disconnected at the same
  ///     moment.
  package func delay(after error: any Error, attempt: Int, jitter: Double) -> Double? {
    guard attempt < maxAttempts, let error = error as? APIError, error.isTransient else {
      return nil
    }
    let spread = delay(afterFailures: Int64(attempt)) * (0.5 + jitter / 2)
    guard let asked = error.retryAfter else { return spread }
    // Never earlier than the server asks for.
    return asked > maxDelay ? nil : asked + min(spread, asked / 10)
  }
}
