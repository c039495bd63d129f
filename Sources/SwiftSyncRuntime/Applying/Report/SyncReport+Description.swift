extension SyncReport: CustomStringConvertible {
  /// A few lines for people.
  public var description: String {
    var lines = [summary]
    for (entity, counts) in related.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(entity): \(counts.description)")
    }
    for row in rejected {
      lines.append("  rejected \(row)")
    }
    if rejectedCount > rejected.count {
      let others = rejectedCount - rejected.count
      lines.append("  and \(others) more rejected \(others == 1 ? "row" : "rows")")
    }
    lines += remarks
    return lines.joined(separator: "\n")
  }

  private var summary: String {
    var parts = [
      "\(inserted) inserted", "\(updated) updated", "\(unchanged) unchanged", "\(deleted) deleted",
    ]
    if purged > 0 { parts.append("\(purged) purged") }
    if stale > 0 { parts.append("\(stale) stale") }
    if rejectedCount > 0 { parts.append("\(rejectedCount) rejected") }
    return parts.joined(separator: ", ")
  }

  private var remarks: [String] {
    var lines: [String] = []
    if duplicates > 0 {
      lines.append(
        duplicates == 1
          ? "  1 row repeats an identity of the payload; the last one wins (A6)"
          : "  \(duplicates) rows repeat an identity of the payload; the last ones win (A6)")
    }
    if deletionsWithheld {
      lines.append(
        "  missing rows were not deleted because a row without an identity could be any of them (A4)"
      )
    }
    if unresolvedReferences > 0 {
      lines.append(
        unresolvedReferences == 1
          ? "  1 unresolved reference (A16)"
          : "  \(unresolvedReferences) unresolved references (A16)")
    }
    if !unknownKeys.isEmpty {
      let keys = unknownKeys.sorted { $0.key < $1.key }.map { path, count in
        let suggestion = suggestedKeys[path].map { ", did you mean '\($0)'?" } ?? ""
        return "\(path) (\(count)\(suggestion))"
      }
      lines.append("  unknown keys: \(keys.joined(separator: ", ")) (A20)")
    }
    return lines
  }
}
