import SyncGenDiagnostics
package import SyncGenMigration
import SyncGenSchema

/// Describes migrations for people and programs.
package enum PlanRenderer {
  package enum Format: String, CaseIterable, Hashable, Sendable {
    case text
    case json
    /// For a comment on a pull request.
    case markdown
    /// Annotations of GitHub Actions.
    case github
  }

  /// - Parameters:
  ///   - sql: Whether the text contains all statements rather than only the effect on rows. JSON
  ///     always contains them.
  ///   - forSwiftData: Whether the plan is also that of SwiftData, whose migrations have stages of
  ///     two kinds, and of which CloudKit supports some.
  package static func render(
    _ steps: [VersionStep], as format: Format, sql: Bool = false, forSwiftData: Bool
  ) throws -> String {
    switch format {
    case .text:
      steps.map { sql ? text(of: $0, forSwiftData) : PlanSummary.text(of: $0) }
        .joined(separator: "\n")
    case .markdown: try steps.map(PlanMarkdown.text).joined(separator: "\n")
    case .github: DiagnosticRenderer.render(steps.flatMap(PlanAnnotations.all), as: .github)
    case .json:
      steps.isEmpty
        ? "{\"steps\": []}\n"
        : "{\"steps\": [\n" + steps.map { json(of: $0, forSwiftData) }.joined(separator: ",\n")
          + "\n]}\n"
    }
  }

  /// The stages with their statements, without those that only drop and create triggers, which a
  /// store does itself in every step.
  static func stages(
    of step: VersionStep
  ) -> [(stage: StepStage, statements: [String])] {
    zip(step.stages, Pipeline.statements(of: step)).filter {
      !$0.0.dropsTriggers && !$0.0.createsTriggers
    }.map { (stage: $0.0, statements: $0.1) }
  }

  // MARK: Text

  private static func text(of step: VersionStep, _ forSwiftData: Bool) -> String {
    var lines = ["\(step.new.name.name), version \(step.old.version) to \(step.new.version)", ""]
    if step.changes.isEmpty { lines.append("Only the version changes.") }
    for change in step.changes { lines += text(of: change, forSwiftData) }
    for (number, (stage, operations)) in stages(of: step).enumerated() {
      lines.append("")
      if forSwiftData {
        lines.append("Stage \(number + 1), \(stage.weight.rawValue): \(stage.reason)")
        lines.append((stage.suitsCloudKit ? "compatible" : "not compatible") + " with CloudKit")
      } else {
        lines.append("Part \(number + 1): \(stage.reason)")
      }
      lines += text(of: stage, operations)
    }
    if step.needsApp {
      lines += [
        "", "The app runs its own code here, so SQL alone cannot do this step.",
        "Its functions belong in a 'nonisolated extension' of \(step.new.name.name)MigrationPlan.",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(of change: SchemaChange, _ forSwiftData: Bool) -> [String] {
    [
      "- \(change.text)" + (change.data.map { ": \($0)" } ?? ""),
      "  " + (forSwiftData ? "\(change.weight.rawValue), " : "") + change.reason,
    ]
  }

  private static func text(of stage: StepStage, _ operations: [String]) -> [String] {
    if case .app(let name) = stage.action { return ["", "  the app runs '\(name)'"] }
    let lines = operations.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    return lines.isEmpty
      ? ["", "  no table changes"] : [""] + lines.map { $0.isEmpty ? "" : "  " + $0 }
  }

  // MARK: JSON

  private static func json(of step: VersionStep, _ forSwiftData: Bool) -> String {
    let stages = stages(of: step).map { json(of: $0, $1, forSwiftData) }
    return """
        {"from": \(step.old.version), "to": \(step.new.version), "needsApp": \(step.needsApp), \
      "risk": "\(step.risk.rawValue)", "changes": \(list(step.changes.map { json(of: $0, forSwiftData) })), \
      "\(forSwiftData ? "stages" : "parts")": \(list(stages))}
      """
  }

  private static func json(of change: SchemaChange, _ forSwiftData: Bool) -> String {
    let object: JSONObject = [
      ("text", .text(change.text)), ("weight", .text(change.weight.rawValue)),
      ("reason", .text(change.reason)), ("suitsCloudKit", .bool(change.suitsCloudKit)),
      ("data", .optional(change.data)), ("risk", .text(change.risk.rawValue)),
      ("risks", .texts(change.risks.map(\.rawValue))),
    ]
    return json(object, forSwiftData)
  }

  private static func json(
    of stage: StepStage, _ operations: [String], _ forSwiftData: Bool
  ) -> String {
    var custom: String?
    if case .app(let name) = stage.action { custom = name }
    let object: JSONObject = [
      ("weight", .text(stage.weight.rawValue)), ("reason", .text(stage.reason)),
      ("suitsCloudKit", .bool(stage.suitsCloudKit)), ("custom", .optional(custom)),
      ("statements", .texts(operations)),
    ]
    return json(object, forSwiftData)
  }

  private static func json(_ object: JSONObject, _ forSwiftData: Bool) -> String {
    var object = object
    if !forSwiftData {
      object["weight"] = nil
      object["suitsCloudKit"] = nil
    }
    return JSONDocument.object(object).text(.spaced)
  }

  /// One line for each item.
  private static func list(_ items: [String]) -> String {
    items.isEmpty ? "[]" : "[\n    " + items.joined(separator: ",\n    ") + "\n  ]"
  }
}
