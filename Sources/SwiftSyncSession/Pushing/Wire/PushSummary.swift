@_spi(Generated) public import SwiftSyncREST

/// The results of a push.
public struct PushSummary: Encodable, Hashable, Sendable {
  /// The results of pushing local changes.
  public var rows = Counts()
  /// The number of stale rows. They are merged or replaced by the endpoint's `conflict` policy.
  public var stale = 0
  /// The number of rows that are missing from the responses. They remain pending.
  public var unacknowledged = 0
  /// The number of requests that received a response.
  public var requests = 0
  /// The counts of the server's rows that were applied, by entity.
  public var applied: [String: ApplyReport.RelatedCounts] = [:]
  /// What is wrong with a row each: problems of rows in the server's responses, and all problems of
  /// pending changes of the endpoint's entities, including those of earlier pushes. At most a
  /// thousand; the bodies of the first of them, up to 1 MiB.
  public private(set) var problems: [SyncProblem] = []

  /// Creates an empty summary.
  public init() {}

  enum CodingKeys: String, CodingKey {
    case rows
    case stale
    case unacknowledged = "unanswered"
    case requests
    case applied
    case problems
  }

  /// Returns the sum of two results.
  public static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.rows = left.rows + right.rows
    sum.stale += right.stale
    sum.unacknowledged += right.unacknowledged
    sum.requests += right.requests
    sum.applied.merge(right.applied) { $0 + $1 }
    sum.add(right.problems)
    return sum
  }
}

extension ApplyReport.RelatedCounts {
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
  mutating func add(_ report: ApplyReport, of entity: String) {
    var counts = ApplyReport.RelatedCounts()
    counts.inserted = report.inserted
    counts.updated = report.updated
    counts.unchanged = report.unchanged
    counts.deleted = report.deleted
    applied.merge(report.related.merging([entity: counts]) { $0 + $1 }) { $0 + $1 }
    add(report.rejected.map { SyncProblem(unreadable: $0, of: entity) })
  }

  /// Adds problems. One of the same kind and row is replaced.
  mutating func add(_ others: [SyncProblem]) {
    guard !others.isEmpty else { return }
    problems = ProblemList(problems).adding(others)
  }

  /// The combined results of two attempts of the same push. The problems of pending changes are
  /// those after the second one.
  func followed(by next: PushSummary) -> PushSummary {
    var first = self
    first.problems.removeAll { ![.unreadable, .notKept].contains($0.kind) }
    return first + next
  }

  /// Whether the server has decided about a row.
  var hasResults: Bool { rows.confirmed + rows.rejected + stale > 0 }

  /// Returns the number of problems of a kind.
  public func count(of kind: SyncProblem.Kind) -> Int { problems.count { $0.kind == kind } }
}

extension PushSummary: CustomStringConvertible {
  /// A readable summary of a few lines. The first line contains the counts.
  public var description: String {
    var lines = [line]
    for (entity, counts) in applied.compactlySorted(by: { $0.key < $1.key }) {
      lines.append("  \(entity): \(counts)")
    }
    lines += problems.prefix(100).map { "  \($0)" }
    return lines.joined(separator: "\n")
  }

  /// The counts on one line.
  var line: String {
    var parts = ["\(rows)"]
    if stale > 0 { parts.append("\(stale) stale") }
    if unacknowledged > 0 { parts.append("\(unacknowledged) unacknowledged") }
    let words: [(SyncProblem.Kind, String)] = [
      (.unreadable, "unreadable"), (.notPushable, "without an endpoint"),
      (.uncertain, "uncertain"), (.postponed, "postponed"), (.goneOnServer, "gone on the server"),
      (.notKept, "not kept"),
    ]
    for (kind, words) in words where count(of: kind) > 0 {
      parts.append("\(count(of: kind)) \(words)")
    }
    parts.append(requests == 1 ? "1 request" : "\(requests) requests")
    return parts.joined(separator: ", ")
  }
}
