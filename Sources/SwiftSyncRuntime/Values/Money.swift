/// An amount of money, exact: minor units such as cents, and the ISO 4217 code of their currency.
public struct Money: Hashable, Sendable {
  /// E.g. cents; the currency tells how many make one of its units.
  public var minorUnits: Int64
  /// Three capital letters, e.g. `EUR`. Small letters become capital ones, so that equal amounts are equal
  /// wherever they come from.
  public var currency: String {
    didSet { currency = Self.canonical(currency) }
  }

  /// An amount in minor units. Whether the currency is three letters is checked when it is stored.
  public init(minorUnits: Int64, currency: String) {
    self.minorUnits = minorUnits
    self.currency = Self.canonical(currency)
  }

  /// The currency with the letters of ASCII as capitals.
  static func canonical(_ currency: String) -> String {
    guard currency.utf8.contains(where: { $0.isLetter && !$0.isUppercaseLetter }) else {
      return currency
    }
    let bytes = currency.utf8.map { $0.isLetter ? $0 & 0xDF : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the bytes are three letters of ASCII, of either case.
  static func isCurrency(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.count == 3 && bytes.allSatisfy(\.isLetter)
  }
}

extension Money: Codable {
  private enum CodingKeys: String, CodingKey {
    case minorUnits
    case currency
  }

  /// Reads both members.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      minorUnits: try container.decode(Int64.self, forKey: .minorUnits),
      currency: try container.decode(String.self, forKey: .currency))
  }
}

extension Money: CustomStringConvertible {
  /// Minor units and currency, e.g. `1999 EUR`: how many decimals a currency has is not known here.
  public var description: String { "\(minorUnits) \(currency)" }
}
