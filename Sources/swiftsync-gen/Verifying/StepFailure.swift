import SwiftSyncSession
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

/// The failure of a migration step.
enum StepFailure: Error, Hashable {
  /// SQLite refuses a statement. The column, such as `orders.code`, is the one that the statement
  /// fills, if known.
  case refused(message: String, statement: String?, column: String? = nil)
  /// After the step, the database differs from the expected state, in the given column if it is
  /// known. SQL that loses rows is a mistake however large the values of the rows are.
  case differs(String, column: String? = nil, advice: String? = nil, losesRows: Bool = false)

  init(_ error: SyncError, statement: String) {
    self = .refused(message: error.sqliteMessage, statement: statement)
  }

  func problem(of step: VersionStep) -> PairProof.Problem {
    PairProof.Problem(diagnostic: diagnostic(of: step), losesRows: losesRows)
  }

  /// The problem of a file that `generate` has written and that may have been edited.
  func problem(of step: VersionStep, in file: SourceFile) -> PairProof.Problem {
    PairProof.Problem(diagnostic: diagnostic(of: step, in: file), losesRows: losesRows)
  }

  private var losesRows: Bool {
    if case .differs(_, _, _, let losesRows) = self { losesRows } else { false }
  }

  func diagnostic(of step: VersionStep) -> Diagnostic {
    let way = "the step from version \(step.old.version) to \(step.new.version)"
    switch self {
    case .refused(let message, let statement, let column):
      return Diagnostic(
        .migrationFails, "\(way) fails: \(message)", at: step.span(of: column),
        notes: statement.map { [Diagnostic.Note("in '\(Self.start(of: $0))'", at: step.span)] }
          ?? [])
    case .differs(let difference, let column, let advice, _):
      let span = step.span(of: column)
      return Diagnostic(
        .migrationDiffers, "the result of \(way) differs from the plan: \(difference)", at: span,
        notes: advice.map { [Diagnostic.Note($0, at: span)] } ?? [])
    }
  }

  private func diagnostic(of step: VersionStep, in file: SourceFile) -> Diagnostic {
    let span = SourceSpan(path: file.path)
    let notes = [Diagnostic.Note("'swiftsync-gen generate' writes it again", at: span)]
    switch self {
    case .refused(let message, _, _):
      return Diagnostic(
        .migrationFails, "this step to version \(step.new.version) fails: \(message)", at: span,
        notes: notes)
    case .differs(let difference, _, _, _):
      return Diagnostic(
        .migrationDiffers,
        "the result of this step to version \(step.new.version) differs from the plan: \(difference)",
        at: span, notes: notes)
    }
  }

  private static func start(of statement: String) -> String {
    let line = statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 80 ? line.prefix(79) + "…" : line
  }
}

extension VersionStep {
  /// The position of the member whose `backfill` fills a column such as `orders.code`, or else of
  /// the step.
  func span(of column: String?) -> SourceSpan {
    backfills.first { backfill in column.map(backfill.filled.contains) ?? false }?.span ?? span
  }
}
