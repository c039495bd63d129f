import SyncGenSchema

/// Determines the differences between the relationships to one of several entities of two versions
/// of an entity. Changes that are reported for their attributes are not repeated.
struct TaggedReferenceDiffer {
  let pairing: SchemaPairing
  let members: SchemaPairing.Members

  private var before: Entity { pairing.old[members.old] }
  private var after: Entity { pairing.new[members.new] }

  func changes() -> [SchemaChange] {
    after.taggedReferences.flatMap { reference in
      identities(reference) + (former(reference).map { changes(from: $0, to: reference) } ?? [])
    }
  }

  /// The conversion of the stored tags of targets whose tag has changed.
  func conversion(ofAttribute index: Int, column: String) -> ValueConversion {
    guard let reference = after.taggedReferences.first(where: { $0.tagAttribute == index }),
      let former = former(reference)
    else { return .none }
    let changed = pairs(former, reference).filter { $0.old.tag != $0.new.tag }
    guard !changed.isEmpty else { return .none }
    let cases = changed.map {
      " WHEN \(SQLText.string($0.old.tag)) THEN \(SQLText.string($0.new.tag))"
    }
    return .sql("CASE \(column)\(cases.joined()) ELSE \(column) END", isLossy: false)
  }

  private func former(_ reference: TaggedReference) -> TaggedReference? {
    guard let tag = members.attributes.oldPositions[reference.tagAttribute] else { return nil }
    return before.taggedReferences.first { $0.tagAttribute == tag }
  }

  private func pairs(
    _ old: TaggedReference, _ new: TaggedReference
  ) -> [(old: TaggedReference.Target, new: TaggedReference.Target)] {
    new.targets.compactMap { target in
      old.targets.first { pairing.isSame($0.entity, target.entity) }.map { ($0, target) }
    }
  }

  private func changes(from old: TaggedReference, to new: TaggedReference) -> [SchemaChange] {
    let title = "relationship '\(after.name.name).\(new.name.name)'"
    let pairs = pairs(old, new)
    var changes = new.targets.filter { target in !pairs.contains { $0.new == target } }.map {
      SchemaChange(
        "adds the target '\(pairing.new[$0.entity].name.name)' to \(title)", .lightweight,
        because: "it affects only how tags are read",
        data: "rows with the tag '\($0.tag)' refer to its rows", at: new.span)
    }
    changes += old.targets.filter { target in !pairs.contains { $0.old == target } }.map {
      SchemaChange(
        "removes the target '\(pairing.old[$0.entity].name.name)' from \(title)", .lightweight,
        because: "it affects only how tags are read", suitsCloudKit: false,
        data: "rows keep the tag '\($0.tag)', which no longer refers to a row", at: new.span)
    }
    changes += pairs.filter { $0.old.tag != $0.new.tag }.map {
      SchemaChange(
        "changes the tag of '\(pairing.new[$0.new.entity].name.name)' in \(title) from "
          + "'\($0.old.tag)' to '\($0.new.tag)'", .custom, because: "stored tags are rewritten",
        suitsCloudKit: false, data: "rows with '\($0.old.tag)' get '\($0.new.tag)'", at: new.span)
    }
    if old.onDelete != new.onDelete {
      changes.append(
        SchemaChange(
          "changes 'on-delete' of \(title) from '\(old.onDelete.rawValue)' to "
            + "'\(new.onDelete.rawValue)'", .lightweight, because: "it affects only future calls",
          at: new.span))
    }
    return changes
  }

  /// Rows whose identity changes would be lost to relationships that only contain the old identity.
  private func identities(_ reference: TaggedReference) -> [SchemaChange] {
    guard former(reference) != nil else { return [] }
    return reference.targets.compactMap { target in
      guard pairing.members(ofNew: target.entity)?.hasStatedIdentity(pairing) == true else {
        return nil
      }
      let name = pairing.new[target.entity].name.name
      return SchemaChange(
        "gives rows of '\(name)' other identities, which relationship "
          + "'\(after.name.name).\(reference.name.name)' cannot be converted to", .custom,
        because: "it refers to rows of several entities", suitsCloudKit: false,
        remedy: "leave the identity of '\(name)' as it is", isImpossible: true,
        at: reference.span)
    }
  }
}

// MARK: Remedies

extension TaggedReferenceDiffer {
  /// Whether a new attribute is the tag or the identity of a relationship.
  func isPart(_ attribute: Attribute) -> Bool {
    Self.reference(with: attribute, of: after) != nil
  }

  /// The text that keeps the keys of the tag or the identity of a renamed relationship, for which
  /// the schema states them; `nil` if it cannot state them.
  func keptKey(from old: Attribute, to new: Attribute) -> String? {
    guard let reference = Self.reference(with: new, of: after), case .paths(let paths) = old.remote
    else { return nil }
    let place = "to relationship '\(after.name.name).\(reference.name.name)'"
    if after.attributes[reference.tagAttribute].name == new.name {
      return paths.count == 1 ? "to keep it, add 'tag: \(paths[0].dotted)' \(place)" : nil
    }
    let objects = Self.reference(with: old, of: before)?.objects ?? []
    // The key of the identity in a nested object is derived from that of the object.
    let alone = paths.filter { path in
      objects.contains(path)
        || !objects.contains {
          path.steps.count > $0.steps.count && path.steps.starts(with: $0.steps)
        }
    }
    let others = objects.filter { !alone.contains($0) }
    let keys = paths.first.map(alone.contains) == true ? alone + others : others + alone
    let text = keys.map(\.dotted).joined(separator: ", ")
    return "to keep it, add 'remote: \(keys.count == 1 ? text : "[\(text)]")' \(place)"
  }

  /// The remedy if dropping an attribute of a relationship was meant as a rename.
  func rename(of attribute: Attribute) -> String? {
    Self.reference(with: attribute, of: before).map {
      SchemaDiffer.rename($0.name.name, "relationship")
    }
  }

  private static func reference(
    with attribute: Attribute, of entity: Entity
  ) -> TaggedReference? {
    entity.taggedReferences.first {
      [$0.tagAttribute, $0.idAttribute].contains { entity.attributes[$0].name == attribute.name }
    }
  }
}
