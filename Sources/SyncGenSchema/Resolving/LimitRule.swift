import SyncGenDiagnostics

/// Finds entities that are wider than SQLite permits for a table or a trigger.
enum LimitRule {
  /// SQLITE_MAX_COLUMN is 2,000, which also applies to the results of queries, and stores read rows
  /// with their rowids.
  private static let columns = 1_999
  /// SQLITE_MAX_EXPR_DEPTH is 1,000: the trigger that records an update concatenates a string for
  /// each column.
  private static let recordedColumns = 980

  static func check(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    for entity in draft.entities {
      let count = entity.columns.count
      let limit = entity.sync.isPushed ? recordedColumns : columns
      guard count > limit else { continue }
      bag.add(
        .tooManyColumns(
          entity.name, count, limit: limit, isPushed: entity.sync.isPushed,
          at: entity.declaration.name.span))
    }
  }
}

extension Diagnostic {
  fileprivate static func tooManyColumns(
    _ entity: String, _ count: Int, limit: Int, isPushed: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let reason = isPushed ? "local writes can be recorded for" : "SQLite can read"
    return Diagnostic(
      .tooManyColumns, "entity '\(entity)' has \(count) columns; \(reason) at most \(limit)",
      at: span, notes: [Note("move some members to another entity", at: span)])
  }
}
