import SwiftSyncSQLite
package import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

/// Checks that the SQL of a schema's newest step can be understood by databases of the previous
/// version.
///
/// Only SQLite can decide that, so the statements are run here on empty tables. Steps to frozen
/// versions are not checked, since they cannot be changed.
package enum MigrationStatementRule {
  /// The number of SQLite's steps that statements may take, which find no rows here.
  private static let stepLimit = 20_000_000
  /// The size of statements that SQLite can compile however deep they are nested.
  private static let largeSize = 2_000

  /// Adds an error for each `backfill` and each `sql` that SQLite refuses; returns `false` if there
  /// is one.
  package static func check(
    _ versions: SchemaVersions, into bag: inout DiagnosticBag
  ) throws -> Bool {
    guard let step = versions.plan.steps.last, step.new.version == versions.schema.version,
      !versions.history.isFrozen(versions.schema)
    else { return true }
    let backfills = step.backfills
    let statements = Pipeline.statements(of: step)
    // The SQL that converts values of types may be larger than SQLite can compile.
    let mayBeLarge = statements.contains { $0.contains { $0.utf8.count > largeSize } }
    let hasSQL = step.stages.contains(where: \.isStated)
    if backfills.isEmpty, !hasSQL, !mayBeLarge { return true }
    let database = try SchemaDatabase(steps: stepLimit)
    database.limit(to: .script)
    try database.allowingDoubleQuotedStrings { () throws(SQLRefusal) in
      try database.run(Pipeline.ddl(for: step.old))
    }
    var problems: [Diagnostic] = []
    for backfill in backfills {
      let query = "SELECT (\(backfill.expression)) FROM \(backfill.table.quoted)"
      guard let reason = database.refusal(of: query)?.message else { continue }
      problems.append(refused(backfill, because: reason, version: step.old.version))
    }
    // With a wrong expression, the change itself would fail.
    if problems.isEmpty, hasSQL || mayBeLarge {
      problems += try refusedStatements(of: step, statements, database)
    }
    for problem in problems { bag.add(problem) }
    return problems.isEmpty
  }

  /// Runs the step on the empty tables up to a function of the app, which may do anything.
  private static func refusedStatements(
    of step: VersionStep, _ statements: [[String]], _ database: SchemaDatabase
  ) throws(SQLRefusal) -> [Diagnostic] {
    var places =
      (step.statedSteps.filter(\.runsBefore) + step.statedSteps.filter { !$0.runsBefore })
      .makeIterator()
    var isAfterApp = false
    for (stage, statements) in zip(step.stages, statements) {
      if case .app = stage.action { isAfterApp = true }
      let stated = stage.isStated ? places.next() : nil
      let place = stated?.span
      for statement in statements where !isAfterApp || place != nil {
        do throws(SQLRefusal) {
          try run(statement, on: database, isStated: place != nil, isAfterApp: isAfterApp)
        } catch {
          if place == nil, error.isOfSize { return [tooLarge(step, error.message)] }
          // Rows that break a rule are left to 'verify', which has rows.
          guard let stated, error.isFinal else { return [] }
          return [refused(statement, of: step, because: error.message, stated)]
        }
      }
    }
    return []
  }

  private static func run(
    _ statement: String, on database: SchemaDatabase, isStated: Bool, isAfterApp: Bool
  ) throws(SQLRefusal) {
    if !isStated {
      return try database.allowingDoubleQuotedStrings { () throws(SQLRefusal) in
        try database.run(statement)
      }
    }
    if isAfterApp { return try database.checkDoubleQuotedNames(in: statement) }
    database.limit(to: .rows)
    defer { database.limit(to: .script) }
    try database.run(statement)
  }

  private static func tooLarge(_ step: VersionStep, _ reason: String) -> Diagnostic {
    Diagnostic(
      .refusedSQL,
      "SQLite cannot compile the conversion of values to version \(step.new.version): \(reason)",
      at: step.span,
      notes: [
        Diagnostic.Note(
          "the more deeply types are nested in lists, the larger the SQL is that converts them; "
            + "convert the attribute with 'backfill', or in the app with 'custom'", at: step.span)
      ])
  }

  private static func refused(
    _ statement: String, of step: VersionStep, because reason: String, _ stated: StatedStep
  ) -> Diagnostic {
    let place = stated.span
    guard let unknown = UnknownSQLName(reason) else {
      return Diagnostic(.refusedSQL, "SQLite refuses this 'sql': \(reason)", at: place)
    }
    let span = unknown.span(in: place, after: "sql")
    let message = "SQLite refuses this 'sql': \(unknown.message)"
    if let note = orderNote(unknown.column, of: step, stated, at: span) {
      return Diagnostic(.refusedSQL, message, at: span, notes: [note])
    }
    let columns = [step.old, step.new].flatMap(\.entities).flatMap(\.columns).map(\.name.name)
    return Diagnostic(
      .refusedSQL, message, at: span,
      notes: unknown.notes(on: statement, columns: columns, at: span))
  }

  /// What to do if only the other version has the column.
  private static func orderNote(
    _ column: String, of step: VersionStep, _ stated: StatedStep, at span: SourceSpan
  ) -> Diagnostic.Note? {
    func has(_ schema: Schema) -> Bool {
      schema.entities.contains { $0.columns.contains { $0.name.name == column } }
    }
    guard has(step.old) != has(step.new), has(step.old) != stated.runsBefore else { return nil }
    return stated.runsBefore
      ? .init(
        "version \(step.new.version) adds '\(column)', and 'before: true' runs the 'sql' before that",
        at: span)
      : .init(
        "'\(column)' is gone in version \(step.new.version); to use it, add 'before: true', which "
          + "runs the 'sql' on the old tables", at: span)
  }

  private static func refused(
    _ backfill: VersionStep.StatedExpression, because reason: String, version: Int
  ) -> Diagnostic {
    let names = backfill.columns.map { "'\($0.name)'" }.joined(separator: ", ")
    let unknown = UnknownSQLName(reason)
    let span = unknown?.span(in: backfill.span, after: "backfill") ?? backfill.span
    let notes = unknown?.notes(
      on: backfill.expression, columns: backfill.columns.map(\.name), at: span)
    return Diagnostic(
      .refusedSQL, "SQLite refuses the \(backfill.title): \(unknown?.message ?? reason)", at: span,
      notes: (notes ?? []) + [
        Diagnostic.Note(
          "it is an expression over table '\(backfill.table.name)' of version \(version), with \(names)",
          at: backfill.span)
      ])
  }
}

extension SchemaDatabase {
  /// Refuses statements that SQLite accepts only because it reads a name in double quotes as a
  /// string. They are not run.
  ///
  /// Nothing else is decided: the statements may use what does not exist yet.
  fileprivate func checkDoubleQuotedNames(in statements: String) throws(SQLRefusal) {
    for statement in StatementText.parts(of: statements) {
      guard let refusal = refusal(of: statement) else { continue }
      try allowingDoubleQuotedStrings { () throws(SQLRefusal) in
        if self.refusal(of: statement) == nil { throw refusal }
      }
    }
  }

  /// The reason why SQLite cannot compile a statement, which is not run.
  fileprivate func refusal(of statement: String) -> SQLRefusal? {
    do throws(SQLRefusal) {
      try compile(statement)
      return nil
    } catch {
      return error
    }
  }
}

extension SQLRefusal {
  /// Whether a statement is nested more deeply than SQLite's parser can follow.
  fileprivate var isOfSize: Bool {
    message.contains("parser stack overflow")
      || message.contains("Expression tree is too large")
  }
}
