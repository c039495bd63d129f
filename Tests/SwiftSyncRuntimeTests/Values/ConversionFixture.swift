@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncValues

/// The stored value of a column after conversion, or the reason why nothing is stored.
enum Converted: Equatable {
  case stored(StoredValue)
  case badValue

  static func text(_ text: String) -> Converted { .stored(.text(text)) }
  static func integer(_ value: Int64) -> Converted { .stored(.integer(value)) }
  static func real(_ value: Double) -> Converted { .stored(.real(value)) }
}

/// Converts a value from its JSON text.
func convert(
  _ json: String, _ type: ValueType, strict: Bool = false, emptyIsNull: Bool = false
) throws -> Converted {
  try convert(json, ValueConverter(type, rules(strict: strict, emptyIsNull: emptyIsNull)))
}

func convert(_ json: String, _ converter: ValueConverter) throws -> Converted {
  let arena = ByteArena(chunkSize: 16)
  return try withExtendedLifetime(arena) {
    var json = json
    return try json.withUTF8 { bytes in
      var scanner = JSONScanner(bytes)
      let token = try scanner.readValue()
      try scanner.finish()
      guard let value = converter.convert(token, in: arena) else { return .badValue }
      return .stored(value.stored)
    }
  }
}

/// The JSON of a stored value.
func export(
  _ value: StoredValue, _ type: ValueType, dates: DateForm.Remote? = nil
) -> String? {
  var text: [UInt8] = []
  let isWritten = value.withBound {
    JSONText.append($0, of: type, form: .export(dates: dates), to: &text)
  }
  return isWritten ? String(decoding: text, as: UTF8.self) : nil
}

func rules(strict: Bool, emptyIsNull: Bool) -> ValueRules {
  var rules = ValueRules(isStrict: strict)
  rules.isEmptyNull = emptyIsNull
  return rules
}
