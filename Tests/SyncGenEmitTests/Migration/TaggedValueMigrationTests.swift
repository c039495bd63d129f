import Foundation
import SyncGenMigration
import Testing

/// The conversion of stored tagged values in a step, and the changes that it refuses.
@Suite struct TaggedValueMigrationTests {
  private static func schema(_ cases: String, _ rest: String = "", types: String = "") -> String {
    "types:\n  Part: { tag: type, cases: { \(cases) }\(rest) }\n\(types)entities:\n"
      + "  Item: { attributes: { id: int, one: \"Part?\", many: { type: [Part], default: [] } } }\n"
  }

  private static func allowing(_ words: String...) -> String {
    "migrations: { 2: [ " + words.map { "{ \($0) }" }.joined(separator: ", ") + " ] }"
  }

  private static let unknown = #"{"$unknown":{"type":"x","z":0.30000000000000004},"type":"x"}"#

  @Test func newCaseKeepsUnknownValues() throws {
    let migrated = try MigratedDatabase(
      Self.schema("a: { n: int }"), Self.schema("a: { n: int }, x: { z: double }"),
      rows: "INSERT INTO items VALUES (1, '\(Self.unknown)', '[{\"n\":1,\"type\":\"a\"}]');")
    #expect(
      try migrated.rows("SELECT one, many FROM items") == [
        Self.unknown + #"|[{"n":1,"type":"a"}]"#
      ])
  }

  @Test func renamedCaseGetsNewTag() throws {
    let migrated = try MigratedDatabase(
      Self.schema("a: { n: int }, b: {}"),
      Self.schema("c: { fields: { n: int }, renamed-from: a }, b: {}")
        + Self.allowing("remote-changed: [Part.c]"),
      rows: """
        INSERT INTO items VALUES (1, '{"n":9007199254740993,"type":"a"}', '[{"type":"b"},\(Self.unknown),{"n":2,"type":"a"}]');
        """)
    #expect(
      try migrated.rows("SELECT one, many FROM items") == [
        #"{"n":9007199254740993,"type":"c"}|[{"type":"b"},"# + Self.unknown
          + #",{"n":2,"type":"c"}]"#
      ])
  }

  @Test func droppedCaseLosesValues() throws {
    let migrated = try MigratedDatabase(
      Self.schema("a: { n: int }, b: {}"), Self.schema("b: {}") + Self.allowing("drops: [Part.a]"),
      rows: """
        INSERT INTO items VALUES (1, '{"n":1,"type":"a"}', '[{"type":"b"},{"n":2,"type":"a"},\(Self.unknown)]');
        """)
    #expect(
      try migrated.rows("SELECT one, many FROM items") == [
        #"null|[{"type":"b"},"# + Self.unknown + "]"
      ])
  }

  @Test func convertsFieldsOfCases() throws {
    let migrated = try MigratedDatabase(
      Self.schema("a: { n: int, old: string }, b: Other", types: "  Other: { t: int }\n"),
      Self.schema(
        "a: { number: { type: string, renamed-from: n, remote: n }, m: { type: int, default: 3 } }, b: Other",
        types: "  Other: { t: int, u: { type: bool, default: true } }\n")
        + Self.allowing("drops: [Part.A.old]"),
      rows: """
        INSERT INTO items VALUES (1, '{"n":1,"old":"x","type":"a"}', '[{"t":5,"type":"b"},\(Self.unknown)]');
        """)
    #expect(
      try migrated.rows("SELECT one, many FROM items") == [
        #"{"m":3,"number":"1","type":"a"}|[{"t":5,"type":"b","u":true},"# + Self.unknown + "]"
      ])
  }

  @Test func tagKeyCanChange() throws {
    let migrated = try MigratedDatabase(
      Self.schema("a: { n: int }"),
      Self.schema("a: { n: int }").replacingOccurrences(of: "tag: type", with: "tag: kind")
        + Self.allowing("remote-changed: [Part]"),
      rows: """
        INSERT INTO items VALUES (1, '{"n":1,"type":"a"}', '[{"$unknown":{"q":1},"type":"x"}]');
        """)
    #expect(
      try migrated.rows("SELECT one, many FROM items") == [
        #"{"kind":"a","n":1}|[{"$unknown":{"q":1},"kind":"x"}]"#
      ])
  }

  @Test func rejectedUnknownValuesAreLost() throws {
    let migrated = try MigratedDatabase(
      Self.schema("a: {}"),
      Self.schema("a: {}", ", unknown: reject") + Self.allowing("allow-lossy: [Part]"),
      rows: "INSERT INTO items VALUES (1, '\(Self.unknown)', '[{\"type\":\"a\"},\(Self.unknown)]');"
    )
    #expect(try migrated.rows("SELECT one, many FROM items") == [#"null|[{"type":"a"}]"#])
  }
}
