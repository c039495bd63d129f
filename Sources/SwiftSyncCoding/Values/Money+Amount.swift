public import SwiftSyncFoundation
import SwiftSyncValues

extension Money {
  /// Creates an amount from major units, such as 19.99 euros, rounded to the decimals of the
  /// currency.
  ///
  /// ```swift
  /// let price = Money(19.99, currency: "EUR")  // 1999 cents
  /// ```
  ///
  /// An amount that is exactly between two is rounded to the even one, as in Foundation's formats.
  /// Use `init(exactly:currency:)` to refuse amounts that are not exact.
  ///
  /// Returns `nil` if the currency is not three letters, or if `minorUnits` cannot represent the
  /// amount.
  public init?(_ amount: Decimal, currency: String) {
    self.init(amount, currency, isRounded: true)
  }

  /// Creates an amount from major units, such as 19.99 euros.
  ///
  /// Returns `nil` if the amount has more decimals than the currency, if the currency is not three
  /// letters, or if `minorUnits` cannot represent the amount.
  public init?(exactly amount: Decimal, currency: String) {
    self.init(amount, currency, isRounded: false)
  }

  /// The amount in major units of the currency, e.g. 19.99 for 1999 cents.
  ///
  /// The number of decimals is that of ISO 4217: 2 for euros, 0 for yen, 3 for dinars. For other
  /// codes, it is 2, as in Foundation's formats.
  ///
  /// A form can bind to the amount. A new value is rounded as in `init(_:currency:)`; a value that
  /// `minorUnits` cannot represent leaves the amount unchanged.
  public var amount: Decimal {
    get {
      guard minorUnits != 0 else { return 0 }
      return Decimal(
        sign: minorUnits < 0 ? .minus : .plus, exponent: -decimals,
        significand: Decimal(minorUnits.magnitude))
    }
    set { minorUnits = newValue.minorUnits(decimals, isRounded: true) ?? minorUnits }
  }

  /// The number of decimals of the currency.
  package var decimals: Int { CurrencyExponent.of(currency) ?? 2 }

  private init?(_ amount: Decimal, _ currency: String, isRounded: Bool) {
    guard Self.isCurrency(currency.utf8) else { return nil }
    self.init(minorUnits: 0, currency: currency)
    guard let units = amount.minorUnits(decimals, isRounded: isRounded) else { return nil }
    minorUnits = units
  }
}

extension Decimal {
  /// The number of minor units, of which `10 ^ decimals` make one; `nil` if it has a fraction that
  /// may not be rounded, or does not fit into 64 bits.
  fileprivate func minorUnits(_ decimals: Int, isRounded: Bool) -> Int64? {
    var text = description
    return text.withUTF8 {
      NumberText(JSONSlice($0))?.scaled(by: decimals, isRounded: isRounded)
    }
  }
}
