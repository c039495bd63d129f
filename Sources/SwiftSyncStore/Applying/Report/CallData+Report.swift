extension CallData {
  /// The report at the end of the call.
  ///
  /// - Parameter unresolved: The rows that references name and that are not stored.
  func report(unresolved: ReferredRows) -> ApplyReport {
    var report = refusedReport(unresolved: unresolved)
    if document == nil {
      let counts = state.tallies.counts(of: plan.index)
      report.inserted = counts.inserted
      report.updated = counts.updated
      report.unchanged = counts.unchanged
      report.deleted = counts.deleted
    }
    report.purged = targets.reduce(0) { $0 + state.tallies.counts(of: $1.index).purged }
    report.stale = targets.reduce(0) { $0 + state.tallies.counts(of: $1.index).stale }
    report.related = related
    return report
  }

  /// The report of a call that is rolled back: the problems of the payload, and no changes.
  func refusedReport(unresolved: ReferredRows) -> ApplyReport {
    var report = ApplyReport()
    report.document = document?.name
    report.duplicates = state.named.duplicates
    report.deletionsWithheld =
      state.rejections.hasUnprunedList || withholdsDeletions
    report.hasNextPage = state.deletions.isWithheld && options.goesOn
    report.unresolvedReferences = unresolved.count
    report.unresolvedRows = unresolved.count == 0 ? nil : unresolved.names
    report.rejectedCount = state.rejections.count
    report.rejected = state.rejections.rows
    report.invalidValues = state.invalidValues.report
    report.unknownKeys = unknownKeys.counts
    report.suggestedKeys = unknownKeys.suggestions
    return report
  }

  private var related: [String: ApplyReport.RelatedCounts] {
    var related: [String: ApplyReport.RelatedCounts] = [:]
    for entity in schema.entities where document != nil || entity !== plan {
      let counts = state.tallies.counts(of: entity.index)
      guard !counts.isEmpty else { continue }
      var row = ApplyReport.RelatedCounts()
      row.inserted = counts.inserted
      row.updated = counts.updated
      row.unchanged = counts.unchanged
      row.deleted = counts.deleted
      related[entity.metadata.name] = row
    }
    return related
  }
}
