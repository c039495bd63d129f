@_spi(Generated) public import SwiftSyncCoding
import SwiftSyncFoundation
import SwiftSyncValues

/// Reads and writes whole JSON values in the format of a type that is not `Codable` itself.
enum FormCoding {
  private static let formKey = CodingUserInfoKey(rawValue: "SwiftSync.form")

  /// - Throws: `DecodingError`.
  static func read<Value>(_ data: Data, _ form: WireFormat<Value>) throws -> Value {
    let decoder = JSONDecoder()
    if let formKey { decoder.userInfo[formKey] = form }
    return try decoder.decode(Input<Value>.self, from: data).value
  }

  /// Compact JSON with sorted keys.
  ///
  /// - Throws: `EncodingError`.
  static func write<Value>(_ value: Value, _ form: WireFormat<Value>) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(Output(value: value, form: form))
  }

  private struct Input<Value: Sendable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
      guard let key = formKey, let form = decoder.userInfo[key] as? WireFormat<Value> else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: [], debugDescription: "the format is unknown"))
      }
      value = try form.read(decoder)
    }
  }

  private struct Output<Value: Sendable>: Encodable {
    let value: Value
    let form: WireFormat<Value>

    func encode(to encoder: any Encoder) throws {
      try form.write(value, encoder)
    }
  }
}

extension DecodingError {
  /// The place and reason of the error, e.g. `at [3].sent_at: expected a date, found "soon"`.
  ///
  /// - Parameter secretKeys: The keys whose values must not be shown.
  func reason(hiding secretKeys: Set<String> = []) -> String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath.contains { secretKeys.contains($0.stringValue) }
        ? "at \(context.codingPath.place()): the value cannot be read"
        : context.reason(at: context.codingPath)
    case .keyNotFound(let key, let context):
      "\(context.codingPath.place(after: key)) is missing"
    @unknown default: String(describing: self)
    }
  }
}

extension DecodingError.Context {
  fileprivate func reason(at path: [any CodingKey]) -> String {
    path.isEmpty ? debugDescription : "at \(path.place()): \(debugDescription)"
  }
}

extension [any CodingKey] {
  /// The place as the applier's reports write it, e.g. `[3].items[2].title`.
  fileprivate func place(after key: (any CodingKey)? = nil) -> String {
    var text = ""
    for key in self + (key.map { [$0] } ?? []) {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return text
  }
}

/// Reads the fields of an inline type from a decoder's object. Called by generated code.
@_spi(Generated)
public struct ObjectDecoder {
  private let object: KeyedDecodingContainer<RemoteKey>

  /// - Throws: `DecodingError` if the decoder does not contain an object.
  public init(_ decoder: any Decoder) throws {
    object = try decoder.container(keyedBy: RemoteKey.self)
  }

  /// Returns the value at a dotted path.
  ///
  /// - Throws: `DecodingError` if it is missing, null or of another type.
  public func required<Value>(_ path: String, _ form: WireFormat<Value>) throws -> Value {
    let keys = RemoteKey.path(path)
    guard let place = try place(keys) else {
      throw DecodingError.keyNotFound(
        keys.last ?? RemoteKey(path),
        DecodingError.Context(
          codingPath: object.codingPath + keys.dropLast(), debugDescription: "it is required"))
    }
    return try form.read(place.object.superDecoder(forKey: place.key))
  }

  /// Returns the value at a dotted path, or `nil` if it is missing or null.
  ///
  /// - Parameter emptyIsNull: Whether an empty string means null.
  /// - Throws: `DecodingError` if it is of another type.
  public func optional<Value>(
    _ path: String, _ form: WireFormat<Value>, emptyIsNull: Bool = false
  ) throws -> Value? {
    guard let place = try place(RemoteKey.path(path)) else { return nil }
    return try WireFormat.optional(form, emptyIsNull: emptyIsNull)
      .read(place.object.superDecoder(forKey: place.key))
  }

  /// Returns the amount of money at two dotted paths, or `nil` if both are missing or null.
  ///
  /// - Throws: `DecodingError` if only one of them has a value, or if a value is of another type.
  public func money(_ minor: String, _ currency: String, emptyIsNull: Bool = false) throws -> Money?
  {
    let units: Int64? = try optional(minor, .value(), emptyIsNull: emptyIsNull)
    let code: String? = try optional(currency, .value(), emptyIsNull: emptyIsNull)
    if units == nil, code == nil { return nil }
    guard let units, let code, Money.isCurrency(code.utf8) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: object.codingPath + RemoteKey.path(units == nil ? minor : currency),
          debugDescription: units == nil || code == nil
            ? ValueExpectation.halfAmount : "expected \(ValueExpectation.currency)"))
    }
    return Money(minorUnits: units, currency: code)
  }

  /// Returns the error for a missing or null field.
  public func absence(_ path: String) -> any Error {
    DecodingError.keyNotFound(
      RemoteKey.path(path).last ?? RemoteKey(path),
      DecodingError.Context(
        codingPath: object.codingPath + RemoteKey.path(path).dropLast(),
        debugDescription: "it is required"))
  }

  /// Returns the tag of a row at a dotted path, which is a string or a number.
  ///
  /// - Throws: `DecodingError` if it is missing or of another type.
  public func tag(_ path: String) throws -> String {
    switch try required(path, WireFormat<JSONValue>.value()) {
    case .string(let text): return text
    case .number(let number): return number.text
    case let value:
      throw badTag("expected a tag that identifies the entity, found \(value.json)", at: path)
    }
  }

  /// Returns the error for a tag that the schema does not know.
  public func unknownTag(_ tag: String, _ path: String) -> DecodingError {
    badTag("expected the tag of an entity, found '\(tag)'", at: path)
  }

  private func badTag(_ message: String, at path: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: object.codingPath + RemoteKey.path(path), debugDescription: message))
  }

  /// The object that contains the last key; `nil` if a key is missing or the path contains null.
  ///
  /// - Throws: `DecodingError` if the path contains a scalar or a list.
  private func place(
    _ keys: [RemoteKey]
  ) throws -> (object: KeyedDecodingContainer<RemoteKey>, key: RemoteKey)? {
    var object = object
    for key in keys.dropLast() {
      guard object.contains(key), try !object.decodeNil(forKey: key) else { return nil }
      object = try object.nestedContainer(keyedBy: RemoteKey.self, forKey: key)
    }
    guard let last = keys.last, object.contains(last) else { return nil }
    return (object, last)
  }
}

extension RemoteKey {
  /// The keys of a dotted path.
  static func path(_ text: String) -> [RemoteKey] {
    ValuePath.keys(text).map(RemoteKey.init)
  }
}

/// Writes the fields of an inline type into an encoder's object. Called by generated code.
@_spi(Generated)
public struct ObjectEncoder {
  /// The object, and the objects on the paths, by their paths.
  private var objects: [[RemoteKey]: KeyedEncodingContainer<RemoteKey>]

  /// Begins the encoder's object.
  public init(_ encoder: any Encoder) {
    objects = [[]: encoder.container(keyedBy: RemoteKey.self)]
  }

  /// Writes a value at a dotted path.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot represent, e.g. NaN.
  public mutating func required<Value>(
    _ path: String, _ value: Value, _ form: WireFormat<Value>
  ) throws {
    let keys = RemoteKey.path(path)
    guard let last = keys.last, var object = object(at: Array(keys.dropLast())) else { return }
    try form.write(value, object.superEncoder(forKey: last))
  }

  /// Writes a value or null at a dotted path.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot represent, e.g. NaN.
  public mutating func optional<Value>(
    _ path: String, _ value: Value?, _ form: WireFormat<Value>
  ) throws {
    try required(path, value, .optional(form))
  }

  /// Writes an amount of money or nulls at two dotted paths.
  ///
  /// - Throws: `EncodingError` if the currency is not valid.
  public mutating func money(_ minor: String, _ currency: String, _ value: Money?) throws {
    if let value, !Money.isCurrency(value.currency.utf8) {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: RemoteKey.path(currency),
          debugDescription: "'\(value.currency)' is not \(ValueExpectation.currency)"))
    }
    try optional(minor, value?.minorUnits, .value())
    try optional(currency, value?.currency, .value())
  }

  private mutating func object(at keys: [RemoteKey]) -> KeyedEncodingContainer<RemoteKey>? {
    if let known = objects[keys] { return known }
    guard let last = keys.last, var parent = object(at: Array(keys.dropLast())) else { return nil }
    let made = parent.nestedContainer(keyedBy: RemoteKey.self, forKey: last)
    objects[keys] = made
    return made
  }
}

/// Reads and writes one value by the applier's conversion table.
struct ScalarForm<Value: SyncedValue & Sendable>: Sendable {
  let type: ValueType
  let isStrict: Bool

  var form: WireFormat<Value> {
    WireFormat(read: read) { try json($0, $1).encode(to: $1) }
  }

  private func read(_ decoder: any Decoder) throws -> Value {
    let json = try decoder.singleValueContainer().decode(JSONValue.self)
    let arena = ByteArena(chunkSize: 256)
    var scanner = JSONScanner(arena.copy(json.json))
    let token = try scanner.readValue()
    let column = ValueConverter(type, ValueRules(isStrict: isStrict)).convert(token, in: arena)
    if let column, !column.isNull, let value = Value(column: column) { return value }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: ValueExpectation.message(
          expected: ValueExpectation.words(for: type, as: Value.self), found: token)))
  }

  private func json(_ value: Value, _ encoder: any Encoder) throws -> JSONValue {
    var text: [UInt8] = []
    let isWritten = value.stored(in: .text)?.withBound {
      JSONText.append($0, of: type, form: .export(dates: nil), to: &text)
    }
    guard isWritten == true else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "\(value) cannot be represented in JSON"
        ))
    }
    return try JSONValue(json: String(decoding: text, as: UTF8.self))
  }
}
