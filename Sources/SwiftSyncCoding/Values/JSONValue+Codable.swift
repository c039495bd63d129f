public import SwiftSyncFoundation
import SwiftSyncValues

extension JSONValue: Codable {
  /// Decodes any JSON value. Numbers are as exact as the decoder provides them.
  ///
  /// - Throws: The error of the decoder.
  public init(from decoder: any Decoder) throws {
    if let scalar = try Self.scalar(decoder.singleValueContainer()) {
      self = scalar
    } else if let elements = Self.accept({ try decoder.unkeyedContainer() }) {
      self = try Self.array(elements)
    } else if let members = Self.accept({ try decoder.container(keyedBy: RemoteKey.self) }) {
      self = try Self.object(members)
    } else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription:
            "expected a JSON value, found a number out of range or a lone surrogate"))
    }
  }

  /// Encodes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let members):
      var container = encoder.container(keyedBy: RemoteKey.self)
      for (key, value) in members { try container.encode(value, forKey: RemoteKey(key)) }
    default:
      var container = encoder.singleValueContainer()
      try encodeScalar(to: &container)
    }
  }

  private func encodeScalar(to container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .bool(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .number(let number): try number.encode(to: &container)
    case .null, .array, .object: try container.encodeNil()
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue? {
    if container.decodeNil() { return .null }
    if let value = accept({ try container.decode(String.self) }) { return .string(value) }
    if let value = accept({ try container.decode(Bool.self) }) { return .bool(value) }
    return try number(container).map(JSONValue.number)
  }

  private static func number(_ container: any SingleValueDecodingContainer) throws -> Number? {
    if let value = accept({ try container.decode(Int64.self) }) {
      return value == 0 ? zero(container) : Number(value)
    }
    if let value = accept({ try container.decode(UInt64.self) }) { return Number(value) }
    if let value = accept({ try container.decode(Decimal.self) }), !value.isNaN {
      return Number(value.description)
    }
    return accept { try container.decode(Double.self) }.flatMap { Number($0) }
  }

  /// Decodes zero with its sign, which an integer does not have.
  private static func zero(_ container: any SingleValueDecodingContainer) -> Number? {
    let value = accept { try container.decode(Double.self) }
    return value?.sign == .minus ? Number(-0.0) : Number(0)
  }

  private static func array(_ elements: any UnkeyedDecodingContainer) throws -> JSONValue {
    var elements = elements
    var values: [JSONValue] = []
    while !elements.isAtEnd { values.append(try elements.decode(JSONValue.self)) }
    return .array(values)
  }

  private static func object(
    _ container: KeyedDecodingContainer<RemoteKey>
  ) throws -> JSONValue {
    var members: [String: JSONValue] = [:]
    for key in container.allKeys {
      members[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
    }
    return .object(members)
  }

  /// Returns the decoded value, or `nil` if the decoder contains a value of another type. This is
  /// the only way to find out what a decoder contains.
  ///
  /// Decoders also throw their own errors here, e.g. Foundation's for a number that does not fit.
  package static func accept<T>(_ read: () throws -> T) -> T? {
    do {
      return try read()
    } catch {
      return nil
    }
  }
}

extension JSONValue.Number {
  /// The number as a decimal, or `nil` if it has more than 38 digits or an exponent beyond ±127.
  public var decimal: Decimal? {
    var copy = text
    return copy.withUTF8 { NumberText(JSONSlice($0))?.decimal }
  }

  fileprivate func encode(to container: inout any SingleValueEncodingContainer) throws {
    if let int64, int64 != 0 || !text.hasPrefix("-") {
      try container.encode(int64)
    } else if let value = UInt64(text) {
      try container.encode(value)
    } else if Self(double) == self {
      try container.encode(double)
    } else if let decimal {
      try container.encode(decimal)
    } else {
      try container.encode(double)
    }
  }
}
