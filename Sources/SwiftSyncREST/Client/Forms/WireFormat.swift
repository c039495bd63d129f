public import SwiftSyncFoundation
import SwiftSyncValues

/// How a value of a request or a response is written in JSON.
///
/// Values are read and written by the table that the applier uses, so that an inline type takes what an
/// attribute takes. Generated code puts forms together: `.list(.object())`.
@_spi(Generated)
public struct WireFormat<Value: Sendable>: Sendable {
  let read: @Sendable (any Decoder) throws -> Value
  let write: @Sendable (Value, any Encoder) throws -> Void
  /// How a body becomes a value that is not JSON; `nil` for JSON.
  var raw: RawBody<Value>?

  /// A form of two functions that are each other's inverses.
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
  /// An object that knows its keys: an entity, its patch, an inline type.
  public static func object() -> WireFormat {
    WireFormat(read: Value.init(from:)) { try $0.encode(to: $1) }
  }
}

@_spi(Generated)
extension WireFormat where Value: SyncedValue {
  /// A value of a scalar type or an enum.
  ///
  /// - Parameter isStrict: Whether only the type's own form in JSON is read.
  public static func value(strict isStrict: Bool = false) -> WireFormat {
    ScalarForm<Value>(type: Value.valueType, isStrict: isStrict).form
  }
}

@_spi(Generated)
extension WireFormat where Value == Date {
  /// A date.
  ///
  /// - Parameter isStrict: Whether only the type's own form in JSON is read.
  public static func date(
    _ remote: DateForm.Remote, strict isStrict: Bool = false
  ) -> WireFormat {
    let type = ValueType.date(DateForm(remote: remote, storage: .text))
    return ScalarForm<Value>(type: type, isStrict: isStrict).form
  }

  /// A date in one of several formats, each a name or a pattern; the first one is written.
  ///
  /// - Parameter isStrict: Whether only the type's own form in JSON is read.
  public static func date(formats: [String], strict isStrict: Bool = false) -> WireFormat {
    let type = ValueType.date(DateForm(formats: DateFormat.generated(formats), storage: .text))
    return ScalarForm<Value>(type: type, isStrict: isStrict).form
  }
}

// Types of the app that are stored as dates and days.

@_spi(Generated)
extension WireFormat where Value: SyncedScalar, Value.Stored == Date {
  /// A date of a type of the app.
  ///
  /// - Parameter isStrict: Whether only the type's own form in JSON is read.
  public static func date(
    _ remote: DateForm.Remote, strict isStrict: Bool = false
  ) -> WireFormat {
    let type = ValueType.date(DateForm(remote: remote, storage: .text))
    return ScalarForm<Value>(type: type, isStrict: isStrict).form
  }

  /// A date of a type of the app in one of several formats; the first one is written.
  ///
  /// - Parameter isStrict: Whether only the type's own form in JSON is read.
  public static func date(formats: [String], strict isStrict: Bool = false) -> WireFormat {
    let type = ValueType.date(DateForm(formats: DateFormat.generated(formats), storage: .text))
    return ScalarForm<Value>(type: type, isStrict: isStrict).form
  }
}

@_spi(Generated)
extension WireFormat where Value: SyncedScalar, Value.Stored == CalendarDay {
  /// A day of a type of the app in one of several formats; the first one is written.
  ///
  /// - Parameter isStrict: Whether only the type's own form in JSON is read.
  public static func day(formats: [String], strict isStrict: Bool = false) -> WireFormat {
    let type = ValueType.formattedDay(DayForm(formats: DateFormat.generated(formats)))
    return ScalarForm<Value>(type: type, isStrict: isStrict).form
  }
}

@_spi(Generated)
extension WireFormat where Value == CalendarDay {
  /// A day in one of several formats, each a name or a pattern; the first one is written.
  ///
  /// - Parameter isStrict: Whether only the type's own form in JSON is read.
  public static func day(formats: [String], strict isStrict: Bool = false) -> WireFormat {
    let type = ValueType.formattedDay(DayForm(formats: DateFormat.generated(formats)))
    return ScalarForm<Value>(type: type, isStrict: isStrict).form
  }
}

extension DateFormat {
  /// The formats that generated code states.
  ///
  /// It stops the program if one is damaged, which no input can cause: the generator has read it.
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
  /// An array whose elements have a form of their own.
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

  /// Values by texts, each with a form of its own.
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

  /// A value that may be null.
  ///
  /// - Parameter emptyIsNull: Whether an empty text is read as null.
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
  /// The data of a document of JSON:API: resource objects in a form of their own.
  ///
  /// A document without data has null.
  public static func data(_ value: WireFormat<Value>) -> WireFormat {
    WireFormat { decoder in
      // An empty body is one of `null`.
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
  /// No value: the response's body is ignored.
  public static var none: WireFormat {
    WireFormat { _ in
    } write: { _, _ in
    }
  }
}
