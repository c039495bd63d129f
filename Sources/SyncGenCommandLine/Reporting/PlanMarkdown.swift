import SwiftSyncSQLite
import SyncGenMigration
import SyncGenSchema

/// Describes a step in Markdown, for a comment on a pull request.
enum PlanMarkdown {
  static func text(of step: VersionStep) throws(SQLRefusal) -> String {
    var lines = [
      "### \(step.new.name.name): version \(step.old.version) to \(step.new.version)", "",
      "Risk: \(emphasized(step.risk))", "",
    ]
    let rows = try rows(of: step)
    if rows.isEmpty {
      lines.append("Only the version changes.")
    } else {
      lines += ["| Change | Rows | Risk |", "|---|---|---|"] + rows
    }
    lines += [""] + details(of: step)
    if !step.rebuiltTables.isEmpty {
      lines += [
        "",
        "Times are measured where this was written, with \(RebuildTiming.rowCount / 1_000),000 "
          + "sample rows in memory. A phone takes longer.",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: The table

  private static func rows(of step: VersionStep) throws(SQLRefusal) -> [String] {
    let changes = step.changes.filter { !$0.isImplied }.map {
      row($0.text, $0.data ?? "", $0.risks)
    }
    let rebuilt = Dictionary(
      step.rebuiltTables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return changes
      + (try PlanWork.all(of: step).map { (work) throws(SQLRefusal) in
        let table = work.table.flatMap { rebuilt[$0] }
        let time = try table.map { (table) throws(SQLRefusal) in
          "\(RebuildTiming.words(try RebuildTiming.seconds(for: table))) per 100,000 rows"
        }
        return row(work.text, time ?? "", [work.risk])
      })
  }

  private static func row(_ text: String, _ data: String, _ risks: [MigrationRisk]) -> String {
    "| \(escaped(text)) | \(escaped(data)) | \(risks.map(emphasized).joined(separator: ", ")) |"
  }

  private static func emphasized(_ risk: MigrationRisk) -> String {
    risk < .mayFail ? risk.words : "**\(risk.words)**"
  }

  /// Text of the schema in a cell, which must not be read as Markdown or HTML.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "|", "*", "_", "`", "[", "]", "\\": result += "\\\(character)"
      case "<": result += "&lt;"
      case "&": result += "&amp;"
      case _ where character.isNewline: result += " "
      default: result.append(character)
      }
    }
  }

  // MARK: SQL

  private static func details(of step: VersionStep) -> [String] {
    let stages = PlanRenderer.stages(of: step).filter { stage, statements in
      if case .app = stage.action { true } else { !statements.isEmpty }
    }
    let parts = stages.map { stage, statements in
      ["-- \(stage.reason.split(whereSeparator: \.isNewline).joined(separator: " "))"]
        + statements
    }
    let sql = parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    if sql.isEmpty { return ["No SQL runs."] }
    // A fence must be longer than those in the text.
    let longest = sql.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return ["<details>", "<summary>SQL</summary>", "", fence + "sql", sql, fence, "", "</details>"]
  }
}
