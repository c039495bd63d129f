import SwiftSyncValues

/// Finds an entity's fields in the object that a decoder has.
struct PayloadDecoder {
  /// What a path leads to before its last key.
  enum Surroundings {
    case object(KeyedDecodingContainer<RemoteKey>)
    /// Null in the middle of a path means null.
    case null
    case missing
    /// A scalar or a list in the middle of a path does not fit (A17).
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
        // Ids of the relation that has the same key; what the path leads to is missing.
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

  /// What was found under the first key that is present.
  fileprivate enum Found {
    case missing
    case null
    case value(KeyedDecodingContainer<RemoteKey>, RemoteKey)
  }

  private func find(_ locations: [EntityCoding.Location]) throws -> Found {
    for location in locations {
      switch surroundings[location.prefix] {
      case .missing: continue
      case .null: return .null
      case .misplaced(let container, let key):
        throw badValue(expected: "an object", try token(container, key), container, key)
      case .object(let container):
        guard container.contains(location.key) else { continue }
        return try container.decodeNil(forKey: location.key)
          ? .null : .value(container, location.key)
      }
    }
    return .missing
  }

  func value<T: SyncedValue>(_ index: Int) throws -> Patch<T> {
    let field = coding.fields[index]
    guard field.direction.isImported else { return .missing }
    return try tolerating(field.invalidValues) { try value(of: field) }
  }

  /// What `body` reads, or what the schema says happens to a value that does not fit.
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
    let converter = field.converter ?? ValueConverter(T.valueType, isStrict: coding.isStrict)
    switch try find(field.locations) {
    case .null: return .null
    case .value(let container, let key):
      return try read(container, key, converter, field.type ?? T.valueType, field)
    case .missing:
      guard case .value(let container, let key) = try find(field.objects) else {
        return try find(field.objects).isNull ? .null : .missing
      }
      return try read(container, key, converter, field.type ?? T.valueType, field)
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
    let token = try token(container, key)
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
    guard let result = T(column: value) else { throw badValue(type, token, container, key) }
    return .value(result)
  }
}

extension PayloadDecoder {
  func money(_ index: Int) throws -> Patch<Money> {
    let field = coding.fields[index]
    guard field.direction.isImported, let place = field.currency else { return .missing }
    return try tolerating(field.invalidValues) { try money(index, field, place) }
  }

  private func money(
    _ index: Int, _ field: EntityCoding.Field, _ place: EntityCoding.Location
  ) throws -> Patch<Money> {
    let isEmptyNull = coding.metadata.attributes[index].isEmptyNull
    let minor = try part(
      field.locations, expected: ValueExpectation.words(for: .money),
      ValueConverter(.money, isStrict: coding.isStrict, isEmptyNull: isEmptyNull))
    let currency = try part(
      [place], expected: ValueExpectation.currency,
      .currency(isStrict: coding.isStrict, isEmptyNull: isEmptyNull))
    switch (minor, currency) {
    case (.missing, .missing): return .missing
    case (.null, .null), (.null, .missing), (.missing, .null): return .null
    case (.value(.integer(let units)), .value(.text(let code))):
      return .value(Money(minorUnits: units, currency: code))
    case (.value, _): throw halfAmount(without: place)
    default: throw halfAmount(without: field.locations[0])
    }
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
    case .value(let container, let key):
      let token = try token(container, key)
      guard let value = converter.convert(token, in: arena) else {
        throw badValue(expected: expected, token, container, key)
      }
      return value.isNull ? .null : .value(value.stored)
    }
  }

  func ids<T: SyncedValue>(_ index: Int) throws -> Patch<[T]> {
    let field = coding.fields[index]
    guard field.direction.isImported else { return .missing }
    for locations in [field.locations, field.objects] {
      switch try find(locations) {
      case .missing: continue
      case .null: return .null
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
    let converter = ValueConverter(type, isStrict: coding.isStrict)
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

  /// The identity of a nested object, under the first path that is present.
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
  fileprivate var isNull: Bool {
    if case .null = self { return true }
    return false
  }
}
