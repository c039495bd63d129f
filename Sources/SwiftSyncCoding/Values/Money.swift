import SwiftSyncValues

/// An exact amount of money: minor units such as cents, and an ISO 4217 currency code.
public struct Money: Hashable, Sendable {
  /// The amount in minor units of the currency, e.g. cents.
  public var minorUnits: Int64
  /// The ISO 4217 code, e.g. `EUR`. It is stored in capital letters, so that equal amounts are
  /// equal wherever they come from.
  public var currency: String {
    didSet { currency = Self.canonical(currency) }
  }

  /// Creates an amount. Storing it fails unless the currency has three letters.
  public init(minorUnits: Int64, currency: String) {
    self.minorUnits = minorUnits
    self.currency = Self.canonical(currency)
  }

  /// The currency with its ASCII letters in upper case.
  package static func canonical(_ currency: String) -> String {
    guard currency.utf8.contains(where: { $0.isLetter && !$0.isUppercaseLetter }) else {
      return currency
    }
    let bytes = currency.utf8.map { $0.isLetter ? $0 & 0xDF : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the bytes are three ASCII letters, in either case.
  package static func isCurrency(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.count == 3 && bytes.allSatisfy(\.isLetter)
  }
}

extension Money: Codable {
  private enum CodingKeys: String, CodingKey {
    case minorUnits
    case currency
  }

  /// Decodes both members.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      minorUnits: try container.decode(Int64.self, forKey: .minorUnits),
      currency: try container.decode(String.self, forKey: .currency))
  }
}

extension Money: CustomStringConvertible {
  /// The minor units and the currency, e.g. `1999 EUR`.
  public var description: String { "\(minorUnits) \(currency)" }
}
