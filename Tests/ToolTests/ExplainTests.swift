import Programs
import SyncGenDiagnostics
import SyncGenReference
import Testing

@Suite struct ExplainTests {
  @Test func printsSectionOfCode() async throws {
    let text = """
      unknown-type

      The type does not exist. The type of an attribute is a built-in type, or an enum, a
      scalar or a type under 'types' of the schema.

          title: strng

      Use the type in the note. Declare a connection to another entity under 'relations'.

      """
    for spelling in ["unknown-type", "[unknown-type]"] {
      #expect(
        try await Workspace().run("explain", spelling) == Outcome(0, output: text), "\(spelling)")
    }
  }

  @Test func printsListsAndLinks() async throws {
    let names = try await Workspace().run("explain", "shadowed-name").output
    #expect(
      names.contains(
        "\n- Swift: 'Actor', 'Array', 'AsyncStream', 'Bool', 'Character', 'Clock', 'Codable',\n  '")
    )
    let tagged = try await Workspace().run("explain", "invalid-tagged-type").output
    #expect(tagged.contains("In a tagged value (docs/reference/schema-language.md), two cases"))
    let nested = try await Workspace().run("explain", "refused-sql").output
    #expect(
      nested.replacing("\n", with: " ").contains("values of types (docs/migrating.md) are nested"))
    let markers = try await Workspace().run("explain", "conflict-markers").output
    #expect(markers.contains("'version-conflict'") && !markers.contains("#"))
  }

  @Test func listsEveryCodeInOneLine() async throws {
    let outcome = try await Workspace().run("explain")
    #expect(outcome.status == 0 && outcome.errors == "")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "Files and YAML")
    let codes = lines.filter { $0.hasPrefix("  ") }.map {
      String($0.dropFirst(2).prefix { $0 != " " })
    }
    #expect(codes.sorted() == DiagnosticCode.allCases.map(\.rawValue).sorted())
    #expect(
      lines.contains {
        $0.hasPrefix("  unknown-type ") && $0.hasSuffix(" The type does not exist.")
      })
  }

  @Test func unknownCodeIsUsageError() async throws {
    let near = try await Workspace().run("explain", "unknwon-type")
    #expect(near.status == 64 && near.output == "")
    #expect(
      near.errors.hasPrefix(
        "swiftsync-gen: error: unknown code 'unknwon-type'; did you mean 'unknown-type'?\n"))
    let far = try await Workspace().run("explain", "E1024")
    #expect(far.status == 64)
    #expect(
      far.errors.hasPrefix(
        "swiftsync-gen: error: unknown code 'E1024'; 'swiftsync-gen explain' lists all codes\n"))
  }

  /// Every entry has a description, an example or a second paragraph, and a first sentence for the
  /// list; no markup is left.
  @Test func everyCodeHasAnEntry() throws {
    for code in DiagnosticCode.allCases {
      let entry = try #require(DiagnosticReference.current[code], "\(code.rawValue)")
      #expect(entry.blocks.count > 1 && !entry.group.isEmpty, "\(code.rawValue)")
      #expect(entry.summary.hasSuffix(".") && entry.summary.count > 20, "\(code.rawValue)")
      for case .paragraph(let text) in entry.blocks {
        #expect(!text.contains("`") && !text.contains("]("), "\(code.rawValue)")
      }
    }
    #expect(DiagnosticReference.current.entries.count == DiagnosticCode.allCases.count)
  }
}
