import Foundation
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct MoneyTests {
  @Test func uppercasesCurrency() throws {
    var price = Money(minorUnits: 1, currency: "eur")
    #expect(price == Money(minorUnits: 1, currency: "EUR"))
    #expect(price.hashValue == Money(minorUnits: 1, currency: "EUR").hashValue)
    price.currency = "usd"
    #expect(price.currency == "USD" && price.description == "1 USD")
    #expect(Money(minorUnits: 1, currency: "é").currency == "é")
  }

  @Test func decodesLowercaseCurrency() throws {
    let json = #"{"minorUnits":5,"currency":"eur"}"#
    let price = try JSONDecoder().decode(Money.self, from: Data(json.utf8))
    #expect(price.currency == "EUR")
    let encoded = try JSONEncoder().encode(price)
    #expect(try JSONDecoder().decode(Money.self, from: encoded) == price)
  }

  @Test func readsLowercaseCurrencyFromPayload() throws {
    let coding = EntityCodingTests()
    let task = try coding.decode(with: #""budget_minor":1,"budget_currency":"eur""#)
    #expect(task.budget?.currency == "EUR")
    #expect(try coding.encoded(task)["budget_currency"] == "EUR")
  }

  @Test func rejectsInvalidCurrency() throws {
    var row = RowWriter(Todo.metadata)
    row.set(
      try #require(Todo.metadata.attributes.first { $0.name == "fee" }).column,
      money: Money(minorUnits: 1, currency: "euro"))
    #expect(
      row.problem?.description.contains("the currency 'EURO'") == true, "\(row.problem as Any)")
    var task = try EntityCodingTests().decode(EntityCodingTests.minimal)
    task.fee = Money(minorUnits: 1, currency: "euro")
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(task) }
  }

  private func decimal(_ text: String) throws -> Decimal {
    try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
  }

  @Test(arguments: [
    ("19.99", "EUR", 1999), ("19.9", "eur", 1990), ("-0.01", "EUR", -1), ("0", "EUR", 0),
    ("1999", "JPY", 1999), ("-1999", "JPY", -1999), ("1.999", "KWD", 1999), ("0.0001", "CLF", 1),
    // Not a currency of ISO 4217.
    ("1.5", "ABC", 150),
    ("92233720368547758.07", "EUR", Int64.max), ("-92233720368547758.08", "EUR", Int64.min),
  ])
  func convertsMajorUnits(text: String, currency: String, units: Int64) throws {
    let amount = try decimal(text)
    let money = try #require(Money(amount, currency: currency))
    #expect(money == Money(minorUnits: units, currency: currency))
    #expect(Money(exactly: amount, currency: currency) == money)
    #expect(money.amount == amount)
  }

  @Test(arguments: [
    ("19.994", "EUR", 1999), ("19.995", "EUR", 2000), ("19.985", "EUR", 1998),
    ("-19.995", "EUR", -2000), ("0.5", "JPY", 0), ("1.5", "JPY", 2), ("0.0005", "KWD", 0),
  ])
  func roundsToMinorUnits(text: String, currency: String, units: Int64) throws {
    let amount = try decimal(text)
    #expect(Money(amount, currency: currency) == Money(minorUnits: units, currency: currency))
    #expect(Money(exactly: amount, currency: currency) == nil)
  }

  /// The decimal of a literal is not always exact.
  @Test func acceptsLiterals() {
    for (amount, units) in [(19.99, 1999), (0.07, 7), (1.1, 110), (123456.78, 12_345_678)] {
      #expect(Money(Decimal(amount), currency: "EUR")?.minorUnits == Int64(units))
    }
    #expect(Money(3.133, currency: "KWD")?.minorUnits == 3133)
  }

  @Test func refusesOtherAmountsAndCurrencies() throws {
    #expect(try Money(decimal("92233720368547758.08"), currency: "EUR") == nil)
    #expect(try Money(decimal("-92233720368547758.09"), currency: "EUR") == nil)
    #expect(try Money(exactly: decimal("1e30"), currency: "JPY") == nil)
    #expect(Money(Decimal.nan, currency: "EUR") == nil)
    #expect(Money(1, currency: "EURO") == nil && Money(exactly: 1, currency: "") == nil)
  }

  @Test func setsTheAmount() throws {
    var price = Money(minorUnits: 5, currency: "EUR")
    price.amount = try decimal("-7.005")
    #expect(price.minorUnits == -700)
    price.amount *= 3
    #expect(price.minorUnits == -2100)
    price.amount = try decimal("1e30")
    #expect(price.minorUnits == -2100)
    price.amount = .nan
    #expect(price == Money(minorUnits: -2100, currency: "EUR"))
  }

  @Test(arguments: [
    (1999, "EUR", "en_US", "€19.99"), (-500, "USD", "en_US", "-$5.00"),
    (0, "USD", "en_US", "$0.00"),
    (123_456, "JPY", "en_US", "¥123,456"), (1250, "KWD", "en_US", "KWD 1.250"),
    (123_456, "EUR", "de_DE", "1.234,56 €"), (1500, "HUF", "en_US", "HUF 15.00"),
    // All decimals, although prices in Iraq have none.
    (1999, "IQD", "en_US", "IQD 1.999"),
  ])
  func formats(units: Int64, currency: String, locale: String, expected: String) {
    let money = Money(minorUnits: units, currency: currency)
    let text = money.formatted(locale: Locale(identifier: locale))
    #expect(text.replacing("\u{a0}", with: " ") == expected)
  }
}
