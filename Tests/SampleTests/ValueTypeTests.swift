import Foundation
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Structs without a table: as attributes, in lists and dictionaries, and in queries.
@Suite struct ValueTypeTests {
  private static let offer = Offer(
    title: "Tent \"XL\"\n", price: Money(minorUnits: 1999, currency: "EUR"),
    rebate: Money(minorUnits: -5, currency: "USD"), ratio: Decimal(string: "0.25") ?? 0,
    day: CalendarDay("2026-03-01"), link: URL(string: "https://example.com/a?b=c"),
    code: UUID(), data: Data([0, 255]), more: .array([.null, .string("x")]), tags: ["b", "a"],
    counts: ["z": 1, "a": -2], isOpen: false,
    next: [Offer(title: "", price: Money(minorUnits: 0, currency: "EUR"))],
    byName: ["ü": Coordinates(latitude: 1, longitude: -0.5)], size: .max, weight: 0.1 + 0.2)
  private static let address = Address(
    street: "Main", postalCode: "10115", country: "FR",
    location: Coordinates(latitude: 48.5, longitude: 2), tone: .unknown("new"),
    since: Date(timeIntervalSince1970: 1_700_000_000.25))

  private func store(_ database: Database, _ places: Place...) async throws -> SyncStore {
    let store = try await database.open(AtlasSchema.self)
    for place in places { try await store.insert(place) }
    return store
  }

  @Test func roundTripsStructs() async throws {
    let database = try Database()
    let place = Place(
      id: 1, name: "a", address: Self.address, home: Address(street: "x"),
      pastAddresses: [Self.address, Address()], offers: ["o": Self.offer])
    let store = try await store(database, place)
    #expect(try await store.fetch(Place.self, id: 1) == place)
    let stored = try await store.fetch(Place.all).first
    #expect(stored?.offers["o"]?.weight == 0.1 + 0.2)
  }

  @Test func storesCanonicalJSON() {
    #expect(
      Self.address.stored(in: .text)
        == .text(
          #"{"country":"FR","location":{"latitude":48.5,"longitude":2},"postal_code":"10115","#
            + #""since":"2023-11-14T22:13:20.250000Z","street":"Main","tone":"new"}"#))
    #expect(Address().stored(in: .text) == #"{"country":"DE","tone":"calm"}"#)
    #expect(Coordinates(latitude: .nan, longitude: 0).stored(in: .text) == nil)
  }

  /// Other programs may write the same value in another form.
  @Test func readsNoncanonicalJSON() throws {
    let text = #" { "tone": "loud", "stranger": 1, "country":"\u0046R", "street": null } "#
    let address = StoredValue.text(text).withBound(Address.init(column:))
    #expect(address == Address(country: "FR", tone: .loud))
    #expect(StoredValue.text("[]").withBound(Address.init(column:)) == nil)
    #expect(StoredValue.text(#"{"country":"DE"}"#).withBound(Address.init(column:)) == nil)
    let list = StoredValue.text(#"[{"longitude":2,"latitude":1}]"#)
      .withBound([Coordinates].init(column:))
    #expect(list == [Coordinates(latitude: 1, longitude: 2)])
  }

  @Test func roundTripsInPayloadFormat() throws {
    let json = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(Self.address))
    #expect(json["geo"]?["latitude"] == 48.5)
    #expect(json["valid"]?["since"] == 1_700_000_000.25)
    #expect(json["old"] == .null)
    let again = try JSONDecoder().decode(Address.self, from: Data(json.json.utf8))
    #expect(again == Self.address)
    let offer = try JSONDecoder().decode(Offer.self, from: JSONEncoder().encode(Self.offer))
    #expect(offer == Self.offer)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Coordinates.self, from: Data(#"{"latitude":1}"#.utf8))
    }
  }

  @Test func patchReplacesWholeValue() async throws {
    let database = try Database()
    let store = try await store(database, Place(id: 1, name: "a", address: Self.address))
    try await store.update(
      Place.self, id: 1, PlacePatch(address: .value(Address(country: "IT"))))
    #expect(try await store.fetch(Place.self, id: 1)?.address == Address(country: "IT"))
    try await store.update(Place.self, id: 1, PlacePatch(address: .null))
    #expect(try await store.fetch(Place.self, id: 1)?.address == nil)
  }

  /// A server that merges keeps the keys that a request leaves out, so nulls are written.
  @Test func exportsWholeValues() async throws {
    let database = try Database()
    let store = try await store(database, Place(id: 1, name: "a"))
    let text = String(
      decoding: try await store.export(entity: "Place"), as: UTF8.self)
    let home = try JSONValue(json: text)[0]?["home"]
    #expect(home?["street"] == "Main")
    #expect(home?["geo"] == .null)
    #expect(home?["valid"] == .object(["since": .null]))
  }

  @Test func filtersAndSortsByFields() async throws {
    let database = try Database()
    let north = Address(
      country: "SE", location: Coordinates(latitude: 60, longitude: 18), tone: .loud)
    let store = try await store(
      database, Place(id: 1, name: "a", address: Self.address), Place(id: 2, name: "b"),
      Place(id: 3, name: "c", address: north))
    func ids(_ condition: (QueriedRow<Place>) -> Condition) async throws -> [Int] {
      try await store.fetch(Place.where(condition)).map(\.id)
    }
    #expect(try await ids { $0.address.location.latitude > 50 } == [3])
    #expect(try await ids { !($0.address.location.latitude > 50) } == [1, 2])
    #expect(try await ids { $0.address.country == "FR" } == [1])
    #expect(try await ids { $0.address.country != "FR" } == [2, 3])
    #expect(try await ids { $0.address.country.isIn(["FR", "SE"]) } == [1, 3])
    #expect(try await ids { $0.address.country.hasPrefix("S") } == [3])
    #expect(try await ids { $0.address.tone == .loud } == [3])
    #expect(try await ids { $0.address.street.isNil } == [2, 3])
    #expect(try await ids { $0.home.street == "Main" } == [1, 2, 3])
    #expect(try await ids { $0.address.location == north.location } == [3])
    #expect(try await ids { $0.address == north } == [3])
    let since = Date(timeIntervalSince1970: 1_700_000_000.25)
    #expect(try await ids { $0.address.since <= since } == [1])
    let sorted = try await store.fetch(Place.order(\.address.country.descending))
    #expect(sorted.map(\.id) == [3, 1, 2])
  }

  @Test func queriesUseFieldIndexes() throws {
    let schema = AtlasSchema.metadata
    let connection = try Connection(path: ":memory:", mode: .readWrite)
    try connection.execute(schema.ddl)
    func plan(_ query: Query<Place>) throws -> String {
      var sql = try QuerySQL(query, schema)
      let statement = try connection.statement("EXPLAIN QUERY PLAN \(sql.rows())")
      defer { statement.reset() }
      var steps: [String] = []
      while try statement.step() { steps.append(statement.text(3) ?? "") }
      return steps.joined(separator: "; ")
    }
    let byCountry = try plan(Place.where { $0.address.country == "FR" })
    #expect(byCountry.contains("SEARCH places USING INDEX places_address_country"))
    let sorted = try plan(Place.order(\.address.country))
    #expect(sorted.contains("USING INDEX places_address_country"))
    let conditions: [(QueriedRow<Place>) -> Condition] = [
      { $0.address.country.isIn(["FR", "SE"]) }, { $0.address.country < "FR" },
      { $0.address.country.isIn("FR"..."SE") }, { $0.address.country.hasPrefix("F") },
      { $0.address.country == "FR" && $0.name == "a" },
      { $0.address.country == "FR" || $0.address.country == "SE" },
    ]
    for condition in conditions {
      let found = try plan(Place.where(condition))
      #expect(found.contains("SEARCH places USING INDEX places_address_country"), "\(found)")
    }
    // A partial index serves queries that contain its condition.
    let north = try plan(
      Place.where { !$0.address.isNil && $0.address.location.latitude > 50 })
    #expect(north.contains("SEARCH places USING INDEX places_address_location_latitude_name"))
  }
}
