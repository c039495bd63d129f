public import SwiftSyncValues

/// What the runtime knows about the values of an attribute, or of a field of a type.
@_spi(Generated)
public struct FieldMetadata: Sendable {
  /// The type of the values, in payloads and in columns.
  public let type: ValueType
  /// The scalar of the schema whose check the values, or their elements, must pass.
  public let scalar: ScalarMetadata?
  /// Whether the value may be null.
  public let isOptional: Bool
  /// Dotted paths in a payload's object, tried in order. Those of money are the amount's; see
  /// `currency`.
  public let remote: [String]
  /// Whether the first path with a value other than null is used, instead of the first path that
  /// exists.
  public let takesFirstValue: Bool
  /// For money, the path of the currency; `remote` then contains the paths of the amount.
  public let currency: String?
  /// For money, other paths from which the currency is read.
  public let otherCurrencies: [String]
  /// For money whose currency payloads never contain, the currency.
  public let currencyCode: String?
  /// For money, whether payloads write the amount in major units.
  public let isMajor: Bool
  /// How payload values are read.
  public let rules: ValueRules
  /// How a payload value that does not fit is handled; `nil` if it rejects the row, or makes the
  /// whole value invalid.
  public let invalidValues: InvalidValues?

  /// Creates the metadata.
  public init(
    _ type: ValueType, scalar: ScalarMetadata? = nil, optional isOptional: Bool = false,
    remote: [String], firstValue takesFirstValue: Bool = false, currency: String? = nil,
    otherCurrencies: [String] = [], currencyCode: String? = nil, major isMajor: Bool = false,
    rules: ValueRules = ValueRules(), invalid invalidValues: InvalidValues? = nil
  ) {
    self.type = type
    self.scalar = scalar
    self.isOptional = isOptional
    self.remote = remote
    self.takesFirstValue = takesFirstValue
    self.currency = currency
    self.otherCurrencies = otherCurrencies
    self.currencyCode = currencyCode
    self.isMajor = isMajor
    self.rules = rules
    self.invalidValues = invalidValues
  }
}

extension FieldMetadata {
  /// For money, the paths from which the currency is read, in order.
  package var currencyPaths: [String] { (currency.map { [$0] } ?? []) + otherCurrencies }

  /// The expected kind of value, with its article, for messages.
  package var expectation: String {
    scalar?.words(for: type) ?? ValueExpectation.words(for: type)
  }

  /// The converter of a payload's values; for money, of the amounts.
  package func converter(strict isStrict: Bool) -> ValueConverter {
    let rules = rules.with(strict: isStrict)
    return isMajor ? .majorUnits(rules) : ValueConverter(type, rules, scalar: scalar)
  }

  /// The converter of the currencies of money.
  package func currencyConverter(strict isStrict: Bool) -> ValueConverter {
    .currency(rules.with(strict: isStrict))
  }
}
