import SyncGenDiagnostics
import SyncGenMigration
import Testing

@testable import SyncGenSchema

/// For each two values of each setting: the fingerprints of two versions differ exactly if a
/// difference is shown.
@Suite struct SettingLawTests {
  private static let types = [
    "string", "string?", "int", "double?", "decimal", "bool", "date", "date?", "day", "uuid",
    "url?", "data", "json", "money", "Mood", "Point", "[string]", "[Mood]?", "[date]", "[day]",
    "[string: date]", "[string: day]?", "[Point]", "[uuid]",
  ]
  private static let conventions = [
    "dates: unix", "dates: { storage: integer }", "dates: { storage: seconds }",
    "dates: { storage: reference-date }", "empty-is-null: true", "coercion: strict",
  ]

  /// - Parameter place: What the types are those of.
  private static func text(_ type: String, _ settings: String, in place: String) -> String {
    let member = "x: { type: \"\(type)\"\(settings) }"
    return """
      enums: { Mood: { cases: [calm, mad] } }
      types: { Point: { a: int\(place == "field" ? ", \(member)" : "") } }
      entities:
        Thing: { attributes: { id: int, at: "Point?", \(place == "attribute" ? member : "y: int") } }

      """
  }

  private static func schema(_ text: String, _ conventions: String = "") -> Schema? {
    let bytes = Array(
      "swiftsync: 1\nname: App\nversion: 1\nconventions: { \(conventions) }\n\(text)".utf8)
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: "schema.yaml", read: { SourceFile(path: $0, bytes: bytes) }, into: &bag)
    return bag.hasErrors ? nil : schema
  }

  /// - Returns: The number of pairs.
  private static func expectLaw(amongEach schemas: [Schema], _ what: String) -> Int {
    var pairs = 0
    for (index, old) in schemas.enumerated() {
      for new in schemas[..<index] {
        expectLaw(old, new, what)
        pairs += 1
      }
    }
    return pairs
  }

  private static func expectLaw(_ old: Schema, _ new: Schema, _ what: String) {
    let sentences = MigrationPlanner.differences(from: old, to: new).map(\.text)
    let isSame = SchemaFingerprint.of(old) == SchemaFingerprint.of(new)
    #expect(isSame == sentences.isEmpty, "\(what): \(sentences)")
  }

  @Test(arguments: ["attribute", "field"], types)
  func showsEachDifferenceOfSettings(_ place: String, _ type: String) throws {
    let samples = (place == "field" ? FieldKeys.field : FieldKeys.attribute).samples
    var pairs = 0
    for (name, values) in samples {
      let schemas = values.compactMap { value in
        Self.schema(Self.text(type, value.map { ", \(name): \($0)" } ?? "", in: place))
      }
      pairs += Self.expectLaw(amongEach: schemas, "\(place) \(type), \(name)")
    }
    #expect(place == "field" && type == "Point" || pairs > 0)
  }

  @Test(arguments: ["attribute", "field"], types)
  func showsEachDifferenceOfConventions(_ place: String, _ type: String) throws {
    guard place != "field" || !type.contains("Point") else { return }
    let text = Self.text(type, "", in: place)
    let usual = try #require(Self.schema(text))
    for convention in Self.conventions {
      Self.expectLaw(usual, try #require(Self.schema(text, convention)), "\(type), \(convention)")
    }
  }

  /// For each table, its settings and a schema that states one in the place of `#`.
  private static let owners: [(what: String, samples: [(String, [String?])], text: String)] = [
    (
      "index", IndexKeys.index.samples,
      "entities: { Thing: { attributes: { id: int, x: string }, indexes: [{ on: [x]# }] } }"
    ),
    (
      "enum", EnumTable.enumeration.samples,
      """
      enums: { Mood: { cases: [calm, mad]# } }
      entities: { Thing: { attributes: { id: int, mood: Mood } } }
      """
    ),
    (
      "tagged value", TypeTable.tagged.samples,
      """
      types: { Block: { tag: type, cases: { text: { words: string }, rule: {} }# } }
      entities: { Thing: { attributes: { id: int, block: Block } } }
      """
    ),
  ]

  @Test func showsEachDifferenceOfIndexesAndTypes() {
    for (what, samples, text) in Self.owners {
      #expect(!samples.isEmpty, "\(what)")
      for (name, values) in samples {
        let schemas = values.compactMap { value in
          Self.schema(text.replacing("#", with: value.map { ", \(name): \($0)" } ?? ""))
        }
        #expect(Self.expectLaw(amongEach: schemas, "\(what), \(name)") > 0)
      }
    }
  }

  /// Each value of each setting fits a list or a reference.
  @Test func showsEachDifferenceOfRelationships() {
    let samples = RelationTable.relation.samples
    #expect(!samples.isEmpty)
    for (name, values) in samples {
      let pairs = ["list", "reference"].map { kind in
        let schemas = values.compactMap { value in
          Self.schema(relation: kind, value.map { ", \(name): \($0)" } ?? "")
        }
        return Self.expectLaw(amongEach: schemas, "\(kind), \(name)")
      }
      #expect(values.count > 1, "\(name)")
      #expect(pairs.max() == values.count * (values.count - 1) / 2, "\(name)")
    }
  }

  private static func schema(relation kind: String, _ setting: String) -> Schema? {
    schema(
      """
      entities:
        Shelf:
          attributes: { id: int }
          relations: { books: { to: [Book], inverse: shelf\(kind == "list" ? setting : "") } }
        Book:
          attributes: { id: int }
          relations: { shelf: { to: Shelf\(kind == "list" ? "" : setting) } }
      """)
  }

  @Test func tablesListEveryPart() {
    let parts = FieldKeys.attribute.unlisted
      .intersection(FieldKeys.field.unlisted).intersection(FieldKeys.header.unlisted)
    #expect(parts == [])
    #expect(IndexKeys.index.unlisted == [])
    #expect(RelationTable.relation.unlisted == [])
    #expect(EntityTable.entity.unlisted == [])
    #expect(EnumTable.enumeration.unlisted == [])
    #expect(EnumCaseTable.enumCase.unlisted == [])
    #expect(TypeTable.type.unlisted.intersection(TypeTable.tagged.unlisted) == [])
    #expect(TaggedCaseTable.taggedCase.unlisted == [])
  }
}
