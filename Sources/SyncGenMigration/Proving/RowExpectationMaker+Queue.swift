import SyncGenSchema

/// Local writes that wait to be pushed, and links that wait for a row, are kept.
extension RowExpectationMaker {
  private static let queue = "swiftsync_aside.swiftsync_queue"
  private static let links = "swiftsync_aside.swiftsync_links"

  var entries: [RowExpectation] {
    let kept = pairing.members.flatMap(entries)
    let hasQueue = pairing.old.entityIDs.contains { pairing.old[$0].hasEntries }
    guard hasQueue else { return [] }
    let made = RowExpectation(
      record: "CREATE TABLE \(Self.queue) AS SELECT * FROM main.swiftsync_changes;",
      violations: "SELECT count(*), quote(entity || ' ' || id) FROM main.swiftsync_changes "
        + "WHERE sequence NOT IN (SELECT sequence FROM \(Self.queue))",
      .init(
        rows: "of the change queue", one: "was added by the step, without a local write",
        many: "were added by the step, without local writes"))
    let end = RowExpectation(violations: nil, cleanup: "DROP TABLE \(Self.queue);")
    return [made] + kept + [end]
  }

  private func entries(of members: SchemaPairing.Members) -> [RowExpectation] {
    let (before, after) = (pairing.old[members.old], pairing.new[members.new])
    guard before.sync.isPushed, after.sync.isPushed else { return [] }
    var conditions = ["entry.operation = 'insert'"]
    if !losesDeletions(members) {
      conditions.append("entry.operation = 'delete'" + (keptCases(of: members) ?? ""))
    }
    let fields = keptFields(members).map {
      "entry.operation = 'update' AND instr(entry.fields, \(SQLText.string(",\($0),"))) > 0"
    }
    conditions += fields
    let ids = identities(of: members)
    let known = ids.map { "LEFT JOIN \($0.name) AS ids ON \($0.oldKey("ids")) IS entry.id " } ?? ""
    // The new identity of a row that is not stored is not known here.
    let isSame =
      ids.map { "(ids.old_0 IS NULL OR found.id IS \($0.newKey("ids")))" } ?? "found.id IS entry.id"
    let gone = goneRows(of: members)
    // What the step deletes with the soft-deleted rows has nothing left to push.
    let isGone =
      gone.map { "entry.operation <> 'delete' AND entry.id IN (SELECT id FROM \($0.name))" } ?? "0"
    return [
      RowExpectation(
        record: gone?.record ?? "",
        violations: "SELECT count(*), quote(entry.operation || ' ' || entry.id) "
          + "FROM \(Self.queue) AS entry \(known)"
          + "LEFT JOIN main.swiftsync_changes AS found ON found.sequence = entry.sequence "
          + "WHERE entry.entity = \(SQLText.string(before.name.name)) "
          + "AND CASE WHEN \(isGone) THEN found.sequence IS NOT NULL "
          + "ELSE (\(conditions.map { "(\($0))" }.joined(separator: " OR "))) AND NOT ("
          + "found.entity IS \(SQLText.string(after.name.name)) "
          + "AND found.operation IS entry.operation AND found.changed_at IS entry.changed_at "
          + "AND found.attempts IS entry.attempts AND \(isSame)) END",
        .init(
          rows: "of the change queue for '\(after.name.name)'",
          one: "is lost or changed", many: "are lost or changed"),
        cleanup: gone.map { "DROP TABLE \($0.name);" } ?? "")
    ]
  }

  /// A record of the rows that the step deletes because soft deletion ends, by their identities as
  /// in the queue; `nil` if there are none.
  private func goneRows(of members: SchemaPairing.Members) -> (name: String, record: String)? {
    guard let table = table(of: members.new), let kept = table.condition else { return nil }
    let old = table.old
    let name = "swiftsync_aside.swiftsync_gone_\(members.new.index)"
    let key = IdentityTable.queued(
      old.key.map { "\(old.name.quoted).\($0.quoted)" })
    return (
      name,
      "CREATE TABLE \(name) AS SELECT \(key) AS id FROM main.\(old.name.quoted) "
        + "WHERE NOT (\(kept.sql));"
    )
  }

  /// Whether the identities of deleted rows can no longer be determined, which the schema must
  /// permit.
  private func losesDeletions(_ members: SchemaPairing.Members) -> Bool {
    guard identities(of: members) != nil else { return false }
    return isIdentityPermitted(members)
      || keptCases(of: members) == nil && permitsCases(identifying: members.old)
  }

  /// For an identity that is an enum and may lose cases: the condition that an entry has one of the
  /// others.
  private func keptCases(of members: SchemaPairing.Members) -> String? {
    guard let old = pairing.old[members.old].identifyingEnum,
      let new = pairing.new[members.new].identifyingEnum,
      pairing.enums.oldPositions[new.index] == old.index, permitsCases(of: old)
    else { return nil }
    let values = (pairing.cases[new.index]?.pairs ?? []).map {
      pairing.old[old].cases[$0.old].rawValue.sql
    }
    return " AND entry.id IN (\(values.joined(separator: ", ")))"
  }

  /// Whether the schema permits that an enum loses cases that identify rows of an entity, possibly as
  /// a part of the identity or in a reference.
  private func permitsCases(identifying id: EntityID, depth: Int = 0) -> Bool {
    let entity = pairing.old[id]
    return depth < 64
      && entity.identity.parts.contains { part in
        switch part {
        case .attribute(let index):
          if case .enumeration(let id) = entity.attributes[index].type {
            permitsCases(of: id)
          } else {
            false
          }
        case .reference(let index):
          permitsCases(identifying: entity.relations[index].target, depth: depth + 1)
        }
      }
  }

  private func permitsCases(of old: EnumID) -> Bool {
    guard let new = pairing.enums.newPosition(of: old.index) else { return false }
    let name = pairing.new.enums[new].name.name
    return permissions.contains {
      $0.word == .allowLossy && ($0.name == name || $0.name.hasPrefix(name + "."))
    }
  }

  /// Whether the schema permits losses of the identity of an entity, or of another member.
  private func isIdentityPermitted(
    _ members: SchemaPairing.Members, new: [String] = []
  ) -> Bool {
    isPermitted(
      members, old: pairing.old[members.old].identityMembers,
      new: pairing.new[members.new].identityMembers + new)
  }

  /// The recorded fields whose values are all kept, by their old names.
  private func keptFields(_ members: SchemaPairing.Members) -> [String] {
    let new = pairing.new.recordedNames(of: members.new)
    return pairing.old.recordedNames(of: members.old).compactMap { member, name in
      let successor: Schema.Member? =
        switch member {
        case .attribute(let index): members.attributes.newPosition(of: index).map { .attribute($0) }
        case .relation(let index): members.relations.newPosition(of: index).map { .relation($0) }
        }
      guard let field = successor.flatMap({ new[$0] }) else { return nil }
      if mayLoseTarget(member, members) || mayLoseValue(successor, members) { return nil }
      let relation = successor.flatMap { reference(with: $0, of: members.new) }
      let names = [field] + (relation.map { [$0] } ?? [])
      return isPermitted(members, old: [name], new: names) ? nil : name
    }.sorted()
  }

  /// The name of the relationship whose reference contains an attribute.
  private func reference(with member: Schema.Member, of id: EntityID) -> String? {
    let entity = pairing.new[id]
    guard case .attribute(let index) = member, let column = entity.attributes[index].columns.first
    else { return nil }
    return entity.relations.first { $0.reference?.parts.contains(column) == true }?.name.name
  }

  /// Whether some values of a member are lost, which its own permission need not state: that of an
  /// enum or a type may, or `backfill` replaces them.
  private func mayLoseValue(_ member: Schema.Member?, _ members: SchemaPairing.Members) -> Bool {
    switch member {
    case .attribute(let index)?:
      guard let former = members.attributes.oldPositions[index] else { return false }
      return ColumnConverter(pairing: pairing).conversion(
        from: pairing.old[members.old].attributes[former],
        to: pairing.new[members.new].attributes[index], column: "value"
      ).isLossy
    case .relation(let index)?: return members.newBackfill(ofRelation: index, pairing) != nil
    case nil: return false
    }
  }

  /// Whether the step empties references of a member to rows that it deletes, because soft deletion
  /// ends.
  private func mayLoseTarget(_ member: Schema.Member, _ members: SchemaPairing.Members) -> Bool {
    guard let gone = GoneRows(pairing) else { return false }
    return gone.lostReferences(of: members, pairing).contains { $0.members.contains(member) }
  }

  // MARK: Links

  var links: [RowExpectation] {
    let kept = pairing.members.flatMap { members in
      pairing.new[members.new].relations.indices.compactMap { link($0, members) }
    }
    if kept.isEmpty { return [] }
    let made = RowExpectation(
      record: "CREATE TABLE \(Self.links) AS SELECT * FROM main.swiftsync_links;", violations: nil)
    let end = RowExpectation(violations: nil, cleanup: "DROP TABLE \(Self.links);")
    return [made] + kept.map(promise) + [end]
  }

  private func promise(of link: Link) -> RowExpectation {
    RowExpectation(
      violations:
        "SELECT count(*), quote(notes.child_id) FROM \(Self.links) AS notes \(link.joins) "
        + "WHERE notes.relation = \(SQLText.string(link.old)) "
        + "AND NOT EXISTS (SELECT 1 FROM main.swiftsync_links AS found WHERE "
        + "found.relation = \(SQLText.string(link.new)) AND found.position IS notes.position "
        + "\(link.conditions))",
      .init(
        rows: "", one: "that waits for a row of '\(link.new)' is lost",
        many: "that wait for a row of '\(link.new)' are lost"))
  }

  private struct Link {
    let old: String
    let new: String
    let joins: String
    /// Additional conditions on the link `found`.
    let conditions: String
  }

  private func link(_ index: Int, _ members: SchemaPairing.Members) -> Link? {
    let relation = pairing.new[members.new].relations[index]
    let entity = pairing.new[members.new]
    guard relation.reference != nil, let former = members.relations.oldPositions[index],
      pairing.old[members.old].relations[former].reference != nil,
      let target = pairing.members(ofNew: relation.target),
      pairing.isSame(pairing.old[members.old].relations[former].target, relation.target)
    else { return nil }
    let old = pairing.old[members.old]
    let names = (
      "\(old.name.name).\(old.relations[former].name.name)",
      "\(entity.name.name).\(relation.name.name)"
    )
    if drops(old.relations[former].name.name, of: members) { return nil }
    let child = identities(of: members)
    // The child is not stored, so its new identity cannot be looked up.
    if child != nil, isIdentityPermitted(members, new: [relation.name.name]) { return nil }
    let parent = identities(of: target)
    return Link(
      old: names.0, new: names.1,
      joins: parent?.join("parent_ids", old: "notes.parent_id") ?? "",
      conditions: (child == nil ? "AND found.child_id IS notes.child_id " : "")
        + "AND found.parent_id IS \(parent?.newKey("parent_ids") ?? "notes.parent_id")")
  }
}

extension Entity {
  /// The names of the members that identify a row.
  var identityMembers: [String] {
    identity.parts.map { part in
      switch part {
      case .attribute(let index): attributes[index].name.name
      case .reference(let index): relations[index].name.name
      }
    }
  }
}

extension Entity {
  /// The enum of an identity that consists of one.
  fileprivate var identifyingEnum: EnumID? {
    guard !identity.isComposite, case .attribute(let index)? = identity.parts.first,
      case .enumeration(let id) = attributes[index].type
    else { return nil }
    return id
  }
}
