import SyncGenDiagnostics

/// Checks that the settings of a relationship fit its kind.
enum RelationRule {
  static func check(_ draft: SchemaDraft, into bag: inout DiagnosticBag) {
    for id in draft.relationIDs where draft[id].target != nil {
      checkPlaces(id, draft, into: &bag)
      checkRemote(id, draft, into: &bag)
    }
  }

  private static func checkPlaces(
    _ id: RelationID, _ draft: SchemaDraft, into bag: inout DiagnosticBag
  ) {
    let relation = draft[id].declaration
    var owner: String { draft.title(of: id) }
    _ = RelationTable.relation.resolved(
      relation, RelationFacts(isToMany: draft[id].isToMany), draft.symbols.conventions, of: owner,
      into: &bag)
    if let foreignKey = relation.hasForeignKey, draft[id].kind != .reference {
      bag.add(
        .misplacedKey(
          "foreign-key", of: owner, belongs: "the to-one that has the column",
          at: foreignKey.span))
    }
    if let order = relation.order, !draft[id].isToMany {
      bag.add(
        .misplacedKey("ordered", of: owner, belongs: "a to-many", at: order.span))
    }
    if let backfill = relation.backfill, draft[id].kind != .reference {
      bag.add(
        .misplacedKey(
          "backfill", of: owner, belongs: "the to-one that has the column",
          at: backfill.span))
    }
    if let column = relation.column {
      ColumnNameRule.check(column, into: &bag)
      if draft[id].kind != .reference {
        bag.add(
          .misplacedKey(
            "column", of: owner, belongs: "the to-one that has the column",
            at: column.span))
      }
    }
    if let through = relation.through, draft[id].kind != .manyToMany {
      bag.add(
        .misplacedKey("through", of: owner, belongs: "a many-to-many", at: through.span))
    }
  }

  private static func checkRemote(
    _ id: RelationID, _ draft: SchemaDraft, into bag: inout DiagnosticBag
  ) {
    if case .firstValue(let paths)? = draft[id].declaration.remote, let first = paths.first {
      bag.add(.firstValueOfRelation(of: draft.title(of: id), at: first.span))
    }
    guard case .money(let money) = draft[id].declaration.remote else { return }
    bag.add(.twoPathsWithoutMoney(of: draft.title(of: id), at: money.amount.span))
  }
}
