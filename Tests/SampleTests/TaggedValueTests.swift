import Foundation
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Tagged values as enums: created, stored, read, and sent in the form of payloads.
@Suite struct TaggedValueTests {
  private static let image = Block.image(
    ImageBlock(url: URL(string: "https://example.com/a") ?? URL(fileURLWithPath: "/"), width: 3))
  private static let table = Block.unknown(
    tag: "table", json: .object(["type": .string("table"), "rows": .array([.null])]))
  private static let blocks: [Block] = [
    .section(
      Block.Section(
        text: "a", children: [.divider, image, .section(Block.Section(text: "b"))],
        written: Date(timeIntervalSince1970: 1_700_000_000))),
    image, .quote(Block.Quote(inner: table, fee: Money(minorUnits: 5, currency: "EUR"))),
    .divider, table,
  ]

  private func stored(_ value: some SyncedValue) -> String? {
    guard case .text(let text) = value.stored(in: .text) else { return nil }
    return text
  }

  @Test func taggedValuesRoundTrip() async throws {
    let database = try Database()
    let store = try await database.open(AtlasSchema.self)
    var place = Place(id: 1, name: "a", blocks: Self.blocks, mark: .pin(Mark.Pin(label: "x")))
    try await store.insert(place)
    #expect(try await store.fetch(Place.self, id: 1) == place)
    place.mark = .flag
    try await store.update(Place.self, id: 1, PlacePatch(mark: .value(.flag)))
    #expect(try await store.fetch(Place.self, id: 1) == place)
  }

  @Test func storesTagInKeyOrder() {
    #expect(stored(Block.divider) == #"{"type":"divider"}"#)
    #expect(
      stored(Self.image) == #"{"type":"img","url":"https://example.com/a","width":3}"#)
    #expect(
      stored(Block.section(Block.Section(text: "a")))
        == #"{"children":[],"text":"a","type":"section"}"#)
    #expect(
      stored(Self.table) == #"{"$unknown":{"rows":[null],"type":"table"},"type":"table"}"#)
    #expect(stored(Mark.pin(Mark.Pin(label: "x"))) == #"{"kind":1,"label":"x","tone":"calm"}"#)
  }

  @Test func switchCoversEveryCase() {
    let names = Self.blocks.map { block in
      switch block {
      case .section(let section): "section of \(section.children.count)"
      case .image(let image): "image \(image.width ?? 0)"
      case .quote(let quote): "quote \(quote.fee?.minorUnits ?? 0)"
      case .divider: "divider"
      case .unknown(let tag, _): tag
      }
    }
    #expect(names == ["section of 3", "image 3", "quote 5", "divider", "table"])
  }

  /// A value that was stored with an unknown tag is read once a case has this tag.
  @Test func readsStoredUnknownsOnceKnown() throws {
    func read(_ text: String) -> Block? {
      StoredValue.text(text).withBound(Block.init(column:))
    }
    let image = read(
      #"{"$unknown":{"type":"img","url":"https://example.com/a","width":"3"},"type":"img"}"#)
    #expect(image == Self.image)
    // A value that does not fit stays unknown.
    let misfit = read(#"{"$unknown":{"type":"img","width":3},"type":"img"}"#)
    #expect(
      misfit == .unknown(tag: "img", json: .object(["type": .string("img"), "width": 3])))
    // Another program may have written the keys in another order.
    #expect(
      read(#"{"type":"section","text":"a","children":[]}"#) == .section(Block.Section(text: "a")))
    #expect(read(#"{"type":"section"}"#) == nil)
    #expect(read(#"{"type":"table"}"#) == nil)
    #expect(read(#"{"text":"a"}"#) == nil)
    let list = StoredValue.text(
      #"[{"$unknown":{"type":"divider"},"type":"divider"},{"type":"divider"}]"#
    ).withBound([Block].init(column:))
    #expect(list == [.divider, .divider])
  }

  @Test func codableMatchesPayloadForm() throws {
    let data = try JSONEncoder().encode(Self.blocks)
    let json = try JSONDecoder().decode(JSONValue.self, from: data)
    #expect(json[1]?["type"] == "img")
    #expect(json[4] == .object(["type": .string("table"), "rows": .array([.null])]))
    #expect(try JSONDecoder().decode([Block].self, from: data) == Self.blocks)
    let mark = try JSONDecoder().decode(
      Mark.self, from: Data(#"{"kind":1,"1":{"label":"x"}}"#.utf8))
    #expect(mark == .pin(Mark.Pin(label: "x")))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Mark.self, from: Data(#"{"kind":9}"#.utf8))
    }
  }
}
