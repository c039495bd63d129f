import SyncGenSchema

/// Compares a stored value with its converted form, by the two versions of its type.
///
/// It knows which parts are copied, renamed, dropped and added, and which enum cases are renamed.
/// For values whose type changes, it only knows that they must exist; the audit reads their
/// content.
struct ValueComparison: Sendable {
  let pairing: SchemaPairing

  /// - Parameter place: The place of the value, e.g. `.location.latitude`.
  func problem(
    _ old: StoredJSON, _ new: StoredJSON?, _ oldType: AttributeType, _ newType: AttributeType,
    at place: String, keepsForm: Bool = true
  ) -> String? {
    guard let new else {
      return isLossy(oldType, newType) ? nil : "has lost its value\(Self.at(place))"
    }
    switch (oldType, newType) {
    case (.value(let from), .value(let to)): return object(old, new, from, to, at: place)
    case (.array(let from), .array(let to)): return list(old, new, from, to, at: place)
    case (.dictionary(let from), .dictionary(let to)):
      return dictionary(old, new, from, to, at: place)
    case (.value, .array(let to)):
      guard case .list(let elements) = new, elements.count == 1 else {
        return "is not a list that contains only the former value\(Self.at(place))"
      }
      return problem(old, elements[0], oldType, to.attributeType, at: place)
    case (.enumeration(let from), .enumeration(let to)):
      return enumeration(old, new, from, to, at: place)
    default:
      return oldType == newType && keepsForm && old != new
        ? "holds \(new.shortText) instead of \(old.shortText)\(Self.at(place))" : nil
    }
  }

  private static func at(_ place: String) -> String {
    place.isEmpty ? "" : " at '\(place.dropFirst())'"
  }

  /// Whether a value may be lost, in which case the schema has permitted it.
  func isLossy(_ old: AttributeType, _ new: AttributeType) -> Bool {
    JSONConverter.conversion(
      from: StoredType(type: old, storage: .text),
      to: StoredType(type: new, storage: .text), in: pairing
    ).isLossy
  }

  // MARK: Objects

  private func object(
    _ old: StoredJSON, _ new: StoredJSON, _ oldType: ValueTypeID, _ newType: ValueTypeID,
    at place: String
  ) -> String? {
    guard case .object(let members) = old, case .object(let found) = new else {
      return "is not an object\(Self.at(place))"
    }
    let keys = found.map(\.key)
    guard keys == keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) else {
      return "does not have its keys in canonical order\(Self.at(place))"
    }
    if let pair = TaggedTypePairing(pairing, old: oldType.index, new: newType.index) {
      return tagged(members, found, pair, at: place)
    }
    let (before, after) = (pairing.old[oldType], pairing.new[newType])
    let known = after.fields.flatMap(\.storageNames)
    if let strange = keys.first(where: { !known.contains($0) }) {
      return "has '\(strange)', which is not a field\(Self.at(place))"
    }
    for (index, field) in after.fields.enumerated() {
      let former = pairing.fields[newType.index]?.oldPositions[index].map { before.fields[$0] }
      for part in field.storageNames.indices {
        if let problem = member(former, field, part, members, found, at: place) { return problem }
      }
    }
    return nil
  }

  /// A tagged value: an unknown one is kept, and for others the fields of the case are compared.
  private func tagged(
    _ old: [StoredJSON.Member], _ new: [StoredJSON.Member], _ pair: TaggedTypePairing,
    at place: String
  ) -> String? {
    func value(_ key: String, of members: [StoredJSON.Member]) -> StoredJSON? {
      members.first { $0.key == key }?.value
    }
    let oldTag = value(pair.before.tag, of: old)
    let newTag = value(pair.after.tag, of: new)
    if let raw = value(ValueTypeModel.unknownKey, of: old) {
      let isKept = value(ValueTypeModel.unknownKey, of: new) == raw && oldTag == newTag
      return isKept ? nil : "has lost its value of an unknown case\(Self.at(place))"
    }
    guard
      let index = pair.before.cases.firstIndex(where: {
        StoredJSON($0.value.json) == oldTag
      }), let position = pair.cases.newPosition(of: index)
    else { return "has a value of a case that no longer exists\(Self.at(place))" }
    let (before, after) = (pair.before.cases[index], pair.after.cases[position])
    guard newTag == StoredJSON(after.value.json) else {
      return "has the tag \(newTag?.shortText ?? "nothing") instead of "
        + "\(after.value.json)\(Self.at(place))"
    }
    guard let from = before.type, let to = after.type else { return nil }
    return object(
      .object(old.filter { $0.key != pair.before.tag }),
      .object(new.filter { $0.key != pair.after.tag }), from, to, at: place)
  }

  private func member(
    _ former: ValueField?, _ field: ValueField, _ part: Int, _ old: [StoredJSON.Member],
    _ new: [StoredJSON.Member], at place: String
  ) -> String? {
    let key = field.storageNames[part]
    let value = new.first { $0.key == key }?.value
    let path = place + "." + key
    let isConvertible =
      former.map { $0.type == .money ? field.type == .money : field.type != .money } ?? false
    if let former, isConvertible,
      let before = old.first(where: { $0.key == former.storageNames[part] })?.value
    {
      if former.type == .money {
        return value == before ? nil : "has a different amount\(Self.at(path))"
      }
      let isSameDate = former.storage == field.storage
      // The schema allows the loss of what has another type.
      if value == nil, TypePairing(pairing).isSame(former.type, field.type) == false { return nil }
      // A value that does not fit becomes the default.
      let fallback = field.defaultValue.flatMap { stated($0, field, part) }
      if value != nil, value == fallback, isLossy(former.type, field.type) { return nil }
      return problem(before, value, former.type, field.type, at: path, keepsForm: isSameDate)
    }
    let isFilled = former == nil || !field.isOptional || !isConvertible
    let expected = isFilled ? field.defaultValue.flatMap { stated($0, field, part) } : nil
    return value == expected
      ? nil
      : "holds \(value?.shortText ?? "nothing") instead of \(expected?.shortText ?? "nothing")"
        + Self.at(path)
  }

  private func stated(_ value: ConstantValue, _ field: ValueField, _ part: Int) -> StoredJSON? {
    StoredJSON(pairing.new.storedTexts(of: value, in: field)[part])
  }

  // MARK: Lists

  private func list(
    _ old: StoredJSON, _ new: StoredJSON, _ from: ElementType, _ to: ElementType, at place: String
  ) -> String? {
    guard case .list(let before) = old, case .list(let after) = new else {
      return "is not a list\(Self.at(place))"
    }
    let (oldType, newType) = (from.attributeType, to.attributeType)
    guard before.count == after.count else {
      return isLossy(oldType, newType)
        ? nil : "has \(after.count) instead of \(before.count) elements\(Self.at(place))"
    }
    return zip(before, after).enumerated().lazy.compactMap { index, pair in
      problem(pair.0, pair.1, oldType, newType, at: "\(place)[\(index)]")
    }.first
  }

  private func dictionary(
    _ old: StoredJSON, _ new: StoredJSON, _ from: ElementType, _ to: ElementType, at place: String
  ) -> String? {
    guard case .object(let before) = old, case .object(let after) = new else {
      return "is not an object\(Self.at(place))"
    }
    let (oldType, newType) = (from.attributeType, to.attributeType)
    if before.map(\.key) != after.map(\.key) {
      return isLossy(oldType, newType) ? nil : "has different keys than before\(Self.at(place))"
    }
    return zip(before, after).lazy.compactMap { pair in
      problem(pair.0.value, pair.1.value, oldType, newType, at: "\(place)[\(pair.0.key)]")
    }.first
  }

  // MARK: Enums

  private func enumeration(
    _ old: StoredJSON, _ new: StoredJSON, _ from: EnumID, _ to: EnumID, at place: String
  ) -> String? {
    guard pairing.enums.oldPositions[to.index] == from.index,
      pairing.old[from].hasIntegerValues == pairing.new[to].hasIntegerValues
    else { return nil }
    let pairs = pairing.cases[to.index]?.pairs ?? []
    let renamed = pairs.first { pair in
      StoredJSON(pairing.old[from].cases[pair.old].rawValue.json) == old
    }
    let expected =
      renamed.flatMap { StoredJSON(pairing.new[to].cases[$0.new].rawValue.json) } ?? old
    return new == expected
      ? nil : "holds \(new.shortText) instead of \(expected.shortText)\(Self.at(place))"
  }
}

extension ElementType {
  /// The attribute type of a single element.
  fileprivate var attributeType: AttributeType {
    switch self {
    case .scalar(let scalar): .scalar(scalar)
    case .enumeration(let id): .enumeration(id)
    case .value(let id): .value(id)
    }
  }
}
