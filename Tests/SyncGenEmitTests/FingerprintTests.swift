import SyncGenSchema
import Testing

@Suite struct FingerprintTests {
  private static let schema = """
    swiftsync: 1
    name: Small
    version: 1
    enums:
      Colour: { cases: [red, green] }
    entities:
      Task:
        attributes: { id: int, text: string, colour: { type: Colour, default: red } }
        relations: { owner: Person? }
      Person: { attributes: { id: int } }
    """

  private func fingerprint(replacing part: String, with other: String) throws -> String {
    let text = Self.schema.replacing(part, with: other)
    #expect(text != Self.schema)
    return SchemaFingerprint.of(try SchemaFixture.schema(text))
  }

  /// A change of this value would invalidate every frozen version of every user.
  @Test func fingerprintIsStable() throws {
    let fingerprint = SchemaFingerprint.of(try SchemaFixture.schema(Self.schema))
    #expect(
      fingerprint
        == "d970b4b68e8901a4b2ab8cc0b2f35d8a7cef2ff83676d930ad2e172c42df27c6")
  }

  @Test(arguments: [
    ("version: 1\n", "version: 2\n"), ("text: string", "text: string?"),
    ("text: string", "text: { type: string, remote: title }"),
    ("text: string", "text: { type: string, index: true }"), ("red, green", "red, blue"),
    ("red }", "green }"), ("Person?", "{ to: Person?, on-delete: cascade }"),
    ("Person?", "{ to: Person?, foreign-key: true }"), ("name: Small", "name: Big"),
    ("version: 1\n", "version: 1\nconventions: { coercion: strict }\n"),
  ])
  func contentChangesFingerprint(part: String, other: String) throws {
    let original = SchemaFingerprint.of(try SchemaFixture.schema(Self.schema))
    #expect(try fingerprint(replacing: part, with: other) != original)
  }

  @Test(arguments: [
    ("text: string", "text: { type: string, doc: What is to be done. }"),
    ("text: string", "text: { type: string, remote: text }"),
    ("version: 1\n", "version: 1\ngenerate: { output: Elsewhere, access: public }\n"),
    ("version: 1\n", "version: 1\nlint: { money-type: warn }\n"),
    ("Person?", "{ to: Person?, deprecated: no more }"),
    ("  Task:\n", "  Task:\n    remote: Job\n"),
  ])
  func unrelatedSettingsKeepFingerprint(part: String, other: String) throws {
    let original = SchemaFingerprint.of(try SchemaFixture.schema(Self.schema))
    #expect(try fingerprint(replacing: part, with: other) == original)
  }
}
