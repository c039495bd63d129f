import Foundation
import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) @testable import SwiftSyncSession
@_spi(Generated) @testable import SwiftSyncStore

/// The exact form of exported rows.
@Suite struct ExportTests {
  private let database: GalleryDatabase

  init() throws {
    database = try GalleryDatabase()
  }

  private func fill() throws {
    try database.apply(#"[{"id":"b"},{"id":"a"}]"#, to: "Tag")
    try database.apply(
      #"[{"id":2,"twin_id":1,"tag_ids":["b","a"]},{"id":1,"tag_ids":["z"]}]"#, to: "Piece")
    let hall = GalleryPayload.hallID(1)
    try database.apply(
      #"{"id":\#(hall),"floor_area":2.0,"piece_ids":[2,1,9],"seats":[{"id":5},{"id":3}]}"#,
      to: "Hall")
  }

  private static let values = #"""
    "label":{"main":{"title":"a\"\\/\n\u0001é🎨"},"price":"0.1"},"weight":3,"is_sold":true,\#
    "made_at":"2026-01-02T03:04:05Z","seen_at":1.5,"sold_at":1767323045120,"born_on":"2024-02-29",\#
    "token":"abcdef01-2345-6789-abcd-ef0123456789","site":"https://e.test/","photo":"AAEC",\#
    "extra":{"a":1.0,"b":[]},"insured_minor":1999,"insured_currency":"EUR",\#
    "phase":{"key":"unheard_of"},"rank":-7,"names":["x","y"],"shown":["2026-01-02T03:04:05.120Z"],\#
    "counts":{"a":1,"b":2}
    """#

  @Test func writesEveryType() throws {
    try database.apply("[{\"id\":1,\(Self.values)}]", to: "Piece")
    try database.connection.execute("UPDATE pieces SET memo = 'private'")
    let json = try database.export("Piece") {
      $0.id = "1"
      $0.relations = .none
    }
    #expect(json == "{\"id\":1,\(Self.values)}")
  }

  @Test func writesNulls() throws {
    try database.apply(#"[{"id":1}]"#, to: "Piece")
    #expect(
      try database.export("Piece") == #"""
        [{"id":1,"label":{"main":{"title":null},"price":null},"weight":null,"is_sold":null,\#
        "made_at":null,"seen_at":null,"sold_at":null,"born_on":null,"token":null,"site":null,\#
        "photo":null,"extra":null,"insured_minor":null,"insured_currency":null,\#
        "phase":{"key":null},"rank":null,"names":null,"shown":null,"counts":null,"hall_id":null,\#
        "twin_id":null,"twin_of_id":null,"tag_ids":[]}]
        """#)
  }

  @Test(arguments: [
    ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"),
    ("2026-01-02T03:04:05.1Z", "2026-01-02T03:04:05.100Z"),
    ("2026-01-02T03:04:05.120Z", "2026-01-02T03:04:05.120Z"),
    ("2026-01-02T03:04:05.1234Z", "2026-01-02T03:04:05.123400Z"),
    ("2026-01-02T03:04:05.000001Z", "2026-01-02T03:04:05.000001Z"),
    ("0001-01-01", "0001-01-01T00:00:00Z"),
    ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500Z"),
  ])
  func writesDatesWithNeededPrecision(date: String, written: String) throws {
    try database.apply(#"[{"id":1,"made_at":"\#(date)"}]"#, to: "Piece")
    #expect(try database.export("Piece").contains(#""made_at":"\#(written)""#))
  }

  @Test func writesDatesInRequestedFormat() throws {
    try database.apply(
      #"[{"id":1,"made_at":"1969-12-31T23:59:58.75Z","shown":["1970-01-01T00:00:01Z"]}]"#,
      to: "Piece")
    let seconds = try database.export("Piece") { $0.dates = .unix }
    #expect(seconds.contains(#""made_at":-1.25,"#))
    #expect(seconds.contains(#""shown":[1],"#))
    let milliseconds = try database.export("Piece") { $0.dates = .unixMilliseconds }
    #expect(milliseconds.contains(#""made_at":-1250,"#))
    try database.apply(#"[{"id":1,"seen_at":1.5,"sold_at":2}]"#, to: "Piece")
    let iso = try database.export("Piece") { $0.dates = .iso8601 }
    #expect(iso.contains(#""seen_at":"1970-01-01T00:00:01.500Z","#))
    #expect(iso.contains(#""sold_at":"1970-01-01T00:00:00.002Z","#))
  }

  @Test func writesDerivedKeysInRequestedStyle() throws {
    try fill()
    let json = try database.export("Piece") {
      $0.id = "1"
      $0.keys = .camelCase
    }
    #expect(
      json == #"""
        {"id":1,"label":{"main":{"title":null},"price":null},"weight":null,"isSold":null,\#
        "madeAt":null,"seenAt":null,"soldAt":null,"bornOn":null,"token":null,"site":null,\#
        "photo":null,"extra":null,"insuredMinor":null,"insuredCurrency":null,\#
        "phase":{"key":null},"rank":null,"names":null,"shown":null,"counts":null,\#
        "hallId":"00000001-00aa-4bb0-8000-0123456789ab","twinId":null,"twinOfId":2,"tagIds":["z"]}
        """#)
  }

  @Test func ordersListsAndKeepsUnresolvedIDs() throws {
    try fill()
    #expect(
      try database.export("Hall") == """
        [{"id":\(GalleryPayload.hallID(1)),"floor_area":2,"piece_ids":[2,1,9],"seat_ids":[3,5]}]
        """)
    #expect(
      try database.export("Tag") == #"[{"id":"a","piece_ids":[2]},{"id":"b","piece_ids":[2]}]"#)
    #expect(try database.export("Piece") { $0.id = "2" }.hasSuffix(#""tag_ids":["b","a"]}"#))
  }

  /// The part of a nested piece that is the same in all tests.
  private static func nullPiece(_ id: Int, _ members: String, attributes: String = "") -> String {
    #"""
    {"id":\#(id),"label":{"main":{"title":null},"price":null},"weight":null,"is_sold":null,\#
    "made_at":null,"seen_at":null,"sold_at":null,"born_on":null,"token":null,"site":null,\#
    "photo":null,"extra":null,"insured_minor":null,"insured_currency":null,\#
    "phase":{"key":null},"rank":null,"names":null,"shown":null,"counts":null,\#(members)}
    """#
  }

  @Test func nestsRowsWithoutInverse() throws {
    try fill()
    let second = Self.nullPiece(
      2, #""twin_id":1,"twin_of_id":null,"tags":[{"id":"b"},{"id":"a"}]"#)
    let first = Self.nullPiece(1, #""twin_id":null,"twin_of_id":2,"tags":[],"tag_ids":["z"]"#)
    #expect(
      try database.export("Hall") { $0.relations = .nested } == #"""
        [{"id":\#(GalleryPayload.hallID(1)),"floor_area":2,"pieces":[\#(second),\#(first)],\#
        "seats":[{"id":3,"row_label":null},{"id":5,"row_label":null}],"piece_ids":[2,1,9]}]
        """#)
  }

  @Test func nestsToOneRows() throws {
    try fill()
    let json = try database.export("Piece") {
      $0.id = "1"
      $0.relations = .nested
    }
    let other = Self.nullPiece(
      2,
      """
      "hall_id":\(GalleryPayload.hallID(1)),"twin_of_id":null,\
      "tags":[{"id":"b"},{"id":"a"}]
      """)
    let hall = """
      {"id":\(GalleryPayload.hallID(1)),"floor_area":2,\
      "seats":[{"id":3,"row_label":null},{"id":5,"row_label":null}]}
      """
    let expected = Self.nullPiece(
      1,
      """
      "hall":\(hall),"twin":null,"twin_of":\(other),"tags":[],"tag_ids":["z"]
      """)
    #expect(json == expected)
  }

  @Test func stopsAtCycle() throws {
    let tree = try GalleryDatabase(TreeSchema.metadata)
    try tree.apply(#"[{"id":1,"up_id":2},{"id":2,"up_id":1},{"id":3,"up_id":2}]"#, to: "Node")
    #expect(
      try tree.export("Node") { $0.relations = .nested } == #"""
        [{"id":1,"up":{"id":2,"up_id":1},"down":[{"id":2,"down":[{"id":1},{"id":3,"down":[]}]}]},\#
        {"id":2,"up":{"id":1,"up_id":2},"down":[{"id":1,"down":[{"id":2}]},{"id":3,"down":[]}]},\#
        {"id":3,"up":{"id":2,"up_id":1},"down":[]}]
        """#)
  }

  @Test func writesNestedAttributes() throws {
    try fill()
    let lists = try database.export("Hall") {
      $0.relations = .nestedAttributes
      $0.lists = .array
    }
    #expect(lists.contains(#""seats_attributes":[{"id":3,"row_label":null},"#))
    #expect(lists.contains(#""tags_attributes":[{"id":"b"},{"id":"a"}]"#))
    #expect(lists.hasSuffix(#""piece_ids":[2,1,9]}]"#))
    let objects = try database.export("Hall") { $0.relations = .nestedAttributes }
    #expect(
      objects.contains(
        #""seats_attributes":{"0":{"id":3,"row_label":null},"1":{"id":5,"row_label":null}}"#))
    #expect(objects.contains(#""tags_attributes":{"0":{"id":"b"},"1":{"id":"a"}}"#))
    #expect(objects.hasSuffix(#""piece_ids":[2,1,9]}]"#))
    let camel = try database.export("Hall") {
      $0.relations = .nestedAttributes
      $0.keys = .camelCase
    }
    #expect(camel.contains(#""seatsAttributes":{"0":{"id":3,"rowLabel":null},"#))
  }

  /// Rails refuses a null in place of the attributes of one row.
  @Test func leavesOutToOneAttributesWithoutARow() throws {
    let tree = try GalleryDatabase(TreeSchema.metadata)
    try tree.apply(#"[{"id":1,"up_id":2},{"id":2},{"id":3,"up_id":9}]"#, to: "Node")
    #expect(
      try tree.export("Node") { $0.relations = .nestedAttributes } == #"""
        [{"id":1,"down_attributes":{},"up_attributes":{"id":2,"up_id":null}},\#
        {"id":2,"down_attributes":{"0":{"id":1,"down_attributes":{}}}},\#
        {"id":3,"down_attributes":{},"up_id":9}]
        """#)
  }

  @Test func exportsRowWithinParent() throws {
    try fill()
    let hall = String(GalleryPayload.hallID(1).dropFirst().dropLast())
    let json = try database.export("Seat") {
      $0.id = "3"
      $0.scope = ExportOptions.Scope(relation: "hall", id: hall.uppercased())
    }
    #expect(json == #"{"id":3,"row_label":null,"hall_id":"\#(hall)"}"#)
  }

  @Test func rejectsInvalidOptions() throws {
    try fill()
    #expect(throws: SyncError.unknownRow("7", entity: "Piece")) {
      try database.export("Piece") { $0.id = "7" }
    }
    #expect(throws: SyncError.invalidOption("id: expected an integer, found 'x'")) {
      try database.export("Piece") { $0.id = "x" }
    }
    #expect(
      throws: SyncError.invalidOption(
        "id: the identity of 'Seat' is unique only within its parent; pass the parent as the scope")
    ) { try database.export("Seat") { $0.id = "3" } }
    #expect(throws: SyncError.invalidOption("scope: only an export by id has a scope")) {
      try database.export("Seat") { $0.scope = .init(relation: "hall", id: "1") }
    }
    #expect(
      throws: SyncError.invalidOption("scope: 'hall' is not part of the identity of 'Piece'")
    ) {
      try database.export("Piece") {
        $0.id = "1"
        $0.scope = .init(
          relation: "hall", id: String(GalleryPayload.hallID(1).dropFirst().dropLast()))
      }
    }
    #expect(throws: SyncError.unknownEntity("Pice", known: ["Hall", "Piece", "Tag", "Seat"])) {
      try database.export("Pice")
    }
  }

  @Test(arguments: [
    ("title = CAST(x'61ff' AS TEXT)", "title", "a string", "text"),
    ("made_at = 'yesterday'", "made_at", "a date", "text"),
    ("weight = 9e999", "weight", "a number", "a real"),
    ("extra = '{'", "extra", "a JSON value", "text"),
    ("rank = 'high'", "rank", "an integer", "text"),
  ])
  func rejectsInvalidStoredValues(
    change: String, column: String, expected: String, found: String
  ) throws {
    try database.apply(#"[{"id":1}]"#, to: "Piece")
    try database.connection.execute("UPDATE pieces SET \(change)")
    #expect(
      throws: SyncError.invalidStoredValue(
        entity: "Piece", column: column, expected: expected, found: found)
    ) { try database.export("Piece") }
  }

  /// Runs on a thread like those of stores, since deep nesting needs stack space.
  @Test func limitsNestingDepth() async throws {
    let thread = try await SerialThread<Void>.start(named: "nesting") {}
    // A row and its list are two levels, and the innermost row has an empty list.
    let deepest = try await thread.run { _ in Result { try Self.reapplied(256) } }
    #expect(try deepest.get() == 256)
    let deeper = try await thread.run { _ in Result { try Self.reapplied(257) } }
    #expect(
      throws: SyncError.invalidOption(
        "the rows under 'down' are nested deeper than 512 levels; export the relationships as ids")
    ) { try deeper.get() }
  }

  /// The number of unchanged rows when a chain is applied, exported nested, and applied again.
  private static func reapplied(_ length: Int) throws -> Int {
    let tree = try GalleryDatabase(TreeSchema.metadata)
    let rows = (1...length).map { #"{"id":\#($0),"up_id":\#($0 == 1 ? "null" : "\($0 - 1)")}"# }
    try tree.apply("[\(rows.joined(separator: ","))]", to: "Node")
    let json = try tree.export("Node") {
      $0.id = "1"
      $0.relations = .nested
    }
    return try tree.apply(json, to: "Node").unchanged
  }

  /// One key for ids and objects: an id without a row remains an id among the objects.
  @Test func mixesObjectsAndIDsUnderOneKey() throws {
    let tree = try GalleryDatabase(TreeSchema.metadata)
    try tree.apply(#"[{"id":3},{"id":1,"down":[{"id":2},9,3]}]"#, to: "Node")
    let json = try tree.export("Node") {
      $0.id = "1"
      $0.relations = .nested
    }
    #expect(json == #"{"id":1,"up":null,"down":[{"id":2,"down":[]},{"id":3,"down":[]},9]}"#)
  }

  @Test func emptyTable() throws {
    #expect(try database.export("Piece") == "[]")
  }
}

/// The additions of `SyncStore`: threads, pieces, types.
@Suite struct StoreExportTests {
  private let database: Database

  init() throws {
    database = try Database()
  }

  @Test func writesPiecesToSink() async throws {
    let store = try await SyncStore.open(ShopSchema.metadata, at: database.path)
    let rows = (0..<20_000).map { #"{"id":\#($0),"email":"m\#($0)@x","name":null}"# }
    let json = Data("[\(rows.joined(separator: ","))]".utf8)
    _ = try await store.apply(.data(json), as: "Member")
    let pieces = Pieces()
    var options = ExportOptions()
    options.relations = .none
    try await store.export(entity: "Member", options: options) { piece in
      pieces.add(piece)
    }
    #expect(Data(pieces.all.joined()) == json)
    #expect(pieces.all.count > 2)
    #expect(pieces.all.allSatisfy { $0.count < 300 << 10 })
    #expect(try await store.export(entity: "Member", options: options) == json)
  }

  private struct Full: Error, Equatable {}

  @Test func stopsWhenSinkFails() async throws {
    let store = try await SyncStore.open(ShopSchema.metadata, at: database.path)
    _ = try await store.apply(.data(Data(#"[{"id":1,"email":"a"}]"#.utf8)), as: "Member")
    await #expect(throws: Full()) {
      try await store.export(entity: "Member") { _ in throw Full() }
    }
    // The reader is free for the next call.
    for _ in 0..<4 {
      #expect(
        try await store.export(entity: "Member")
          == Data(#"[{"id":1,"email":"a","name":null,"team_id":null,"badge_ids":[]}]"#.utf8))
    }
  }
}

/// Collects the pieces that a sink receives.
///
/// `@unchecked`: the lock protects the array.
private final class Pieces: @unchecked Sendable {
  private let lock = NSLock()
  private var pieces: [Data] = []

  var all: [Data] { lock.withLock { pieces } }

  func add(_ piece: Data) {
    lock.withLock { pieces.append(piece) }
  }
}
