@_spi(Generated) import SwiftSyncREST

/// What the runtime knows of one attribute.
@_spi(Generated)
public struct AttributeMetadata: Hashable, Sendable {
  /// The name in Swift, e.g. `avatarURL`.
  public let name: String
  /// What its values are, in payloads and in columns.
  public let type: ValueType
  /// The check of a scalar of the schema that its values, or their elements, have to pass.
  public let scalar: ScalarMetadata?
  /// Whether it may be null.
  public let isOptional: Bool
  /// Position of the attribute's first column in the entity's `columns`. Money has a second one after it.
  public let column: Int
  /// Dotted paths in a payload's object, tried in order. Money has two lists of one: see `currency`.
  public let remote: [String]
  /// Whether the first path with a value that is not null counts, not the first that is present.
  public let takesFirstValue: Bool
  /// For money, the path of the currency; `remote` then names the amount.
  public let currency: String?
  /// For money whose currency payloads never say, the currency.
  public let currencyCode: String?
  /// For money, whether payloads write the amount in major units.
  public let isMajor: Bool
  /// The constant default in its stored form, one value per column; empty where there is none.
  public let defaultValues: [StoredValue]
  /// The default that is generated for each row, which a `through:` entity's rows get from a membership list.
  public let generatedDefault: GeneratedDefault?
  /// Whether payloads are read for it and whether it is written into them.
  public let direction: SyncDirection
  /// Whether an empty string in a payload counts as null.
  public let isEmptyNull: Bool
  /// What happens to a payload's value that does not fit; `nil` where it rejects the row.
  public let invalidValues: InvalidValues?
  /// Whether every local write sets this date to the current time.
  public let isTouched: Bool

  /// Generated code and the tool make it; positions must be those of the entity's columns.
  public init(
    _ name: String, _ type: ValueType, scalar: ScalarMetadata? = nil,
    optional isOptional: Bool = false, column: Int, remote: [String],
    firstValue takesFirstValue: Bool = false, currency: String? = nil,
    currencyCode: String? = nil, major isMajor: Bool = false,
    default defaultValues: [StoredValue] = [],
    generated generatedDefault: GeneratedDefault? = nil, direction: SyncDirection = .both,
    emptyIsNull isEmptyNull: Bool = false, invalid invalidValues: InvalidValues? = nil,
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
    self.currencyCode = currencyCode
    self.isMajor = isMajor
    self.defaultValues = defaultValues
    self.generatedDefault = generatedDefault
    self.direction = direction
    self.isEmptyNull = isEmptyNull
    self.invalidValues = invalidValues
    self.isTouched = isTouched
  }
}

/// What happens to a payload's value that does not fit its attribute, where it does not reject the row.
@_spi(Generated)
public enum InvalidValues: String, Hashable, Sendable {
  /// It counts as null.
  case null
  /// It counts as missing: the stored value stays.
  case keep
}

/// A default that is not a constant.
@_spi(Generated)
public enum GeneratedDefault: Hashable, Sendable {
  /// A random UUID, `default: new`.
  case newUUID
  /// The current time, `default: now`.
  case now
  /// An id that stands for the server's until the server has answered, `default: temporary`.
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

/// The ways in which a value travels between payloads and the store.
@_spi(Generated)
public enum SyncDirection: String, Hashable, Sendable {
  /// It is read from payloads and written into them.
  case both
  /// It is only read.
  case `import`
  /// It is only written.
  case export
  /// Payloads do not have it.
  case local

  /// Whether payloads are read for it.
  public var isImported: Bool { self == .both || self == .import }
  /// Whether it is written into payloads.
  public var isExported: Bool { self == .both || self == .export }
}

@_spi(Generated)
extension AttributeMetadata {
  /// Whether it has a second column, for a currency.
  public var isAmount: Bool { type == .money }
}
