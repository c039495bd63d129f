import SwiftSyncValues

/// Makes the value of a column from a payload's value, or says that it does not fit (A17).
///
/// One is made for each field beforehand, so that a value costs a jump on one byte.
struct ValueConverter {
  enum Rule: UInt8 {
    case string, int, double, decimal, bool, date, day, uuid, url, data, json
    case moneyMinor, moneyCurrency
    case textEnum, integerEnum
    case array, dictionary, value
  }

  let rule: Rule
  /// Whether only the JSON type of the attribute's type is taken.
  let isStrict: Bool
  /// Whether an empty string counts as null.
  let isEmptyNull: Bool
  /// Meaningful for dates.
  let remote: DateForm.Remote
  let storage: DateForm.Storage
  /// What a few types need besides.
  let details: Details?

  final class Details: Sendable {
    let texts: [[UInt8]]
    let integers: [Int64]
    let element: ValueConverter?
    let elementType: ValueType?
    /// Values of types without a table.
    let content: ValueContent?
    /// Whether these are read from stored texts.
    let isStoredText: Bool

    init(
      texts: [[UInt8]] = [], integers: [Int64] = [], element: ValueConverter? = nil,
      type elementType: ValueType? = nil, content: ValueContent? = nil,
      stored isStoredText: Bool = false
    ) {
      self.texts = texts
      self.integers = integers
      self.element = element
      self.elementType = elementType
      self.content = content
      self.isStoredText = isStoredText
    }
  }

  /// For money this is the minor units' converter.
  init(_ type: ValueType, isStrict: Bool = false, isEmptyNull: Bool = false) {
    var form = DateForm(remote: .auto, storage: .text)
    if case .date(let stated) = type { form = stated }
    self.init(
      Self.rule(of: type), isStrict: isStrict, isEmptyNull: isEmptyNull, form: form,
      details: Self.details(of: type, isStrict: isStrict))
  }

  /// The converter of stored texts of values of types without a table.
  init(storedText content: ValueContent) {
    self.init(
      .value, isStrict: true, isEmptyNull: false, form: DateForm(remote: .auto, storage: .text),
      details: Details(content: content, stored: true))
  }

  /// The converter of a money attribute's currency.
  static func currency(isStrict: Bool = false, isEmptyNull: Bool = false) -> ValueConverter {
    ValueConverter(
      .moneyCurrency, isStrict: isStrict, isEmptyNull: isEmptyNull,
      form: DateForm(remote: .auto, storage: .text), details: nil)
  }

  private init(
    _ rule: Rule, isStrict: Bool, isEmptyNull: Bool, form: DateForm, details: Details?
  ) {
    self.rule = rule
    self.isStrict = isStrict
    self.isEmptyNull = isEmptyNull
    remote = form.remote
    storage = form.storage
    self.details = details
  }

  /// The column's value; `nil` if the payload's does not fit.
  ///
  /// Null stays null: whether the attribute takes it is the caller's to judge (A2). Text is a slice of the payload
  /// where that is possible, else it lies in `arena`. A container's token must hold its text (`readValue`).
  @inline(__always)
  func convert(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    if token.kind == .null { return .null }
    if token.isInvalid { return nil }
    if isEmptyNull, token.kind == .string, token.slice.isEmpty { return .null }
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
    case .decimal: decimal(token, in: arena)
    case .day: day(token, in: arena)
    case .url: url(token, in: arena)
    case .data: data(token, in: arena)
    case .moneyCurrency: currencyCode(token, in: arena)
    case .textEnum: textEnum(token, in: arena)
    case .integerEnum: integerEnum(token, in: arena)
    case .json: json(token, in: arena)
    case .array: array(token, in: arena)
    case .dictionary: dictionary(token, in: arena)
    case .value: value(token, in: arena)
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
    case .date: .date
    case .day: .day
    case .uuid: .uuid
    case .url: .url
    case .data: .data
    case .json: .json
    case .money: .moneyMinor
    case .textEnum: .textEnum
    case .integerEnum: .integerEnum
    case .array: .array
    case .dictionary: .dictionary
    case .value: .value
    }
  }

  private static func details(of type: ValueType, isStrict: Bool) -> Details? {
    if let content = type.content { return Details(content: content) }
    return switch type {
    case .textEnum(let values?): Details(texts: values.map { Array($0.utf8) })
    case .integerEnum(let values?): Details(integers: values)
    case .array(let element), .dictionary(let element):
      Details(
        element: ValueConverter(element.asElement, isStrict: isStrict), type: element.asElement)
    default: nil
    }
  }
}

extension ValueType {
  /// The type as it is stored inside a list: dates are text there, whatever a column would hold.
  var asElement: ValueType {
    guard case .date(let form) = self else { return self }
    return .date(DateForm(remote: form.remote, storage: .text))
  }
}
