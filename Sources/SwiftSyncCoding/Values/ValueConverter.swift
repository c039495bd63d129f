package import SwiftSyncValues

/// Converts a payload's value to the value of a column, or reports that it does not fit (A17).
///
/// One is created for each field in advance, so that a value costs a jump on one byte.
package struct ValueConverter {
  package enum Rule: UInt8 {
    case string, int, double, decimal, bool, date, day, uuid, uuidBlob, url, data, json
    case moneyMinor, moneyMajor, moneyCurrency
    case textEnum, integerEnum
    case array, dictionary, value
    case formattedDate, formattedDay, separated
    /// Another rule, combined with the check of a scalar.
    case checked
  }

  package let rule: Rule
  package let rules: ValueRules
  /// Meaningful for dates.
  package let remote: DateForm.Remote
  package let storage: DateForm.Storage
  /// Additional data that a few types need.
  package let details: Details?

  package final class Details: Sendable {
    package let texts: [[UInt8]]
    package let integers: [Int64]
    package let element: ValueConverter?
    package let elementType: ValueType?
    package let dates: [DateFormat]
    package let separator: [UInt8]
    package let scalar: ScalarMetadata?
    /// The values of types without a table.
    package let content: ValueContent?
    /// Whether these values are read from stored text.
    let isStoredText: Bool

    package init(
      texts: [[UInt8]] = [], integers: [Int64] = [], element: ValueConverter? = nil,
      type elementType: ValueType? = nil, dates: [DateFormat] = [], separator: String = "",
      scalar: ScalarMetadata? = nil, content: ValueContent? = nil,
      stored isStoredText: Bool = false
    ) {
      self.dates = dates
      self.separator = Array(separator.utf8)
      self.texts = texts
      self.integers = integers
      self.element = element
      self.elementType = elementType
      self.scalar = scalar
      self.content = content
      self.isStoredText = isStoredText
    }
  }

  /// Creates a converter; for money, the converter of the minor units.
  ///
  /// - Parameter scalar: The rules that the values, or their elements, must also meet.
  package init(
    _ type: ValueType, _ rules: ValueRules = ValueRules(), scalar: ScalarMetadata? = nil
  ) {
    if let scalar, !type.isContainer {
      let base = ValueConverter(type, rules)
      self.init(
        .checked, rules, form: DateForm(remote: .auto, storage: .text),
        details: Details(element: base, scalar: scalar))
      return
    }
    var form = DateForm(remote: .auto, storage: .text)
    if case .date(let stated) = type { form = stated }
    self.init(
      Self.rule(of: type), rules, form: form, details: Self.details(of: type, rules, scalar))
  }

  /// Creates a converter for the stored text of values of types without a table.
  package init(storedText content: ValueContent) {
    self.init(
      .value, ValueRules(isStrict: true), form: DateForm(remote: .auto, storage: .text),
      details: Details(content: content, stored: true))
  }

  /// The converter of a money attribute's currency.
  package static func currency(_ rules: ValueRules = ValueRules()) -> ValueConverter {
    ValueConverter(
      .moneyCurrency, rules, form: DateForm(remote: .auto, storage: .text), details: nil)
  }

  /// The converter of an amount in major units to canonical decimal text; the currency decides what is stored.
  package static func majorUnits(_ rules: ValueRules = ValueRules()) -> ValueConverter {
    ValueConverter(
      .moneyMajor, rules.with(strict: false), form: DateForm(remote: .auto, storage: .text),
      details: nil)
  }

  private init(_ rule: Rule, _ rules: ValueRules, form: DateForm, details: Details?) {
    self.rule = rule
    self.rules = rules
    remote = form.remote
    storage = form.storage
    self.details = details
  }

  /// The column's value; `nil` if the payload's value does not fit.
  ///
  /// Null remains null; the caller decides whether the attribute accepts it (A2). Text is a slice
  /// of the payload if possible, otherwise it is in `arena`. The token of a container must contain
  /// its text (`readValue`).
  @inline(__always)
  package func convert(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    if token.kind == .null { return .null }
    if token.isInvalid { return nil }
    if rules.editsText, token.kind == .string { return convertEdited(token, in: arena) }
    return convertAsIs(token, in: arena)
  }

  private func convertEdited(_ stated: JSONToken, in arena: ByteArena) -> BoundValue? {
    let token =
      rules.isTrimmed ? JSONToken(.string, stated.text(in: arena).trimmed) : stated
    if rules.isEmptyNull, token.slice.isEmpty { return .null }
    return convertAsIs(token, in: arena)
  }

  @inline(__always)
  private func convertAsIs(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    switch rule {
    case .string: return text(token, in: arena).map(BoundValue.text)
    case .int, .moneyMinor: return integer(token, in: arena).map(BoundValue.integer)
    case .double: return double(token, in: arena).map(BoundValue.real)
    case .date: return date(token, in: arena)
    case .uuid: return uuid(token, in: arena)
    case .bool: return bool(token, in: arena).map { .integer($0 ? 1 : 0) }
    default: return convertRarer(token, in: arena)
    }
  }

  private func convertRarer(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    switch rule {
    case .decimal, .moneyMajor: decimal(token, in: arena)
    case .day: day(token, in: arena)
    case .uuidBlob: uuidBlob(token, in: arena)
    case .url: url(token, in: arena)
    case .data: data(token, in: arena)
    case .moneyCurrency: currencyCode(token, in: arena)
    case .textEnum: textEnum(token, in: arena)
    case .integerEnum: integerEnum(token, in: arena)
    case .json: json(token, in: arena)
    case .array: array(token, in: arena)
    case .dictionary: dictionary(token, in: arena)
    case .checked: checked(token, in: arena)
    case .value: value(token, in: arena)
    case .formattedDate: formattedDate(token, in: arena)
    case .formattedDay: formattedDay(token, in: arena)
    case .separated: separated(token, in: arena)
    case .string, .int, .moneyMinor, .double, .date, .uuid, .bool: nil
    }
  }

  private static func rule(of type: ValueType) -> Rule {
    if type.content != nil { return .value }
    return switch type {
    case .string: .string
    case .int: .int
    case .double: .double
    case .decimal: .decimal
    case .bool: .bool
    case .date(let form): form.formats.isEmpty ? .date : .formattedDate
    case .day: .day
    case .formattedDay: .formattedDay
    case .uuid: .uuid
    case .uuidBlob: .uuidBlob
    case .url: .url
    case .data: .data
    case .json: .json
    case .money: .moneyMinor
    case .textEnum: .textEnum
    case .integerEnum: .integerEnum
    case .array(_, let separator): separator == nil ? .array : .separated
    case .dictionary: .dictionary
    case .value: .value
    }
  }

  private static func details(
    of type: ValueType, _ rules: ValueRules, _ scalar: ScalarMetadata?
  ) -> Details? {
    if let content = type.content { return Details(content: content) }
    return switch type {
    case .textEnum(let values?): Details(texts: values.map { Array($0.utf8) })
    case .integerEnum(let values?): Details(integers: values)
    case .date(let form) where !form.formats.isEmpty: Details(dates: form.formats)
    case .formattedDay(let form): Details(dates: form.formats)
    case .array(let element, let separator?):
      // The elements are strings, whatever they would be in a list.
      Details(
        element: ValueConverter(
          element.asElement, rules.ofElements.with(strict: false), scalar: scalar),
        type: element.asElement, separator: separator)
    case .array(let element, nil), .dictionary(let element):
      Details(
        element: ValueConverter(element.asElement, rules.ofElements, scalar: scalar),
        type: element.asElement)
    default: nil
    }
  }
}

extension ValueType {
  fileprivate var isContainer: Bool {
    switch self {
    case .array, .dictionary: true
    default: false
    }
  }

  /// The type as it is stored inside a list, where dates are text whatever a column would hold.
  var asElement: ValueType {
    guard case .date(let form) = self else { return self }
    return .date(form.asElement)
  }
}
