import SwiftSyncValues

/// Writes an entity's fields into the object of an encoder, with the objects that their paths lead through.
struct PayloadEncoder {
  private let coding: EntityCoding
  /// One for each prefix, made when its first field is written.
  private var containers: [KeyedEncodingContainer<RemoteKey>?]

  init(_ encoder: any Encoder, _ coding: EntityCoding) {
    self.coding = coding
    containers = Array(repeating: nil, count: coding.prefixes.count)
    containers[0] = encoder.container(keyedBy: RemoteKey.self)
  }

  mutating func set<T: SyncedValue>(_ index: Int, _ value: T?) throws {
    let field = coding.fields[index]
    guard field.direction.isExported, let location = field.locations.first else { return }
    guard let value else { return try encodeNil(at: location) }
    guard let stored = value.stored(in: field.storage) else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [location.key],
          debugDescription: "'\(field.name)' cannot be represented in JSON"))
    }
    try encode(stored, field.type ?? T.valueType, at: location)
  }

  mutating func set(_ index: Int, money: Money?) throws {
    let field = coding.fields[index]
    guard field.direction.isExported, let minor = field.locations.first,
      let currency = field.currency
    else { return }
    guard let money else {
      try encodeNil(at: minor)
      return try encodeNil(at: currency)
    }
    guard Money.isCurrency(money.currency.utf8) else {
      throw EncodingError.invalidValue(
        money,
        EncodingError.Context(
          codingPath: [currency.key],
          debugDescription: "'\(money.currency)' is not \(ValueExpectation.currency)"))
    }
    try write(at: minor) { try $0.encode(money.minorUnits, forKey: $1) }
    try write(at: currency) { try $0.encode(money.currency, forKey: $1) }
  }

  private mutating func encodeNil(at location: EntityCoding.Location) throws {
    try write(at: location) { try $0.encodeNil(forKey: $1) }
  }

  private mutating func encode(
    _ value: StoredValue, _ type: ValueType, at location: EntityCoding.Location
  ) throws {
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

  /// The container is a reference in all but name, so that a copy writes to the same object.
  private mutating func container(_ prefix: Int) -> KeyedEncodingContainer<RemoteKey> {
    if let known = containers[prefix] { return known }
    let (parent, key) = (coding.prefixes[prefix].parent, coding.prefixes[prefix].key)
    var outer = container(parent)
    let made = outer.nestedContainer(keyedBy: RemoteKey.self, forKey: key)
    containers[prefix] = made
    return made
  }
}
