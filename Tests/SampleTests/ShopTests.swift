import Foundation
import Shop
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// The responses of a payment provider and of a catalog, applied unchanged.
@Suite struct ShopTests {
  private func apply(
    _ name: String, to entity: String, root: String, in store: SyncStore
  ) async throws -> ApplyReport {
    var options = ApplyOptions()
    options.missingRows = .keep
    options.root = root
    let report = try await store.apply(Sample.payload("shop-" + name), as: entity, options: options)
    #expect(report.rejectedCount == 0, "\(name): \(report)")
    return report
  }

  private func filled(_ store: SyncStore) async throws {
    _ = try await apply("customers", to: "Customer", root: "data", in: store)
    _ = try await apply("charges", to: "Charge", root: "data", in: store)
    _ = try await apply("products", to: "Product", root: "products", in: store)
    _ = try await apply("orders", to: "Order", root: "orders", in: store)
  }

  @Test func appliesAndDeletesCustomers() async throws {
    let database = try Database()
    let store = try await database.open(ShopSchema.self)
    try await store.insert([Customer(id: "cus_A1cVd0")])
    let report = try await apply("customers", to: "Customer", root: "data", in: store)
    #expect(report.inserted == 2 && report.deleted == 1)
    let ada = try #require(try await store.fetch(Customer.self, id: "cus_R4mZq1"))
    let parcel = Shop.Address(
      line1: "Markt 1", line2: "c/o Hagen", city: "Jena", postalCode: "07743", country: "DE")
    #expect(ada.contact == Contact(name: "Ada Winter", address: parcel))
    #expect(ada.address?.line2 == nil && ada.address?.city == "Weimar")
    #expect(ada.metadata == ["plan": "club", "shoe_size": "39"])
    #expect(ada.createdAt == Date(timeIntervalSince1970: 1_764_230_400) && ada.balance == -250)
  }

  @Test func readsChargesWithAmounts() async throws {
    let database = try Database()
    let store = try await database.open(ShopSchema.self)
    let report = try await apply("charges", to: "Charge", root: "data", in: store)
    #expect(report.inserted == 3)
    // The second charge has its customer, the first one only the id.
    #expect(report.related["Customer"] == .of(inserted: 1))
    let charge = try #require(try await store.fetch(Charge.self, id: "ch_3QfA"))
    #expect(charge.amount == Money(minorUnits: 6480, currency: "EUR"))
    #expect(charge.refunded == Money(minorUnits: 1500, currency: "EUR"))
    #expect(charge.outcome?.riskLevel == "normal" && charge.contact.address?.country == "DE")
    let yen = try await store.fetch(Charge.where { $0.customerID == "cus_N2xYp3" })
    #expect(yen.map(\.amount) == [Money(minorUnits: 1200, currency: "JPY")])
    // An empty text is not a URL, and the row is kept.
    #expect(yen.map(\.receiptURL) == [nil])
    #expect(report.invalidValues?.count == 2)
  }

  /// An id, an object, and the id of an object that is not in the schema.
  @Test func readsBalanceEntriesWithSources() async throws {
    let database = try Database()
    let store = try await database.open(ShopSchema.self)
    _ = try await apply("charges", to: "Charge", root: "data", in: store)
    let report = try await apply("balance", to: "BalanceEntry", root: "data", in: store)
    #expect(report.inserted == 3 && report.unresolvedReferences == 0)
    let entries = try await store.fetch(BalanceEntry.order(\.id))
    #expect(
      entries.map(\.source) == [
        .unknown(type: "payout", id: "po_7Kd2"), .charge("ch_3QfA"), .refund("re_1Ab"),
      ])
    #expect(entries[1].fee == Money(minorUnits: 219, currency: "EUR"))
    let again = try await apply("balance", to: "BalanceEntry", root: "data", in: store)
    #expect(again.unchanged == 3)
  }

  /// The details are under the key that the tag names; details of unknown methods are kept.
  @Test func readsPaymentMethods() async throws {
    let database = try Database()
    let store = try await database.open(ShopSchema.self)
    _ = try await apply("charges", to: "Charge", root: "data", in: store)
    let methods = try await store.fetch(Charge.order(\.id)).map(\.method)
    guard case .card(let card) = methods[0], case .sepaDebit(let debit) = methods[2],
      case .unknown(let tag, let json) = methods[1]
    else {
      Issue.record("\(methods)")
      return
    }
    #expect(card.brand == "visa" && card.expYear == 2029)
    #expect(debit.country == "DE" && debit.last4 == "3000")
    #expect(tag == "konbini" && json["konbini"]?["store"]?["chain"] == "lawson")
  }

  /// The list is complete when `has_more` is false.
  @Test func keepsRefundsMissingFromPage() async throws {
    let database = try Database()
    let store = try await database.open(ShopSchema.self)
    _ = try await apply("charges", to: "Charge", root: "data", in: store)
    let earlier = Refund(
      id: "re_0", amount: Money(minorUnits: 500, currency: "EUR"), createdAt: Date(),
      chargeID: "ch_3QfA")
    try await store.insert([earlier])
    _ = try await apply("charges", to: "Charge", root: "data", in: store)
    #expect(try await store.count(Refund.all) == 2)
    let complete = """
      {"id": "ch_3QfA", "refunds": {"has_more": false, "data": [{"id": "re_1Ab"}]}}
      """
    let report = try await store.apply(
      .data(Data(complete.utf8)), as: Charge.self)
    #expect(report.related["Refund"]?.deleted == 1)
    #expect(try await store.fetch(Refund.all).map(\.id) == ["re_1Ab"])
  }

  @Test func readsCatalog() async throws {
    let database = try Database()
    let store = try await database.open(ShopSchema.self)
    _ = try await apply("products", to: "Product", root: "products", in: store)
    let jacket = try #require(try await store.fetch(Product.self, id: 632_910_392))
    #expect(jacket.tags == ["outdoor", "rain", "women"])
    #expect(
      jacket.options == [
        ProductOption(name: "Size", values: ["S", "M"]),
        ProductOption(name: "Color", values: ["Blue"]),
      ])
    #expect(jacket.imageURL?.lastPathComponent == "rain-jacket-front.jpg")
    #expect(jacket.imageURLs.count == 2)
    let card = try #require(try await store.fetch(Product.self, id: 921_728_736))
    #expect(card.tags == [] && card.imageURL == nil && card.imageURLs == [])
    let variants = try await store.fetch(
      Variant.where { $0.productID == 632_910_392 }.order(\.position))
    #expect(variants.map(\.price) == [6480, 6480].map { Money(minorUnits: $0, currency: "EUR") })
    #expect(variants.map(\.formerPrice?.minorUnits) == [7990, nil])
    #expect(variants.map(\.sku) == ["RJ-S-BL", nil])
  }

  @Test func readsOrdersInTheirCurrencies() async throws {
    let database = try Database()
    let store = try await database.open(ShopSchema.self)
    try await filled(store)
    let orders = try await store.fetch(Order.order(\.id))
    #expect(
      orders.map(\.total) == [
        Money(minorUnits: 6480, currency: "EUR"), Money(minorUnits: 1200, currency: "JPY"),
      ])
    #expect(orders.map(\.status) == [.partiallyRefunded, .pending])
    #expect(orders[0].discounts.map(\.code) == ["WELCOME"] && orders[0].chargeID == "ch_3QfA")
    let inJena = try await store.fetch(Order.where { $0.shipTo.city == "Jena" })
    #expect(inJena.map(\.name) == ["#1001"])
  }

  /// Applying an export does not change anything.
  @Test func exportsRoundTrip() async throws {
    let database = try Database()
    let store = try await database.open(ShopSchema.self)
    try await filled(store)
    let json = try await store.export(Variant.self)
    #expect(String(decoding: json, as: UTF8.self).contains(#""price":"64.80""#))
    for (entity, json) in [
      ("Variant", json), ("Order", try await store.export(Order.self)),
      ("Charge", try await store.export(Charge.self)),
      ("Customer", try await store.export(Customer.self)),
      ("Product", try await store.export(Product.self)),
    ] {
      let report = try await store.apply(.data(json), as: entity)
      #expect(report.inserted + report.updated + report.deleted == 0, "\(entity): \(report)")
      #expect(report.rejectedCount == 0 && report.unchanged > 0, "\(entity): \(report)")
    }
  }

  @Test func fetchesChargesFromEndpoint() async throws {
    let database = try Database()
    let store = try await database.open(ShopSchema.self)
    let transport = RecordingTransport()
    let api = ShopAPI(baseURL: .server("https://shop.example"), transport: transport)
    transport.respond(
      to: .get, "/api/charges", json: try Sample.text("Schemas/payloads/shop-charges.json"))
    #expect(try await api.charges(into: store).inserted == 3)
    let page = try await api.charges()
    #expect(page.hasMore && page.data.map(\.id) == ["ch_3QfA", "ch_3QfB", "ch_3QfC"])
  }

  @Test func rejectsValuesThatFailChecks() async throws {
    let database = try Database()
    let store = try await database.open(ShopSchema.self)
    try await filled(store)
    let json = #"[{"id": 466157049, "quantity": 0}, {"id": 466157050, "quantity": 4}]"#
    let report = try await store.apply(.data(Data(json.utf8)), as: OrderItem.self)
    #expect(report.rejected.map(\.path) == ["[0].quantity"] && report.updated == 1)
    await #expect(throws: SyncError.self) {
      try await store.insert([Customer(id: "x", address: Shop.Address(country: "de"))])
    }
  }
}
