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
}
