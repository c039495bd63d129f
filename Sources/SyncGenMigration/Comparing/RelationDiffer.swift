import SwiftSyncValues
import SyncGenSchema

/// Determines the differences between the relationships of two versions of an entity.
struct RelationDiffer {
  let pairing: SchemaPairing
  let members: SchemaPairing.Members

  var before: Entity { pairing.old[members.old] }
  var after: Entity { pairing.new[members.new] }

  func changes() -> [SchemaChange] {
    members.relations.added.map(added)
      + members.relations.dropped.compactMap(dropped)
      + members.relations.pairs.flatMap { pair in
        changes(from: before.relations[pair.old], to: after.relations[pair.new], pair.new)
      }
  }

  func title(_ relation: Relation) -> String {
    "relationship '\(after.name.name).\(relation.name.name)'"
  }

  // MARK: Added and dropped

  private func added(_ index: Int) -> SchemaChange {
    let relation = after.relations[index]
    let text = "adds " + title(relation)
    return newReference(index, text)
      ?? SchemaChange(
        text, .lightweight, because: "the entity's table is not changed", at: relation.span)
  }

  private func newReference(_ index: Int, _ text: String) -> SchemaChange? {
    let relation = after.relations[index]
    return members.transition(ofRelation: index, pairing)?.filling.addition(
      text, lack: ", which is required", remedy: remedy(for: relation), at: relation.span)
  }

  private func remedy(for relation: Relation) -> String {
    "add 'backfill: <SQL over the old row>'"
      + (relation.reference?.isOptional == true ? "" : ", or make it optional")
  }

  private func dropped(_ index: Int) -> SchemaChange? {
    let relation = before.relations[index]
    let name = "\(before.name.name).\(relation.name.name)"
    let text = "drops relationship '\(name)'"
    guard relation.reference != nil else {
      let isPushed = isRecorded(relation)
      return SchemaChange(
        text, .lightweight, because: "its references are in another table", suitsCloudKit: false,
        data: isPushed ? "local changes of the list that are not pushed yet are lost" : nil,
        risks: isPushed ? [.losesUnsentChanges] : nil, at: relation.span)
    }
    let isPushed = before.recordedMembers.contains(.reference(relation: index))
    return SchemaChange(
      text, .lightweight, because: "its column is dropped", suitsCloudKit: false,
      data: "its references are deleted"
        + (isPushed ? SchemaChange.unsentOfMember : ""),
      permission: .drops(name), risks: SchemaChange.lossRisks(isPushed: isPushed),
      remedy: SchemaDiffer.rename(relation.name.name, "relationship"),
      problem: pairing.isGone(name, "its references would be deleted"), place: after.span,
      at: relation.span)
  }

  // MARK: Changed

  private func changes(from old: Relation, to new: Relation, _ index: Int) -> [SchemaChange] {
    var changes: [SchemaChange] = []
    if old.name != new.name {
      changes.append(
        SchemaChange(
          "renames relationship '\(before.name.name).\(old.name.name)' to '\(new.name.name)'",
          .lightweight, because: "a column can be renamed", suitsCloudKit: false,
          data: "its references are kept", at: new.span))
    } else if let change = column(old, new) {
      changes.append(change)
    }
    if let change = remote(old, new) { changes.append(change) }
    if let change = recording(old, new) { changes.append(change) }
    changes += kind(old, new, index)
    if old.onDelete != new.onDelete {
      changes.append(
        SchemaChange(
          "changes 'on-delete' of \(title(new)) from '\(old.onDelete.rawValue)' to "
            + "'\(new.onDelete.rawValue)'", .lightweight,
          because: "it affects only future deletions",
          at: new.span))
    }
    return changes + settings(old, new)
  }

  private func settings(_ old: Relation, _ new: Relation) -> [SchemaChange] {
    old.changes(of: title(new), to: new).map { text, effect in
      let isPushed = isPushed(old) || after.sync.isPushed && isRecorded(old)
      return effect == .pushes && isPushed && !new.direction.isPushed
        ? .retired(text, "\(after.name.name).\(new.name.name)", at: new.span)
        : SchemaChange(text, .lightweight, because: "it affects only payloads", at: new.span)
    }
  }

  /// Whether changes of a list of the old version are pushed with its entity.
  private func isRecorded(_ old: Relation) -> Bool {
    guard case .manyToMany(let list) = old.kind else { return false }
    let table = pairing.old.joinTables[list.joinTable]
    return pairing.old.recordedSides(of: table).contains(list.side)
  }

  /// A list that is no longer pushed, because the rows of its `through` entity are.
  private func recording(_ old: Relation, _ new: Relation) -> SchemaChange? {
    guard case .manyToMany(let list) = new.kind, isRecorded(old),
      let through = pairing.new.joinTables[list.joinTable].through, after.sync.isPushed,
      pairing.new[through].sync.isPushed
    else { return nil }
    return SchemaChange(
      "pushes the rows of entity '\(pairing.new[through].name.name)' instead of \(title(new))",
      .lightweight, because: "it affects only future local changes",
      data: "local changes of the list that are not pushed yet are lost",
      permission: .allowLossy("\(after.name.name).\(new.name.name)"), risks: [.losesUnsentChanges],
      at: new.span)
  }

  /// A column whose name in `column:` has changed.
  private func column(_ old: Relation, _ new: Relation) -> SchemaChange? {
    // The columns of a reference with several parts are those of attributes.
    guard old.reference?.isComposite == false, new.reference?.isComposite == false,
      let former = old.reference?.column, let column = new.reference?.column
    else { return nil }
    let (oldName, newName) = (before.columns[former].name.name, after.columns[column].name.name)
    guard oldName != newName else { return nil }
    return SchemaChange(
      "renames the column of \(title(new)) from '\(oldName)' to '\(newName)'", .lightweight,
      because: "a column can be renamed", suitsCloudKit: false, data: "its references are kept",
      at: new.span)
  }

  private func kind(_ old: Relation, _ new: Relation, _ index: Int) -> [SchemaChange] {
    let isSameTarget = pairing.isSame(old.target, new.target)
    switch (old.reference?.ownColumn, new.reference?.ownColumn) {
    case (nil, nil) where old.reference != nil && new.reference != nil:
      return parts(old, new, index)
    case (let from?, let to?):
      guard let transition = members.transition(ofRelation: index, pairing) else { return [] }
      return [followed(old, new, transition)].compactMap(\.self)
        + (isSameTarget ? reference(old, new, from, to, transition) : [])
    case (_?, nil):
      let name = "\(before.name.name).\(old.name.name)"
      return [
        SchemaChange(
          "drops the column of \(title(new))", .custom, because: "its column is dropped",
          suitsCloudKit: false,
          data: "its references are deleted" + (isPushed(old) ? SchemaChange.unsentOfMember : ""),
          permission: .drops(name), risks: SchemaChange.lossRisks(isPushed: isPushed(old)),
          at: new.span)
      ]
    case (nil, _?):
      return newReference(index, "adds a column for \(title(new))").map { [$0] } ?? []
    case (nil, nil):
      guard !isSameTarget || Self.kindName(old) != Self.kindName(new) else { return [] }
      return [
        SchemaChange(
          "changes the target or the kind of \(title(new))", .lightweight,
          because: "the entity's table is not changed", at: new.span)
      ]
    }
  }

  /// A reference whose columns are attributes, whose changes describe the rest.
  private func parts(_ old: Relation, _ new: Relation, _ index: Int) -> [SchemaChange] {
    partsOfIdentity(old, new, index) + enforcementOfParts(old, new)
  }

  /// The parts follow the identity of the target.
  private func partsOfIdentity(
    _ old: Relation, _ new: Relation, _ index: Int
  ) -> [SchemaChange] {
    let follower = CompositeFollower(pairing: pairing, members: members)
    guard let form = follower.form(ofRelation: index), let from = old.reference,
      let to = new.reference
    else { return [] }
    let text = "changes \(title(new)) to the new identity of its target"
    let mayDangle = form.isLossy && !from.hasForeignKey
    if mayDangle, !to.isOptional {
      let isIdentity = !Set(to.parts).isDisjoint(with: after.identity.columns)
      return [
        dangling(
          new, text, isSameTarget: true,
          remedy: isIdentity
            ? "leave the identity of '\(pairing.new[new.target].name.name)' as it is"
            : "make it optional")
      ]
    }
    return [converted(old, new, text, isLossy: mayDangle, .null)]
  }

  /// A required reference that must be looked up, but whose row may not be stored.
  private func dangling(
    _ new: Relation, _ text: String, isSameTarget: Bool, remedy: String
  ) -> SchemaChange {
    let (owner, name) = (after.name.name, new.name.name)
    let target = pairing.new[new.target].name.name
    let problem =
      "version \(pairing.new.version) changes the identity of '\(target)', so '\(owner).\(name)' "
      + "must be rewritten. A row of '\(owner)' may refer to a '\(target)' that isn't stored; it "
      + "would lose its '\(name)', but '\(name)' is required"
    return SchemaChange(
      text + ", and rows may refer to rows that are not stored", .custom,
      because: "such a reference has no new identity, and is required", suitsCloudKit: false,
      remedy: remedy, isImpossible: true, problem: isSameTarget ? problem : nil, at: new.span)
  }

  private func enforcementOfParts(_ old: Relation, _ new: Relation) -> [SchemaChange] {
    guard let from = old.reference, let to = new.reference,
      from.hasForeignKey != to.hasForeignKey || !pairing.isSame(old.target, new.target)
    else { return [] }
    guard to.hasForeignKey else {
      return [
        SchemaChange(
          "no longer enforces \(title(new))", .custom,
          because: "the constraints of the table change", suitsCloudKit: false,
          data: "its references are kept", at: new.span)
      ]
    }
    return [
      SchemaChange(
        "enforces \(title(new))", .custom, because: "the constraints of the table change",
        suitsCloudKit: false, data: enforcement(of: old, to, .null),
        permission: .allowLossy("\(after.name.name).\(new.name.name)"),
        risks: enforcementRisks(of: old, to), at: new.span)
    ]
  }

  /// The effect of a new constraint on references to rows that are not stored.
  private func enforcement(
    of old: Relation, _ reference: Relation.Reference, _ filling: Transition.Filling
  ) -> String {
    guard reference.isOptional else { return "the migration fails if a referenced row is missing" }
    let unsent = isPushed(old) ? Self.unsentReferences : ""
    return if case .backfill(let backfill) = filling {
      "a reference to a missing row gets \(backfill)" + unsent
    } else {
      "a reference to a missing row becomes null" + unsent
    }
  }

  private func enforcementRisks(
    of old: Relation, _ reference: Relation.Reference
  ) -> Set<MigrationRisk> {
    reference.isOptional ? SchemaChange.lossRisks(isPushed: isPushed(old)) : [.mayFail]
  }

  /// What happens to local changes of references of which some are lost.
  private static let unsentReferences =
    "; local changes to such references that are not pushed yet are lost"

  /// Whether local changes of a reference of the old version wait to be pushed, and will be.
  private func isPushed(_ old: Relation) -> Bool {
    guard after.sync.isPushed, let reference = old.reference else { return false }
    let recorded = before.recordedMembers
    let parts = reference.parts.compactMap { before.columns[$0].attribute }
    return recorded.contains { member in
      switch member {
      case .attribute(let index): parts.contains(index)
      case .reference(let index): before.relations[index].name == old.name
      }
    }
  }

  private static func kindName(_ relation: Relation) -> String {
    switch relation.kind {
    case .toOne: "to-one"
    case .toOneInverse: "to-one-inverse"
    case .toMany: "to-many"
    case .manyToMany: "many-to-many"
    }
  }

  // MARK: References

  /// References get another target, or follow the identity of their target.
  private func followed(_ old: Relation, _ new: Relation, _ transition: Transition) -> SchemaChange?
  {
    let isSameTarget = pairing.isSame(old.target, new.target)
    let text =
      isSameTarget
      ? "changes \(title(new)) to the new identity of its target"
      : "changes the target of \(title(new)) from '\(pairing.old[old.target].name.name)' to "
        + "'\(pairing.new[new.target].name.name)'"
    switch transition {
    case .converted(.none, _): return nil
    case .fresh(.backfill(let backfill)), .replaced(let backfill):
      return .computed(text, by: backfill, at: new.span)
    case .fresh(let filling):
      return filling.deletion(
        isSameTarget ? text + ", which cannot be derived from the old one" : text,
        of: "references", "\(before.name.name).\(old.name.name)", isPushed: isPushed(old),
        because: isSameTarget
          ? "references have to be converted" : "references refer to other rows",
        remedy: remedy(for: new), at: new.span)
    case .converted(let conversion, .unstated)
    where conversion.isLossy && old.reference?.hasForeignKey == false:
      let isIdentity =
        new.reference.map { after.identity.columns.contains($0.column) } ?? false
      return dangling(
        new, text, isSameTarget: isSameTarget,
        remedy: isIdentity
          ? "add 'backfill: <SQL>' to compute it from the old row" : remedy(for: new))
    case .converted(let conversion, let filling):
      return converted(old, new, text, isLossy: conversion.isLossy, filling)
    }
  }

  private func converted(
    _ old: Relation, _ new: Relation, _ text: String, isLossy: Bool, _ filling: Transition.Filling
  ) -> SchemaChange {
    var lost = ""
    var permission: SchemaChange.Permission?
    var risks: Set<MigrationRisk> = []
    if isLossy {
      if case .backfill(let backfill) = filling {
        lost = "; dangling references get \(backfill)"
      } else {
        lost = "; dangling references are lost"
        permission = .allowLossy("\(after.name.name).\(new.name.name)")
        risks = [.losesData]
      }
      if isPushed(old) {
        lost += Self.unsentReferences
        risks.insert(.losesUnsentChanges)
      }
    }
    return SchemaChange(
      text, .custom, because: "references have to be converted", suitsCloudKit: false,
      data: "references get the new identities" + lost, permission: permission, risks: risks,
      at: new.span)
  }

  private func reference(
    _ old: Relation, _ new: Relation, _ from: Relation.Reference, _ to: Relation.Reference,
    _ transition: Transition
  ) -> [SchemaChange] {
    let member = Transition.Member(
      title: title(new), name: "\(after.name.name).\(new.name.name)",
      remedy: "or add 'backfill' with a value for such rows", span: new.span)
    return [
      transition.optionality(member, from: from.isOptional, to: to.isOptional),
      enforcement(old, new, from, to, transition.filling), order(new, from, to),
    ].compactMap { $0 }
  }

  private func enforcement(
    _ old: Relation, _ new: Relation, _ from: Relation.Reference, _ to: Relation.Reference,
    _ filling: Transition.Filling
  ) -> SchemaChange? {
    guard from.hasForeignKey != to.hasForeignKey else { return nil }
    guard to.hasForeignKey else {
      return SchemaChange(
        "no longer enforces \(title(new))", .lightweight, because: "rows are not changed",
        at: new.span)
    }
    return SchemaChange(
      "enforces \(title(new))", .custom, because: "rows may refer to missing rows",
      suitsCloudKit: false, data: enforcement(of: old, to, filling),
      permission: .allowLossy("\(after.name.name).\(new.name.name)"),
      risks: enforcementRisks(of: old, to), at: new.span)
  }

  private func order(
    _ new: Relation, _ from: Relation.Reference, _ to: Relation.Reference
  ) -> SchemaChange? {
    let name = "\(after.name.name).\(new.name.name)"
    switch (from.positionColumn, to.positionColumn) {
    case (nil, _?):
      return SchemaChange(
        "stores the position of rows in the ordered list of relationship '\(name)'", .lightweight,
        because: "positions are optional", data: "existing rows get null", at: new.span)
    case (_?, nil):
      return SchemaChange(
        "drops the position of rows in the ordered list of relationship '\(name)'", .lightweight,
        because: "the column is dropped", data: "the order of the list is lost",
        permission: .allowLossy(name), at: new.span)
    default: return nil
    }
  }
}
