package import SwiftSyncValues

/// Reads JSON text as a template value. Integers remain integers.
package enum JSONValueReader {
  package static func value(of bytes: [UInt8]) throws(JSONError) -> TemplateValue {
    try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
      var scanner = JSONScanner(bytes, refusesInvalid: true)
      let value = try value(&scanner, ByteArena())
      try scanner.finish()
      return value
    }
  }

  /// Recursive; the scanner's depth limit bounds the recursion.
  private static func value(
    _ scanner: inout JSONScanner, _ arena: ByteArena
  ) throws(JSONError) -> TemplateValue {
    let token = try scanner.readToken()
    switch token.kind {
    case .null: return .null
    case .bool: return .bool(token.isTrue)
    case .number: return number(token.slice.string)
    case .string: return .string(token.text(in: arena).string)
    case .array:
      var values: [TemplateValue] = []
      try scanner.beginArray()
      while try scanner.nextElement() { values.append(try value(&scanner, arena)) }
      return .array(values)
    case .object:
      var entries: [TemplateDictionary.Entry] = []
      try scanner.beginObject()
      while let key = try scanner.nextKey(arena) {
        entries.append((key: key.string, value: try value(&scanner, arena)))
      }
      return .dictionary(TemplateDictionary(entries))
    }
  }

  private static func number(_ text: String) -> TemplateValue {
    Int(text).map { .int($0) } ?? .double(Double(text) ?? .nan)
  }
}
