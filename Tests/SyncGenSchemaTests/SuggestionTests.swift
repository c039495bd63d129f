import SyncGenDiagnostics
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
}
