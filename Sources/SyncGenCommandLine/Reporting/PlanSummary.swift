import SyncGenMigration
import SyncGenSchema

/// The effect of a step on rows, with one line per change and without the statements.
///
/// ```
/// Tracker, version 2 to 3
///
/// - adds entity 'Profile'
/// - drops attribute 'Person.bio': its values are deleted
///
/// This migration:
/// 1. copies the rows of 'people' to a new table
/// 2. runs your function 'splitProfiles'
/// ```
enum PlanSummary {
  static func text(of step: VersionStep) -> String {
    var lines = ["\(step.new.name.name), version \(step.old.version) to \(step.new.version)", ""]
    let work = PlanWork.all(of: step)
    if step.changes.isEmpty {
      lines.append(work.isEmpty ? "Only the version changes." : "The tables do not change.")
    }
    lines += step.changes.filter { !$0.isImplied }.map {
      "- \($0.text)" + ($0.data.map { ": \($0)" } ?? "")
    }
    if !work.isEmpty {
      lines += ["", "This migration:"]
      lines += work.enumerated().map { "\($0.offset + 1). \($0.element.text)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
