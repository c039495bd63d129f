import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Finds an entity's fields in a decoder's object.
struct PayloadDecoder {
  /// What a path refers to before its last key.
  enum Surroundings {
    case object(KeyedDecodingContainer<RemoteKey>)
    /// A null on a path means null at its end.
    case null
    case missing
    /// A scalar or a list on a path does not fit (A17).
    case misplaced(KeyedDecodingContainer<RemoteKey>, RemoteKey)
  }

  let coding: EntityCoding
  let codingPath: [any CodingKey]
  private let surroundings: [Surroundings]
  let arena = ByteArena(chunkSize: 1024)

  init(_ decoder: any Decoder, _ coding: EntityCoding) throws {
    self.coding = coding
    codingPath = decoder.codingPath
    var found: [Surroundings] = [.object(try decoder.container(keyedBy: RemoteKey.self))]
    for prefix in coding.prefixes.dropFirst() {
      let opened = try Self.open(prefix.key, in: found[prefix.parent])
      if case .misplaced = opened, coding.isRelation(prefix) {
        // The ids of the relationship with the same key: the value at the path is missing.
        found.append(.missing)
      } else {
        found.append(opened)
      }
    }
    surroundings = found
  }

  private static func open(_ key: RemoteKey, in parent: Surroundings) throws -> Surroundings {
    guard case .object(let container) = parent else { return parent }
    guard container.contains(key) else { return .missing }
    if try container.decodeNil(forKey: key) { return .null }
    let nested = JSONValue.accept {
      try container.nestedContainer(keyedBy: RemoteKey.self, forKey: key)
    }
    return nested.map(Surroundings.object) ?? .misplaced(container, key)
  }

  /// The value found under the first key that exists.
  fileprivate enum Found {
    case missing
    case null
    case value(KeyedDecodingContainer<RemoteKey>, RemoteKey)
    /// A value inside the list under the key.
    case element(JSONToken, KeyedDecodingContainer<RemoteKey>, RemoteKey)
  }

  /// - Parameter passesNulls: Whether the first value other than null is used.
  private func find(
    _ locations: [EntityCoding.Location], passesNulls: Bool = false
  ) throws -> Found {
    var isNull = false
    for location in locations {
      let found = try find(location)
      if case .missing = found { continue }
      guard passesNulls, found.isNull else { return found }
      isNull = true
    }
    return isNull ? .null : .missing
  }

  private func find(_ location: EntityCoding.Location) throws -> Found {
    switch surroundings[location.prefix] {
    case .missing: return .missing
    case .null: return .null
    case .misplaced(let container, let key):
      throw badValue(expected: "an object", try token(container, key), container, key)
    case .object(let container):
      guard container.contains(location.key) else { return .missing }
      if try container.decodeNil(forKey: location.key) { return .null }
      guard !location.rest.isEmpty else { return .value(container, location.key) }
      return try element(location.rest, container, location.key)
    }
  }

  /// Follows the rest of a path into the list under a key.
  private func element(
    _ steps: [PathStep], _ container: KeyedDecodingContainer<RemoteKey>, _ key: RemoteKey
  ) throws -> Found {
    switch try ElementWalk(arena).follow(steps[...], from: token(container, key)) {
    case .missing: return .missing
    case .null: return .null
    case .value(let token): return .element(token, container, key)
    case .misplaced(let expected, let token):
      throw badValue(expected: expected, token, container, key)
    }
  }

  // Compiled once, not for each type: decoders cost much more than looking up types.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  func value<T: SyncedValue>(_ index: Int) throws -> Patch<T> {
    let field = coding.fields[index]
    guard field.direction.isPulled else { return .missing }
    if let shared = coding.sharedFields[index] { return try value(of: field, shared) }
    if let target = field.target { return try value(of: field, target) }
    return try tolerating(field.invalidValues) { try value(of: field) }
  }

  /// The identity of a row of one of several entities. If the tag is unknown, any id.
  private func value<T: SyncedValue>(
    of field: EntityCoding.Field, _ target: EntityCoding.TargetTag
  ) throws -> Patch<T> {
    do {
      return try value(of: field)
    } catch DecodingError.dataCorrupted(let context) {
      let tag: Patch<String> = try value(of: coding.fields[target.field])
      guard case .value(let text) = tag, !target.known.contains(text),
        case .value(let container, let key) = try find(field.locations),
        let id = UnknownID.stored(
          try token(container, key), as: field.type ?? T.valueType, in: field.storage, arena),
        let value = id.withBound(T.init(column:))
      else { throw DecodingError.dataCorrupted(context) }
      return .value(value)
    }
  }

  /// A part of a reference with the key of another member, which states no reference (A14).
  private func value<T: SyncedValue>(
    of field: EntityCoding.Field, _ shared: SharedField
  ) throws -> Patch<T> {
    let own = try shared.own.map { try find(coding.fields[$0].locations) }
    if own.contains(where: \.isNull) { return .null }
    if own.allSatisfy(\.isMissing) { return .missing }
    let found: Patch<T> = try value(of: field)
    guard case .missing = found, let source = shared.source else { return found }
    return try value(of: coding.fields[source])
  }

  /// The value that `body` reads or, if it does not fit, the substitute by the schema.
  private func tolerating<T>(
    _ rule: InvalidValues?, _ body: () throws -> Patch<T>
  ) throws -> Patch<T> {
    guard let rule else { return try body() }
    do {
      return try body()
    } catch DecodingError.dataCorrupted {
      return rule == .null ? .null : .missing
    }
  }

  private func value<T: SyncedValue>(of field: EntityCoding.Field) throws -> Patch<T> {
    let converter =
      field.converter ?? ValueConverter(T.valueType, ValueRules(isStrict: coding.isStrict))
    switch try find(field.locations, passesNulls: field.takesFirstValue) {
    case .null: return .null
    case .element(let token, let container, let key):
      return try read(token, container, key, converter, field.type ?? T.valueType, field)
    case .value(let container, let key):
      return try read(container, key, converter, field.type ?? T.valueType, field)
    case .missing:
      switch try find(field.objects) {
      case .missing: return .missing
      case .null: return .null
      case .element(let token, let container, let key):
        return try read(token, container, key, converter, field.type ?? T.valueType, field)
      case .value(let container, let key):
        return try read(container, key, converter, field.type ?? T.valueType, field)
      }
    }
  }

  private func read<T: SyncedValue>(
    _ container: KeyedDecodingContainer<RemoteKey>, _ key: RemoteKey, _ converter: ValueConverter,
    _ type: ValueType, _ field: EntityCoding.Field
  ) throws -> Patch<T> {
    if let text = try converter.takesText ? text(container, key) : nil {
      return try withToken(text) { try convert($0, converter, type, container, key) }
    }
    if let value = try scalar(container, key, converter.rule) {
      guard let result = T(column: value) else {
        throw badValue(type, try token(container, key), container, key)
      }
      return .value(result)
    }
    return try read(token(container, key), container, key, converter, type, field)
  }

  private func read<T: SyncedValue>(
    _ token: JSONToken, _ container: KeyedDecodingContainer<RemoteKey>, _ key: RemoteKey,
    _ converter: ValueConverter, _ type: ValueType, _ field: EntityCoding.Field
  ) throws -> Patch<T> {
    guard token.kind == .object, !field.identity.isEmpty else {
      return try convert(token, converter, type, container, key)
    }
    guard let identity = try identity(in: token, field) else {
      throw badValue(type, token, container, key)
    }
    return try convert(identity, converter, type, container, key)
  }

  private func convert<T: SyncedValue>(
    _ token: JSONToken, _ converter: ValueConverter, _ type: ValueType,
    _ container: KeyedDecodingContainer<RemoteKey>, _ key: RemoteKey
  ) throws -> Patch<T> {
    guard let value = converter.convert(token, in: arena) else {
      if let failure = converter.failure(token, in: arena) {
        throw badValue(failure, container, key)
      }
      throw badValue(type, token, container, key)
    }
    if value.isNull { return .null }
    guard let result = T(column: value) else {
      let expected = ValueExpectation.words(for: type, as: T.self)
      throw badValue(expected: expected, token, container, key)
    }
    return isNull(result, converter) ? .null : .value(result)
  }
}

extension PayloadDecoder {
  func money(_ index: Int) throws -> Patch<Money> {
    let field = coding.fields[index]
    guard field.direction.isPulled, field.isAmount else { return .missing }
    return try tolerating(field.invalidValues) { try money(index, field) }
  }

  private func money(_ index: Int, _ field: EntityCoding.Field) throws -> Patch<Money> {
    let rules = coding.metadata.attributes[index].rules.with(strict: coding.isStrict)
    let amount = try part(
      field.locations,
      expected: field.isMajor ? ValueExpectation.majorUnits : ValueExpectation.words(for: .money),
      field.isMajor
        ? .majorUnits(rules) : ValueConverter(.money, rules))
    guard let place = field.currency else {
      return try money(amount, field.currencyCode.map { .value(.text($0)) } ?? .missing, field)
    }
    let currency = try part(
      [place] + field.otherCurrencies, expected: ValueExpectation.currency,
      .currency(rules))
    // A currency that other amounts share states nothing by itself.
    return try money(
      amount, coding.sharesCurrency(index) ? currency.unless(amount) : currency, field)
  }

  private func money(
    _ amount: Patch<StoredValue>, _ currency: Patch<StoredValue>, _ field: EntityCoding.Field
  ) throws -> Patch<Money> {
    switch (amount, currency) {
    case (.missing, .missing): return .missing
    case (.null, .null), (.null, .missing), (.missing, .null): return .null
    case (.missing, .value) where field.currency == nil: return .missing
    case (.null, .value) where field.currency == nil || field.isOptional: return .null
    case (.value(let amount), .value(.text(let code))):
      return .value(Money(minorUnits: try units(amount, of: code, field), currency: code))
    case (.value, _): throw halfAmount(without: field.currency ?? field.locations[0])
    default: throw halfAmount(without: field.locations[0])
    }
  }

  private func units(
    _ amount: StoredValue, of currency: String, _ field: EntityCoding.Field
  ) throws -> Int64 {
    if case .integer(let units) = amount { return units }
    if case .text(var text) = amount, let digits = CurrencyExponent.of(currency),
      let units = text.withUTF8({ NumberText(JSONSlice($0))?.scaled(by: digits, isRounded: false) })
    {
      return units
    }
    let (expected, found) = ValueExpectation.unfitAmount(amount.text, of: currency)
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath + coding.path(to: field.locations[0]),
        debugDescription: "expected \(expected), found \(found)"))
  }

  private func halfAmount(without missing: EntityCoding.Location) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath + coding.path(to: missing),
        debugDescription: ValueExpectation.halfAmount))
  }

  private func part(
    _ locations: [EntityCoding.Location], expected: String, _ converter: ValueConverter
  ) throws -> Patch<StoredValue> {
    switch try find(locations) {
    case .missing: return .missing
    case .null: return .null
    case .element(let token, let container, let key):
      return try part(token, expected: expected, converter, container, key)
    case .value(let container, let key):
      return try part(token(container, key), expected: expected, converter, container, key)
    }
  }

  private func part(
    _ token: JSONToken, expected: String, _ converter: ValueConverter,
    _ container: KeyedDecodingContainer<RemoteKey>, _ key: RemoteKey
  ) throws -> Patch<StoredValue> {
    guard let value = converter.convert(token, in: arena) else {
      throw badValue(expected: expected, token, container, key)
    }
    return value.isNull ? .null : .value(value.stored)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  func ids<T: SyncedValue>(_ index: Int) throws -> Patch<[T]> {
    let field = coding.fields[index]
    guard field.direction.isPulled else { return .missing }
    for locations in [field.locations, field.objects] {
      switch try find(locations) {
      case .missing: continue
      case .null: return .null
      case .element(let token, let container, let key):
        return .value(try ids(token, field, container, key))
      case .value(let container, let key):
        return .value(try ids(token(container, key), field, container, key))
      }
    }
    return .missing
  }

  private func ids<T: SyncedValue>(
    _ token: JSONToken, _ field: EntityCoding.Field,
    _ container: KeyedDecodingContainer<RemoteKey>, _ key: RemoteKey
  ) throws -> [T] {
    let type = T.valueType
    let converter = ValueConverter(type, ValueRules(isStrict: coding.isStrict))
    if token.kind == .object, field.identifier == .keys {
      return try keys(token, type, container, key)
    }
    guard token.kind == .array else { throw badValue(.array(type), token, container, key) }
    var ids: [T] = []
    var scanner = JSONScanner(token.slice)
    try scanner.beginArray()
    while try scanner.nextElement() {
      let element = try scanner.readValue()
      guard element.kind != .null else { continue }
      let id = element.kind == .object ? try identity(in: element, field) : element
      guard let id, let value = converter.convert(id, in: arena), let result = T(column: value)
      else { throw badValue(type, element, container, key) }
      if !ids.contains(result) { ids.append(result) }
    }
    return ids
  }

  /// The keys of an object whose values are rows or true.
  private func keys<T: SyncedValue>(
    _ token: JSONToken, _ type: ValueType, _ container: KeyedDecodingContainer<RemoteKey>,
    _ key: RemoteKey
  ) throws -> [T] {
    let converter = ValueConverter(type)
    var ids: [T] = []
    var scanner = JSONScanner(token.slice)
    try scanner.beginObject()
    while let name = try scanner.nextKey(arena) {
      let member = try scanner.readValue()
      if member.kind == .null || member.kind == .bool && !member.isTrue { continue }
      let text = JSONToken(.string, name)
      guard member.kind == .bool || member.kind == .object,
        let value = converter.convert(text, in: arena), let id = T(column: value)
      else { throw badValue(type, member.kind == .bool ? text : member, container, key) }
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// The identity of a nested object, under the first path that exists.
  private func identity(
    in object: JSONToken, _ field: EntityCoding.Field
  ) throws(JSONError) -> JSONToken? {
    for path in field.identity {
      var token: JSONToken? = object
      for key in path {
        guard let outer = token, outer.kind == .object else { break }
        let members = try JSONTree.sortedMembers(of: outer, arena)
        token = members.first { $0.key.isSame(as: key) }?.value
      }
      if let token { return token }
    }
    return nil
  }
}
extension PayloadDecoder.Found {
  fileprivate var isNull: Bool { if case .null = self { true } else { false } }

  fileprivate var isMissing: Bool { if case .missing = self { true } else { false } }
}

extension Patch where Wrapped == StoredValue {
  /// The currency of an amount; null if there is no amount.
  fileprivate func unless(_ amount: Patch<StoredValue>) -> Patch<StoredValue> {
    switch amount {
    case .missing: .missing
    case .null: .null
    case .value: self
    }
  }
}
