import SwiftSyncValues
package import SyncGenDiagnostics
package import SyncGenSchema

extension VersionStep {
  /// The columns of the new version, as `tasks.title`, whose values do not come unchanged from the
  /// old ones, or for which the new version has stricter rules.
  package var changedColumns: Set<String> {
    var changed: Set<String> = []
    for table in tables {
      for column in table.columns
      where column.former == nil || column.source.expression != nil
        || table.isStricter(column, pairing)
      {
        changed.insert("\(table.new.name.name).\(column.definition.name)")
      }
    }
    return changed
  }

  /// The SQL with which a member of an entity gets its values.
  package struct StatedExpression {
    /// The title, e.g. `'backfill' of 'Person.initial'`.
    package let title: String
    package let expression: String
    /// The table of the old version whose rows the expression reads.
    package let table: SQLIdentifier
    package let columns: [SQLIdentifier]
    /// The columns of the new version that get its values, e.g. `people.initial`.
    package let filled: [String]
    package let span: SourceSpan
  }

  /// The `backfill` expressions of the new version that the old one did not state.
  package var backfills: [StatedExpression] {
    pairing.members.flatMap { members -> [StatedExpression] in
      let (before, after) = (old[members.old], new[members.new])
      func stated(
        _ title: String, _ expression: String, for filled: some Sequence<Int>, at span: SourceSpan
      ) -> StatedExpression {
        StatedExpression(
          title: title, expression: expression, table: before.table,
          columns: before.columns.map(\.name),
          filled: filled.map { "\(after.table.name).\(after.columns[$0].name.name)" }, span: span)
      }
      return after.attributes.indices.flatMap { index -> [StatedExpression] in
        let attribute = after.attributes[index]
        let title = "'backfill' of '\(after.name.name).\(attribute.name.name)'"
        let expressions = members.newBackfill(of: index, pairing)?.expressions ?? []
        return zip(expressions, attribute.columns).map { part, column in
          stated(
            part.key.map { "'\($0)' in the \(title)" } ?? title, part.sql, for: [column],
            at: attribute.span)
        }
      }
        + after.relations.indices.compactMap { index in
          let relation = after.relations[index]
          return members.newBackfill(ofRelation: index, pairing).map {
            stated(
              "'backfill' of '\(after.name.name).\(relation.name.name)'", $0,
              for: relation.reference?.columns ?? [], at: relation.span)
          }
        }
    }
  }

  /// The steps under `sql` of the schema.
  package var statedSteps: [StatedStep] {
    new.steps.filter { if case .sql = $0.action { true } else { false } }
  }
}

extension TablePairing {
  /// Whether a column has another type than the old one, although its values are kept.
  fileprivate func isStricter(_ column: Column, _ pairing: SchemaPairing) -> Bool {
    guard case .entity(let id) = new.owner, case .entity(let oldID) = old.owner,
      let former = column.source.oldColumn,
      case .attribute(let index) = pairing.new[id].columns[column.position].source,
      case .attribute(let formerIndex) = pairing.old[oldID][former].source
    else { return false }
    let (type, oldType) = (
      pairing.new[id].attributes[index].type, pairing.old[oldID].attributes[formerIndex].type
    )
    switch (oldType, type) {
    // An enum may refuse values that its former version has kept.
    case (.enumeration, _), (_, .enumeration), (.array, _), (.dictionary, _), (.value, _),
      (_, .value):
      return true
    default: return oldType != type
    }
  }
}

extension VersionStep {
  /// The columns of the new version, as `tasks.title`, whose values differ between runs.
  package var columnsOfChance: Set<String> {
    Set(
      tables.flatMap { table in
        table.columns.filter(\.dependsOnChance).map {
          "\(table.new.name.name).\($0.definition.name)"
        }
      })
  }

  /// Whether SQL under `sql:` of the schema yields different values in each run.
  package var hasStatementsOfChance: Bool {
    statedSteps.contains { step in
      if case .sql(let statements) = step.action { isLeftToChance(statements) } else { false }
    }
  }
}

extension TablePairing.Column {
  /// Whether it is outside the identity, and its values depend on chance or the time.
  var dependsOnChance: Bool {
    definition.keyPosition == 0 && source.expression.map(isLeftToChance) ?? false
  }
}

/// Whether SQL may yield another value each time. If in doubt, e.g. for a string with such a word,
/// `true`.
private func isLeftToChance(_ sql: String) -> Bool {
  let text = sql.lowercased()
  return ["random", "now", "current_"].contains { text.contains($0) }
}

extension VersionStep {
  /// Whether a statement under `sql:` of the schema may have another effect if the columns of a
  /// table are in another order.
  ///
  /// The planner's statements name all columns. A `*` that represents columns does not, and neither
  /// does an `INSERT` without a list of columns.
  package var dependsOnColumnOrder: Bool {
    stages.contains { stage in
      guard case .operations(let operations) = stage.action else { return false }
      return operations.contains { operation in
        guard case .run(let sql) = operation else { return false }
        return Self.dependsOnColumnOrder(sql)
      }
    }
  }

  /// If in doubt, e.g. for a product or a comment, `true`.
  static func dependsOnColumnOrder(_ sql: String) -> Bool {
    let text = sql.lowercased()
    let counted = text.replacing(/count\s*\(\s*\*\s*\)/, with: "")
    if counted.contains("*") { return true }
    return text.contains(
      /\binto\s+("[^"]*"|`[^`]*`|\[[^\]]*\]|[^\s("]+)\s*(\.\s*\S+\s*)?(as\s+\S+\s+)?(values|select|with|default)\b/
    )
  }
}
