import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// Creates deterministic values of payloads.
struct PayloadSample {
  let schema: Schema
  /// The number of the row, from 1; `nil` for a single one.
  var number: Int?

  /// A value of an attribute, which passes the check of its scalar; `nil` for an enum without cases.
  func value(of attribute: Attribute, name: String) -> ConstantValue? {
    if case .money(let money) = attribute.remote { return money.constant(1250 * (number ?? 1)) }
    return value(
      of: attribute.type, scalar: attribute.scalar, dates: attribute.remoteDates, name: name)
  }

  /// A value of a type named by a scalar of the schema, also as an element type, which passes the
  /// check.
  ///
  /// - Parameter name: The name of the value, from which strings and UUIDs are derived.
  func value(
    of type: AttributeType, scalar: NamedScalar? = nil, dates: DateFormats, name: String
  ) -> ConstantValue? {
    guard let scalar, let example = scalar.example else { return value(of: type, dates, name) }
    let value = number.flatMap { distinct(scalar, name: name, $0) } ?? example
    return switch type {
    case .array: .array([value])
    case .dictionary: Self.dictionary(value)
    case .scalar, .enumeration, .money, .value: value
    }
  }

  private func value(
    of type: AttributeType, _ dates: DateFormats, _ name: String
  ) -> ConstantValue? {
    switch type {
    case .scalar(let scalar): value(of: scalar, dates, name)
    case .enumeration(let id): value(of: id)
    case .money: .money(minor: Int64(1250 * (number ?? 1)), currency: MoneyMapping.sampleCurrency)
    case .value(let id): value(of: id)
    case .array(let element): .array([value(of: element, dates, name)].compactMap(\.self))
    case .dictionary(let element): value(of: element, dates, name).map(Self.dictionary)
    }
  }

  private func value(
    of element: ElementType, _ dates: DateFormats, _ name: String
  ) -> ConstantValue? {
    switch element {
    case .scalar(let scalar): value(of: scalar, dates, name)
    case .enumeration(let id): value(of: id)
    case .value(let id): value(of: id)
    }
  }

  /// A value for one of several rows, if the scalar accepts it.
  private func distinct(_ scalar: NamedScalar, name: String, _ number: Int) -> ConstantValue? {
    let value: ConstantValue
    switch scalar.base {
    case .string: value = .string(Self.text(name, number))
    case .int: value = .int(Int64(number))
    default: return nil
    }
    return scalar.accepts(value) ? value : nil
  }

  // MARK: Value types

  /// A value of a type, complete except for what the state leaves out. A list of a type that contains
  /// one of the types around it is empty: with all their combinations, values would be huge.
  ///
  /// - Parameter inside: The cycles of the types around the value.
  func value(
    of id: ValueTypeID, state: FixtureState = .valid, inside: Set<Int> = []
  ) -> ConstantValue {
    let around = inside.union([cycle(of: id)])
    if let tagging = schema[id].tagging {
      let isInside = around.count == inside.count
      let item = item(of: tagging, inside, isInside: isInside)
      let type = item?.type.flatMap { inside.contains(cycle(of: $0)) ? nil : $0 }
      let fields = type.map { value(of: $0, state: state, inside: around) }
      return .value(id, [item?.value.constant, fields])
    }
    let values = schema[id].fields.map { field -> ConstantValue? in
      if state == .missing, field.isOptional || field.defaultValue != nil { return nil }
      if state == .null, field.isOptional { return nil }
      return value(of: field, inside: around)
    }
    return .value(id, values)
  }

  /// The first case, or one that does not contain the same value.
  private func item(
    of tagging: Tagging, _ inside: Set<Int>, isInside: Bool
  ) -> Tagging.Case? {
    tagging.cases.first { $0.type.map { !inside.contains(cycle(of: $0)) } ?? isInside }
      ?? tagging.cases.first { $0.type == nil } ?? tagging.cases.first
  }

  private func value(of field: ValueField, inside: Set<Int>) -> ConstantValue? {
    if case .money(let money) = field.remote { return money.constant(1250) }
    guard let inner = field.type.valueType else {
      return value(
        of: field.type, scalar: field.scalar, dates: field.remoteDates, name: field.name.name)
    }
    let isEnd = inside.contains(cycle(of: inner))
    return switch field.type {
    case .array: .array(isEnd ? [] : [value(of: inner, inside: inside)])
    case .dictionary:
      isEnd ? .dictionary([]) : Self.dictionary(value(of: inner, inside: inside))
    default: value(of: inner, inside: inside)
    }
  }

  private func cycle(of id: ValueTypeID) -> Int { schema.valueTypeCycles[id.index] }

  // MARK: Scalars

  private func value(of scalar: ScalarType, _ dates: DateFormats, _ name: String) -> ConstantValue {
    switch scalar {
    case .string: .string(number.map { Self.text(name, $0) } ?? name)
    case .int: .int(Int64(number ?? 1))
    case .double: .double(Double(number ?? 1) + 0.5)
    case .decimal: .decimal("\((number ?? 1) + 11).5")
    case .bool: .bool(false)
    case .date: Self.date(dates, number)
    case .day: .day("2026-03-0\((number ?? 1) + 2)")
    case .uuid: .uuid(Self.uuid(number.map { "\(name) \($0)" } ?? name))
    case .url: .url("https://example.com/\(number.map { "\(name)/\($0)" } ?? name)")
    case .data: .data([1, 2, 3])
    case .json: Self.dictionary(.string("value"))
    }
  }

  /// The cases are used in turn by the rows.
  private func value(of id: EnumID) -> ConstantValue? {
    let count = schema[id].cases.count
    return count == 0 ? nil : .enumCase(id, index: ((number ?? 1) - 1) % count)
  }

  private static func dictionary(_ value: ConstantValue) -> ConstantValue {
    .dictionary([ConstantValue.Entry(key: "key", value: value)])
  }

  /// 2026-03-03T09:30:00Z, one hour later for each further row, or what is left of it in the format
  /// of payloads.
  static func date(_ dates: DateFormats, _ number: Int? = nil) -> ConstantValue {
    let date = 1_772_530_200_000_000 + Int64((number ?? 1) - 1) * 3_600_000_000
    return .date(microseconds: dates.rounded(date))
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

  /// A value that belongs to no case of the enum; `nil` for other types.
  static func unknown(_ type: AttributeType, _ schema: Schema) -> ConstantValue? {
    guard let id = type.enumeration else { return nil }
    let value: ConstantValue =
      schema[id].hasIntegerValues ? .int(987_654_321) : .string("a-value-of-tomorrow")
    return switch type {
    case .array: .array([value])
    case .dictionary: dictionary(value)
    case .scalar, .enumeration, .money, .value: value
    }
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

extension EnumModel.RawValue {
  fileprivate var constant: ConstantValue {
    switch self {
    case .string(let text): .string(text)
    case .int(let number): .int(number)
    }
  }
}
