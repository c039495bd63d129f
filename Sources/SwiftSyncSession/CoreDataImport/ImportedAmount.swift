@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Where a Core Data file contains the amounts of a `money` member, and in which form.
struct ImportedAmount {
  /// Whether the column has minor units, such as cents.
  let isMinor: Bool
  /// The column of the currency, if there is one.
  let currencyColumn: String?
  /// The currency of amounts without their own.
  let currency: String?
  /// The only currency that the schema allows; `nil` if it allows any.
  let onlyCurrency: String?

  /// The SQL for the currency, in a query whose table has the alias `row`.
  var currencySQL: String {
    let values = [currencyColumn.map { "row.\(quoted($0))" }, currency.map(quotedText)]
      .compactMap(\.self)
    return values.count > 1
      ? "coalesce(\(values.joined(separator: ", ")))" : values.first ?? "NULL"
  }

  /// The minor units and the currency in a payload; `nil` if the values are not an exact amount.
  func json(_ amount: StoredValue, _ currency: StoredValue) -> [JSONValue]? {
    if amount == .null { return [.null, .null] }
    guard case .text(let text) = currency, Money.isCurrency(Array(text.utf8)) else { return nil }
    let code = Money.canonical(text)
    guard onlyCurrency.map({ $0 == code }) ?? true,
      let digits = isMinor ? 0 : CurrencyExponent.of(code),
      let units = Self.units(amount, digits)
    else { return nil }
    return [.number(JSONValue.Number(units)), .string(code)]
  }

  private static func units(_ amount: StoredValue, _ digits: Int) -> Int64? {
    var text: String
    switch amount {
    case .integer(let value): text = String(value)
    case .real(let value): text = JSONValue.Number(value)?.text ?? ""
    case .text(let value): text = value
    case .null, .blob: return nil
    }
    return text.withUTF8 { NumberText(JSONSlice($0))?.scaled(by: digits, isRounded: false) }
  }
}

extension ImportMapping {
  /// The keys in `names` for the columns of an amount. `price.minor` is by default the attribute
  /// `priceMinor`.
  static func parts(of attribute: AttributeMetadata) -> [String] {
    guard attribute.isAmount else { return [] }
    return ["minor", "major", "currency"].map { "\(attribute.name).\($0)" }
  }

  mutating func add(
    amount attribute: AttributeMetadata, to table: inout ImportedTable
  ) throws(SyncError) {
    let (entity, source) = (table.entity, table.source)
    guard let (column, isMinor) = try units(of: attribute, table) else {
      return try noteAbsent(attribute.name, isRequired: attribute.needsValue, table)
    }
    let part = "\(attribute.name).currency"
    let currencyColumn = try self.column(part, entity, source)
    let stated = store.currencies["\(entity.name).\(attribute.name)"]
    let currency = stated.map(Money.canonical) ?? attribute.currencyCode
    guard currencyColumn != nil || currency != nil else {
      used[table.table]?.remove(column)
      return try noteAbsent(
        part, isRequired: attribute.needsValue, table,
        ", or the currency of all amounts: currencies: [\"\(entity.name).\(attribute.name)\": \"…\"]"
      )
    }
    table.members.append(
      ImportedTable.Member(
        name: attribute.name, column: column, keys: [attribute.name, attribute.currencyKey],
        content: .amount(
          ImportedAmount(
            isMinor: isMinor, currencyColumn: currencyColumn, currency: currency,
            onlyCurrency: attribute.currencyCode))))
  }

  /// The column with the amounts, and whether they are in minor units.
  private mutating func units(
    of attribute: AttributeMetadata, _ table: ImportedTable
  ) throws(SyncError) -> (column: String, isMinor: Bool)? {
    let name = attribute.name
    for part in ["minor", "major"] {
      if let column = try column("\(name).\(part)", table.entity, table.source) {
        return (column, part == "minor")
      }
    }
    guard let column = try column(name, table.entity, table.source) else { return nil }
    // Core Data declares columns of decimals and doubles as such. Integers can be minor or major
    // units.
    guard try !file.declaresInteger(column, in: table.table) else {
      let key = "\(table.entity.name).\(name)"
      let attribute = column.dropFirst().lowercased()
      throw file.failure(
        "column '\(column)' of table '\(table.table)' has integers, so '\(key)' may be in minor or "
          + "in major units; specify which: names: [\"\(key).minor\": \"\(attribute)\"] or "
          + "names: [\"\(key).major\": \"\(attribute)\"]")
    }
    return (column, false)
  }

  func checkCurrencies() throws(SyncError) {
    for (key, currency) in store.currencies.sorted(by: { $0.key < $1.key }) {
      let amount = schema.entities.lazy.compactMap { entity in
        entity.attributes.first { $0.isAmount && "\(entity.name).\($0.name)" == key }
      }.first
      guard let amount else {
        throw .invalidOption("the schema has no '\(key)' of the type money")
      }
      guard Money.isCurrency(Array(currency.utf8)) else {
        throw .invalidOption(
          "'currencies' has '\(currency)' for '\(key)', which is not a currency")
      }
      if let only = amount.currencyCode, only != Money.canonical(currency) {
        throw .invalidOption(
          "'currencies' has '\(currency)' for '\(key)', whose currency in the schema is '\(only)'"
        )
      }
    }
  }
}
