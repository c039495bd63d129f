import SwiftSyncValues

extension Array: ColumnValue, SyncedValue where Element: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .array(Element.valueType) }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard value.kind == .text else { return nil }
    if let type = Element.self as? any SyncedStruct.Type {
      guard let list = type.anyList(value.slice) as? [Element] else { return nil }
      self = list
      return
    }
    let reader = ElementReader<Element>()
    var scanner = JSONScanner(value.slice, refusesInvalid: true)
    self = []
    do {
      try scanner.beginArray()
      while try scanner.nextElement() {
        guard let element = reader.read(try scanner.readValue()) else { return nil }
        append(element)
      }
      try scanner.finish()
    } catch {
      return nil
    }
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? {
    var text = [UInt8(ascii: "[")]
    for element in self {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      guard element.appendJSON(to: &text) else { return nil }
    }
    text.append(UInt8(ascii: "]"))
    return .text(String(decoding: text, as: UTF8.self))
  }
}

extension Dictionary: ColumnValue, SyncedValue where Key == String, Value: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .dictionary(Value.valueType) }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard value.kind == .text else { return nil }
    if let type = Value.self as? any SyncedStruct.Type {
      guard let values = type.anyDictionary(value.slice) as? [String: Value] else { return nil }
      self = values
      return
    }
    let reader = ElementReader<Value>()
    var scanner = JSONScanner(value.slice, refusesInvalid: true)
    self = [:]
    do {
      try scanner.beginObject()
      while let key = try scanner.nextKey(reader.arena) {
        guard let element = reader.read(try scanner.readValue()) else { return nil }
        self[key.string] = element
      }
      try scanner.finish()
    } catch {
      return nil
    }
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? {
    var text = [UInt8(ascii: "{")]
    for (key, value) in sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      JSONText.append(string: key, to: &text)
      text.append(UInt8(ascii: ":"))
      guard value.appendJSON(to: &text) else { return nil }
    }
    text.append(UInt8(ascii: "}"))
    return .text(String(decoding: text, as: UTF8.self))
  }
}

/// Reads the elements of a stored list.
private struct ElementReader<Element: SyncedValue> {
  let converter = ValueConverter(Element.valueType)
  let arena = ByteArena(chunkSize: 256)

  func read(_ token: JSONToken) -> Element? {
    if token.kind == .null, converter.rule == .json { return Element(column: .text(token.slice)) }
    return converter.convert(token, in: arena).flatMap(Element.init(column:))
  }
}

extension SyncedValue {
  /// Appends the value as an element of a stored list.
  fileprivate func appendJSON(to text: inout [UInt8]) -> Bool {
    guard let stored = stored(in: .text) else { return false }
    return stored.withBound {
      JSONText.append($0, of: Self.valueType, form: .stored, to: &text)
    }
  }
}
