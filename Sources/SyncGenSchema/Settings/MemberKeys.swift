package enum FirstValueKey: String, LanguageKey {
  case firstValue = "first-value"

  package var entry: KeyEntry {
    switch self {
    case .firstValue:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.scalar, atLeast: 1),
        "Paths; the first one with a value is used.", isRequired: true)
    }
  }
}

package enum MoneyRemoteKey: String, LanguageKey {
  case minor, major, currency
  case currencyCode = "currency-code"

  package var entry: KeyEntry {
    switch self {
    case .minor: KeyEntry(LanguageSchema.string, "The path of the minor units.")
    case .major: KeyEntry(LanguageSchema.string, "The path of an amount in major units.")
    case .currency: KeyEntry(LanguageSchema.string, "The path of the currency.")
    case .currencyCode:
      KeyEntry(LanguageSchema.string, "The currency of amounts whose currency is never sent.")
    }
  }
}

package enum MoneyBackfillKey: String, LanguageKey {
  case minor, currency

  package var entry: KeyEntry {
    switch self {
    case .minor:
      KeyEntry(LanguageSchema.scalar, "An SQL expression for the minor units.", isRequired: true)
    case .currency:
      KeyEntry(
        LanguageSchema.scalar,
        "An SQL expression for the currency, e.g. 'EUR' in quotes.", isRequired: true)
    }
  }
}
