import SyncGenSchema

/// Determines the differences between two versions of a type, and their effect on stored values.
struct ValueTypeDiffer {
  let pairing: SchemaPairing
  let old: ValueTypeID
  let new: ValueTypeID

  var before: ValueTypeModel { pairing.old[old] }
  var after: ValueTypeModel { pairing.new[new] }

  func changes() -> [SchemaChange] {
    if let pair = TaggedTypePairing(pairing, old: old.index, new: new.index) {
      return names() + taggedChanges(pair)
    }
    if (before.tagging == nil) != (after.tagging == nil) { return names() + [reshaped()] }
    guard let fields = pairing.fields[new.index] else { return [] }
    return names() + fields.added.map { added(after.fields[$0]) }
      + fields.dropped.map { dropped(before.fields[$0]) }
      + fields.pairs.flatMap { changes(from: before.fields[$0.old], to: after.fields[$0.new]) }
  }

  private func names() -> [SchemaChange] {
    guard before.name != after.name else { return [] }
    return [
      SchemaChange(
        "renames type '\(before.name.name)' to '\(after.name.name)'", .lightweight,
        because: "no row contains the name", at: after.span)
    ]
  }

  private func name(_ field: ValueField) -> String { "\(after.name.name).\(field.name.name)" }
  private func title(_ field: ValueField) -> String { "field '\(name(field))'" }

  /// The attributes that contain values of the type.
  var values: ContainedValues { ContainedValues(ofType: old, pairing) }

  // MARK: Added and dropped

  private func added(_ field: ValueField) -> SchemaChange {
    let text = "adds \(title(field))"
    if let value = constant(of: field, in: pairing.new) {
      return SchemaChange(
        text, .custom, because: "it has a default", suitsCloudKit: false,
        data: "stored values get \(value)", at: field.span)
    }
    if field.isOptional {
      return SchemaChange(
        text, .lightweight, because: "it is optional", data: "stored values do not contain it",
        at: field.span)
    }
    return SchemaChange(
      text + ", which is required and has no default", .custom,
      because: "stored values need a value for it", suitsCloudKit: false,
      remedy: "add a default, or make it optional", isImpossible: true, at: field.span)
  }

  /// The default in its stored form.
  private func constant(of field: ValueField, in schema: Schema) -> String? {
    field.defaultValue.map { value in
      schema.storedTexts(of: value, in: field).joined(separator: " ")
    }
  }

  private func dropped(_ field: ValueField) -> SchemaChange {
    let name = "\(before.name.name).\(field.name.name)"
    return SchemaChange(
      "drops field '\(name)'", .custom, because: "stored values are written without it",
      suitsCloudKit: false, data: "its values are deleted" + values.unsent(whole: false),
      permission: .drops(name), risks: values.risks(whole: false),
      remedy: SchemaDiffer.rename(field.name.name, "field"),
      problem: pairing.isGone(name, "its values would be deleted"), place: after.span,
      at: field.span)
  }

  // MARK: Changed

  private func changes(from old: ValueField, to new: ValueField) -> [SchemaChange] {
    [
      renamed(old, new), remote(old, new), type(old, new), optionality(old, new),
      defaultValue(old, new),
    ].compactMap { $0 } + settings(old, new)
  }

  private func renamed(_ old: ValueField, _ new: ValueField) -> SchemaChange? {
    guard old.name != new.name else { return nil }
    let isStoredElsewhere = old.storageNames != new.storageNames
    return SchemaChange(
      "renames field '\(before.name.name).\(old.name.name)' to '\(name(new))'",
      isStoredElsewhere ? .custom : .lightweight,
      because: isStoredElsewhere
        ? "stored values contain its name" : "no stored value contains the name",
      suitsCloudKit: false, data: "its values are kept", at: new.span)
  }

  private func remote(_ old: ValueField, _ new: ValueField) -> SchemaChange? {
    guard old.remote != new.remote else { return nil }
    return SchemaChange(
      "changes the remote key of \(title(new)) from '\(old.remote.text)' to '\(new.remote.text)'",
      .lightweight, because: "it affects only payloads",
      permission: old.name != new.name && !old.remote.isKept(by: new.remote)
        ? .remoteChanged(name(new)) : nil,
      remedy: "to keep it, add 'remote: \(old.remote.text)'", at: new.span)
  }

  private func type(_ old: ValueField, _ new: ValueField) -> SchemaChange? {
    let isSame = TypePairing(pairing).isSame(old.type, new.type)
    let isDate = old.type == .scalar(.date) && isSame
    let conversion = JSONConverter.conversion(
      from: old.storedType, to: new.storedType, in: pairing, of: self.new.index)
    if isSame, isDate ? old.storage == new.storage : !conversion.isImpossible {
      return nil
    }
    let text =
      isDate
      ? "changes the storage of \(title(new)) from '\(old.storage.rawValue)' to "
        + "'\(new.storage.rawValue)'"
      : isSame
        ? "changes values inside \(title(new)), whose type contains itself"
        : "changes the type of \(title(new)) from '\(SchemaTypeName.of(old.type, in: pairing.old))' "
          + "to '\(SchemaTypeName.of(new.type, in: pairing.new))'"
    return conversion.isImpossible
      ? unconverted(old, new, text) : converted(new, text, isLossy: conversion.isLossy)
  }

  private func unconverted(_ old: ValueField, _ new: ValueField, _ text: String) -> SchemaChange {
    let canBeEmpty = new.isOptional || new.defaultValue != nil
    return SchemaChange(
      text + ", and there is no conversion between them", .custom,
      because: "values have to be converted", suitsCloudKit: false,
      data: "its values are deleted" + values.unsent(whole: false),
      permission: canBeEmpty ? .drops("\(before.name.name).\(old.name.name)") : nil,
      risks: values.risks(whole: false),
      remedy: canBeEmpty ? nil : "add a default, or make it optional", isImpossible: !canBeEmpty,
      at: new.span)
  }

  private func converted(_ new: ValueField, _ text: String, isLossy: Bool) -> SchemaChange {
    let empty = new.isOptional ? "null" : constant(of: new, in: pairing.new)
    let misfit =
      empty.map { "a value that does not fit becomes \($0)" + values.unsent(whole: false) }
      ?? lost
    return SchemaChange(
      text, .custom, because: "values have to be converted", suitsCloudKit: false,
      data: isLossy ? misfit : "values are converted",
      permission: isLossy ? .allowLossy(name(new)) : nil,
      risks: isLossy ? values.risks(whole: empty == nil) : nil, at: new.span)
  }

  /// The effect on a value without a required field.
  private var lost: String {
    "a value without it becomes null, is left out of its list, or makes the migration fail"
      + values.unsent(whole: true)
  }

  private func optionality(_ old: ValueField, _ new: ValueField) -> SchemaChange? {
    guard old.isOptional != new.isOptional else { return nil }
    if new.isOptional {
      return SchemaChange(
        "makes \(title(new)) optional", .lightweight, because: "stored values are not changed",
        at: new.span)
    }
    let text = "makes \(title(new)) required"
    if let value = constant(of: new, in: pairing.new) {
      return SchemaChange(
        text, .custom, because: "it has a default", suitsCloudKit: false,
        data: "stored values without one get \(value)", at: new.span)
    }
    return SchemaChange(
      text, .custom, because: "stored values may lack it", suitsCloudKit: false, data: lost,
      permission: .allowLossy(name(new)), risks: values.risks(whole: true),
      remedy: "or add a default", at: new.span)
  }

  private func defaultValue(_ old: ValueField, _ new: ValueField) -> SchemaChange? {
    let was = constant(of: old, in: pairing.old) ?? "none"
    let becomes = constant(of: new, in: pairing.new) ?? "none"
    guard was != becomes else { return nil }
    return SchemaChange(
      "changes the default of \(title(new)) from \(was) to \(becomes)", .lightweight,
      because: "stored values are not changed", at: new.span)
  }

  /// Changes that concern only payloads.
  private func settings(_ old: ValueField, _ new: ValueField) -> [SchemaChange] {
    old.changes(of: title(new), to: new).map { text, _ in
      SchemaChange(text, .lightweight, because: "stored values are not changed", at: new.span)
    }
  }
}
