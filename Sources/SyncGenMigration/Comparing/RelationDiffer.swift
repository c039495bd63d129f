import SwiftSyncValues
import SyncGenSchema

/// Determines the differences between the relationships of two versions of an entity.
struct RelationDiffer {
  let pairing: SchemaPairing
  let members: SchemaPairing.Members

  var before: Entity { pairing.old[members.old] }
  var after: Entity { pairing.new[members.new] }

  func changes() -> [SchemaChange] {
    members.relations.added.map { added(after.relations[$0]) }
      + members.relations.dropped.compactMap { dropped(before.relations[$0]) }
      + members.relations.pairs.flatMap { pair in
        changes(from: before.relations[pair.old], to: after.relations[pair.new], pair.new)
      }
  }

  func title(_ relation: Relation) -> String {
    "relationship '\(after.name.name).\(relation.name.name)'"
  }

  // MARK: Added and dropped

  private func added(_ relation: Relation) -> SchemaChange {
    let text = "adds " + title(relation)
    guard let reference = relation.reference else {
      return SchemaChange(
        text, .lightweight, because: "the entity's table is not changed", at: relation.span)
    }
    return newReference(relation, reference, text, backfill: relation.backfill)
  }

  private func newReference(
    _ relation: Relation, _ reference: Relation.Reference, _ text: String, backfill: String?
  ) -> SchemaChange {
    if let backfill {
      return SchemaChange(
        text, .custom, because: "'backfill' computes its values", suitsCloudKit: false,
        data: "rows get \(backfill)", at: relation.span)
    }
    if reference.isOptional {
      return SchemaChange(
        text, .lightweight, because: "it is optional", data: "existing rows get null",
        at: relation.span)
    }
    return SchemaChange(
      text + ", which is required", .custom, because: "rows need a value", suitsCloudKit: false,
      remedy: Self.remedy(for: reference), isImpossible: true, at: relation.span)
  }

  private static func remedy(for reference: Relation.Reference) -> String {
    "add 'backfill: <SQL over the old row>'" + (reference.isOptional ? "" : ", or make it optional")
  }

  private func dropped(_ relation: Relation) -> SchemaChange? {
    let name = "\(before.name.name).\(relation.name.name)"
    let text = "drops relationship '\(name)'"
    guard relation.reference != nil else {
      return SchemaChange(
        text, .lightweight, because: "its references are in another table", suitsCloudKit: false,
        at: relation.span)
    }
    return SchemaChange(
      text, .lightweight, because: "its column is dropped", suitsCloudKit: false,
      data: "its references are deleted",
      permission: .drops(name), remedy: SchemaDiffer.rename(relation.name.name),
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
    return changes
      + old.changes(of: title(new), to: new).map {
        SchemaChange($0.text, .lightweight, because: "it affects only payloads", at: new.span)
      }
  }

  /// A list that is no longer pushed, because the rows of its `through` entity are.
  private func recording(_ old: Relation, _ new: Relation) -> SchemaChange? {
    guard case .manyToMany(let former) = old.kind, case .manyToMany(let list) = new.kind,
      pairing.old.recordedSides(of: pairing.old.joinTables[former.joinTable]).contains(former.side),
      let through = pairing.new.joinTables[list.joinTable].through, after.sync.isOffline,
      pairing.new[through].sync.isOffline
    else { return nil }
    return SchemaChange(
      "pushes the rows of entity '\(pairing.new[through].name.name)' instead of \(title(new))",
      .lightweight, because: "it affects only future local changes",
      data: "local changes of the list that are not pushed yet are lost",
      permission: .allowLossy("\(after.name.name).\(new.name.name)"),
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
    let backfill = members.newBackfill(ofRelation: index, pairing)
    let isSameTarget = pairing.isSame(old.target, new.target)
    switch (old.reference?.ownColumn, new.reference?.ownColumn) {
    case (nil, nil) where old.reference != nil && new.reference != nil:
      return parts(old, new, index)
    case (let from?, let to?):
      return isSameTarget
        ? reference(old, new, from, to, backfill)
        : otherTarget(old, new, to, backfill)
    case (_?, nil):
      let name = "\(before.name.name).\(old.name.name)"
      return [
        SchemaChange(
          "drops the column of \(title(new))", .custom, because: "its column is dropped",
          suitsCloudKit: false, data: "its references are deleted", permission: .drops(name),
          at: new.span)
      ]
    case (nil, let to?):
      return [newReference(new, to, "adds a column for \(title(new))", backfill: backfill)]
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
    let mayDangle = form.isLossy && !from.isEnforced
    if mayDangle, !to.isOptional {
      let isIdentity = !Set(to.parts).isDisjoint(with: after.identity.columns)
      return [
        dangling(
          new, text,
          remedy: isIdentity
            ? "leave the identity of '\(pairing.new[new.target].name.name)' as it is"
            : "make it optional")
      ]
    }
    return [
      SchemaChange(
        text, .custom, because: "references have to be converted", suitsCloudKit: false,
        data: mayDangle
          ? "references get the new identities; dangling references are lost"
          : "references get the new identities",
        permission: mayDangle ? .allowLossy("\(after.name.name).\(new.name.name)") : nil,
        at: new.span)
    ]
  }

  /// A required reference that must be looked up, but whose row may not be stored.
  private func dangling(_ new: Relation, _ text: String, remedy: String) -> SchemaChange {
    SchemaChange(
      text + ", and rows may refer to rows that are not stored", .custom,
      because: "such a reference has no new identity, and is required", suitsCloudKit: false,
      remedy: remedy, isImpossible: true, at: new.span)
  }

  private func enforcementOfParts(_ old: Relation, _ new: Relation) -> [SchemaChange] {
    guard let from = old.reference, let to = new.reference,
      from.isEnforced != to.isEnforced || !pairing.isSame(old.target, new.target)
    else { return [] }
    guard to.isEnforced else {
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
        suitsCloudKit: false, data: Self.enforcement(to),
        permission: .allowLossy("\(after.name.name).\(new.name.name)"),
        at: new.span)
    ]
  }

  /// The effect of a new constraint on references to rows that are not stored.
  private static func enforcement(
    _ reference: Relation.Reference, _ backfill: String? = nil
  ) -> String {
    reference.isOptional
      ? "a reference to a missing row " + (backfill.map { "gets \($0)" } ?? "becomes null")
      : "the migration fails if a referenced row is missing"
  }

  private static func kindName(_ relation: Relation) -> String {
    switch relation.kind {
    case .toOne: "to-one"
    case .toOneInverse: "to-one-inverse"
    case .toMany: "to-many"
    case .manyToMany: "many-to-many"
    }
  }

  /// The values of the references do not name rows of the new target.
  private func otherTarget(
    _ old: Relation, _ new: Relation, _ reference: Relation.Reference, _ backfill: String?
  ) -> [SchemaChange] {
    let text =
      "changes the target of \(title(new)) from '\(pairing.old[old.target].name.name)' to "
      + "'\(pairing.new[new.target].name.name)'"
    if let backfill {
      return [newReference(new, reference, text, backfill: backfill)]
    }
    return [
      SchemaChange(
        text, .custom, because: "references refer to other rows", suitsCloudKit: false,
        data: "its references are deleted",
        permission: reference.isOptional ? .drops("\(before.name.name).\(old.name.name)") : nil,
        remedy: Self.remedy(for: reference), isImpossible: !reference.isOptional, at: new.span)
    ]
  }

  // MARK: References

  private func reference(
    _ old: Relation, _ new: Relation, _ from: Relation.Reference, _ to: Relation.Reference,
    _ backfill: String?
  ) -> [SchemaChange] {
    [
      identity(old, new, to, backfill), optionality(new, from, to, backfill),
      enforcement(new, from, to, backfill), order(new, from, to),
    ].compactMap { $0 }
  }

  /// References follow the identity of their target.
  private func identity(
    _ old: Relation, _ new: Relation, _ reference: Relation.Reference, _ backfill: String?
  ) -> SchemaChange? {
    let conversion = ReferenceConverter(pairing: pairing).conversion(
      from: old.target, to: new.target, column: "value", table: before.table)
    guard conversion != .none else { return nil }
    let text = "changes \(title(new)) to the new identity of its target"
    let isStated = pairing.members(ofNew: new.target)?.hasStatedIdentity(pairing) == true
    if let backfill, conversion == .impossible || isStated {
      return newReference(new, reference, text, backfill: backfill)
    }
    if conversion == .impossible {
      return SchemaChange(
        text + ", which cannot be derived from the old one", .custom,
        because: "references have to be converted", suitsCloudKit: false,
        data: "its references are deleted",
        permission: reference.isOptional ? .drops("\(before.name.name).\(old.name.name)") : nil,
        remedy: Self.remedy(for: reference), isImpossible: !reference.isOptional, at: new.span)
    }
    let permission = SchemaChange.Permission.allowLossy("\(after.name.name).\(new.name.name)")
    if conversion.isLossy, let backfill {
      return SchemaChange(
        text, .custom, because: "references have to be converted", suitsCloudKit: false,
        data: "references get the new identities; dangling references get \(backfill)",
        at: new.span)
    }
    if conversion.isLossy, !reference.isOptional, old.reference?.isEnforced == false {
      let isIdentity = after.identity.columns.contains(reference.column)
      return dangling(
        new, text,
        remedy: isIdentity
          ? "add 'backfill: <SQL over the old row>'" : Self.remedy(for: reference))
    }
    return SchemaChange(
      text, .custom, because: "references have to be converted", suitsCloudKit: false,
      data: conversion.isLossy
        ? "references get the new identities; dangling references are lost"
        : "references get the new identities",
      permission: conversion.isLossy ? permission : nil, at: new.span)
  }

  private func optionality(
    _ new: Relation, _ from: Relation.Reference, _ to: Relation.Reference, _ backfill: String?
  ) -> SchemaChange? {
    if from.isOptional, to.isOptional, let backfill, keepsReferences(of: new) {
      return SchemaChange(
        "fills missing values of \(title(new))", .custom, because: "'backfill' computes them",
        suitsCloudKit: false, data: "rows without one get \(backfill)", at: new.span)
    }
    guard from.isOptional != to.isOptional else { return nil }
    if to.isOptional {
      return SchemaChange(
        "makes \(title(new)) optional", .lightweight, because: "rows are not changed", at: new.span
      )
    }
    let text = "makes \(title(new)) required"
    if let backfill {
      // If references do not follow their rows, another change states the values.
      let isMissing = keepsReferences(of: new)
      return SchemaChange(
        text, .custom,
        because: "'backfill' computes \(isMissing ? "missing" : "its") values",
        suitsCloudKit: false,
        data: isMissing ? "rows without one get \(backfill)" : nil, at: new.span)
    }
    return SchemaChange(
      text, .custom, because: "rows may have no value", suitsCloudKit: false,
      data: "the migration fails if a row has no value",
      permission: .allowLossy("\(after.name.name).\(new.name.name)"),
      remedy: "or add 'backfill' with a value for such rows", at: new.span)
  }

  /// Whether references follow their rows, so that a `backfill` fills only missing ones.
  private func keepsReferences(of relation: Relation) -> Bool {
    guard let target = pairing.members(ofNew: relation.target),
      !target.hasStatedIdentity(pairing)
    else { return false }
    return ReferenceConverter(pairing: pairing).conversion(
      from: target.old, to: target.new, column: "value", table: before.table) != .impossible
  }

  private func enforcement(
    _ new: Relation, _ from: Relation.Reference, _ to: Relation.Reference, _ backfill: String?
  ) -> SchemaChange? {
    guard from.isEnforced != to.isEnforced else { return nil }
    guard to.isEnforced else {
      return SchemaChange(
        "no longer enforces \(title(new))", .lightweight, because: "rows are not changed",
        at: new.span)
    }
    return SchemaChange(
      "enforces \(title(new))", .custom, because: "rows may refer to missing rows",
      suitsCloudKit: false, data: Self.enforcement(to, backfill),
      permission: .allowLossy("\(after.name.name).\(new.name.name)"), at: new.span)
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
