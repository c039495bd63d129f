@_spi(Generated) import SwiftSyncCoding
public import SwiftSyncValues

/// The runtime's description of an attribute.
@_spi(Generated)
public final class AttributeMetadata: Sendable {
  /// The name in Swift, e.g. `avatarURL`.
  public let name: String
  /// The type of its values, in payloads and in columns.
  public let type: ValueType
  /// The scalar of the schema whose check its values, or their elements, must pass.
  public let scalar: ScalarMetadata?
  /// Whether it may be null.
  public let isOptional: Bool
  /// The position of the attribute's first column in the entity's `columns`. Money has a second
  /// column after it.
  public let column: Int
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
  /// The constant default in its stored form, one value for each column; empty if there is none.
  public let defaultValues: [StoredValue]
  /// The default that is generated for each row, including rows of a `through:` entity that a
  /// membership list creates.
  public let generatedDefault: GeneratedDefault?
  /// Whether the attribute is read from payloads and written into them.
  public let direction: SyncDirection
  /// How payload values are read.
  public let rules: ValueRules
  /// How a payload value that does not fit is handled; `nil` if it rejects the row.
  public let invalidValues: InvalidValues?
  /// Whether every local write sets this date to the current time.
  public let isTouched: Bool

  /// Creates the metadata. Called by generated code and the tool; positions must be those of the
  /// entity's columns.
  public init(
    _ name: String, _ type: ValueType, scalar: ScalarMetadata? = nil,
    optional isOptional: Bool = false, column: Int, remote: [String],
    firstValue takesFirstValue: Bool = false, currency: String? = nil,
    otherCurrencies: [String] = [], currencyCode: String? = nil, major isMajor: Bool = false,
    default defaultValues: [StoredValue] = [],
    generated generatedDefault: GeneratedDefault? = nil, direction: SyncDirection = .both,
    rules: ValueRules = ValueRules(), invalid invalidValues: InvalidValues? = nil,
    touch isTouched: Bool = false
  ) {
    self.name = name
    self.type = type
    self.scalar = scalar
    self.isOptional = isOptional
    self.column = column
    self.remote = remote
    self.takesFirstValue = takesFirstValue
    self.currency = currency
    self.otherCurrencies = otherCurrencies
    self.currencyCode = currencyCode
    self.isMajor = isMajor
    self.defaultValues = defaultValues
    self.generatedDefault = generatedDefault
    self.direction = direction
    self.rules = rules
    self.invalidValues = invalidValues
    self.isTouched = isTouched
  }
}

/// A default that is not a constant.
@_spi(Generated)
public enum GeneratedDefault: Sendable {
  /// A random UUID, `default: new`.
  case newUUID
  /// The current time, `default: now`.
  case now
  /// A temporary id, which is used until the server has confirmed the row, `default: temporary`.
  case temporary

  /// A clause for messages about a value that a payload lacks.
  var note: String {
    let name =
      switch self {
      case .newUUID: "new"
      case .now: "now"
      case .temporary: "temporary"
      }
    return "; 'default: \(name)' applies only to rows created on the device"
  }
}

@_spi(Generated)
extension AttributeMetadata {
  /// Whether the attribute has a second column, for a currency.
  public var isAmount: Bool { type == .money }

  /// For money, the paths from which the currency is read, in order.
  var currencyPaths: [String] { (currency.map { [$0] } ?? []) + otherCurrencies }
}
