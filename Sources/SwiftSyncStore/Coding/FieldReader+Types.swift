public import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncCoding

/// A function for each type with a single column. They are compiled once, here.
@_spi(Generated)
extension FieldReader {
  /// Reads the next member, a string.
  public mutating func string() throws -> String { try required() }

  /// Reads the next member, a string or nil.
  public mutating func optionalString() throws -> String? { try nullable() }

  /// Reads the next member, an integer.
  public mutating func int() throws -> Int { try required() }

  /// Reads the next member, an integer or nil.
  public mutating func optionalInt() throws -> Int? { try nullable() }

  /// Reads the next member, a double.
  public mutating func double() throws -> Double { try required() }

  /// Reads the next member, a double or nil.
  public mutating func optionalDouble() throws -> Double? { try nullable() }

  /// Reads the next member, a decimal.
  public mutating func decimal() throws -> Decimal { try required() }

  /// Reads the next member, a decimal or nil.
  public mutating func optionalDecimal() throws -> Decimal? { try nullable() }

  /// Reads the next member, a boolean.
  public mutating func bool() throws -> Bool { try required() }

  /// Reads the next member, a boolean or nil.
  public mutating func optionalBool() throws -> Bool? { try nullable() }

  /// Reads the next member, a date.
  public mutating func date() throws -> Date { try required() }

  /// Reads the next member, a date or nil.
  public mutating func optionalDate() throws -> Date? { try nullable() }

  /// Reads the next member, a day.
  public mutating func day() throws -> CalendarDay { try required() }

  /// Reads the next member, a day or nil.
  public mutating func optionalDay() throws -> CalendarDay? { try nullable() }

  /// Reads the next member, a UUID.
  public mutating func uuid() throws -> UUID { try required() }

  /// Reads the next member, a UUID or nil.
  public mutating func optionalUUID() throws -> UUID? { try nullable() }

  /// Reads the next member, a URL.
  public mutating func url() throws -> URL { try required() }

  /// Reads the next member, a URL or nil.
  public mutating func optionalURL() throws -> URL? { try nullable() }

  /// Reads the next member, data.
  public mutating func data() throws -> Data { try required() }

  /// Reads the next member, data or nil.
  public mutating func optionalData() throws -> Data? { try nullable() }

  /// Reads the next member, any JSON value.
  public mutating func json() throws -> JSONValue { try required() }

  /// Reads the next member, any JSON value or nil.
  public mutating func optionalJSON() throws -> JSONValue? { try nullable() }
}

/// Enums, whose raw values are read here and whose cases generated code finds.
@_spi(Generated)
extension FieldReader {
  /// Reads the next member, an enum with string raw values.
  @inlinable
  public mutating func textEnum<T: TextEnum>() throws -> T {
    guard isRow else { return try value() }
    guard let value = T(rawValue: try string()) else { throw unreadable(T.valueType) }
    return value
  }

  /// Reads the next member, an enum with string raw values, or nil.
  @inlinable
  public mutating func optionalTextEnum<T: TextEnum>() throws -> T? {
    guard isRow else { return try optional() }
    guard let raw = try optionalString() else { return nil }
    guard let value = T(rawValue: raw) else { throw unreadable(T.valueType) }
    return value
  }

  /// Reads the next member, an enum with integer raw values.
  @inlinable
  public mutating func integerEnum<T: IntegerEnum>() throws -> T {
    guard isRow else { return try value() }
    guard let value = T(rawValue: try int()) else { throw unreadable(T.valueType) }
    return value
  }

  /// Reads the next member, an enum with integer raw values, or nil.
  @inlinable
  public mutating func optionalIntegerEnum<T: IntegerEnum>() throws -> T? {
    guard isRow else { return try optional() }
    guard let raw = try optionalInt() else { return nil }
    guard let value = T(rawValue: raw) else { throw unreadable(T.valueType) }
    return value
  }
}
