/// How often and when a step of a session is tried again that the network or the server has cut short.
public struct SessionRetry: Hashable, Sendable {
  /// How often a step is tried in all.
  public var attempts: Int
  /// The wait after the first failure, in seconds; each further one doubles it.
  public var firstDelay: Double
  /// The longest wait, in seconds. A server that asks for a longer one with `Retry-After` ends the session.
  public var longestDelay: Double

  /// By default four attempts, a second after the first, doubled up to two minutes.
  public init(attempts: Int = 4, firstDelay: Double = 1, longestDelay: Double = 120) {
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
  }

  /// Seconds to wait after a failure; `nil`: it is not tried again.
  ///
  /// - Parameters:
  ///   - attempt: The one that has failed, from 1.
  ///   - jitter: From 0 to 1; spreads devices that were cut off at the same moment.
  func delay(after error: any Error, attempt: Int, jitter: Double) -> Double? {
    guard attempt < attempts, let error = error as? APIError, error.isTransient else { return nil }
    let doubled = min(firstDelay * Double(1 << min(attempt - 1, 40)), longestDelay)
    let spread = doubled * (0.5 + jitter / 2)
    guard let asked = error.retryAfter else { return spread }
    // Never earlier than the server says.
    return asked > longestDelay ? nil : asked + min(spread, asked / 10)
  }
}
