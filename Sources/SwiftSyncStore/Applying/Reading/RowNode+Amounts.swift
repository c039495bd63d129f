import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

extension RowNode {
  /// Determines the columns of amounts that the payload's keys do not state completely.
  ///
  /// - Parameter stored: The stored row; `nil` for a new one.
  /// - Returns: Amounts that are not exact in their currency.
  func resolveAmounts(beside stored: StoredTable.Row?, in arena: ByteArena) -> [ValueProblem] {
    for units in plan.amounts where values[units].kind == .null {
      // Nothing has no currency, whatever the payload or the stored row states.
      if plan.fields[units].isOptional { values[units + 1] = .null }
    }
    var problems: [ValueProblem] = []
    for rule in plan.amountRules {
      resolveCurrency(of: rule, beside: stored, in: arena)
      if rule.isMajor, let problem = resolveUnits(of: rule, beside: stored) {
        problems.append(problem)
      }
    }
    return problems
  }

  /// Sets a currency that other amounts share, or that is never sent, if there is an amount.
  private func resolveCurrency(
    of rule: AmountRule, beside stored: StoredTable.Row?, in arena: ByteArena
  ) {
    guard rule.sharesCurrency || rule.code != nil else { return }
    let (units, currency) = (rule.column, rule.column + 1)
    switch values[units].kind {
    case .null: values[currency] = .null
    case .missing:
      if rule.code != nil || stored.map({ $0.holds(.null, in: units) }) ?? true {
        values[currency] = .missing
      }
    default:
      if let code = rule.code { values[currency] = .text(arena.copy(code)) }
    }
  }

  /// Converts major units to minor ones.
  private func resolveUnits(
    of rule: AmountRule, beside stored: StoredTable.Row?
  ) -> ValueProblem? {
    let units = values[rule.column]
    // Already resolved, or not stated.
    guard units.kind == .text, let currency = currency(of: rule, beside: stored) else { return nil }
    let number = NumberText(units.slice)
    if let digits = CurrencyExponent.of(currency),
      let minor = number?.scaled(by: digits, isRounded: false)
    {
      values[rule.column] = .integer(minor)
      return nil
    }
    let (expected, found) = ValueExpectation.unfitAmount(units.slice.string, of: currency)
    return ValueProblem(
      order: plan.order(ofColumn: rule.column), column: rule.column, path: path(of: rule.column),
      expected: expected, found: found)
  }

  /// The currency that the payload states, otherwise that of the stored row, otherwise the default.
  private func currency(of rule: AmountRule, beside stored: StoredTable.Row?) -> String? {
    let column = rule.column + 1
    if values[column].kind == .text { return values[column].slice.string }
    guard values[column].kind == .missing else { return nil }
    if let stored, stored.value(column).kind == .text { return stored.value(column).slice.string }
    let fallback = plan.defaults[column]
    return fallback.kind == .text ? fallback.slice.string : nil
  }
}
