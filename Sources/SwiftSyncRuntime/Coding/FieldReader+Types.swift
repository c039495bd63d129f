public import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncREST

/// A function for each type that is one column. They are compiled once, here.
@_spi(Generated)
extension FieldReader {
  /// The next member, which is a string.
  public mutating func string() throws -> String { try required() }

  /// The next member, which is a string or nil.
  public mutating func optionalString() throws -> String? { try nullable() }

  /// The next member, which is an integer.
  public mutating func int() throws -> Int { try required() }

  /// The next member, which is an integer or nil.
  public mutating func optionalInt() throws -> Int? { try nullable() }

  /// The next member, which is a number.
  public mutating func double() throws -> Double { try required() }

  /// The next member, which is a number or nil.
  public mutating func optionalDouble() throws -> Double? { try nullable() }

  /// The next member, which is a decimal.
  public mutating func decimal() throws -> Decimal { try required() }

  /// The next member, which is a decimal or nil.
  public mutating func optionalDecimal() throws -> Decimal? { try nullable() }

  /// The next member, which is a boolean.
  public mutating func bool() throws -> Bool { try required() }

  /// The next member, which is a boolean or nil.
  public mutating func optionalBool() throws -> Bool? { try nullable() }

  /// The next member, which is a date.
  public mutating func date() throws -> Date { try required() }

  /// The next member, which is a date or nil.
  public mutating func optionalDate() throws -> Date? { try nullable() }

  /// The next member, which is a day.
  public mutating func day() throws -> CalendarDay { try required() }

  /// The next member, which is a day or nil.
  public mutating func optionalDay() throws -> CalendarDay? { try nullable() }

  /// The next member, which is a UUID.
  public mutating func uuid() throws -> UUID { try required() }

  /// The next member, which is a UUID or nil.
  public mutating func optionalUUID() throws -> UUID? { try nullable() }

  /// The next member, which is a URL.
  public mutating func url() throws -> URL { try required() }

  /// The next member, which is a URL or nil.
  public mutating func optionalURL() throws -> URL? { try nullable() }

  /// The next member, which is data.
  public mutating func data() throws -> Data { try required() }

  /// The next member, which is data or nil.
  public mutating func optionalData() throws -> Data? { try nullable() }

  /// The next member, which is any JSON.
  public mutating func json() throws -> JSONValue { try required() }

  /// The next member, which is any JSON or nil.
  public mutating func optionalJSON() throws -> JSONValue? { try nullable() }
}

/// Enums, whose raw values are read here and whose cases generated code finds.
@_spi(Generated)
extension FieldReader {
  /// The next member, which is an enum with texts as raw values.
  @inlinable
  public mutating func textEnum<T: TextEnum>() throws -> T {
    guard isRow else { return try value() }
    guard let value = T(rawValue: try string()) else { throw unreadable(T.valueType) }
    return value
  }

  /// The next member, which is an enum with texts as raw values or nil.
  @inlinable
  public mutating func optionalTextEnum<T: TextEnum>() throws -> T? {
    guard isRow else { return try optional() }
    guard let raw = try optionalString() else { return nil }
    guard let value = T(rawValue: raw) else { throw unreadable(T.valueType) }
    return value
  }

  /// The next member, which is an enum with integers as raw values.
  @inlinable
  public mutating func integerEnum<T: IntegerEnum>() throws -> T {
    guard isRow else { return try value() }
    guard let value = T(rawValue: try int()) else { throw unreadable(T.valueType) }
    return value
  }

  /// The next member, which is an enum with integers as raw values or nil.
  @inlinable
  public mutating func optionalIntegerEnum<T: IntegerEnum>() throws -> T? {
    guard isRow else { return try optional() }
    guard let raw = try optionalInt() else { return nil }
    guard let value = T(rawValue: raw) else { throw unreadable(T.valueType) }
    return value
  }
}
