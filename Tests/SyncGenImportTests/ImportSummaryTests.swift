import SyncGenDiagnostics
import Testing

@testable import SyncGenImport

/// The summary of an import fits on a screen.
@Suite struct ImportSummaryTests {
  private static func summary(_ remarks: [ImportRemark]) throws -> [String] {
    var schema = ImportedSchema()
    var entity = ImportedEntity("note", identity: ["id"], at: "a.json")
    entity.attributes = [ImportedAttribute("id", .int)]
    schema.entities = [entity]
    schema.remarks = remarks
    var report = SourceReport(try InMemory.schema(of: schema), at: "app.yaml")
    report.next = ["swiftsync-gen generate app.yaml"]
    return ImportSummary(report).lines
  }

  private static func remarks(_ count: Int, _ message: (Int) -> String) -> [ImportRemark] {
    (1...count).map { ImportRemark(at: "a.json:\($0)", message($0)) }
  }

  @Test func fewRemarksAreListed() throws {
    let remarks = Self.remarks(12) { "webhook 'w\($0)' is not imported" }
    let lines = try Self.summary(remarks)
    #expect(lines.count == 15)
    #expect(lines[0] == "1 entity")
    #expect(lines[2] == "  a.json:1: webhook 'w1' is not imported")
    #expect(lines[13] == "  a.json:12: webhook 'w12' is not imported")
  }

  /// Remarks that differ only in names, numbers and paths are one line, the most frequent first.
  @Test func manyRemarksAreGrouped() throws {
    let remarks =
      [ImportRemark(at: "a.json:90", "server 'x' is not imported")]
      + Self.remarks(20) { "webhook 'w\($0)' is not imported" }
      + Self.remarks(3) { "GET /notes/\($0): the response with status \(400 + $0) is not imported" }
    #expect(
      try Self.summary(remarks) == [
        "1 entity", "left out or changed:",
        "  a.json:1: webhook 'w1' is not imported, and 19 like it",
        "  a.json:1: GET /notes/1: the response with status 401 is not imported, and 2 like it",
        "  a.json:90: server 'x' is not imported", "next: swiftsync-gen generate app.yaml",
      ])
  }

  @Test func manyKindsAreCutOff() throws {
    let words = (0..<30).map { "part \(String(repeating: "x", count: $0 + 1)) is not imported" }
    let lines = try Self.summary(words.map { ImportRemark(at: "a.json", $0) })
    #expect(lines.count == 15)
    #expect(lines[13] == "  and 19 others; '--report json' lists all")
  }

  /// Each kind of guess has one line with its first place.
  @Test func guessesAreCountedByKind() throws {
    var schema = ImportedSchema()
    for (name, evidence) in [("note", "from note_id"), ("tag", "from tag_id")] {
      var entity = ImportedEntity(name, identity: ["id"], at: "a.json")
      var id = ImportedAttribute("id", .int)
      id.notes = [.guessed(.identity, evidence)]
      entity.attributes = [id]
      entity.notes = [.guessed(.name, "the file")]
      schema.entities.append(entity)
    }
    let result = try InMemory.schema(of: schema)
    let report = SourceReport(result, at: "app.yaml")
    let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
    let (name, id) = try (
      #require(lines.firstIndex { $0.contains("guessed: the file") }),
      #require(lines.firstIndex { $0.contains("guessed: from note_id") })
    )
    #expect(
      ImportSummary(report).lines == [
        "2 entities", "guessed, see the comments:",
        "  identities: 2, first at app.yaml:\(id + 1): from note_id",
        "  names: 2, first at app.yaml:\(name + 1): the file",
      ])
    #expect(report.guesses.count == 4)
  }
}
