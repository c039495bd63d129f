import SyncGenDiagnostics
import SyncGenSchema
import Testing

/// A frozen version reads back as the schema that was frozen.
@Suite struct FreezingTests {
  @Test(arguments: GoldenCase.all(of: "schemas"))
  func frozenVersionRoundTrips(_ example: GoldenCase) throws {
    var bag = DiagnosticBag()
    let schema = try #require(
      SchemaCompiler.compile(path: "schema.yaml", read: example.read, into: &bag))
    let frozen = FrozenVersion(schema, after: nil)
    let file = SourceFile(path: "v.json", bytes: Array(frozen.text.utf8))
    var problems = DiagnosticBag()
    let read = FrozenVersion.read(
      file, expected: schema.version, schemaPath: "schema.yaml", into: &problems)
    #expect(DiagnosticRenderer.render(problems.diagnostics, as: .text) == "")
    let thawed = try #require(read)
    #expect(thawed.text == frozen.text)
    #expect(thawed.fingerprint == SchemaFingerprint.of(schema))
    #expect(dump(thawed.schema) == dump(schema))
  }

  /// New settings do not move the keys of relationships that are frozen.
  @Test func keepsTheOrderOfTheKeysOfRelationships() throws {
    let source = SourceFile(
      path: "schema.yaml",
      bytes: Array(
        """
        swiftsync: 1
        name: App
        version: 1
        entities:
          Shelf:
            attributes: { id: int }
            relations:
              books:
                to: [Book]
                inverse: shelf
                ordered: true
                remote: tomes
                direction: pull
                missing-rows: keep
                keyed-by: id
                operations: [insert]
                doc: Words.
                deprecated: Others.
                x-note: 1
          Book:
            attributes: { id: int }
            relations: { shelf: { to: Shelf, foreign-key: true, on-delete: cascade } }

        """.utf8))
    var bag = DiagnosticBag()
    let compiled = SchemaCompiler.compile(path: "schema.yaml", read: { _ in source }, into: &bag)
    let lines = FrozenVersion(try #require(compiled), after: nil).text.split(separator: "\n")
    // A key of a relationship is preceded by ten spaces, and belongs to the last name before it.
    func keys(of name: String) -> [Substring] {
      lines.drop { !$0.hasPrefix("        \"\(name)\": {") }.dropFirst()
        .prefix { !$0.hasPrefix("        }") }
        .filter { $0.hasPrefix("          \"") }
        .map { $0.dropFirst(11).prefix { $0 != "\"" } }
    }
    #expect(
      keys(of: "books") == [
        "to", "kind", "property", "inverse", "ordered", "ids", "objects", "direction",
        "missing-rows",
        "keyed-by", "operations", "on-delete", "doc", "deprecated", "x-note",
      ])
    #expect(
      keys(of: "shelf") == [
        "to", "kind", "property", "inverse", "foreign-key", "ids", "objects", "direction",
        "on-delete",
      ])
  }

  /// Line endings and layout are not edits, nor are changes that another tool makes to the JSON.
  @Test func ignoresLayoutChanges() throws {
    let example = try #require(GoldenCase.all(of: "schemas").first { $0.name == "tracker" })
    var bag = DiagnosticBag()
    let schema = try #require(
      SchemaCompiler.compile(path: "schema.yaml", read: example.read, into: &bag))
    let text = FrozenVersion(schema, after: nil).text
    let windows = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }.joined(separator: "\r\n")
    let file = SourceFile(path: "v.json", bytes: Array(windows.utf8))
    var problems = DiagnosticBag()
    let read = FrozenVersion.read(
      file, expected: schema.version, schemaPath: "schema.yaml", into: &problems)
    #expect(problems.diagnostics.isEmpty)
    #expect(read?.text == text)
  }

  /// Removing any line is an error, unless the line states a default.
  @Test(arguments: ["relations", "sync-and-rules", "attribute-types"])
  func detectsMissingLines(_ name: String) throws {
    let example = try #require(GoldenCase.all(of: "schemas").first { $0.name == name })
    var bag = DiagnosticBag()
    let schema = try #require(
      SchemaCompiler.compile(path: "schema.yaml", read: example.read, into: &bag))
    let text = FrozenVersion(schema, after: nil).text
    let lines = text.split(separator: "\n")
    for index in lines.indices where lines[index].contains(":") {
      var damaged = lines
      damaged.remove(at: index)
      let bytes = Array(damaged.joined(separator: "\n").utf8)
      var problems = DiagnosticBag()
      let version = FrozenVersion.read(
        SourceFile(path: "v.json", bytes: bytes), expected: schema.version,
        schemaPath: "schema.yaml", into: &problems)
      #expect(problems.hasErrors == (version == nil), "\(lines[index])")
      #expect(version == nil || version?.text == text, "\(lines[index])")
    }
  }

  /// The dump without the parts that are not frozen.
  private func dump(_ schema: Schema) -> [Substring] {
    let lines = SchemaDump.text(of: schema).split(separator: "\n")
    let data = lines.prefix { !$0.hasPrefix("api ") }
    let kept = data.filter { line in
      !["files ", "generate ", "rule ", "  rule "].contains { line.hasPrefix($0) }
    }
    guard let last = kept.lastIndex(where: { $0.hasPrefix("migration to ") }),
      let first = kept.firstIndex(where: { $0.hasPrefix("migration to ") })
    else { return kept }
    return Array(
      kept[..<first] + (kept[last] == "migration to \(schema.version)" ? kept[last...] : []))
  }
}
