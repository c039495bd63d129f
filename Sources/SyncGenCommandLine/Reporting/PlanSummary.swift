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
    if step.changes.isEmpty { lines.append("Only the version changes.") }
    lines += step.changes.filter { !$0.isImplied }.map {
      "- \($0.text)" + ($0.data.map { ": \($0)" } ?? "")
    }
    let work = step.stages.flatMap(work)
    if !work.isEmpty {
      lines += ["", "This migration:"]
      lines += work.enumerated().map { "\($0.offset + 1). \($0.element)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The work of a stage that the changes of its step do not describe: which rows are copied, and
  /// what the schema adds.
  private static func work(of stage: StepStage) -> [String] {
    switch stage.action {
    case .app(let name): ["runs your function '\(name)'"]
    case .operations(let operations): operations.compactMap(work)
    }
  }

  private static func work(of operation: MigrationOperation) -> String? {
    switch operation {
    case .copyRows(let table, to: _, _, where: let kept):
      "copies the rows of '\(table.name)' to a new table"
        + (kept.map { ", without \($0.others)" } ?? "")
    case .deleteRows(let table, let kept): "deletes \(kept.others) from '\(table.name)'"
    case .run(let sql): "runs SQL of the schema: \(excerpt(of: sql))"
    case .createTable, .dropTable, .renameTable, .dropIndex, .createIndex, .createSearch,
      .dropColumn,
      .renameColumn, .addColumn, .renameLinks, .dropLinks, .convertLinks, .updateQueue,
      .deleteFromQueue, .maintain, .dropTriggers, .createTriggers:
      nil
    }
  }

  /// One line of at most 80 characters.
  private static func excerpt(of sql: String) -> String {
    let words = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 80 ? words.prefix(79) + "…" : words
  }
}
