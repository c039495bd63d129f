extension ApplyCall {
  /// What the call has done, at its end.
  var report: SyncReport {
    get throws(SyncError) {
      var report = try reportWithoutChanges()
      let counts = state.counts[plan.index]
      report.inserted = counts.inserted
      report.updated = counts.updated
      report.unchanged = counts.unchanged
      report.deleted = counts.deleted
      report.purged = counts.purged
      report.stale = counts.stale
      report.related = related
      return report
    }
  }

  /// The report of a call that is undone: what is wrong with the payload, and no change.
  func refusedReport() throws(SyncError) -> SyncReport {
    try reportWithoutChanges()
  }

  private func reportWithoutChanges() throws(SyncError) -> SyncReport {
    var report = SyncReport()
    report.duplicates = state.duplicates
    report.deletionsWithheld =
      state.hasUnprunedList || (state.hasUnidentifiedRow && deletesMissingRows)
    report.unresolvedReferences = try countUnresolvedReferences()
    report.rejectedCount = state.rejectedCount
    report.rejected = state.rejected
    report.unknownKeys = unknownKeys.counts
    report.suggestedKeys = unknownKeys.suggestions
    return report
  }

  private var related: [String: RelatedCounts] {
    var related: [String: RelatedCounts] = [:]
    for entity in schema.entities where entity !== plan {
      let counts = state.counts[entity.index]
      guard !counts.isEmpty else { continue }
      var row = RelatedCounts()
      row.inserted = counts.inserted
      row.updated = counts.updated
      row.unchanged = counts.unchanged
      row.deleted = counts.deleted
      related[entity.metadata.name] = row
    }
    return related
  }
}
