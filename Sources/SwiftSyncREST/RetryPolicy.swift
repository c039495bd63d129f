extension HTTP {
  /// The number of attempts after failures, and the delays between them.
  ///
  /// The first delay is `initialDelay`. Each further delay is twice as long, up to `maxDelay`.
  public struct RetryPolicy: Hashable, Sendable {
    /// The number of attempts, including the first.
    public var maxAttempts: Int
    /// The delay after the first failure.
    public var initialDelay: Duration
    /// The maximum delay.
    public var maxDelay: Duration

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - maxAttempts: The number of attempts, including the first.
    ///   - initialDelay: The delay after the first failure.
    ///   - maxDelay: The maximum delay.
    public init(maxAttempts: Int, initialDelay: Duration, maxDelay: Duration) {
      self.maxAttempts = maxAttempts
      self.initialDelay = initialDelay
      self.maxDelay = maxDelay
    }

    /// The policy for rejected rows: eight attempts, with delays from 30 seconds to an hour.
    public static let rows = HTTP.RetryPolicy(
      maxAttempts: 8, initialDelay: .seconds(30), maxDelay: .seconds(3600))

    /// The policy for requests that fail temporarily: four attempts, with delays from one second to two
    /// minutes.
    public static let requests = HTTP.RetryPolicy(
      maxAttempts: 4, initialDelay: .seconds(1), maxDelay: .seconds(120))

    /// The time to wait after a number of failures, counted from 1.
    package func delay(afterFailures count: Int64) -> Duration {
      let longest = max(.zero, maxDelay)
      var delay = max(.zero, min(initialDelay, longest))
      // After 40 failures, only a delay of zero or of nanoseconds is still shorter.
      for _ in 0..<min(max(count - 1, 0), 40) {
        // Twice the delay, without an overflow.
        delay = delay > longest - delay ? longest : delay + delay
      }
      return delay
    }

    /// The time to wait before a request is sent again; `nil` if it is not.
    ///
    /// - Parameters:
    ///   - attempt: The number of the failed attempt, from 1.
    ///   - jitter: A number from 0 to 1 that spreads devices that were disconnected at the same
    ///     moment.
    package func delay(after error: any Error, attempt: Int, jitter: Double) -> Duration? {
      guard attempt < maxAttempts, let error = error as? APIError, error.isTransient else {
        return nil
      }
      let spread = delay(afterFailures: Int64(attempt)) * (0.5 + jitter / 2)
      guard let asked = error.retryAfter else { return spread }
      // Never earlier than the server asks for.
      return asked > maxDelay ? nil : asked + min(spread, asked / 10)
    }
  }
}
