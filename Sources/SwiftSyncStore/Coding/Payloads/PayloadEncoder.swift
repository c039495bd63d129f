import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Writes an entity's fields into an encoder's object, with the objects that their paths contain.
struct PayloadEncoder {
  private let coding: EntityCoding
  /// One container for each prefix, created when its first field is written.
  private var containers: [KeyedEncodingContainer<RemoteKey>?]
  /// The written currencies, by key.
  private var currencies: [EntityCoding.Location: String] = [:]
  /// The keys of several members that one of them has written.
  private var shared: Set<EntityCoding.Location> = []
  /// The members that are null under keys that others may write.
  private var nulls: [EntityCoding.Location: (count: Int, all: Int)] = [:]
  /// The values of lists that several fields write, until all of them are available.
  private var lists: [EntityCoding.Location: WrittenList] = [:]
  /// Resource identifiers of which two fields each write a part, by path.
  private var identifiers: [String: IdentifierParts] = [:]

  init(_ encoder: any Encoder, _ coding: EntityCoding) {
    self.coding = coding
    containers = Array(repeating: nil, count: coding.prefixes.count)
    containers[0] = encoder.container(keyedBy: RemoteKey.self)
  }

  mutating func set<T: SyncedValue>(_ index: Int, _ value: T?) throws {
    let field = coding.fields[index]
    if let partners = coding.partners[index], let location = field.locations.first {
      guard value != nil else { return noteNull(at: location, of: partners.count) }
      guard shared.insert(location).inserted else { return }
      return try write(value, of: field, at: location)
    }
    guard field.direction.isPushed, let location = field.locations.first else { return }
    try write(value, of: field, at: location)
  }

  private mutating func write<T: SyncedValue>(
    _ value: T?, of field: EntityCoding.Field, at location: EntityCoding.Location
  ) throws {
    if let part = field.identifier {
      let value = try value.map { try json($0, of: field, at: location) } ?? .null
      return try write(part, value, part == .keys ? field.objects.first ?? location : location)
    }
    guard let value else { return try encodeNil(at: location) }
    guard let stored = value.stored(in: field.storage) else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [location.key],
          debugDescription: "'\(field.name)' cannot be represented in JSON"))
    }
    if let text = Self.unknownID(value, of: field) {
      return try encode(.text(text), .string, at: location)
    }
    try encode(stored, field.type ?? T.valueType, at: location)
  }

  /// The JSON for a value that identifies rows; in lists, for each element.
  private func json<T: SyncedValue>(
    _ value: T, of field: EntityCoding.Field, at location: EntityCoding.Location
  ) throws -> JSONValue {
    guard let stored = value.stored(in: field.storage) else {
      throw Self.unwritable(value, location, "'\(field.name)' cannot be represented in JSON")
    }
    if let text = Self.unknownID(value, of: field) { return .string(text) }
    return try Self.json(stored, field.type ?? T.valueType, location)
  }

  /// The id of a row of a type that the schema does not have, if the value is one.
  private static func unknownID(
    _ value: some SyncedValue, of field: EntityCoding.Field
  ) -> String? {
    field.target == nil ? nil : (value as? any UnknownIdentity)?.unknownText
  }

  private mutating func write(
    _ part: IdentifierPart, _ value: JSONValue, _ location: EntityCoding.Location
  ) throws {
    switch part {
    case .tag(let path): identifiers[path, default: IdentifierParts()].type = value
    case .taggedID(let path): identifiers[path, default: IdentifierParts()].id = value
    case .id, .linkage, .keys:
      let json: JSONValue
      switch value {
      case .null: json = .null
      case .array(let ids): json = part.json(ids)
      default: json = part.json(value)
      }
      try write(at: location) { try $0.encode(json, forKey: $1) }
    }
  }

  /// Writes values that do not belong to a single field: the type of a resource object, and
  /// identifiers with two parts.
  private mutating func writeEnvelope() throws {
    if let type = coding.metadata.resourceType {
      try write(at: EntityCoding.Location(prefix: 0, key: RemoteKey("type"))) {
        try $0.encode(type, forKey: $1)
      }
    }
    for (path, parts) in identifiers {
      guard let location = coding.locations[path] else { continue }
      guard let value = parts.value else {
        throw Self.unwritable(
          path, location, "the type and the id of a row are written together, but one is not set")
      }
      try write(at: location) { try $0.encode(value, forKey: $1) }
    }
    identifiers = [:]
  }

  mutating func set(_ index: Int, money: Money?) throws {
    let field = coding.fields[index]
    guard field.direction.isPushed, let minor = field.locations.first,
      field.isAmount
    else { return }
    guard let money else {
      try encodeNil(at: minor)
      if let currency = field.currency {
        noteNull(at: currency, of: coding.amounts(withCurrencyAt: currency))
      }
      return
    }
    guard Money.isCurrency(money.currency.utf8),
      field.currencyCode ?? money.currency == money.currency
    else {
      let expected = field.currencyCode ?? ValueExpectation.currency
      throw Self.unwritable(money, minor, "'\(money.currency)' is not \(expected)")
    }
    if field.isMajor {
      guard let digits = CurrencyExponent.of(money.currency) else {
        throw Self.unwritable(
          money, minor, "the number of decimals of '\(money.currency)' is not known")
      }
      try encode(
        .text(CurrencyExponent.text(minorUnits: money.minorUnits, exponent: digits)), .decimal,
        at: minor)
    } else {
      try encode(.integer(money.minorUnits), .int, at: minor)
    }
    guard let currency = field.currency else { return }
    if let known = currencies[currency], known != money.currency {
      throw Self.unwritable(
        money, currency, "'\(money.currency)' and '\(known)' cannot share one key")
    }
    currencies[currency] = money.currency
    shared.insert(currency)
    try encode(.text(money.currency), .string, at: currency)
  }

  /// Records that one of several members with a key is null.
  private mutating func noteNull(at location: EntityCoding.Location, of all: Int) {
    nulls[location] = ((nulls[location]?.count ?? 0) + 1, all)
  }

  /// Writes null under the keys whose members are all null. If a patch states only some of them,
  /// the key would also clear the others.
  private mutating func writeNulls() throws {
    for (location, null) in nulls where null.count == null.all && !shared.contains(location) {
      try encodeNil(at: location)
    }
    nulls = [:]
  }

  private static func unwritable(
    _ value: Any, _ location: EntityCoding.Location, _ problem: String
  ) -> EncodingError {
    .invalidValue(
      value, EncodingError.Context(codingPath: [location.key], debugDescription: problem))
  }

  private mutating func encodeNil(at location: EntityCoding.Location) throws {
    guard location.rest.isEmpty else { return note(.null, at: location) }
    try write(at: location) { try $0.encodeNil(forKey: $1) }
  }

  private mutating func note(_ value: JSONValue, at location: EntityCoding.Location) {
    let base = EntityCoding.Location(prefix: location.prefix, key: location.key)
    lists[base, default: WrittenList()].set(location.rest[...], value)
  }

  /// Writes the lists whose elements are fields.
  ///
  /// - Throws: `EncodingError` if an element is missing, e.g. in a patch that does not state it.
  mutating func finish() throws {
    try writeNulls()
    try writeEnvelope()
    for (location, list) in lists {
      guard let value = list.value else {
        throw EncodingError.invalidValue(
          location.key.stringValue,
          EncodingError.Context(
            codingPath: [location.key],
            debugDescription: "a list is written as a whole, but not all of its elements are set"))
      }
      try write(at: location) { try $0.encode(value, forKey: $1) }
    }
    lists = [:]
  }

  private mutating func encode(
    _ value: StoredValue, _ type: ValueType, at location: EntityCoding.Location
  ) throws {
    guard location.rest.isEmpty else {
      return note(try Self.json(value, type, location), at: location)
    }
    switch (value, type) {
    case (.text(let text), .string), (.text(let text), .uuid), (.text(let text), .textEnum),
      (.text(let text), .url), (.text(let text), .decimal), (.text(let text), .day):
      try write(at: location) { try $0.encode(text, forKey: $1) }
    case (.integer(let integer), .int), (.integer(let integer), .integerEnum):
      try write(at: location) { try $0.encode(integer, forKey: $1) }
    case (.integer(let integer), .bool):
      try write(at: location) { try $0.encode(integer != 0, forKey: $1) }
    case (.real(let real), _):
      try write(at: location) { try $0.encode(real, forKey: $1) }
    default:
      let json = try Self.json(value, type, location)
      try write(at: location) { try $0.encode(json, forKey: $1) }
    }
  }

  /// The exported form of dates, data, lists and free JSON.
  private static func json(
    _ value: StoredValue, _ type: ValueType, _ location: EntityCoding.Location
  ) throws -> JSONValue {
    var text: [UInt8] = []
    let isWritten = value.withBound {
      JSONText.append($0, of: type, form: .export(dates: nil), to: &text)
    }
    guard isWritten else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [location.key], debugDescription: "the value cannot be represented in JSON"))
    }
    return try JSONValue(json: String(decoding: text, as: UTF8.self))
  }

  private mutating func write(
    at location: EntityCoding.Location,
    _ body: (inout KeyedEncodingContainer<RemoteKey>, RemoteKey) throws -> Void
  ) throws {
    var container = container(location.prefix)
    try body(&container, location.key)
  }

  /// The container behaves like a reference, so a copy writes to the same object.
  private mutating func container(_ prefix: Int) -> KeyedEncodingContainer<RemoteKey> {
    if let known = containers[prefix] { return known }
    let (parent, key) = (coding.prefixes[prefix].parent, coding.prefixes[prefix].key)
    var outer = container(parent)
    let made = outer.nestedContainer(keyedBy: RemoteKey.self, forKey: key)
    containers[prefix] = made
    return made
  }
}
