/// SQL over the old row with which a migration fills the columns of an attribute.
package enum Backfill: Hashable, Sendable {
  case expression(String)
  /// The expressions for the two columns of money.
  case money(minor: String, currency: String)

  /// The SQL of an attribute with one column; `nil` for money.
  package var expression: String? {
    if case .expression(let sql) = self { sql } else { nil }
  }

  /// The SQL of a column.
  package func expression(for source: Column.Source) -> String? {
    switch (self, source) {
    case (.money(let minor, _), .moneyMinor): minor
    case (.money(_, let currency), .moneyCurrency): currency
    case (.expression(let sql), .attribute), (.expression(let sql), .reference): sql
    default: nil
    }
  }

  /// The expressions; for money, each with its key in the schema.
  package var expressions: [(key: String?, sql: String)] {
    switch self {
    case .expression(let sql): [(nil, sql)]
    case .money(let minor, let currency):
      [
        (MoneyBackfillKey.minor.rawValue, minor), (MoneyBackfillKey.currency.rawValue, currency),
      ]
    }
  }

  /// Whether the number of expressions matches the number of a type's columns.
  package func fits(_ type: AttributeType) -> Bool {
    switch self {
    case .expression: type != .money
    case .money: type == .money
    }
  }
}

extension Backfill: CustomStringConvertible {
  /// The spelling in a schema.
  package var description: String {
    switch self {
    case .expression(let sql): sql
    case .money(let minor, let currency): "{ minor: \(minor), currency: \(currency) }"
    }
  }
}
