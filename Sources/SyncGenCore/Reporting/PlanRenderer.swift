import SyncGenDiagnostics
package import SyncGenMigration
import SyncGenSchema

/// Writes what migrations will do, for people and for programs.
package enum PlanRenderer {
  package enum Format: String, CaseIterable, Hashable, Sendable {
    case text
    case json
  }

  package static func render(_ steps: [VersionStep], as format: Format) -> String {
    switch format {
    case .text: steps.map(text).joined(separator: "\n")
    case .json:
      steps.isEmpty
        ? "{\"steps\": []}\n"
        : "{\"steps\": [\n" + steps.map(json).joined(separator: ",\n") + "\n]}\n"
    }
  }

  // MARK: Text

  private static func text(of step: VersionStep) -> String {
    var lines = ["\(step.new.name.name), version \(step.old.version) to \(step.new.version)", ""]
    if step.changes.isEmpty { lines.append("Nothing changes but the version.") }
    for change in step.changes { lines += text(of: change) }
    let statements = Pipeline.statements(of: step)
    for (number, (stage, operations)) in zip(step.stages, statements).enumerated() {
      lines += ["", "Stage \(number + 1), \(stage.weight.rawValue): \(stage.reason)"]
      lines.append("CloudKit: " + (stage.suitsCloudKit ? "can take it" : "cannot take it"))
      lines += text(of: stage, operations)
    }
    if step.needsApp {
      lines += ["", "The app runs code of its own here; SQL alone is half of this step."]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(of change: SchemaChange) -> [String] {
    [
      "- \(change.text)" + (change.data.map { ": \($0)" } ?? ""),
      "  \(change.weight.rawValue), \(change.reason)",
    ]
  }

  private static func text(of stage: MigrationStage, _ operations: [String]) -> [String] {
    if case .app(let name) = stage.action { return ["", "  the app runs '\(name)'"] }
    let lines = operations.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    return lines.isEmpty
      ? ["", "  no table changes"] : [""] + lines.map { $0.isEmpty ? "" : "  " + $0 }
  }

  // MARK: JSON

  private static func json(of step: VersionStep) -> String {
    let stages = zip(step.stages, Pipeline.statements(of: step)).map(json)
    return """
        {"from": \(step.old.version), "to": \(step.new.version), "needsApp": \(step.needsApp), \
      "changes": \(list(step.changes.map(json))), "stages": \(list(stages))}
      """
  }

  private static func json(of change: SchemaChange) -> String {
    object([
      ("text", JSONString.quoted(change.text)),
      ("weight", JSONString.quoted(change.weight.rawValue)),
      ("reason", JSONString.quoted(change.reason)),
      ("suitsCloudKit", "\(change.suitsCloudKit)"),
      ("data", change.data.map(JSONString.quoted) ?? "null"),
    ])
  }

  private static func json(of stage: MigrationStage, _ operations: [String]) -> String {
    var custom = "null"
    if case .app(let name) = stage.action { custom = JSONString.quoted(name) }
    return object([
      ("weight", JSONString.quoted(stage.weight.rawValue)),
      ("reason", JSONString.quoted(stage.reason)),
      ("suitsCloudKit", "\(stage.suitsCloudKit)"),
      ("custom", custom),
      ("statements", "[" + operations.map(JSONString.quoted).joined(separator: ", ") + "]"),
    ])
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { JSONString.quoted($0.0) + ": " + $0.1 }.joined(separator: ", ") + "}"
  }

  /// A line for each item.
  private static func list(_ items: [String]) -> String {
    items.isEmpty ? "[]" : "[\n    " + items.joined(separator: ",\n    ") + "\n  ]"
  }
}
