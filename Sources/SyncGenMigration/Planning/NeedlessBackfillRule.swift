import SyncGenDiagnostics
import SyncGenSchema

/// Checks that a new `backfill` fills something. Values that are kept or converted need none, and a
/// schema that states one expects other values than it would get.
struct NeedlessBackfillRule {
  let pairing: SchemaPairing

  func check(into bag: inout DiagnosticBag) {
    for members in pairing.members {
      for diagnostic in attributes(members) + relations(members) { bag.add(diagnostic) }
    }
  }

  private func attributes(_ members: SchemaPairing.Members) -> [Diagnostic] {
    members.attributes.pairs.compactMap { pair in
      let attribute = pairing.new[members.new].attributes[pair.new]
      guard members.newBackfill(of: pair.new, pairing) != nil,
        isKept(attribute.columns, members)
      else { return nil }
      return needless(
        attribute, pairing.old[members.old].attributes[pair.old],
        in: pairing.new[members.new], .attribute(index: pair.new), attribute.columns)
    }
  }

  private func relations(_ members: SchemaPairing.Members) -> [Diagnostic] {
    members.relations.pairs.compactMap { pair in
      let relation = pairing.new[members.new].relations[pair.new]
      guard members.newBackfill(ofRelation: pair.new, pairing) != nil,
        let columns = relation.reference?.columns, isKept(columns, members)
      else { return nil }
      return needless(
        relation, pairing.old[members.old].relations[pair.old],
        in: pairing.new[members.new], .reference(relation: pair.new), columns)
    }
  }

  /// Whether all columns keep the values of old ones, and no row lacks one.
  private func isKept(_ columns: [Int], _ members: SchemaPairing.Members) -> Bool {
    let finder = ColumnSourceFinder(pairing: pairing, members: members)
    return columns.allSatisfy { column in
      let source = finder.source(of: pairing.new[members.new].columns[column])
      return source.oldColumn != nil && !source.isFilled
    }
  }

  private func needless(
    _ member: some NamedElement, _ former: some NamedElement, in entity: Entity,
    _ part: Identity.Part, _ columns: [Int]
  ) -> Diagnostic {
    let isRenamed = former.name != member.name
    let keeper = isRenamed ? "'renamed-from: \(former.name.name)' keeps" : "the step keeps"
    var notes = [Diagnostic.Note("remove 'backfill'", at: member.span)]
    // References would not follow an identity that SQL of the schema changes.
    if let column = columns.first, !entity.identity.parts.contains(part) {
      let name = entity.columns[column].name.quoted
      notes.append(
        Diagnostic.Note(
          "to change the values, add '- sql: UPDATE \(entity.table.quoted) SET \(name) = …' under "
            + "'migrations: \(pairing.new.version):'", at: member.span))
    }
    return Diagnostic(
      .invalidMigration,
      "'backfill' of '\(entity.name.name).\(member.name.name)' has no effect: \(keeper) its values, "
        + "and no row of version \(pairing.old.version) lacks one", at: member.span, notes: notes)
  }
}
