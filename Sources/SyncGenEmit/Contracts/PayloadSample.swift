import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// Creates deterministic values of payloads.
struct PayloadSample {
  let schema: Schema
  /// The number of the row, from 1; `nil` for a single one.
  var number: Int?

  /// A value of an attribute, which passes the check of its scalar.
  func json(of attribute: Attribute, name: String) -> JSONDocument {
    json(
      of: attribute.type, scalar: attribute.scalar, dates: attribute.remoteDates, name: name)
  }

  /// A value of a type named by a scalar of the schema, also as an element type, which passes the
  /// check.
  func json(
    of type: AttributeType, scalar: NamedScalar?, dates: DateFormats, name: String
  ) -> JSONDocument {
    guard let scalar, let example = scalar.example?.json else {
      return json(of: type, dates: dates, name: name)
    }
    let value = number.flatMap { distinct(scalar, name: name, $0) } ?? example
    return switch type {
    case .array: .array([value])
    case .dictionary: .object([("key", value)])
    case .scalar, .enumeration, .money, .value: value
    }
  }

  /// - Parameter name: The name of the value, from which strings and UUIDs are derived.
  func json(of type: AttributeType, dates: DateFormats, name: String) -> JSONDocument {
    switch type {
    case .scalar(let scalar): json(of: scalar, dates, name)
    case .enumeration(let id): json(of: id)
    case .money: .json("\((number ?? 1) * 1250)")
    case .value(let id): json(of: id, state: .valid)
    case .array(let element): .array([json(of: element, dates, name)])
    case .dictionary(let element): .object([("key", json(of: element, dates, name))])
    }
  }

  /// A value for one of several rows, if the scalar accepts it.
  private func distinct(_ scalar: NamedScalar, name: String, _ number: Int) -> JSONDocument? {
    switch scalar.base {
    case .string:
      let text = Self.text(name, number)
      return scalar.check.accepts(text: text) ? .text(text) : nil
    case .int: return scalar.check.accepts(integer: Int64(number)) ? .json("\(number)") : nil
    default: return nil
    }
  }

  /// A value of a type, complete except for what the state leaves out. A list of a type that contains
  /// one of the types around it is empty: with all their combinations, values would be huge.
  ///
  /// - Parameter inside: The cycles of the types around the value.
  func json(of id: ValueTypeID, state: FixtureState, inside: Set<Int> = []) -> JSONDocument {
    if let tagging = schema[id].tagging { return json(of: tagging, state, inside, id) }
    var object = JSONDocument.empty
    for field in schema[id].fields {
      let isFree = field.isOptional || field.defaultValue != nil
      if state == .missing, isFree { continue }
      let isNull = state == .null && field.isOptional
      switch field.remote {
      case .paths(let paths), .firstValue(let paths):
        guard let path = paths.first else { continue }
        let value = json(of: field, inside: inside.union([cycle(of: id)]))
        object.set(path.keys[...], isNull ? .null : value)
      case .money(let money):
        object.set(money.amount.keys[...], isNull ? .null : .json("1250"))
        guard let currency = money.currency else { continue }
        object.set(currency.keys[...], isNull ? .null : .text("EUR"))
      }
    }
    return object
  }

  /// A value of the first case, or of one that does not contain the same value.
  private func json(
    of tagging: Tagging, _ state: FixtureState, _ inside: Set<Int>, _ id: ValueTypeID
  ) -> JSONDocument {
    let isInside = inside.contains(cycle(of: id))
    let item =
      tagging.cases.first { item in
        item.type.map { !inside.contains(cycle(of: $0)) } ?? isInside
      } ?? tagging.cases.first { $0.type == nil } ?? tagging.cases.first
    guard let item else { return .empty }
    let around = inside.union([cycle(of: id)])
    let type = item.type.flatMap { inside.contains(cycle(of: $0)) ? nil : $0 }
    let fields = type.map { json(of: $0, state: state, inside: around) } ?? .empty
    var object = tagging.isNested ? JSONDocument.empty : fields
    if tagging.isNested { object.set([item.value.key], fields) }
    object.set([tagging.tag], item.value.json)
    return object
  }

  private func json(of field: ValueField, inside: Set<Int>) -> JSONDocument {
    guard let inner = field.type.valueType else {
      return json(
        of: field.type, scalar: field.scalar, dates: field.remoteDates, name: field.name.name)
    }
    let isEnd = inside.contains(cycle(of: inner))
    return switch field.type {
    case .array: .array(isEnd ? [] : [json(of: inner, state: .valid, inside: inside)])
    case .dictionary:
      isEnd ? .empty : .object([("key", json(of: inner, state: .valid, inside: inside))])
    default: json(of: inner, state: .valid, inside: inside)
    }
  }

  private func cycle(of id: ValueTypeID) -> Int { schema.valueTypeCycles[id.index] }

  func json(of scalar: ScalarType, _ dates: DateFormats, _ name: String) -> JSONDocument {
    switch scalar {
    case .string: .text(number.map { Self.text(name, $0) } ?? name)
    case .int: .json("\(number ?? 1)")
    case .double: .json("\(number ?? 1).5")
    case .decimal: .text("\((number ?? 1) + 11).5")
    case .bool: .json("false")
    case .date: Self.date(dates, number)
    case .day: .json(dates.json(day: "2026-03-0\((number ?? 1) + 2)"))
    case .uuid: .text(Self.uuid(number.map { "\(name) \($0)" } ?? name))
    case .url: .text("https://example.com/\(number.map { "\(name)/\($0)" } ?? name)")
    case .data: .text("AQID")
    case .json: .object([("key", .text("value"))])
    }
  }

  /// The cases are used in turn by the rows.
  func json(of id: EnumID) -> JSONDocument {
    let cases = schema[id].cases
    return cases.isEmpty ? .null : cases[((number ?? 1) - 1) % cases.count].rawValue.json
  }

  private func json(
    of element: ElementType, _ dates: DateFormats, _ name: String
  ) -> JSONDocument {
    switch element {
    case .scalar(let scalar): json(of: scalar, dates, name)
    case .enumeration(let id): json(of: id)
    case .value(let id): json(of: id, state: .valid)
    }
  }

  /// 2026-03-03T09:30:00Z, one hour later for each further row.
  static func date(_ dates: DateFormats, _ number: Int? = nil) -> JSONDocument {
    .json(dates.json(date: 1_772_530_200_000_000 + Int64((number ?? 1) - 1) * 3_600_000_000))
  }

  /// A string such as `Display name 2`, or `email2@example.com` for addresses.
  private static func text(_ name: String, _ number: Int) -> String {
    let words = name.reduce(into: "") { text, letter in
      let isNewWord = letter.isUppercase && text.last?.isUppercase == false
      text += isNewWord ? " \(letter.lowercased())" : "\(letter)"
    }
    if words.lowercased().hasSuffix("email") { return "\(name.lowercased())\(number)@example.com" }
    return "\(words.prefix(1).uppercased())\(words.dropFirst()) \(number)"
  }

  /// A value that belongs to no case of the enum.
  static func unknown(_ type: AttributeType, _ schema: Schema) -> JSONDocument {
    switch type {
    case .enumeration(let id): unknown(schema[id])
    case .array(.enumeration(let id)): .array([unknown(schema[id])])
    case .dictionary(.enumeration(let id)): .object([("key", unknown(schema[id]))])
    case .scalar, .money, .value, .array, .dictionary: .null
    }
  }

  private static func unknown(_ model: EnumModel) -> JSONDocument {
    model.hasIntegerValues ? .json("987654321") : .text("a-value-of-tomorrow")
  }

  /// The UUID for a name. Different names have different UUIDs.
  private static func uuid(_ name: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    let text = String(repeating: "0", count: 16 - digits.count) + digits
    return "\(text.prefix(8))-0000-4000-8000-\(String(repeating: "0", count: 4))\(text.suffix(8))"
  }
}

extension ConstantValue {
  /// The form of text and numbers in payloads.
  fileprivate var json: JSONDocument? {
    switch self {
    case .string(let text), .decimal(let text): .text(text)
    case .int(let number): .json(String(number))
    case .double(let number): .json(String(number))
    default: nil
    }
  }
}
