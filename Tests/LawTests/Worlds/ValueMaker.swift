@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) import SwiftSyncRuntime
import TestHelpers

/// Creates values of attributes as JSON.
struct ValueMaker {
  /// Whether values may have another JSON type that lenient coercion accepts.
  let isLenient: Bool

  /// A value that is valid for the type.
  func value(of type: ValueType, _ random: inout Randomness) -> Payload {
    switch type {
    case .string: text(["", "a", "b c", "é", "5"], &random)
    case .int: number(["0", "-3", "12", "9007199254740993"], asText: true, &random)
    case .double: number(["0", "-1.5", "12", "1e3"], asText: true, &random)
    case .decimal: decimal(&random)
    case .bool: bool(&random)
    case .date(let form): date(form, &random)
    case .day, .formattedDay: text(["2026-01-02", "1969-12-31", "2024-02-29"], &random)
    case .uuid, .uuidBlob: uuid(random.number(0...3), &random)
    case .url: text(["https://example.com", "https://example.com/a?b=c#d"], &random)
    case .data: text(["", "AP8=", "YWJj"], &random)
    case .json: json(&random)
    case .money: .null
    case .value(let shape): value(of: shape, depth: 2, &random)
    case .textEnum(let allowed): text(allowed ?? ["red", "dark_green", "new"], &random)
    case .integerEnum: number(["1", "2"], asText: false, &random)
    case .array(let element, nil): list(of: element, &random)
    case .array(let element, let separator?): separated(element, separator, &random)
    case .dictionary(let element): dictionary(of: element, &random)
    }
  }

  /// A clock that is not newer than any other generated value.
  static func earliest(of type: ValueType) -> Payload {
    guard case .date(let form) = type else { return .scalar("-3") }
    return switch form.remote {
    case .unix: .scalar("-1")
    case .unixMilliseconds: .scalar("-1000")
    case .auto, .iso8601: .text("1969-12-31T23:59:59Z")
    }
  }

  /// A value that is invalid for most types.
  static func badValue(_ random: inout Randomness) -> Payload {
    let scalars = [
      "\"bad\"", "1e30", "12.9", "true", "\"\"", "9223372036854775808", "-1", "\"yes\"",
    ]
    switch random.number(0...9) {
    case 0: return .list([])
    case 1: return .nothing
    case 2: return .list([.scalar("1"), .null])
    default: return .scalar(random.pick(scalars))
    }
  }

  /// The UUID with this number, in upper or lower case.
  func uuid(_ number: Int, _ random: inout Randomness) -> Payload {
    let text = "a0000000-0000-4000-8000-00000000000\(number)"
    return .text(random.chance(20) ? text.uppercased() : text)
  }

  /// The two parts of an amount of money.
  func money(_ random: inout Randomness) -> (minor: Payload, currency: Payload) {
    (.scalar(random.pick(["0", "-250", "1999"])), text(["EUR", "USD"], &random))
  }

  private func text(_ choices: [String], _ random: inout Randomness) -> Payload {
    .text(random.pick(choices))
  }

  private func number(
    _ choices: [String], asText: Bool, _ random: inout Randomness
  ) -> Payload {
    let number = random.pick(choices)
    return isLenient && asText && random.chance(20) ? .text(number) : .scalar(number)
  }

  private func decimal(_ random: inout Randomness) -> Payload {
    let number = random.pick(["0", "0.1", "-12.50", "123456789012345678901234567890.5"])
    return random.chance(50) ? .text(number) : .scalar(number)
  }

  private func bool(_ random: inout Randomness) -> Payload {
    let isTrue = random.chance(50)
    guard isLenient, random.chance(20) else { return .scalar(isTrue ? "true" : "false") }
    return .scalar(random.pick(isTrue ? ["1", "\"yes\""] : ["0", "\"no\""]))
  }

  private func date(_ form: DateForm, _ random: inout Randomness) -> Payload {
    switch form.remote {
    case .unix: .scalar(random.pick(["1767323045", "-1", "1767323045.25"]))
    case .unixMilliseconds: .scalar(random.pick(["1767323045000", "1767323045250", "-1000"]))
    case .auto where random.chance(30): .scalar(random.pick(["1767323045", "1767323045250"]))
    case .auto, .iso8601:
      text(
        ["2026-01-02T03:04:05Z", "2026-01-02T05:04:05.25+02:00", "1969-12-31T23:59:59Z"], &random)
    }
  }

  private func json(_ random: inout Randomness) -> Payload {
    .scalar(random.pick(["1", "\"x\"", "[1, null]", "{\"b\": 1, \"a\": [true]}", "{}"]))
  }

  /// An object with the fields of a shape or of one of its cases; includes unknown tags.
  private func value(of shape: ValueShape, depth: Int, _ random: inout Randomness) -> Payload {
    guard let tagging = shape.tagging else { return object(shape.fields, depth, &random) }
    guard random.chance(85) else { return .object([.init(key: tagging.tag, value: .text("new"))]) }
    let item = random.pick(tagging.cases)
    var object = object(item.shape?.fields ?? [], depth, &random)
    object[tagging.tag] = .scalar(String(decoding: item.value.json, as: UTF8.self))
    return object
  }

  private func object(
    _ fields: [ValueFieldMetadata], _ depth: Int, _ random: inout Randomness
  ) -> Payload {
    var object = Payload.nothing
    for field in fields {
      let mayBeMissing = field.isOptional || !field.defaultTexts.isEmpty
      if mayBeMissing, random.chance(50) { continue }
      object[random.pick(field.remote)] = value(of: field, depth, &random)
      if let currency = field.currency { object[currency] = .text("EUR") }
    }
    return object
  }

  private func value(
    of field: ValueFieldMetadata, _ depth: Int, _ random: inout Randomness
  ) -> Payload {
    switch field.type {
    case .money: .scalar(random.pick(["0", "-250", "1999"]))
    case .value(let shape) where depth > 0: value(of: shape, depth: depth - 1, &random)
    case .array(.value(let shape), _) where depth > 0 && random.chance(30):
      .list([value(of: shape, depth: depth - 1, &random)])
    case .value: .null
    case .array: .list([])
    default: value(of: field.type, &random)
    }
  }

  private func separated(
    _ element: ValueType, _ separator: String, _ random: inout Randomness
  ) -> Payload {
    let texts = list(of: element, &random).elements.map { $0.description.filter { $0 != "\"" } }
    return .text(texts.joined(separator: separator))
  }

  private func list(of element: ValueType, _ random: inout Randomness) -> Payload {
    .list((0..<random.number(0...2)).map { _ in value(of: element, &random) })
  }

  private func dictionary(of element: ValueType, _ random: inout Randomness) -> Payload {
    let keys = ["b", "a", "c"].prefix(random.number(0...3))
    return .object(keys.map { .init(key: $0, value: value(of: element, &random)) })
  }
}
