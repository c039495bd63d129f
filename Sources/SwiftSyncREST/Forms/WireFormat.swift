@_spi(Generated) public import SwiftSyncCoding
public import SwiftSyncFoundation
import SwiftSyncValues

/// How a value of a request or a response is written in JSON.
///
/// Values are read and written by the applier's conversion table, so an inline type accepts the
/// same values as an attribute. Generated code composes formats, e.g. `.list(.object())`.
@_spi(Generated)
public struct WireFormat<Value: Sendable>: Sendable {
  let read: @Sendable (any Decoder) throws -> Value
  let write: @Sendable (Value, any Encoder) throws -> Void
  /// How a body is converted to a value that is not JSON; `nil` for JSON.
  var raw: RawBody<Value>?

  /// Creates a format from two functions that are inverses of each other.
  init(
    read: @escaping @Sendable (any Decoder) throws -> Value,
    write: @escaping @Sendable (Value, any Encoder) throws -> Void
  ) {
    self.read = read
    self.write = write
  }
}

@_spi(Generated)
extension WireFormat where Value: Codable {
  /// The format of an object that knows its keys: an entity, its patch or an inline type.
  public static func object() -> WireFormat {
    WireFormat(read: Value.init(from:)) { try $0.encode(to: $1) }
  }
}

@_spi(Generated)
extension WireFormat where Value: SyncedValue {
  /// The format of a scalar or an enum.
  ///
  /// - Parameter isStrict: Whether only the type's own JSON form is accepted.
  public static func value(strict isStrict: Bool = false) -> WireFormat {
    ScalarForm<Value>(type: Value.valueType, isStrict: isStrict).form
  }
}

@_spi(Generated)
extension WireFormat where Value == Date {
  /// The format of a date.
  ///
  /// - Parameter isStrict: Whether only the type's own JSON form is accepted.
  public static func date(
    _ remote: DateForm.Remote, strict isStrict: Bool = false
  ) -> WireFormat {
    let type = ValueType.date(DateForm(remote: remote, storage: .text))
    return ScalarForm<Value>(type: type, isStrict: isStrict).form
  }

  /// The format of a date in one of several forms, each a name or a pattern. The first one is used
  /// for writing.
  ///
  /// - Parameter isStrict: Whether only the type's own JSON form is accepted.
  public static func date(formats: [String], strict isStrict: Bool = false) -> WireFormat {
    let type = ValueType.date(DateForm(formats: DateFormat.generated(formats), storage: .text))
    return ScalarForm<Value>(type: type, isStrict: isStrict).form
  }
}

// Types of the app that are stored as dates and days.

@_spi(Generated)
extension WireFormat where Value: SyncedScalar, Value.Stored == Date {
  /// The format of an app's date type.
  ///
  /// - Parameter isStrict: Whether only the type's own JSON form is accepted.
  public static func date(
    _ remote: DateForm.Remote, strict isStrict: Bool = false
  ) -> WireFormat {
    let type = ValueType.date(DateForm(remote: remote, storage: .text))
    return ScalarForm<Value>(type: type, isStrict: isStrict).form
  }

  /// The format of an app's date type in one of several forms. The first one is used for writing.
  ///
  /// - Parameter isStrict: Whether only the type's own JSON form is accepted.
  public static func date(formats: [String], strict isStrict: Bool = false) -> WireFormat {
    let type = ValueType.date(DateForm(formats: DateFormat.generated(formats), storage: .text))
    return ScalarForm<Value>(type: type, isStrict: isStrict).form
  }
}

@_spi(Generated)
extension WireFormat where Value: SyncedScalar, Value.Stored == CalendarDay {
  /// The format of an app's day type in one of several forms. The first one is used for writing.
  ///
  /// - Parameter isStrict: Whether only the type's own JSON form is accepted.
  public static func day(formats: [String], strict isStrict: Bool = false) -> WireFormat {
    let type = ValueType.formattedDay(DayForm(formats: DateFormat.generated(formats)))
    return ScalarForm<Value>(type: type, isStrict: isStrict).form
  }
}

@_spi(Generated)
extension WireFormat where Value == CalendarDay {
  /// The format of a day in one of several forms, each a name or a pattern. The first one is used
  /// for writing.
  ///
  /// - Parameter isStrict: Whether only the type's own JSON form is accepted.
  public static func day(formats: [String], strict isStrict: Bool = false) -> WireFormat {
    let type = ValueType.formattedDay(DayForm(formats: DateFormat.generated(formats)))
    return ScalarForm<Value>(type: type, isStrict: isStrict).form
  }
}

extension DateFormat {
  /// The formats that generated code states.
  ///
  /// The program stops if a format is malformed. No input can cause this, because the generator has
  /// read the formats.
  fileprivate static func generated(_ texts: [String]) -> [DateFormat] {
    texts.map { text in
      do {
        return try DateFormat(text)
      } catch {
        preconditionFailure("the generated date format '\(text)' is damaged: \(error)")
      }
    }
  }
}

@_spi(Generated)
extension WireFormat {
  /// The format of an array, whose elements have a format.
  public static func list<Element>(_ element: WireFormat<Element>) -> WireFormat
  where Value == [Element] {
    WireFormat { decoder in
      var container = try decoder.unkeyedContainer()
      var elements: [Element] = []
      while !container.isAtEnd { elements.append(try element.read(container.superDecoder())) }
      return elements
    } write: { elements, encoder in
      var container = encoder.unkeyedContainer()
      for value in elements { try element.write(value, container.superEncoder()) }
    }
  }

  /// The format of a dictionary with string keys, whose values have a format.
  public static func dictionary<Element>(_ element: WireFormat<Element>) -> WireFormat
  where Value == [String: Element] {
    WireFormat { decoder in
      let container = try decoder.container(keyedBy: RemoteKey.self)
      return try container.allKeys.reduce(into: [:]) {
        $0[$1.stringValue] = try element.read(container.superDecoder(forKey: $1))
      }
    } write: { elements, encoder in
      var container = encoder.container(keyedBy: RemoteKey.self)
      for (key, value) in elements {
        try element.write(value, container.superEncoder(forKey: RemoteKey(key)))
      }
    }
  }

  /// The format of a value that may be null.
  ///
  /// - Parameter emptyIsNull: Whether an empty string is read as null.
  public static func optional<Wrapped>(
    _ wrapped: WireFormat<Wrapped>, emptyIsNull: Bool = false
  ) -> WireFormat where Value == Wrapped? {
    var format = json(wrapped, emptyIsNull)
    format.raw = wrapped.raw?.wrapped
    return format
  }

  private static func json<Wrapped>(
    _ wrapped: WireFormat<Wrapped>, _ emptyIsNull: Bool
  ) -> WireFormat where Value == Wrapped? {
    WireFormat { decoder in
      let container = try decoder.singleValueContainer()
      if container.decodeNil() { return nil }
      if emptyIsNull, JSONValue.accept({ try container.decode(String.self) }) == "" { return nil }
      return try wrapped.read(decoder)
    } write: { value, encoder in
      if let value { return try wrapped.write(value, encoder) }
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}

@_spi(Generated)
extension WireFormat {
  /// The format of a JSON:API document's data, whose resource objects have a format.
  ///
  /// A document without data is read as null.
  public static func data(_ value: WireFormat<Value>) -> WireFormat {
    WireFormat { decoder in
      // An empty body is read as `null`.
      if try decoder.singleValueContainer().decodeNil() { return try value.read(decoder) }
      let document = try decoder.container(keyedBy: RemoteKey.self)
      return try value.read(document.superDecoder(forKey: RemoteKey("data")))
    } write: { data, encoder in
      var document = encoder.container(keyedBy: RemoteKey.self)
      try value.write(data, document.superEncoder(forKey: RemoteKey("data")))
    }
  }
}

@_spi(Generated)
extension WireFormat where Value == Void {
  /// The format of an ignored response body, which has no value.
  public static var none: WireFormat {
    WireFormat { _ in
    } write: { _, _ in
    }
  }
}
