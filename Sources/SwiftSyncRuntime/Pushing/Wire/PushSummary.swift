@_spi(Generated) public import SwiftSyncREST

/// The results of a push.
public struct PushSummary: Codable, Hashable, Sendable {
  /// The results of pushing local changes.
  public var rows = PushCounts()
  /// The number of stale rows. They are merged or replaced by the endpoint's `conflict` policy.
  public var stale = 0
  /// The number of rows that are missing from the responses. They remain pending.
  public var unacknowledged = 0
  /// The number of changes without an endpoint, with the `rest` protocol. They remain pending.
  public var notPushable = 0
  /// The number of creations that only the app can resolve. See `SyncStore.uncertainCreates()`.
  public var uncertain = 0
  /// The number of rows whose requests failed temporarily while others succeeded. A later push sends them.
  public var postponed = 0
  /// The number of requests that received a response.
  public var requests = 0
  /// The counts of the server's rows that were applied, by entity.
  public var applied: [String: RelatedCounts] = [:]
  /// The first hundred of the server's rows that did not fit the schema.
  public var unreadable: [RejectedRow] = []

  /// Creates an empty summary.
  public init() {}

  enum CodingKeys: String, CodingKey {
    case rows
    case stale
    case unacknowledged = "unanswered"
    case notPushable
    case uncertain
    case postponed
    case requests
    case applied
    case unreadable
  }

  /// Returns the sum of two results.
  public static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.rows = left.rows + right.rows
    sum.stale += right.stale
    sum.unacknowledged += right.unacknowledged
    sum.notPushable += right.notPushable
    sum.uncertain += right.uncertain
    sum.postponed += right.postponed
    sum.requests += right.requests
    sum.applied.merge(right.applied) { $0 + $1 }
    sum.unreadable = Array((left.unreadable + right.unreadable).prefix(100))
    return sum
  }
}

extension RelatedCounts {
  static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.inserted += right.inserted
    sum.updated += right.updated
    sum.unchanged += right.unchanged
    sum.deleted += right.deleted
    return sum
  }
}

extension PushSummary {
  /// Adds the results of applying rows of an entity.
  mutating func add(_ report: SyncReport, of entity: String) {
    var counts = RelatedCounts()
    counts.inserted = report.inserted
    counts.updated = report.updated
    counts.unchanged = report.unchanged
    counts.deleted = report.deleted
    applied.merge(report.related.merging([entity: counts]) { $0 + $1 }) { $0 + $1 }
    unreadable = Array((unreadable + report.rejected).prefix(100))
  }
}

extension PushSummary: CustomStringConvertible {
  /// A readable summary of a few lines. The first line contains the counts.
  public var description: String {
    var lines = [line]
    for (entity, counts) in applied.compactlySorted(by: { $0.key < $1.key }) {
      lines.append("  \(entity): \(counts)")
    }
    lines += unreadable.map { "  rejected \($0)" }
    return lines.joined(separator: "\n")
  }

  /// The counts on one line.
  var line: String {
    var parts = ["\(rows)"]
    if stale > 0 { parts.append("\(stale) stale") }
    if unacknowledged > 0 { parts.append("\(unacknowledged) unacknowledged") }
    if notPushable > 0 { parts.append("\(notPushable) without an endpoint") }
    if uncertain > 0 { parts.append("\(uncertain) uncertain") }
    if postponed > 0 { parts.append("\(postponed) postponed") }
    parts.append(requests == 1 ? "1 request" : "\(requests) requests")
    return parts.joined(separator: ", ")
  }
}
