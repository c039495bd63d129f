import SwiftSyncRuntime
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

/// The failure of a migration step.
enum StepFailure: Error, Hashable {
  /// SQLite refuses a statement.
  case refused(message: String, statement: String?)
  /// The database differs from the expected state afterwards.
  case differs(String)

  init(_ error: SyncError, statement: String) {
    self = .refused(message: error.sqliteMessage, statement: statement)
  }

  func diagnostic(of step: VersionStep) -> Diagnostic {
    let way = "the step from version \(step.old.version) to \(step.new.version)"
    switch self {
    case .refused(let message, let statement):
      return Diagnostic(
        .migrationFails, "\(way) fails: \(message)", at: step.span,
        notes: statement.map { [Diagnostic.Note("in '\(Self.start(of: $0))'", at: step.span)] }
          ?? [])
    case .differs(let difference):
      return Diagnostic(
        .migrationDiffers, "\(way) does not give what it should: \(difference)", at: step.span)
    }
  }

  /// The diagnostic for a file that `generate` has written and that may have been edited.
  func diagnostic(of step: VersionStep, in file: SourceFile) -> Diagnostic {
    let span = SourceSpan(path: file.path)
    let notes = [Diagnostic.Note("'swiftsync-gen generate' writes it again", at: span)]
    switch self {
    case .refused(let message, _):
      return Diagnostic(
        .migrationFails, "this step to version \(step.new.version) fails: \(message)", at: span,
        notes: notes)
    case .differs(let difference):
      return Diagnostic(
        .migrationDiffers,
        "this step to version \(step.new.version) does not do what the plan does: \(difference)",
        at: span, notes: notes)
    }
  }

  private static func start(of statement: String) -> String {
    let line = statement.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return line.count > 80 ? line.prefix(79) + "…" : line
  }
}

extension VersionStep {
  /// The place where the schema states something about the step, or else its version.
  var span: SourceSpan {
    new.migrations.first { $0.version == new.version }?.span ?? new.versionSpan
  }
}
