import SyncGenSchema

extension VersionStep {
  /// The columns of the new version, as `tasks.title`, which get other values in each run.
  package var columnsOfChance: Set<String> {
    let tables = TablePairer(pairing: SchemaPairing(from: old, to: new)).pairs()
    return Set(
      tables.flatMap { table in
        table.columnsOfChance.map { "\(table.new.name.name).\(table.new.columns[$0].name.name)" }
      })
  }

  /// Whether SQL that the schema states under `sql:` gives other values in each run.
  package var hasStatementsOfChance: Bool {
    statedSteps.contains { step in
      if case .sql(let statements) = step.action { isLeftToChance(statements) } else { false }
    }
  }
}

extension TablePairing {
  /// The positions of new columns, outside of the identity, whose values depend on chance or the time.
  var columnsOfChance: [Int] {
    sources.indices.filter { position in
      !new.primaryKey.contains(position)
        && sources[position].expression.map(isLeftToChance) ?? false
    }
  }
}

/// Whether SQL may give another value each time. Errs on the side of `true`, e.g. for a text that says so.
private func isLeftToChance(_ sql: String) -> Bool {
  let text = sql.lowercased()
  return ["random", "now", "current_"].contains { text.contains($0) }
}
