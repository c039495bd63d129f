public import Foundation
public import SwiftSyncCoding

// In this module, because other modules of the runtime use the part of Foundation that has no
// formats on Linux.
extension Money {
  /// The amount as people write it in a locale, e.g. `€19.99`, with all decimals of the currency.
  public func formatted(locale: Locale = .autoupdatingCurrent) -> String {
    amount.formatted(
      .currency(code: currency).precision(.fractionLength(decimals)).locale(locale))
  }
}
