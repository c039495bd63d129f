import SyncGenSchema

/// A type with the storage form of its dates, for an attribute or a field.
struct StoredType {
  let type: AttributeType
  let storage: ValueStorage

  /// Whether it is a UUID of 16 bytes.
  var isBlob: Bool { type == .scalar(.uuid) && storage == .blob }
}

extension Attribute {
  var storedType: StoredType { StoredType(type: type, storage: settings.storage) }
}

extension ValueField {
  var storedType: StoredType { StoredType(type: type, storage: settings.storage) }
}

/// Finds the conversion between two types of a field, or of an attribute whose type has fields.
///
/// Fields have the rules of attributes, applied to JSON values.
struct JSONConverter {
  private let pairing: SchemaPairing
  /// The new positions of types whose values enclose the current one.
  private var open: Set<Int>
  /// The types among them whose values contain values of the same type.
  private var recursive: Set<Int> = []

  /// - Parameter owner: The type whose fields are converted one by one.
  static func conversion(
    from old: StoredType, to new: StoredType, in pairing: SchemaPairing, of owner: Int? = nil
  ) -> JSONConversion {
    var converter = JSONConverter(pairing, open: owner.map { [$0] } ?? [])
    return converter.conversion(old, new)
  }

  private init(_ pairing: SchemaPairing, open: Set<Int>) {
    self.pairing = pairing
    self.open = open
  }

  private mutating func conversion(_ old: StoredType, _ new: StoredType) -> JSONConversion {
    switch (old.type, new.type) {
    case (.money, .money): return .copied
    case (.value(let from), .value(let to)): return object(from, to)
    case (.enumeration(let from), .enumeration(let to)):
      return EnumConverter(pairing: pairing).conversion(inJSON: from, to)
    case (.array(let from), .array(let to)):
      return Self.list(element(from, to)) { .list(of: $0) }
    case (.dictionary(let from), .dictionary(let to)):
      return Self.list(element(from, to)) { .dictionary(of: $0) }
    case (.array, .scalar(.json)), (.dictionary, .scalar(.json)), (.value, .scalar(.json)):
      return .copied
    case (_, .array(let to)): return wrapped(old, to)
    default: return old.type.valueType == nil ? scalar(old, new) : .impossible
    }
  }

  // MARK: Objects

  private mutating func object(_ old: ValueTypeID, _ new: ValueTypeID) -> JSONConversion {
    guard pairing.isSame(old, new) else { return .impossible }
    guard pairing.changedTypes.contains(new.index) else { return .copied }
    guard open.insert(new.index).inserted else {
      recursive.insert(new.index)
      return .copied
    }
    defer { open.remove(new.index) }
    if (pairing.old[old].tagging == nil) != (pairing.new[new].tagging == nil) { return .impossible }
    if let pair = TaggedTypePairing(pairing, old: old.index, new: new.index) {
      return tagged(pair, new)
    }
    let members = members(old, new)
    let isRecursive = recursive.remove(new.index) != nil
    let drops = pairing.fields[new.index]?.dropped.isEmpty == false
    guard drops || members.contains(where: \.isChange) else { return .copied }
    // The depth of its values is unknown, and SQL only reaches the depth that it spells out.
    return isRecursive ? .impossible : .object(members)
  }

  // MARK: Tagged values

  private mutating func tagged(_ pair: TaggedTypePairing, _ new: ValueTypeID) -> JSONConversion {
    var isImpossible = false
    var isChange = pair.isChanged
    let cases = pair.before.cases.enumerated().map { index, item in
      let position = pair.cases.newPosition(of: index)
      let content = content(item, position.map { pair.after.cases[$0] }, pair)
      if content == nil { isImpossible = true }
      if case .object? = content { isChange = true }
      return TaggedConversion.Case(value: item.value.sql, content: content ?? .lost)
    }
    let isRecursive = recursive.remove(new.index) != nil
    guard !isImpossible else { return .impossible }
    guard isChange else { return .copied }
    guard !isRecursive else { return .impossible }
    return .tagged(
      TaggedConversion(
        oldTag: pair.before.tag, newTag: pair.after.tag, cases: cases,
        keepsUnknown: !pair.losesUnknown))
  }

  /// The conversion of the content of a case; `nil` if there is none.
  private mutating func content(
    _ old: Tagging.Case, _ new: Tagging.Case?, _ pair: TaggedTypePairing
  ) -> TaggedConversion.Content? {
    guard let new else { return .lost }
    let isSameTag = pair.before.tag == pair.after.tag && old.value == new.value
    var members: [JSONConversion.Member] = []
    switch (old.type, new.type) {
    case (nil, nil), (_?, nil): if isSameTag, old.type == nil { return .copied }
    case (nil, let to?): members = self.members(nil, to)
    case (let from?, let to?):
      guard pairing.isSame(from, to) else { return nil }
      let conversion = object(from, to)
      switch conversion {
      case .copied where isSameTag: return .copied
      case .impossible: return nil
      case .object(let converted): members = converted
      default: members = self.members(from, to)
      }
    }
    let tag = JSONConversion.Member(
      key: pair.after.tag, source: nil, defaultText: new.value.json, isRequired: true)
    return .object(members + [tag])
  }

  /// - Parameter old: `nil` if stored values have no fields yet.
  private mutating func members(
    _ old: ValueTypeID?, _ new: ValueTypeID
  ) -> [JSONConversion.Member] {
    pairing.new[new].fields.enumerated().flatMap { index, field -> [JSONConversion.Member] in
      let former = old.flatMap { old in
        pairing.fields[new.index]?.oldPositions[index].map { pairing.old[old].fields[$0] }
      }
      let conversion = former.map { self.conversion($0.storedType, field.storedType) }
      let defaults = field.defaultValue.map { pairing.new.storedTexts(of: $0, in: field) }
      return field.storageNames.enumerated().map { place, key in
        JSONConversion.Member(
          key: key, source: Self.source(former, place, conversion), defaultText: defaults?[place],
          isRequired: !field.isOptional, replacesValue: conversion?.isImpossible == true)
      }
    }
  }

  /// A value that cannot be converted is lost, which the schema must permit.
  private static func source(
    _ former: ValueField?, _ place: Int, _ conversion: JSONConversion?
  ) -> JSONConversion.Member.Source? {
    guard let former, let conversion, !conversion.isImpossible else { return nil }
    return JSONConversion.Member.Source(
      key: former.storageNames[place], isOptional: former.isOptional, conversion: conversion)
  }

  // MARK: Lists

  private mutating func element(_ old: ElementType, _ new: ElementType) -> JSONConversion {
    switch (old, new) {
    case (.scalar(let from), .scalar(let to)): from == to ? .copied : .impossible
    case (.enumeration(let from), .enumeration(let to)):
      EnumConverter(pairing: pairing).conversion(inJSON: from, to)
    case (.value(let from), .value(let to)): object(from, to)
    default: .impossible
    }
  }

  private static func list(
    _ element: JSONConversion, _ list: (JSONConversion) -> JSONConversion
  ) -> JSONConversion {
    switch element {
    case .copied, .impossible: element
    default: list(element)
    }
  }

  /// A single value becomes a list with one element; null remains null.
  private mutating func wrapped(_ old: StoredType, _ element: ElementType) -> JSONConversion {
    let value: JSONConversion
    switch (old.type, element) {
    case (.scalar(let from), .scalar(let to)) where from == to:
      // Dates in lists are strings.
      value = scalar(old, StoredType(type: old.type, storage: .text))
    case (.enumeration(let from), .enumeration(let to)):
      value = EnumConverter(pairing: pairing).conversion(inJSON: from, to)
    case (.value(let from), .value(let to)): value = object(from, to)
    default: value = .impossible
    }
    return value.isImpossible ? .impossible : .wrapped(value)
  }

  // MARK: Scalars

  private func scalar(_ old: StoredType, _ new: StoredType) -> JSONConversion {
    switch (old.type, new.type) {
    // JSON has the same form for these.
    case (.scalar(.int), .scalar(.json)), (.scalar(.bool), .scalar(.json)),
      (.scalar(.string), .scalar(.json)), (.scalar(.decimal), .scalar(.json)),
      (.scalar(.day), .scalar(.json)), (.scalar(.uuid), .scalar(.json)),
      (.scalar(.url), .scalar(.json)):
      return .copied
    case (.scalar(.int), .scalar(.double)):
      // Beyond this, a double's number is spelled differently.
      return .scalar(isLossy: true) { source in
        "CASE WHEN \(source.value) BETWEEN -9007199254740992 AND 9007199254740992 "
          + "THEN \(source.json) END"
      }
    // The text of the JSON. Concatenated, because SQLite would not quote a value that it knows to
    // be JSON.
    case (.scalar(.json), .scalar(.string)):
      return .scalar(isLossy: false) { "nullif(json_quote('' || \($0.json)), 'null')" }
    // SQLite does not spell doubles in their stored form.
    case (.scalar(.decimal), .scalar(.double)): return .impossible
    case (.scalar(.bool), .scalar(.int)):
      return .scalar(isLossy: false) { $0.value }
    default: return converted(old, new)
    }
  }

  private func converted(_ old: StoredType, _ new: StoredType) -> JSONConversion {
    let converter = ColumnConverter(pairing: pairing)
    let conversion = converter.conversion(from: old, to: new, column: "value")
    switch conversion {
    case .none: return .copied
    case .impossible: return .impossible
    case .sql:
      let form = form(of: new)
      return .scalar(isLossy: conversion.isLossy) { source in
        let column = source.value
        return form.json(
          converter.conversion(from: old, to: new, column: column).expression(column))
      }
    }
  }

  /// The JSON form of a value that SQLite represents differently.
  private enum Form {
    case text
    case number
    case bool

    func json(_ value: String) -> String {
      switch self {
      case .text: "nullif(json_quote(\(value)), 'null')"
      case .number: "(\(value))"
      case .bool: "CASE \(value) WHEN 0 THEN 'false' WHEN 1 THEN 'true' END"
      }
    }
  }

  private func form(of new: StoredType) -> Form {
    switch new.type {
    case .scalar(.bool): .bool
    case .scalar(.int), .scalar(.double): .number
    case .scalar(.date): new.storage == .integer ? .number : .text
    case .enumeration(let id): pairing.new[id].hasIntegerValues ? .number : .text
    default: .text
    }
  }
}
