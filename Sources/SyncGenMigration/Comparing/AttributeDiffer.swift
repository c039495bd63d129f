import SwiftSyncValues
import SyncGenSchema

/// Determines the differences between the attributes of two versions of an entity.
struct AttributeDiffer {
  let pairing: SchemaPairing
  let members: SchemaPairing.Members

  private var before: Entity { pairing.old[members.old] }
  var after: Entity { pairing.new[members.new] }

  func changes() -> [SchemaChange] {
    let follower = CompositeFollower(pairing: pairing, members: members)
    return members.attributes.added.filter { follower.part(ofAttribute: $0) == nil }
      .map(added)
      + members.attributes.dropped.filter { !follower.isFollowed(oldAttribute: $0) }
      .map(dropped)
      + members.attributes.pairs.flatMap { pair in
        changes(from: before.attributes[pair.old], to: after.attributes[pair.new], pair.new)
      }
  }

  func title(_ attribute: Attribute) -> String {
    "attribute '\(after.name.name).\(attribute.name.name)'"
  }

  // MARK: Added and dropped

  private func added(_ index: Int) -> SchemaChange {
    let attribute = after.attributes[index]
    return members.transitions[index].filling.addition(
      "adds " + title(attribute), lack: ", which is required and has no constant default",
      remedy: remedy(for: index), rejected: rejectedPayloads(of: attribute),
      at: attribute.span)
  }

  /// `backfill` is for existing rows: describes the effect on future rows.
  private func rejectedPayloads(of attribute: Attribute) -> String? {
    let isRead = attribute.direction == .both || attribute.direction == .pull
    guard !attribute.isOptional, constant(of: attribute) == nil, isRead else { return nil }
    return "new rows of a server that does not send '\(attribute.remote.text)' are rejected"
  }

  /// The constant default as SQL.
  private func constant(of attribute: Attribute) -> String? {
    attribute.columns.first.flatMap { after.columns[$0].defaultValue }.map(SQLText.literal)
  }

  private func backfillRemedy(for attribute: Attribute) -> String {
    attribute.type == .money
      ? "add 'backfill: { minor: <SQL over the old row>, currency: <SQL> }'"
      : "add 'backfill: <SQL over the old row>'"
  }

  private func remedy(for index: Int) -> String {
    let attribute = after.attributes[index]
    let backfill = backfillRemedy(for: attribute)
    if let name = relationOfPart(attribute) { return "make relationship '\(name)' optional" }
    if attribute.isOptional { return backfill }
    let needsNoDefault = attribute.defaultValue != nil
    if isIdentity(index) {
      return needsNoDefault ? backfill : backfill + " or a default"
    }
    return backfill + (needsNoDefault ? "" : " or a default") + ", or make it optional"
  }

  /// The name of the relationship whose reference contains the attribute.
  private func relationOfPart(_ attribute: Attribute) -> String? {
    attribute.columns.first.flatMap { column in
      after.relations.first { $0.reference?.parts.contains(column) ?? false }?.name.name
    }
  }

  private func dropped(_ index: Int) -> SchemaChange {
    let attribute = before.attributes[index]
    let name = "\(before.name.name).\(attribute.name.name)"
    let isPushed = before.recordedMembers.contains(.attribute(index: index))
    return SchemaChange(
      "drops attribute '\(name)'", .lightweight, because: "its column is dropped",
      suitsCloudKit: false,
      data: "its values are deleted"
        + (isPushed ? SchemaChange.unsentOfMember : ""),
      permission: .drops(name), risks: SchemaChange.lossRisks(isPushed: isPushed),
      remedy: TaggedReferenceDiffer(pairing: pairing, members: members).rename(of: attribute)
        ?? SchemaDiffer.rename(attribute.name.name, "attribute"),
      problem: pairing.isGone(name, "its values would be deleted"), place: after.span,
      at: attribute.span)
  }

  // MARK: Changed

  private func changes(
    from old: Attribute, to new: Attribute, _ index: Int
  ) -> [SchemaChange] {
    let transition = members.transitions[index]
    var changes: [SchemaChange] = []
    if old.name != new.name {
      changes.append(renamed(old, new))
    } else if let change = column(old, new) {
      changes.append(change)
    }
    if let change = remote(old, new) { changes.append(change) }
    // If a reference follows another identity, the change of its parts is reported for the
    // reference.
    if CompositeFollower(pairing: pairing, members: members).part(ofAttribute: index) == nil,
      let change = type(old, index, transition)
    {
      changes.append(change)
    }
    if let change = transition.optionality(
      member(new), from: old.isOptional, to: new.isOptional)
    {
      changes.append(change)
    }
    if let change = defaultValue(old, new) { changes.append(change) }
    return changes + settings(old, new, index)
  }

  private func renamed(_ old: Attribute, _ new: Attribute) -> SchemaChange {
    SchemaChange(
      "renames attribute '\(before.name.name).\(old.name.name)' to '\(new.name.name)'",
      .lightweight, because: "a column can be renamed", suitsCloudKit: false,
      data: "its values are kept", at: new.span)
  }

  /// A column whose name in `column:` has changed.
  private func column(_ old: Attribute, _ new: Attribute) -> SchemaChange? {
    guard (old.type == .money) == (new.type == .money) else { return nil }
    let (former, name) = (
      old.columns.map { before.columns[$0].name.name },
      new.columns.map { after.columns[$0].name.name }
    )
    guard former != name, let oldName = former.first, let newName = name.first else { return nil }
    return SchemaChange(
      "renames the column of \(title(new)) from '\(oldName)' to '\(newName)'", .lightweight,
      because: "a column can be renamed", suitsCloudKit: false, data: "its values are kept",
      at: new.span)
  }

  /// If a key changed without a statement in the schema, nothing else would read and write it.
  private func remote(_ old: Attribute, _ new: Attribute) -> SchemaChange? {
    guard old.remote != new.remote, new.direction != .local || old.direction != .local else {
      return nil
    }
    let isRenamed = old.name != new.name && new.direction != .local
    return SchemaChange(
      "changes the remote key of \(title(new)) from '\(old.remote.text)' to '\(new.remote.text)'",
      .lightweight, because: "it affects only payloads",
      permission: isRenamed && !old.remote.isKept(by: new.remote)
        ? .remoteChanged("\(after.name.name).\(new.name.name)") : nil,
      remedy: relationOfPart(new) == nil ? keptKey(from: old, to: new) : nil,
      at: new.span)
  }

  /// The text that keeps the old key.
  private func keptKey(from old: Attribute, to new: Attribute) -> String? {
    let tagged = TaggedReferenceDiffer(pairing: pairing, members: members)
    return tagged.isPart(new)
      ? tagged.keptKey(from: old, to: new) : "to keep it, add 'remote: \(old.remote.text)'"
  }

  private func type(_ old: Attribute, _ index: Int, _ transition: Transition) -> SchemaChange? {
    let new = after.attributes[index]
    let isSame = TypePairing(pairing).isSame(old.type, new.type)
    // Values of a type that contains itself, which no SQL converts.
    let isRecursive = isSame && transition.isFresh
    guard !isSame || old.form != new.form || isRecursive else { return nil }
    let text =
      isRecursive
      ? "changes values inside \(title(new)), whose type contains itself"
      : isSame
        ? "changes the storage of \(title(new)) from '\(old.form?.rawValue ?? "")' to "
          + "'\(new.form?.rawValue ?? "")'"
        : "changes the type of \(title(new)) from '\(SchemaTypeName.of(old.type, in: pairing.old))' to "
          + "'\(SchemaTypeName.of(new.type, in: pairing.new))'"
    if old.defaultValue == .temporary, !isSame {
      return SchemaChange(
        text, .custom,
        because:
          "rows that were created on the device and not pushed yet have temporary ids, which "
          + "cannot be converted", suitsCloudKit: false, remedy: "keep the type",
        isImpossible: true,
        at: new.span)
    }
    switch transition {
    case .fresh(.backfill(let backfill)), .replaced(let backfill):
      let mayCollide = isIdentityBackfill(index)
      return .computed(
        text, by: backfill,
        (mayCollide ? "; the migration fails if two rows get the same identity" : "")
          + forgottenDeletions(index),
        permission: mayCollide ? .allowLossy(after.name.name) : nil,
        risks: risks(ofIdentity: index).union(mayCollide ? [.mayFail] : []),
        problem: isSame ? nil : colliding(old, index, backfill), at: new.span)
    case .fresh(let filling):
      return filling.deletion(
        text + ", and there is no conversion between them", of: "values",
        "\(before.name.name).\(old.name.name)", isPushed: isPushed(index),
        because: "values have to be converted",
        remedy: backfillRemedy(for: new), at: new.span)
    case .converted(let conversion, let filling):
      return converted(old, index, text, isLossy: conversion.isLossy, filling)
    }
  }

  /// The effect of a changed attribute on deletions that wait to be pushed: a deleted row cannot be
  /// asked for its new identity.
  private func forgottenDeletions(_ index: Int) -> String {
    let queue = QueuedIdentity(pairing: pairing, members: members, table: nil)
    return isIdentity(index) && queue.losesDeletions
      ? "; deletions that are not pushed yet are lost if the new identity cannot be determined" : ""
  }

  /// What a diagnostic says of an identity that `backfill` computes.
  private func colliding(_ old: Attribute, _ index: Int, _ backfill: Backfill) -> String {
    let new = after.attributes[index]
    let sql = "\(backfill)"
    let isColumn = before.columns.contains { $0.name.name == sql }
    return "'\(after.name.name).\(new.name.name)' changes from "
      + "'\(SchemaTypeName.of(old.type, in: pairing.old))' to "
      + "'\(SchemaTypeName.of(new.type, in: pairing.new))' and is "
      + (isColumn ? "filled from '\(sql)'. " : "computed by '\(sql)'. ")
      + "The migration fails if two rows "
      + (isColumn ? "share a '\(sql)'" : "get the same identity")
      + (forgottenDeletions(index).isEmpty ? "" : ", and unpushed deletions may be lost")
  }

  /// Whether an attribute is a part of the identity.
  private func isIdentity(_ index: Int) -> Bool {
    after.identity.parts.contains(.attribute(index: index))
  }

  /// Whether a `backfill` computes a part of the identity from columns other than those of the
  /// former identity, so that two rows may get the same identity.
  private func isIdentityBackfill(_ index: Int) -> Bool {
    guard isIdentity(index), let backfill = members.identityBackfill(of: index, pairing) else {
      return false
    }
    let words = BackfillWords(backfill)
    return !words.isRandom
      && !words.mention(before.identity.columns.map { before.columns[$0].name.name })
  }

  private func converted(
    _ old: Attribute, _ index: Int, _ text: String, isLossy: Bool,
    _ filling: Transition.Filling
  ) -> SchemaChange {
    let new = after.attributes[index]
    let loss = isLossy ? loss(old, index, filling) : nil
    return SchemaChange(
      text, .custom, because: "values have to be converted", suitsCloudKit: false,
      data: (loss?.text ?? "values are converted") + forgottenDeletions(index),
      permission: isLossy ? .allowLossy("\(after.name.name).\(new.name.name)") : nil,
      risks: risks(ofIdentity: index).union(loss?.risks ?? []),
      remedy: isLossy ? "or convert them with 'backfill'" : nil, at: new.span)
  }

  /// What a conversion loses of the values that it does not fit.
  private func loss(
    _ old: Attribute, _ index: Int, _ filling: Transition.Filling
  ) -> (text: String, risks: Set<MigrationRisk>) {
    let risks = SchemaChange.lossRisks(isPushed: isPushed(index))
    if old.isDate, after.attributes[index].form == .seconds {
      let unsent = isPushed(index) ? ContainedValues.unsentParts : ""
      return ("fractions of seconds are lost" + unsent, risks)
    }
    // The database then stays as it is.
    if case .unstated = filling { return (filling.ofMisfits, [.mayFail]) }
    return (filling.ofMisfits + (isPushed(index) ? ContainedValues.unsentValues : ""), risks)
  }

  /// What a change of an attribute risks because it is a part of the identity.
  private func risks(ofIdentity index: Int) -> Set<MigrationRisk> {
    forgottenDeletions(index).isEmpty ? [] : [.losesUnsentChanges]
  }

  /// Whether local changes of an attribute wait to be pushed.
  func isPushed(_ index: Int) -> Bool {
    members.attributes.oldPositions[index].map { members.isPushed(attribute: $0, pairing) } ?? false
  }

  private func member(_ attribute: Attribute) -> Transition.Member {
    Transition.Member(
      title: title(attribute), name: "\(after.name.name).\(attribute.name.name)",
      remedy: "or add a default, or 'backfill' with a value for such rows",
      rejected: rejectedPayloads(of: attribute), span: attribute.span)
  }

  private func defaultValue(_ old: Attribute, _ new: Attribute) -> SchemaChange? {
    func text(_ attribute: Attribute, _ entity: Entity) -> String {
      switch attribute.defaultValue {
      case nil: "none"
      case .newUUID: "new"
      case .now: "now"
      case .temporary: "temporary"
      case .constant(.bool(let value)): value ? "true" : "false"
      case .constant:
        attribute.columns.compactMap { entity.columns[$0].defaultValue }.map(SQLText.literal)
          .joined(separator: " ")
      }
    }
    let (was, becomes) = (text(old, before), text(new, after))
    guard was != becomes else { return nil }
    return SchemaChange(
      "changes the default of \(title(new)) from \(was) to \(becomes)", .lightweight,
      because: "rows are not changed", data: rejectedPayloads(from: old, to: new), at: new.span)
  }

  /// What happens to payloads that relied on a default; `nil` if the attribute becomes required,
  /// which says so itself.
  private func rejectedPayloads(from old: Attribute, to new: Attribute) -> String? {
    let hadDefault = old.columns.contains { before.columns[$0].defaultValue != nil }
    return hadDefault && !old.isOptional ? rejectedPayloads(of: new) : nil
  }
}

extension Attribute {
  fileprivate var isDate: Bool { type == .scalar(.date) }
}
