import SyncGenDiagnostics
import SyncGenSchema

/// Demands that `renamed-from` names something of the version before.
enum FormerNameRule {
  static func check(_ pairing: SchemaPairing, into bag: inout DiagnosticBag) {
    check(
      pairing.entities, old: pairing.old.entities.map(\.name.name),
      new: pairing.new.entities.map { ("entity '\($0.name.name)'", $0.span) }, pairing, into: &bag)
    check(
      pairing.enums, old: pairing.old.enums.map(\.name.name),
      new: pairing.new.enums.map { ("enum '\($0.name.name)'", $0.span) }, pairing, into: &bag)
    for pair in pairing.enums.pairs {
      guard let cases = pairing.cases[pair.new] else { continue }
      let model = pairing.new.enums[pair.new]
      check(
        cases, old: pairing.old.enums[pair.old].cases.map(\.name.name),
        new: model.cases.map { ("case '\(model.name.name).\($0.name.name)'", $0.span) }, pairing,
        into: &bag)
    }
    for members in pairing.members { check(members, pairing, into: &bag) }
  }

  private static func check(
    _ members: SchemaPairing.Members, _ pairing: SchemaPairing, into bag: inout DiagnosticBag
  ) {
    let (before, after) = (pairing.old[members.old], pairing.new[members.new])
    check(
      members.attributes, old: before.attributes.map(\.name.name),
      new: after.attributes.map { ("attribute '\(after.name.name).\($0.name.name)'", $0.span) },
      pairing, into: &bag)
    check(
      members.relations, old: before.relations.map(\.name.name),
      new: after.relations.map { ("relation '\(after.name.name).\($0.name.name)'", $0.span) },
      pairing, into: &bag)
  }

  private static func check(
    _ things: Pairing, old: [String], new: [(title: String, span: SourceSpan)],
    _ pairing: SchemaPairing, into bag: inout DiagnosticBag
  ) {
    for unknown in things.unknown {
      bag.add(
        .unknownFormerName(
          unknown.formerName, of: new[unknown.new].title, known: old,
          version: pairing.old.version, isTaken: unknown.isTaken, at: new[unknown.new].span))
    }
  }
}
