import SwiftSyncFoundation
import SwiftSyncValues

extension JSONValue {
  /// The string; nil if the value is not a string.
  public var string: String? { if case .string(let string) = self { string } else { nil } }

  /// The Boolean; nil if the value is neither `true` nor `false`.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  /// The number as an integer; nil if the value is not a number, has a fraction, or does not fit.
  public var int: Int? {
    guard case .number(let number) = self, let integer = number.int64 else { return nil }
    return Int(exactly: integer)
  }

  /// The number as the nearest double; nil if the value is not a number.
  public var double: Double? { if case .number(let number) = self { number.double } else { nil } }

  /// The elements; nil if the value is not an array.
  public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The members; nil if the value is not an object.
  public var object: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether the value is `null`.
  public var isNull: Bool { self == .null }
}

extension JSONValue {
  /// Creates a value from what `JSONSerialization` returns, or what a notification or a property list
  /// contains: strings, numbers, Booleans, arrays and dictionaries of them, and null.
  ///
  /// ```swift
  /// let note = try JSONValue(userInfo["note"] ?? NSNull())
  /// ```
  ///
  /// - Throws: `EncodingError.invalidValue` for a value that JSON does not have, such as a `Date`, NaN
  ///   or a dictionary whose keys are not strings.
  public init(_ value: Any) throws {
    switch value {
    case let value as JSONValue: self = value
    case let value as String: self = .string(value)
    case let elements as [Any]: self = .array(try elements.map { try JSONValue($0) })
    case let members as [String: Any]: self = .object(try members.mapValues { try JSONValue($0) })
    default: self = try Self.scalar(value)
    }
  }

  private static func scalar(_ value: Any) throws -> JSONValue {
    if type(of: value) == Bool.self, let bool = value as? Bool { return .bool(bool) }
    // Where Objective-C is, its numbers could be cast to any of the types below.
    if !isNative(value) { return try foundationScalar(value) }
    switch value {
    case let integer as any BinaryInteger: return .number(Number(integer))
    case let number as Double: return .number(try spelled("\(number)", of: value))
    case let number as Float: return .number(try spelled("\(number)", of: value))
    case let number as Decimal: return .number(try spelled(number.description, of: value))
    default: return try foundationScalar(value)
    }
  }

  private static func isNative(_ value: Any) -> Bool {
    let type = type(of: value)
    return type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type
      || type == Decimal.self
  }

  /// A value of a class of Foundation. The module does not link the part of Foundation that declares
  /// them, so they are known by name.
  private static func foundationScalar(_ value: Any) throws -> JSONValue {
    switch String(describing: type(of: value)) {
    case "NSNull": return .null
    case "__NSCFBoolean", "NSCFBoolean": return .bool("\(value)" == "1" || "\(value)" == "true")
    case "NSNumber", "__NSCFNumber", "NSDecimalNumber", "NSConstantIntegerNumber",
      "NSConstantDoubleNumber", "NSConstantFloatNumber":
      return .number(try spelled("\(value)", of: value))
    default: break
    }
    throw notJSON(value, "a value of type '\(type(of: value))' is not JSON")
  }

  private static func spelled(_ text: String, of value: Any) throws -> Number {
    if let number = Number(text) { return number }
    throw notJSON(value, "\(text) is not a number in JSON")
  }

  private static func notJSON(_ value: Any, _ reason: String) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: reason))
  }
}
