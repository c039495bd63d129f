import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

/// The changes of a step with a risk, as annotations of the files in which they are.
enum PlanAnnotations {
  static func all(of step: VersionStep) -> [Diagnostic] {
    let changes = step.changes.filter { !$0.isImplied && $0.risk > .none }.map { change in
      annotation(
        change.risks, change.text + (change.data.map { ": \($0)" } ?? ""),
        at: change.span.path == step.old.path ? step.new.versionSpan : change.span)
    }
    return changes
      + PlanWork.all(of: step).map { annotation([$0.risk], $0.text, at: step.span) }
  }

  private static func annotation(
    _ risks: [MigrationRisk], _ text: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      risks.allSatisfy { $0 < .mayFail } ? .note : .warning, .migrationRisk,
      "\(risks.map(\.words).joined(separator: ", ")): \(text)", at: span)
  }
}
