package import SyncGenDiagnostics

/// A value of an entity, with all conventions applied.
///
/// A class, because it has many parts, which would all be copied whenever one of them is read.
@dynamicMemberLookup
package final class Attribute: NamedElement, Sendable {
  package let name: SwiftIdentifier
  package let type: AttributeType
  /// The scalar of the schema that the type names, or that of its elements.
  package let scalar: NamedScalar?
  package let isOptional: Bool
  package let remote: RemoteMapping
  /// The positions in the entity's `columns`: one, or minor units and currency for money.
  package let columns: [Int]
  package let defaultValue: DefaultValue?
  /// Whether it is a part of the identity.
  package let isIdentity: Bool
  package let settings: FieldSettings
  /// The SQL with which a migration fills new required columns.
  package let backfill: Backfill?
  package let span: SourceSpan

  init(
    name: SwiftIdentifier, type: AttributeType, scalar: NamedScalar? = nil, isOptional: Bool,
    remote: RemoteMapping, columns: [Int], defaultValue: DefaultValue? = nil,
    isIdentity: Bool, settings: FieldSettings, backfill: Backfill? = nil, span: SourceSpan
  ) {
    self.name = name
    self.type = type
    self.scalar = scalar
    self.isOptional = isOptional
    self.remote = remote
    self.columns = columns
    self.defaultValue = defaultValue
    self.isIdentity = isIdentity
    self.settings = settings
    self.backfill = backfill
    self.span = span
  }

  package var notes: Notes { settings.notes }

  package subscript<Value>(dynamicMember path: KeyPath<FieldSettings, Value>) -> Value {
    settings[keyPath: path]
  }
}

extension Attribute {
  /// How its column holds its values; `nil` for types that have one form.
  package var form: ValueStorage? {
    switch type {
    case .scalar(.date): settings.storage
    case .scalar(.uuid): settings.storage == .blob ? .blob : .text
    default: nil
    }
  }
}

/// The keys under which an attribute is found in a payload.
package enum RemoteMapping: Hashable, Sendable {
  /// Paths that are tried in order; at least one.
  case paths([RemotePath])
  /// Paths of which the first with a value is used; at least one.
  case firstValue([RemotePath])
  case money(MoneyMapping)

  /// All paths from which the value is read.
  var readPaths: [RemotePath] {
    guard case .money(let money) = self else { return paths }
    return paths + money.otherAmounts + money.otherCurrencies
  }

  /// The paths; for money, those that are written, starting with the amount.
  package var paths: [RemotePath] {
    switch self {
    case .paths(let paths), .firstValue(let paths): paths
    case .money(let money): money.paths
    }
  }

  /// For money, the path of the currency.
  var currency: RemotePath? {
    if case .money(let money) = self { money.currency } else { nil }
  }
}

/// How payloads write an amount of money.
///
/// Two mappings are equal if the schema states them equally: `otherAmounts` and `otherCurrencies`
/// follow from the name and the style of keys, so frozen versions and fingerprints do not contain
/// them.
package struct MoneyMapping: Hashable, Sendable {
  package let amount: RemotePath
  /// Whether the amount is in major units, such as euros, instead of minor ones.
  package let isMajor: Bool
  /// The path of the currency; `nil` if payloads never contain it.
  package let currency: RemotePath?
  /// The currency of all amounts, if payloads never contain it.
  package let code: String?
  /// Other paths from which the amount is read, if both styles of keys are read
  /// (`remote-keys: either`).
  package var otherAmounts: [RemotePath] = []
  /// Other paths from which the currency is read.
  package var otherCurrencies: [RemotePath] = []

  /// The paths that are written, starting with the amount.
  package var paths: [RemotePath] { [amount] + (currency.map { [$0] } ?? []) }

  package static func == (left: MoneyMapping, right: MoneyMapping) -> Bool {
    left.paths == right.paths && left.isMajor == right.isMajor && left.code == right.code
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(paths)
    hasher.combine(isMajor)
    hasher.combine(code)
  }
}

/// How columns hold the values of types that have several forms: dates, and UUIDs.
package enum ValueStorage: String, CaseIterable, Hashable, Sendable {
  case text
  /// Of dates: microseconds since 1970.
  case integer
  /// Of dates: whole seconds since 1970.
  case seconds
  /// Of dates: seconds since 2001, with their fractions.
  case referenceDate = "reference-date"
  /// Of UUIDs: their 16 bytes.
  case blob

  /// The forms that dates can have.
  package static let ofDates: [ValueStorage] = [.text, .integer, .seconds, .referenceDate]

  /// The form of dates inside the JSON of columns, where a column would have this one.
  package var inJSON: ValueStorage { self == .integer ? .integer : .text }
}
