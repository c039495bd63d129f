@_spi(Generated) import SwiftSyncRuntime
import SyncGenCore
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

/// Checks that the SQL of a schema's newest step can be understood by databases of the previous
/// version.
///
/// Only SQLite can decide that, so the statements are run here on empty tables. Steps to frozen
/// versions are not checked, since they cannot be changed.
enum MigrationStatementRule {
  /// Adds an error for each `backfill` and each `sql` that SQLite refuses; returns `false` if there
  /// is one.
  static func check(
    _ versions: SchemaVersions, into bag: inout DiagnosticBag
  ) throws(SyncError) -> Bool {
    guard let step = versions.plan.steps.last, step.new.version == versions.schema.version,
      !versions.history.isFrozen(versions.schema)
    else { return true }
    let backfills = step.backfills
    let hasSQL = step.stages.contains(where: \.isStated)
    if backfills.isEmpty, !hasSQL { return true }
    let database = try ScratchDatabase(Pipeline.ddl(for: step.old))
    var problems: [Diagnostic] = []
    for backfill in backfills {
      let query = "SELECT (\(backfill.expression)) FROM \(backfill.table.quoted)"
      guard let reason = database.refusal(of: query) else { continue }
      problems.append(refused(backfill, because: reason, version: step.old.version))
    }
    // With a wrong expression, the change itself would fail.
    if problems.isEmpty, hasSQL { problems += try refusedStatements(of: step, database) }
    for problem in problems { bag.add(problem) }
    return problems.isEmpty
  }

  /// Runs the step on the empty tables up to a function of the app, which may do anything.
  private static func refusedStatements(
    of step: VersionStep, _ database: ScratchDatabase
  ) throws(SyncError) -> [Diagnostic] {
    var places =
      (step.statedSteps.filter(\.runsBefore) + step.statedSteps.filter { !$0.runsBefore })
      .makeIterator()
    for (stage, statements) in zip(step.stages, Pipeline.statements(of: step)) {
      if case .app = stage.action { return [] }
      let place = stage.isStated ? places.next()?.span : nil
      for statement in statements {
        do throws(SyncError) {
          if stage.isStated {
            _ = try database.runPart(statement)
          } else {
            try database.run(statement)
          }
        } catch {
          // Rows that break a rule are left to 'verify', which has rows.
          guard let place, error.isRefusal else { return [] }
          return [
            Diagnostic(.refusedSQL, "SQLite refuses this 'sql': \(error.sqliteMessage)", at: place)
          ]
        }
      }
    }
    return []
  }

  private static func refused(
    _ backfill: VersionStep.StatedExpression, because reason: String, version: Int
  ) -> Diagnostic {
    let names = backfill.columns.map { "'\($0.name)'" }.joined(separator: ", ")
    return Diagnostic(
      .refusedSQL, "SQLite refuses the \(backfill.title): \(reason)",
      at: backfill.span,
      notes: [
        Diagnostic.Note(
          "it is an expression over table '\(backfill.table.name)' of version \(version), with \(names)",
          at: backfill.span)
      ])
  }
}
