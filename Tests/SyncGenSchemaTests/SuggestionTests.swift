import SyncGenDiagnostics
import SyncGenSchema
import Testing

@Suite struct SuggestionTests {
  @Test func correctsTypos() {
    let keys = ["type", "remote", "default", "renamed-from", "unique", "index"]
    #expect(Suggestion.nearest(to: "tpye", in: keys) == "type")
    #expect(Suggestion.nearest(to: "Type", in: keys) == "type")
    #expect(Suggestion.nearest(to: "defualt", in: keys) == "default")
    #expect(Suggestion.nearest(to: "uniqe", in: keys) == "unique")
    #expect(Suggestion.nearest(to: "renamed_from", in: keys) == "renamed-from")
  }

  @Test func ignoresDistantNames() {
    #expect(Suggestion.nearest(to: "colour", in: ["type", "remote"]) == nil)
    #expect(Suggestion.nearest(to: "x", in: ["y", "z"]) == nil)
    #expect(Suggestion.nearest(to: "", in: ["a"]) == nil)
    #expect(Suggestion.nearest(to: "same", in: ["same"]) == nil)
  }

  /// Comparing every unknown name with every known one would take quadratic time.
  @Test func looksUpFewNames() {
    let limit = DiagnosticBag.lookupLimit
    for count in [limit - 1, limit + 1, 3 * limit] {
      let entities = (0..<count).map {
        "  Entity\($0): { attributes: { id: int }, relations: { next: Entitx\($0) } }"
      }
      let file = """
        swiftsync: 1
        name: Words
        version: 1
        entities:
        \(entities.joined(separator: "\n"))
        """
      var bag = DiagnosticBag()
      _ = SchemaCompiler.compile(
        path: "a.yaml",
        read: { path throws(FileReadError) in
          SourceFile(path: path, bytes: Array(file.utf8))
        }, into: &bag)
      let errors = bag.sorted.filter { $0.code == .unknownEntity }
      #expect(errors.count == count)
      #expect(errors.filter { $0.fixIt != nil }.count == min(count, limit))
    }
  }
}
