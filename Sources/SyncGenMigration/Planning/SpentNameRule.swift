import SyncGenDiagnostics
import SyncGenSchema

/// Warns of a `renamed-from` that has no effect, because it belongs to an earlier version.
struct SpentNameRule {
  let pairing: SchemaPairing

  private var old: Schema { pairing.old }
  private var new: Schema { pairing.new }

  func check(into bag: inout DiagnosticBag) {
    var found = findings
    // One statement can give former names to several attributes.
    var seen: Set<SourceSpan> = []
    found.removeAll { finding in !seen.insert(finding.statement.removal).inserted }
    for finding in found { bag.add(diagnostic(for: finding)) }
  }

  private struct Finding {
    let title: String
    let name: String
    let statement: FormerName.Statement
    let span: SourceSpan
    /// What exchanges the values of two members again; `nil` if nothing was exchanged.
    var exchange: String?
  }

  private var findings: [Finding] {
    schemaFindings + pairing.members.flatMap(findings)
  }

  // MARK: Elements

  private var schemaFindings: [Finding] {
    pairing.elements.flatMap { elements in
      elements.pairing.spent.compactMap { finding(elements.title($0), elements.new[$0]) }
    }
  }

  private func findings(_ members: SchemaPairing.Members) -> [Finding] {
    let entity = new[members.new]
    // A relationship precedes the attributes that are its parts.
    let relations = members.relations.spent.compactMap { index -> Finding? in
      let relation = entity.relations[index]
      var found = finding(
        "relationship '\(entity.name.name).\(relation.name.name)'", relation)
      let other = entity.relations.indices.first {
        entity.relations[$0].name.name == found?.statement.value
      }
      found?.exchange = other.flatMap { other in
        guard members.relations.spent.contains(other) else { return nil }
        return exchange(
          entity, relation.reference?.columns, entity.relations[other].reference?.columns)
      }
      return found
    }
    return relations
      + members.attributes.spent.compactMap { attribute($0, entity, members.attributes) }
  }

  private func attribute(
    _ index: Int, _ entity: Entity, _ attributes: Pairing
  ) -> Finding? {
    let attribute = entity.attributes[index]
    if let reference = entity.taggedReferences.first(where: {
      $0.tagAttribute == index || $0.idAttribute == index
    }) {
      return finding(
        "relationship '\(entity.name.name).\(reference.name.name)'", attribute,
        called: reference.name.name)
    }
    var found = finding(
      "attribute '\(entity.name.name).\(attribute.name.name)'", attribute)
    let other = entity.attributes.indices.first {
      entity.attributes[$0].name.name == found?.statement.value
    }
    found?.exchange = other.flatMap { other in
      guard attributes.spent.contains(other) else { return nil }
      return exchange(entity, attribute.columns, entity.attributes[other].columns)
    }
    return found
  }

  private func finding(
    _ title: String, _ element: any NamedElement, called name: String? = nil
  ) -> Finding? {
    element.formerName.flatMap { former in
      former.statement.map {
        Finding(
          title: title, name: name ?? element.name.name, statement: $0, span: former.span)
      }
    }
  }

  // MARK: Exchanges

  /// SQL that exchanges the values of two members.
  private func exchange(_ entity: Entity, _ first: [Int]?, _ second: [Int]?) -> String? {
    guard let first, let second, first.count == second.count,
      zip(first, second).allSatisfy({ isSame(entity.columns[$0], entity.columns[$1]) })
    else { return nil }
    let names = zip(first, second).map {
      (entity.columns[$0].name.quoted, entity.columns[$1].name.quoted)
    }
    let values = names.map { "\($0) = \($1)" } + names.map { "\($1) = \($0)" }
    return "UPDATE \(entity.table.quoted) SET \(values.joined(separator: ", "))"
  }

  private func isSame(_ first: Column, _ second: Column) -> Bool {
    first.storage == second.storage && first.isRequired == second.isRequired
  }

  private func diagnostic(for finding: Finding) -> Diagnostic {
    let (former, version) = (finding.statement.value, old.version)
    var notes = [Diagnostic.Note("remove it", at: finding.span)]
    if let sql = finding.exchange {
      notes.append(
        Diagnostic.Note(
          "to exchange the values of '\(former)' and '\(finding.name)' again, add "
            + "\"- sql: '\(sql)'\" under 'migrations: \(new.version):'",
          at: finding.span))
    }
    return Diagnostic(
      .warning, .spentFormerName,
      "'renamed-from: \(former)' of \(finding.title) has no effect: version \(version) already has "
        + "'\(finding.name)'", at: finding.span, notes: notes,
      fixIt: Diagnostic.FixIt(replacement: "", at: finding.statement.removal))
  }
}
