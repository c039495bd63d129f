package import SwiftSyncSQLite
package import SyncGenDiagnostics
package import SyncGenSchema

/// Checks the SQL conditions of partial indexes and of checks with SQLite, which alone knows what
/// it accepts.
package enum ConditionRule {
  /// Adds an error for each condition that SQLite refuses; returns `false` if there is one.
  package static func check(_ schema: Schema, into bag: inout DiagnosticBag) throws(SQLRefusal)
    -> Bool
  {
    let entities = schema.entities.filter {
      $0.check != nil || $0.indexes.contains { $0.predicate != nil }
    }
    if entities.isEmpty { return true }
    let sqlite = try SchemaDatabase()
    sqlite.limit(to: .part)
    var isRight = true
    for entity in entities {
      // If SQLite refuses the table, there is a mistake other than in a condition.
      guard sqlite.refusal(of: table(of: entity, name: entity.table.quoted)) == nil else {
        continue
      }
      if let check = entity.check, let reason = refusal(of: check.value, on: entity, by: sqlite) {
        bag.add(
          refusal(
            .invalidCheck, "the check of entity '\(entity.name.name)'", reason, sql: check.value,
            of: entity, at: check.span))
        isRight = false
      }
      for index in entity.indexes {
        guard let statement = statement(of: index, on: entity),
          let reason = sqlite.refusal(of: statement)
        else { continue }
        bag.add(
          refusal(
            .invalidPredicate, "the condition of this index", reason, sql: index.predicate ?? "",
            of: entity, at: index.predicateSpan ?? index.span))
        isRight = false
      }
    }
    return isRight
  }

  private static func refusal(
    _ code: DiagnosticCode, _ what: String, _ reason: String, sql: String, of entity: Entity,
    at span: SourceSpan
  ) -> Diagnostic {
    guard let unknown = UnknownSQLName(reason) else {
      return Diagnostic(code, "SQLite refuses \(what): \(reason)", at: span)
    }
    let place = unknown.span(in: span)
    return Diagnostic(
      code, "SQLite refuses \(what): \(unknown.message)", at: place,
      notes: unknown.notes(on: sql, columns: entity.columns.map(\.name.name), at: place))
  }

  /// The table with only its columns, because a condition cannot refer to anything else.
  private static func table(of entity: Entity, name: String, and more: [String] = []) -> String {
    let columns = entity.columns.map { "\($0.name.quoted) \($0.storage.rawValue)" } + more
    return "CREATE TABLE \(name) (\(columns.joined(separator: ", ")));"
  }

  private static func refusal(
    of check: String, on entity: Entity, by sqlite: SchemaDatabase
  ) -> String? {
    let name = SQLIdentifier("swiftsync_check_" + entity.table.name).quoted
    if let reason = sqlite.refusal(of: table(of: entity, name: name, and: ["CHECK (\(check))"])) {
      return reason
    }
    // In the definition of a table, SQLite does not check what a name with its table refers to.
    return sqlite.refusal(of: "SELECT (\(check)) FROM \(entity.table.quoted);")
      // Some functions are refused only when a row is written.
      ?? sqlite.refusal(of: "INSERT INTO \(name) DEFAULT VALUES;", allowsConstraints: true)
  }

  private static func statement(of index: Index, on entity: Entity) -> String? {
    guard let predicate = index.predicate else { return nil }
    let columns = index.sqlTerms(of: entity).joined(separator: ", ")
    return "CREATE INDEX \(index.name.quoted) ON \(entity.table.quoted) (\(columns)) "
      + "WHERE \(predicate);"
  }
}

extension SchemaDatabase {
  /// Runs one statement, which ends in a semicolon, and returns SQLite's message if it is refused.
  ///
  /// Text with more than one statement is refused, and nothing of it is run.
  ///
  /// - Parameter allowsConstraints: Whether a row that breaks a constraint does not count as a
  ///   refusal.
  fileprivate func refusal(of sql: String, allowsConstraints: Bool = false) -> String? {
    // A comment at the end would swallow the semicolon, and therefore the statement after it.
    guard StatementText.isComplete(sql) else { return "incomplete input" }
    do throws(SQLRefusal) {
      try runOne(sql)
      return nil
    } catch {
      return allowsConstraints && error.isOfConstraint ? nil : error.message
    }
  }
}
