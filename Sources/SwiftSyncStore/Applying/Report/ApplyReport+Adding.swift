import SwiftSyncCoding

extension ApplyReport {
  /// Adds the results of another call.
  package mutating func add(_ other: ApplyReport) {
    inserted += other.inserted
    updated += other.updated
    unchanged += other.unchanged
    deleted += other.deleted
    purged += other.purged
    stale += other.stale
    duplicates += other.duplicates
    deletionsWithheld = deletionsWithheld || other.deletionsWithheld
    hasNextPage = hasNextPage || other.hasNextPage
    goneParents += other.goneParents
    unresolvedReferences += other.unresolvedReferences
    if let rows = other.unresolvedRows {
      unresolvedRows = unresolvedRows?.addingReferences(rows) ?? rows
    }
    rejectedCount += other.rejectedCount
    rejected += other.rejected.prefix(max(0, RejectionLog.rowLimit - rejected.count))
    if let values = other.invalidValues {
      invalidValues = invalidValues?.adding(values) ?? values
    }
    unknownKeys.merge(other.unknownKeys, uniquingKeysWith: +)
    suggestedKeys.merge(other.suggestedKeys) { first, _ in first }
    related.merge(other.related) { $0.adding($1) }
  }
}

extension [String: Int] {
  /// The combined rows, up to a hundred.
  fileprivate func addingReferences(_ other: [String: Int]) -> [String: Int] {
    var sum = self
    for (row, count) in other.compactlySorted(by: { $0.key < $1.key })
    where sum[row] != nil || sum.count < RejectionLog.rowLimit {
      sum[row, default: 0] += count
    }
    return sum
  }
}

extension ApplyReport.RelatedCounts {
  fileprivate func adding(_ other: ApplyReport.RelatedCounts) -> ApplyReport.RelatedCounts {
    var sum = self
    sum.inserted += other.inserted
    sum.updated += other.updated
    sum.unchanged += other.unchanged
    sum.deleted += other.deleted
    return sum
  }
}
