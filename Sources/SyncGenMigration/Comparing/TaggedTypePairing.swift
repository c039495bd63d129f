import SyncGenSchema

/// The two versions of a tagged value.
struct TaggedTypePairing {
  let before: Tagging
  let after: Tagging
  let cases: Pairing

  /// - Returns: `nil` if the type is not a tagged value in both versions.
  init?(_ pairing: SchemaPairing, old: Int, new: Int) {
    guard let before = pairing.old.valueTypes[old].tagging,
      let after = pairing.new.valueTypes[new].tagging, let cases = pairing.taggedCases[new]
    else { return nil }
    self.before = before
    self.after = after
    self.cases = cases
  }

  /// Whether stored values have another form, apart from the fields of cases.
  var isChanged: Bool {
    before.tag != after.tag || losesUnknown || !cases.dropped.isEmpty
      || cases.pairs.contains { pair in
        let (old, new) = (before.cases[pair.old], after.cases[pair.new])
        return old.value != new.value || (old.type == nil) != (new.type == nil)
      }
  }

  /// Whether values of unknown cases cannot be kept.
  var losesUnknown: Bool {
    before.unknownValues == .keep && after.unknownValues == .reject
  }
}

extension ValueTypeDiffer {
  /// The differences between two versions of a tagged value.
  func taggedChanges(_ pair: TaggedTypePairing) -> [SchemaChange] {
    let cases = pair.cases
    return settings(pair)
      + cases.added.map { added(pair.after.cases[$0]) }
      + cases.dropped.map { dropped(pair.before.cases[$0]) }
      + cases.pairs.flatMap { changes(pair.before.cases[$0.old], pair.after.cases[$0.new]) }
  }

  /// A type with fields that becomes a tagged value, or vice versa.
  func reshaped() -> SchemaChange {
    SchemaChange(
      after.tagging == nil
        ? "turns the tagged value '\(after.name.name)' into a type with fields"
        : "turns type '\(after.name.name)' into a tagged value", .custom,
      because: "there is no conversion between them", suitsCloudKit: false,
      remedy: "declare a type of another name, and convert its values with 'custom'",
      isImpossible: true, at: after.span)
  }

  private func settings(_ pair: TaggedTypePairing) -> [SchemaChange] {
    let (before, after, name) = (pair.before, pair.after, self.after.name.name)
    var changes: [SchemaChange] = []
    if before.tag != after.tag {
      changes.append(
        SchemaChange(
          "changes the tag of type '\(name)' from '\(before.tag)' to '\(after.tag)'", .custom,
          because: "stored values contain the key", suitsCloudKit: false,
          data: "its values are kept",
          permission: .remoteChanged(name), remedy: "to keep it, add 'tag: \(before.tag)'",
          at: self.after.span))
    }
    if before.hasIntegerTags != after.hasIntegerTags {
      changes.append(
        SchemaChange(
          "changes the tags of type '\(name)' from \(before.hasIntegerTags ? "integers" : "strings") to "
            + "\(after.hasIntegerTags ? "integers" : "strings")", .custom,
          because: "stored values of unknown cases contain the tag", suitsCloudKit: false,
          remedy: "declare a type of another name", isImpossible: true, at: self.after.span))
    }
    if before.isNested != after.isNested {
      changes.append(
        SchemaChange(
          "changes where payloads have the fields of type '\(name)'", .lightweight,
          because: "it affects only payloads", at: self.after.span))
    }
    return changes
      + self.before.changes(of: "type '\(name)'", to: self.after).map { text, _ in
        SchemaChange(
          text, pair.losesUnknown ? .custom : .lightweight,
          because: pair.losesUnknown
            ? "rows may contain values of unknown cases" : "rows are not changed",
          suitsCloudKit: !pair.losesUnknown, data: pair.losesUnknown ? gone : nil,
          permission: pair.losesUnknown ? .allowLossy(name) : nil,
          risks: pair.losesUnknown ? values.risks(whole: true) : nil, at: self.after.span)
      }
  }

  /// The effect on a value whose case was removed.
  private var gone: String {
    "such a value becomes null or the default, is left out of its list, or makes the migration fail"
      + values.unsent(whole: true)
  }

  private func title(_ item: Tagging.Case) -> String { "\(after.name.name).\(item.name.name)" }

  private func added(_ item: Tagging.Case) -> SchemaChange {
    SchemaChange(
      "adds case '\(title(item))'", .lightweight,
      because: "stored values with its tag are read as this case", at: item.span)
  }

  private func dropped(_ item: Tagging.Case) -> SchemaChange {
    let name = "\(before.name.name).\(item.name.name)"
    return SchemaChange(
      "drops case '\(name)'", .custom, because: "rows may contain its values", suitsCloudKit: false,
      data: gone, permission: .drops(name), risks: values.risks(whole: true),
      remedy: SchemaDiffer.rename(item.name.name, "case"), at: item.span)
  }

  private func changes(_ old: Tagging.Case, _ new: Tagging.Case) -> [SchemaChange] {
    var changes: [SchemaChange] = []
    if old.name != new.name {
      changes.append(
        SchemaChange(
          "renames case '\(before.name.name).\(old.name.name)' to '\(title(new))'", .lightweight,
          because: "rows contain its tag", at: new.span))
    }
    if old.value != new.value {
      changes.append(
        SchemaChange(
          "changes the tag of case '\(title(new))' from \(old.value.sql) to \(new.value.sql)",
          .custom, because: "rows contain the tag", suitsCloudKit: false,
          data: "\(old.value.sql) becomes \(new.value.sql)",
          permission: .remoteChanged(title(new)),
          remedy: "to keep it, add 'value: \(old.value.yaml)' to the case",
          at: new.span))
    }
    return changes + (type(old, new).map { [$0] } ?? [])
  }

  private func type(_ old: Tagging.Case, _ new: Tagging.Case) -> SchemaChange? {
    switch (old.type, new.type) {
    case (nil, nil): return nil
    case (let from?, let to?):
      guard !pairing.isSame(from, to) else { return nil }
      return SchemaChange(
        "changes the type of case '\(title(new))' from '\(pairing.old[from].name.name)' to "
          + "'\(pairing.new[to].name.name)'", .custom,
        because: "there is no conversion between them", suitsCloudKit: false,
        remedy: "add 'renamed-from' to the type, or drop the case and add another one",
        isImpossible: true, at: new.span)
    case (nil, let to?):
      let needed = pairing.new[to].fields.first { !$0.isOptional && $0.defaultValue == nil }
      return SchemaChange(
        "adds fields to case '\(title(new))'", .custom,
        because: "stored values do not contain them",
        suitsCloudKit: false,
        remedy: needed.map { "add a default of '\($0.name.name)', or make it optional" },
        isImpossible: needed != nil, at: new.span)
    case (_?, nil):
      return SchemaChange(
        "drops the fields of case '\(title(new))'", .custom,
        because: "stored values are written without them", suitsCloudKit: false,
        data: "their values are deleted" + values.unsent(whole: false),
        permission: .drops(title(new)), risks: values.risks(whole: false), at: new.span)
    }
  }
}
