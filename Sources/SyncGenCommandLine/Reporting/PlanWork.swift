package import SyncGenMigration
import SyncGenSchema

/// Something that a step does and that its changes do not describe: which rows are copied, and what
/// the schema adds.
struct PlanWork {
  let text: String
  let risk: MigrationRisk
  /// The old table that is copied; `nil` if none is.
  var table: SQLIdentifier?

  static func all(of step: VersionStep) -> [PlanWork] { step.stages.flatMap(work) }

  private static func work(of stage: StepStage) -> [PlanWork] {
    switch stage.action {
    case .app(let name): [PlanWork(text: "runs your function '\(name)'", risk: .needsApp)]
    case .operations(let operations): operations.compactMap(work)
    }
  }

  private static func work(of operation: MigrationOperation) -> PlanWork? {
    switch operation {
    case .copyRows(let table, to: _, _, where: let kept):
      PlanWork(
        text: "copies the rows of '\(table.name)' to a new table"
          + (kept.map { ", without \($0.others)" } ?? ""), risk: .rebuild, table: table)
    case .deleteRows(let table, let kept):
      PlanWork(text: "deletes \(kept.others) from '\(table.name)'", risk: .losesData)
    case .run(let sql):
      PlanWork(text: "runs SQL of the schema: \(excerpt(of: sql))", risk: .mayFail)
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

extension VersionStep {
  /// The gravest risk of what the step does.
  package var risk: MigrationRisk {
    (changes.map(\.risk) + PlanWork.all(of: self).map(\.risk)).max() ?? .none
  }
}
