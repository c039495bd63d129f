import SyncGenSchema

/// Determines the differences between two versions of an enum.
struct EnumDiffer {
  let pairing: SchemaPairing
  let old: Int
  let new: Int

  private var before: EnumModel { pairing.old.enums[old] }
  private var after: EnumModel { pairing.new.enums[new] }
  private var name: String { after.name.name }

  func changes() -> [SchemaChange] {
    var changes: [SchemaChange] = []
    if before.name != after.name {
      changes.append(
        SchemaChange(
          "renames enum '\(before.name.name)' to '\(name)'", .lightweight,
          because: "no row contains the name", at: after.span))
    }
    changes += before.changes(of: "enum '\(name)'", to: after).map { unknownValues($0.text) }
    changes += otherKind()
    guard let cases = pairing.cases[new] else { return changes }
    changes += cases.added.map { index in
      SchemaChange(
        "adds case '\(name).\(after.cases[index].name.name)'", .lightweight,
        because: "no row has this value yet", at: after.cases[index].span)
    }
    changes += cases.dropped.map(dropped)
    changes += cases.pairs.flatMap { renamed(before.cases[$0.old], after.cases[$0.new]) }
    return changes
  }

  /// Whether a column of the old version contains values of the enum, possibly inside other values.
  private var isStored: Bool {
    pairing.old.entities.contains { entity in
      entity.attributes.contains { $0.type.enumeration?.index == old }
    }
      || pairing.old.valueTypes.contains { type in
        type.fields.contains { $0.type.enumeration?.index == old }
      }
  }

  private func unknownValues(_ text: String) -> SchemaChange {
    guard after.unknownValues == .reject, isStored else {
      return SchemaChange(text, .lightweight, because: "rows are not changed", at: after.span)
    }
    return lostUnknownValues(text)
  }

  private func lostUnknownValues(_ text: String) -> SchemaChange {
    SchemaChange(
      text, .custom, because: "rows may contain values that match no case", suitsCloudKit: false,
      data: "such values become null or the default; the migration fails if neither is possible"
        + values.unsent(whole: true) + lostDeletions,
      permission: .allowLossy(name), risks: risks, at: after.span)
  }

  private var values: ContainedValues { ContainedValues(ofEnum: old, pairing) }

  private var risks: Set<MigrationRisk> {
    values.risks(whole: true).union(lostDeletions.isEmpty ? [] : [.losesUnsentChanges])
  }

  /// What happens to deletions that wait to be pushed, of rows that a lost value identifies.
  private var lostDeletions: String {
    let names = pairing.members.filter { members in
      pairing.old[members.old].sync.isPushed && pairing.new[members.new].sync.isPushed
        && isIdentity(of: members.old, depth: 0)
    }.map { "'\(pairing.new[$0.new].name.name)'" }.sorted()
    if names.isEmpty { return "" }
    return
      "; deletions of \(names.joined(separator: ", ")) with such values that are not pushed yet "
      + "are lost"
  }

  /// Whether a value of the enum identifies rows, possibly as a part of the identity or in a
  /// reference.
  private func isIdentity(of id: EntityID, depth: Int) -> Bool {
    let entity = pairing.old[id]
    return depth < 64
      && entity.identity.parts.contains { part in
        switch part {
        case .attribute(let index): entity.attributes[index].type.enumeration?.index == old
        case .reference(let index):
          isIdentity(of: entity.relations[index].target, depth: depth + 1)
        }
      }
  }

  /// Whether values become integers, or integers become strings.
  private var changesKind: Bool { before.hasIntegerValues != after.hasIntegerValues }

  /// A string that matches no case has no integer, and the other way round.
  private func otherKind() -> [SchemaChange] {
    guard changesKind, isStored, before.unknownValues == .keep,
      after.unknownValues == .keep
    else { return [] }
    let kinds = before.hasIntegerValues ? ["integers", "texts"] : ["texts", "integers"]
    return [
      lostUnknownValues("changes the values of enum '\(name)' from \(kinds[0]) to \(kinds[1])")
    ]
  }

  private func dropped(_ index: Int) -> SchemaChange {
    let item = before.cases[index]
    let text = "drops case '\(name).\(item.name.name)'"
    guard after.unknownValues == .reject || changesKind, isStored else {
      return SchemaChange(
        text, .lightweight, because: "values that match no case are kept",
        data: "rows keep \(item.rawValue.sql)", at: item.span)
    }
    let data =
      "\(item.rawValue.sql) becomes null or the default; the migration fails if neither is possible"
      + values.unsent(whole: true) + lostDeletions
    return SchemaChange(
      text, .custom, because: "rows may contain its value", suitsCloudKit: false, data: data,
      permission: .allowLossy("\(name).\(item.name.name)"),
      risks: risks,
      remedy: SchemaDiffer.rename(item.name.name, "case"),
      problem: pairing.isGone("\(name).\(item.name.name)", data), place: after.span,
      at: item.span)
  }

  private func renamed(_ old: EnumModel.Case, _ new: EnumModel.Case) -> [SchemaChange] {
    var changes: [SchemaChange] = []
    if old.name != new.name {
      changes.append(
        SchemaChange(
          "renames case '\(name).\(old.name.name)' to '\(new.name.name)'", .lightweight,
          because: "rows contain its value", at: new.span))
    }
    if old.rawValue != new.rawValue {
      changes.append(
        SchemaChange(
          "changes the value of case '\(name).\(new.name.name)' from \(old.rawValue.sql) to "
            + "\(new.rawValue.sql)", .custom, because: "rows contain the value",
          suitsCloudKit: false,
          data: "\(old.rawValue.sql) becomes \(new.rawValue.sql)",
          permission: .remoteChanged("\(name).\(new.name.name)"),
          remedy: "to keep it, add '\(new.name.name): { value: \(old.rawValue.yaml) }'",
          at: new.span))
    }
    return changes
  }
}

extension EnumModel.RawValue {
  /// The value as stated in a schema.
  var yaml: String {
    switch self {
    case .string(let text): text
    case .int(let value): "\(value)"
    }
  }
}
