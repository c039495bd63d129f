@_spi(Generated) import SwiftSyncCoding
import SwiftSyncValues

/// How the two columns of an amount of money are determined from a payload, if they do not each
/// have their own key.
struct AmountRule {
  /// The column of the minor units; the currency is in the next one.
  let column: Int
  /// Whether payloads write major units.
  let isMajor: Bool
  /// The currency, if payloads never contain it.
  let code: String?
  /// Whether other amounts use the same key for their currency.
  let sharesCurrency: Bool

  static func all(of metadata: EntityMetadata) -> [AmountRule] {
    let amounts = metadata.attributes.filter { $0.isAmount && $0.direction.isPulled }
    return amounts.compactMap { amount in
      let sharers = amounts.filter { $0.currency != nil && $0.currency == amount.currency }
      guard amount.isMajor || amount.currencyCode != nil || sharers.count > 1 else { return nil }
      return AmountRule(
        column: amount.column, isMajor: amount.isMajor, code: amount.currencyCode,
        sharesCurrency: sharers.count > 1)
    }
  }
}
