import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// Scalars with Swift types of the app.
@Suite struct AppScalarTests {
  private static let ids = (1...3).compactMap {
    UUID(uuidString: "00000000-0000-4000-8000-00000000000\($0)").map(SwatchID.init)
  }
  private let first = ids[0]
  private let second = ids[1]

  private func color(_ text: String) throws -> TestHelpers.HexColor {
    try TestHelpers.HexColor(stored: text)
  }

  private func swatch() throws -> Swatch {
    Swatch(
      id: first, color: try color("#ff8800"), back: try color("#000000"),
      opacity: try Opacity(stored: 40), palette: [try color("#111111")],
      named: ["sky": try color("#0000ff")],
      stops: [ColorStop(color: try color("#222222"), others: [try color("#333333")])],
      stop: ColorStop(color: try color("#444444"), at: try Opacity(stored: 10)),
      mixedAt: Moment(stored: Date(timeIntervalSince1970: 1_700_000_000)), slug: "red")
  }

  @Test func scalarsRoundTrip() async throws {
    let store = try await Database().open(PaintSchema.self)
    var swatch = try swatch()
    try await store.insert(swatch)
    #expect(try await store.fetch(Swatch.self, id: first) == swatch)
    try await store.insert(Swatch(id: second, color: try color("#ffffff"), baseID: first))
    #expect(try await store.fetch(Swatch.self, id: second)?.palette == [try color("#ffffff")])
    #expect(try await store.fetch(Swatch.self, id: second)?.opacity == (try Opacity(stored: 100)))
    let patch = Swatch.Patch(color: .value(try color("#abcdef")), back: .null)
    _ = try await store.update(Swatch.self, id: first, patch)
    swatch.color = try color("#abcdef")
    swatch.back = nil
    #expect(try await store.fetch(Swatch.self, id: first) == swatch)
  }

  @Test func queriesAcceptScalars() async throws {
    let store = try await Database().open(PaintSchema.self)
    let color = try color("#ff8800")
    try await store.insert(try swatch())
    try await store.insert(Swatch(id: second, color: try self.color("#00ff00"), baseID: first))
    let limit = try Opacity(stored: 50)
    #expect(try await store.fetch(Swatch.where { $0.color == color }).map(\.id) == [first])
    #expect(try await store.fetch(Swatch.where { $0.opacity > limit }).map(\.id) == [second])
    let first = first
    #expect(try await store.fetch(Swatch.where { $0.baseID == first }).map(\.id) == [second])
    #expect(
      try await store.fetch(Swatch.where { $0.base.color == color }).map(\.id) == [second])
    let inStop = try self.color("#444444")
    #expect(
      try await store.fetch(Swatch.where { $0.stop.color == inStop }).map(\.id) == [first])
    #expect(
      try await store.fetch(Swatch.order(\.color)).map(\.id)
        == [second, first])
  }

  private func report(_ payload: String) async throws -> (ApplyReport, SyncStore) {
    let store = try await Database().open(PaintSchema.self)
    return (try await store.apply(.data(Data(payload.utf8)), as: Swatch.self), store)
  }

  private func row(_ number: Int, _ members: String) -> String {
    ##"{"id": "\##(Self.ids[number].stored)", "color": "#ffffff"\##(members)}"##
  }

  @Test func readsScalarsFromPayload() async throws {
    let payload = """
      [{"id": "\(first.stored)", "color": "#ff8800", "back": "#000000", "opacity": 40,
        "palette": ["#111111"], "named": {"sky": "#0000ff"},
        "stops": [{"color": "#222222", "others": ["#333333"]}],
        "stop": {"color": "#444444", "at": "10"}, "mixed_at": 1700000000, "slug": "red",
        "inks": [{"id": "#010101", "name": "black"}]}]
      """
    let (report, store) = try await report(payload)
    #expect(report.inserted == 1)
    #expect(report.rejected.isEmpty)
    #expect(try await store.fetch(Swatch.all) == [try swatch()])
    let ink = try await store.fetch(Ink.self, id: try color("#010101"))
    #expect(ink?.name == "black")
    #expect(try await store.fetch(Swatch.all)[0].inks(in: store) == [ink].compactMap { $0 })
  }

  /// The types report the reason, even if the schema has no check of its own.
  @Test func invalidScalarRejectsRow() async throws {
    let rows = [
      row(0, #", "opacity": 3"#), row(1, ##", "palette": ["#zzzzzz"]"##),
      row(2, ##", "stop": {"color": "#12"}"##), row(2, ""),
    ]
    let (report, store) = try await report("[\(rows.joined(separator: ","))]")
    #expect(
      report.rejected.map { "\($0.path): \($0.message)" } == [
        "[0].opacity: expected an integer from 0 to 100 that is a valid Opacity, found 3",
        "[1].palette: expected a list, each element a string that matches '^#' and is a valid "
          + ##"HexColor, found ["#zzzzzz"]"##,
        "[2].stop.color: expected a string that matches '^#' and is a valid HexColor, "
          + ##"found "#12""##,
      ])
    #expect(try await store.count(Swatch.all) == 1)
  }

  @Test func checksElementsOfSeparatedText() async throws {
    let (report, store) = try await report(
      "[\(row(0, ##", "tints": "#111111 #222222""##)), \(row(1, ##", "tints": "#111111 #12""##))]")
    #expect(report.inserted == 1)
    #expect(report.rejected.map(\.path) == ["[1].tints"])
    let tints = [try color("#111111"), try color("#222222")]
    #expect(try await store.fetch(Swatch.all).map(\.tints) == [tints])
    let patch = Swatch.Patch(tints: .value([try color("#333333")]))
    #expect(try await store.update(Swatch.self, id: first, patch))
    #expect(try await store.fetch(Swatch.self, id: first)?.tints == [try color("#333333")])
    try await store.insert(Swatch(id: second, color: try color("#ffffff"), tints: tints))
    #expect(try await store.fetch(Swatch.self, id: second)?.tints == tints)
  }

  @Test func invalidOptionalValueBecomesNull() async throws {
    let (report, store) = try await report("[\(row(0, ##", "back": "#12""##))]")
    #expect(report.inserted == 1)
    #expect(report.invalidValues?.count == 1)
    #expect(try await store.fetch(Swatch.all).map(\.back) == [nil])
  }

  /// Another program can store such a value, because it does not know the type.
  @Test func invalidStoredScalarIsReported() async throws {
    let store = try await Database().open(PaintSchema.self)
    try await store.insert(try swatch())
    _ = try await store.transaction { _ = try $0.execute("UPDATE swatches SET color = '#12'") }
    let error = await #expect(throws: SyncError.self) { try await store.fetch(Swatch.all) }
    #expect(
      error?.description
        == "'Swatch' has a row whose column 'color' should contain a string that matches '^#' and is a "
        + "valid HexColor but contains the text '#12'; another program wrote it")
  }

  @Test func endpointsSendAndReturnScalars() async throws {
    let transport = RecordingTransport()
    let api = PaintAPI(baseURL: .server("https://example.com"), transport: transport)
    transport.respond(to: .post, "/mix", json: ##"{"color": "#00ff00", "slug": "green"}"##)
    let answer = try await api.mix(color: try color("#ff0000"), amount: try Opacity(stored: 2))
    #expect(answer.color == (try color("#00ff00")))
    #expect(transport.requests[0].bodyText == ##"{"amount":2,"color":"#ff0000"}"##)
    transport.respond(
      to: .get, "/find", json: ##"{"swatches": [], "strongest": 4, "tint": "#010203"}"##)
    let found = try await api.find(color: try color("#ff0000"), bases: [first])
    #expect(found.strongest == (try Opacity(stored: 4)))
    #expect(found.tint == (try color("#010203")))
    #expect(transport.requests[1].url.query?.hasPrefix("color=%23ff0000&bases=0000") == true)
    transport.respond(to: .get, "/swatches/*", json: row(0, ""))
    #expect(try await api.swatch(id: first).color == (try color("#ffffff")))
  }

  @Test func endpointsSendAndReturnCustomDates() async throws {
    let transport = RecordingTransport()
    let api = PaintAPI(baseURL: .server("https://example.com"), transport: transport)
    let moment = Moment(stored: Date(timeIntervalSince1970: 1_700_000_000))
    transport.respond(
      to: .post, "/plan", json: #"{"at": "2023-11-14T22:13:20Z", "all": ["2023-11-14T22:13:20Z"]}"#)
    let answer = try await api.plan(at: moment)
    #expect(answer.at == moment && answer.all == [moment])
    #expect(transport.requests[0].bodyText == #"{"at":"2023-11-14T22:13:20Z","next":null}"#)
  }

  @Test func endpointReportsInvalidScalar() async throws {
    let transport = RecordingTransport()
    let api = PaintAPI(baseURL: .server("https://example.com"), transport: transport)
    transport.respond(to: .post, "/mix", json: ##"{"color": "#x", "slug": "green"}"##)
    let error = await #expect(throws: APIError.self) {
      try await api.mix(color: try color("#ff0000"))
    }
    #expect(
      error?.description
        == "the body cannot be read: at color: expected a string that is a valid HexColor, found "
        + ##""#x": {"color": "#x", "slug": "green"}"##)
  }

  @Test func codableUsesStoredForm() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let stop = ColorStop(color: try color("#ff8800"), others: [try color("#000000")])
    let text = String(decoding: try encoder.encode(stop), as: UTF8.self)
    #expect(text == ##"{"at":50,"color":"#ff8800","others":["#000000"]}"##)
    #expect(try JSONDecoder().decode(ColorStop.self, from: Data(text.utf8)) == stop)
    let swatch = try swatch()
    let row = try encoder.encode(swatch)
    #expect(try JSONDecoder().decode(Swatch.self, from: row) == swatch)
  }
}
