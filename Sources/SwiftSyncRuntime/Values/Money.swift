/// An amount of money, exact: minor units such as cents, and the ISO 4217 code of their currency.
public struct Money: Hashable, Sendable, Codable {
  /// E.g. cents; the currency tells how many make one of its units.
  public var minorUnits: Int64
  /// Three capital letters, e.g. `EUR`.
  public var currency: String

  /// An amount in minor units; the currency is not checked before it is stored.
  public init(minorUnits: Int64, currency: String) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// Whether the bytes are three capital letters of ASCII.
  static func isCurrency(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.count == 3 && bytes.allSatisfy(\.isUppercaseLetter)
  }
}

extension Money: CustomStringConvertible {
  /// Minor units and currency, e.g. `1999 EUR`: how many decimals a currency has is not known here.
  public var description: String { "\(minorUnits) \(currency)" }
}
