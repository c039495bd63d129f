/// What happened to the local writes that an upload has handed to a server.
public struct PushCounts: Codable, Hashable, Sendable {
  /// Rows that the server has taken.
  public var confirmed = 0
  /// Rows that it has not taken.
  public var rejected = 0
  /// Those of the rejected rows that are not handed out again before they are written or retried.
  public var quarantined = 0

  /// Nothing was handed out.
  public init() {}

  /// The sums of both.
  public static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.confirmed += right.confirmed
    sum.rejected += right.rejected
    sum.quarantined += right.quarantined
    return sum
  }
}

extension PushCounts: CustomStringConvertible {
  /// The counts in one line, e.g. `3 confirmed, 2 rejected (1 quarantined)`.
  public var description: String {
    let counts = "\(confirmed) confirmed, \(rejected) rejected"
    return quarantined > 0 ? "\(counts) (\(quarantined) quarantined)" : counts
  }
}
