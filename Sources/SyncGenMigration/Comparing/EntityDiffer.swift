import SyncGenSchema

/// Determines the differences between two versions of an entity.
struct EntityDiffer {
  let pairing: SchemaPairing
  let members: SchemaPairing.Members

  private var before: Entity { pairing.old[members.old] }
  private var after: Entity { pairing.new[members.new] }

  func changes() -> [SchemaChange] {
    let attributes = AttributeDiffer(pairing: pairing, members: members)
    let relations = RelationDiffer(pairing: pairing, members: members)
    let tagged = TaggedReferenceDiffer(pairing: pairing, members: members)
    return names() + attributes.changes() + relations.changes() + tagged.changes() + identity()
      + randomIdentity() + IndexDiffer(pairing: pairing, members: members).changes()
      + SearchDiffer(before: before, after: after).changes() + check()
      + sync()
      + marks()
  }

  private func names() -> [SchemaChange] {
    var changes: [SchemaChange] = []
    if before.name != after.name {
      changes.append(
        SchemaChange(
          "renames entity '\(before.name.name)' to '\(after.name.name)'", .lightweight,
          because: "a table can be renamed", suitsCloudKit: false, data: "its rows are kept",
          at: after.span))
    }
    if before.table != after.table {
      changes.append(
        SchemaChange(
          "renames table '\(before.table.name)' to '\(after.table.name)'", .lightweight,
          because: "a table can be renamed", data: "its rows are kept", at: after.span))
    }
    return changes
  }

  // MARK: Identity

  private func identity() -> [SchemaChange] {
    let parts = after.identity.parts.map(formerPart)
    guard parts != before.identity.parts else { return [] }
    let former = before.identity.parts.map { before.name(of: $0) }.joined(separator: ", ")
    let now = after.identity.parts.map { after.name(of: $0) }.joined(separator: ", ")
    let text = "changes the identity of entity '\(after.name.name)' from [\(former)] to [\(now)]"
    // Additional columns cannot merge two rows into one.
    let isWider = before.identity.parts.allSatisfy(parts.contains)
    let isLossy = !isWider || !deletions.isEmpty || !links.isEmpty
    return [
      SchemaChange(
        text, .custom, because: "it is the table's primary key", suitsCloudKit: false,
        data: (isWider ? "rows are kept" : "the migration fails if two rows get the same identity")
          + deletions + links,
        permission: isLossy ? .allowLossy(after.name.name) : nil,
        risks: identityRisks(isWider: isWider),
        at: after.span)
    ]
  }

  private func identityRisks(isWider: Bool) -> Set<MigrationRisk> {
    var risks: Set<MigrationRisk> = isWider ? [] : [.mayFail]
    if !deletions.isEmpty { risks.insert(.losesUnsentChanges) }
    if !links.isEmpty { risks.insert(.losesData) }
    return risks
  }

  /// The queue of local writes would name rows that are not stored.
  private func randomIdentity() -> [SchemaChange] {
    let queue = QueuedIdentity(pairing: pairing, members: members, table: nil)
    guard before.hasEntries, after.hasEntries, queue.isRandom else { return [] }
    return [
      SchemaChange(
        "generates random identities for entity '\(after.name.name)'", .custom,
        because: "local changes that are not pushed yet cannot be matched", suitsCloudKit: false,
        remedy: "write a 'backfill' that computes it from the old row", isImpossible: true,
        at: after.span)
    ]
  }

  /// A deleted row cannot be asked for its new identity.
  private var deletions: String {
    QueuedIdentity(pairing: pairing, members: members, table: nil).losesDeletions
      ? "; deletions that are not pushed yet are lost" : ""
  }

  /// The rows that such lists name are not stored, so their new identity is not known.
  private var links: String {
    let lost = members.relations.pairs.filter { pair in
      let (former, relation) = (before.relations[pair.old], after.relations[pair.new])
      return former.reference != nil && relation.reference != nil && former.inverse != nil
        && pairing.isSame(former.target, relation.target)
        && pairing.linkForm(
          ofChild: pairing.new.relationID(members.new, pair.new),
          pairing.old.relationID(members.old, pair.old)) == nil
    }
    return lost.isEmpty ? "" : "; references in lists to rows that are not stored are lost"
  }

  private func formerPart(_ part: Identity.Part) -> Identity.Part? {
    switch part {
    case .attribute(let index):
      members.attributes.oldPositions[index].map { .attribute(index: $0) }
    case .reference(let index):
      members.relations.oldPositions[index].map { .reference(relation: $0) }
    }
  }

  // MARK: Check

  private func check() -> [SchemaChange] {
    let (former, now) = (before.check?.value, after.check?.value)
    guard former != now else { return [] }
    let title = "entity '\(after.name.name)'"
    guard let now else {
      return [
        SchemaChange(
          "removes the check of \(title)", .lightweight,
          because: "the table is rebuilt without it", suitsCloudKit: false, at: after.span)
      ]
    }
    if let former, RenamedNames(pairing, members).isSame(former, now) {
      return [
        SchemaChange(
          "adapts the check of \(title) to renamed columns: '\(now)'", .lightweight,
          because: "the table is rebuilt with it", suitsCloudKit: false,
          at: after.check?.span ?? after.span)
      ]
    }
    let text =
      former == nil
      ? "adds the check '\(now)' to \(title)" : "changes the check of \(title) to '\(now)'"
    return [
      SchemaChange(
        text, .lightweight, because: "the table is rebuilt with it", suitsCloudKit: false,
        data: "the migration fails if a row does not meet it",
        permission: .allowLossy(after.name.name), risks: [.mayFail],
        at: after.check?.span ?? after.span)
    ]
  }

  // MARK: Sync

  private func braced(_ text: String) -> String { text.isEmpty ? "{}" : "{ \(text) }" }

  private func sync() -> [SchemaChange] {
    let now = after.syncText
    // Renames were already reported with the renamed members.
    let former = before.syncText { index in
      members.attributes.newPosition(of: index).map { after.attributes[$0].name.name }
        ?? before.attributes[index].name.name
    }
    guard former != now else { return [] }
    let forgetsWrites = before.sync.isPushed && !after.sync.isPushed
    return [
      SchemaChange(
        "changes 'sync' of entity '\(after.name.name)' from \(braced(former)) to \(braced(now))",
        .lightweight,
        because: "it affects only future calls",
        data: forgetsWrites ? "local changes that are not pushed yet are lost" : nil,
        permission: forgetsWrites ? .allowLossy(after.name.name) : nil,
        risks: forgetsWrites ? [.losesUnsentChanges] : nil, at: after.span)
    ]
  }
}

extension EntityDiffer {
  /// Rows that were hidden because they were soft-deleted, and no longer are.
  fileprivate func marks() -> [SchemaChange] {
    [tombstone(), archive()].compactMap { $0 }
  }

  private func tombstone() -> SchemaChange? {
    guard let ended = EndedMarks(members, pairing) else { return nil }
    return SchemaChange(
      "no longer keeps deleted rows of entity '\(after.name.name)'", .custom,
      because: "soft-deleted rows must be deleted", suitsCloudKit: false,
      data: "soft-deleted rows are deleted" + deletionsWithThem, permission: ended.permission,
      remedy: "to keep them, add 'tombstone: { \(before.hasTombstoneFlag ? "flag" : "attribute"): "
        + "\(before.attributes[ended.attribute].name.name), soft-delete: true }'", at: after.span)
  }

  /// What else happens when soft-deleted rows are deleted.
  private var deletionsWithThem: String {
    guard let gone = GoneRows(pairing, isPermitted: false) else { return "" }
    return
      (gone.hasReferences(to: members.old)
      ? ", and 'on-delete' is applied to references to them" : "")
      + (gone.areProtected(members.old)
        ? "; the migration fails if a deleted row is still referenced with 'on-delete: deny'" : "")
  }

  /// Whether the flag or the date of an archive becomes the tombstone.
  private func isTombstone(of archive: EntitySync.Archive) -> Bool {
    guard let now = after.sync.tombstone,
      let old = members.attributes.oldPositions[now.attribute]
    else { return false }
    return old == archive.flag || old == archive.date
  }

  private func archive() -> SchemaChange? {
    guard let archive = before.sync.archive else { return nil }
    if let now = after.sync.archive, members.attributes.oldPositions[now.flag] == archive.flag {
      return nil
    }
    let flag = before.attributes[archive.flag].name.name
    return SchemaChange(
      "no longer archives rows of entity '\(after.name.name)'", .lightweight,
      because: "rows are not changed", suitsCloudKit: false,
      data: isTombstone(of: archive)
        ? "archived rows become soft-deleted rows" : "archived rows become ordinary rows",
      permission: .drops("\(before.name.name).\(flag)"), risks: [.none],
      remedy: "to hide them, leave 'archive' as it is", at: after.span)
  }
}

extension Entity {
  func name(of part: Identity.Part) -> String {
    switch part {
    case .attribute(let index): attributes[index].name.name
    case .reference(let index): relations[index].name.name
    }
  }

  fileprivate var syncText: String { syncText { attributes[$0].name.name } }

  /// The `sync:` settings on one line.
  fileprivate func syncText(_ name: (Int) -> String) -> String {
    let tombstone = sync.tombstone.map {
      "tombstone: \(name($0.attribute))" + ($0.keepsRows ? " kept" : "")
        + ($0.retention.map { " for \($0)s" } ?? "")
    }
    let archive = sync.archive.map { "archive: \(name($0.flag)), \(name($0.date))" }
    return [
      sync.clock.map { "clock: \(name($0))" }, tombstone, archive,
      sync.isPushed ? "push: true" : nil,
    ].compactMap { $0 }.joined(separator: ", ")
  }
}
