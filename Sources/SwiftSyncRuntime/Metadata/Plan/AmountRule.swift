/// How the two columns of an amount of money follow from a payload, where each does not have a key of its own.
struct AmountRule {
  /// Of the minor units; the currency is in the next one.
  let column: Int
  /// Whether payloads write major units.
  let isMajor: Bool
  /// The currency, where payloads never say it.
  let code: String?
  /// Whether other amounts have the same key for their currency.
  let sharesCurrency: Bool

  static func all(of metadata: EntityMetadata) -> [AmountRule] {
    let amounts = metadata.attributes.filter { $0.isAmount && $0.direction.isImported }
    return amounts.compactMap { amount in
      let sharers = amounts.filter { $0.currency != nil && $0.currency == amount.currency }
      guard amount.isMajor || amount.currencyCode != nil || sharers.count > 1 else { return nil }
      return AmountRule(
        column: amount.column, isMajor: amount.isMajor, code: amount.currencyCode,
        sharesCurrency: sharers.count > 1)
    }
  }
}
