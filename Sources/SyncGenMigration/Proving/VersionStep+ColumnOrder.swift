extension VersionStep {
  /// Whether a statement that the schema says under `sql:` may do something else where the columns of a
  /// table are in another order.
  ///
  /// What the planner makes names all columns. A `*` that stands for columns does not, and neither does an
  /// `INSERT` without a list of them.
  package var dependsOnColumnOrder: Bool {
    stages.contains { stage in
      guard case .operations(let operations) = stage.action else { return false }
      return operations.contains { operation in
        guard case .run(let sql) = operation else { return false }
        return Self.dependsOnColumnOrder(sql)
      }
    }
  }

  /// Errs on the side of `true`, e.g. for a product or a comment.
  static func dependsOnColumnOrder(_ sql: String) -> Bool {
    let text = sql.lowercased()
    let counted = text.replacing(/count\s*\(\s*\*\s*\)/, with: "")
    if counted.contains("*") { return true }
    return text.contains(
      /\binto\s+("[^"]*"|`[^`]*`|\[[^\]]*\]|[^\s("]+)\s*(\.\s*\S+\s*)?(as\s+\S+\s+)?(values|select|with|default)\b/
    )
  }
}
