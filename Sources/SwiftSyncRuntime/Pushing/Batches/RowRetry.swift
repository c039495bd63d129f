/// When a row that a server has rejected is handed out again.
///
/// A write to the row makes it a new one, which is handed out at once.
public struct RowRetry: Hashable, Sendable {
  /// The wait after the first rejection, in seconds; each further one doubles it.
  public var firstDelay: Double
  /// The longest wait, in seconds.
  public var longestDelay: Double
  /// After how many rejections the row is quarantined: it waits for a write or `retryPendingChange`.
  public var limit: Int

  /// By default half a minute, doubled up to an hour, eight times.
  public init(firstDelay: Double = 30, longestDelay: Double = 3600, limit: Int = 8) {
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.limit = limit
  }

  /// Seconds to wait after a rejection, which are counted from 1.
  func delay(after attempts: Int64) -> Double {
    // Doubling more often than that only overflows.
    let doubled = firstDelay * Double(1 << min(max(attempts - 1, 0), 40))
    return max(0, min(doubled, longestDelay))
  }
}
