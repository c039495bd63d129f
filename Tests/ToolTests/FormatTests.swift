import Foundation
import Programs
import Testing

@Suite struct FormatTests {
  /// A schema with a fragment, both with another layout.
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/app.yaml",
      """
      swiftsync: 1
      name: App
      version: 1
      include: [ people.yaml ]
      entities:
          Item:   # a thing
              attributes: {id: int, title: string}

      """)
    try workspace.write(
      "Schemas/people.yaml", "entities:\n    Person:\n        attributes: { id: int }\n")
    return workspace
  }

  private let formatted = """
    swiftsync: 1
    name: App
    version: 1
    include: [people.yaml]
    entities:
      Item:   # a thing
        attributes: { id: int, title: string }

    """

  @Test func formatsSchemasAndTheirFragments() async throws {
    let workspace = try workspace()
    let expected = Outcome(
      0, errors: "formatted Schemas/app.yaml\nformatted Schemas/people.yaml\n")
    #expect(try await workspace.run("format") == expected)
    #expect(try workspace.read("Schemas/app.yaml") == formatted)
    #expect(
      try workspace.read("Schemas/people.yaml")
        == "entities:\n  Person:\n    attributes: { id: int }\n")
    #expect(try await workspace.run("format") == Outcome(0))
    #expect(
      try await workspace.run("format", "--check")
        == Outcome(0, errors: "2 files are formatted\n"))
  }

  @Test func formatsNamedFragmentAlone() async throws {
    let workspace = try workspace()
    let app = try workspace.read("Schemas/app.yaml")
    #expect(
      try await workspace.run("format", "Schemas/people.yaml")
        == Outcome(0, errors: "formatted Schemas/people.yaml\n"))
    #expect(try workspace.read("Schemas/app.yaml") == app)
  }

  @Test func checkListsFilesAndWritesNothing() async throws {
    let workspace = try workspace()
    let before = try workspace.snapshot(of: "Schemas")
    let expected = Outcome(
      1,
      output: """
        Schemas/app.yaml:4: not formatted from this line on
        Schemas/people.yaml:2: not formatted from this line on

        """,
      errors: "swiftsync-gen: error: 2 files would change; run 'swiftsync-gen format'\n")
    #expect(try await workspace.run("format", "--check") == expected)
    #expect(try workspace.snapshot(of: "Schemas") == before)
  }

  @Test func diffIsAPatch() async throws {
    let workspace = try workspace()
    let outcome = try await workspace.run("format", "--diff", "Schemas/people.yaml")
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        --- a/Schemas/people.yaml
        +++ b/Schemas/people.yaml
        @@ -1,3 +1,3 @@
         entities:
        -    Person:
        -        attributes: { id: int }
        +  Person:
        +    attributes: { id: int }

        """)
  }

  @Test func formatsStandardInput() async throws {
    let workspace = try workspace()
    let text = try workspace.read("Schemas/app.yaml")
    // Its fragments are not read.
    try workspace.remove("Schemas/people.yaml")
    #expect(
      try await workspace.run("format", "-", input: text) == Outcome(0, output: formatted))
    let alone = try await workspace.run("format", "-", input: "entities:\n    A: {b: c}\n")
    #expect(alone == Outcome(0, output: "entities:\n  A: { b: c }\n"))
    let checked = try await workspace.run("format", "--check", "-", input: "entities: {A: b}")
    #expect(checked.status == 1)
    #expect(checked.output == "<stdin>:1: not formatted from this line on\n")
  }

  @Test func schemaWithMistakesIsFormatted() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "a.yaml", Samples.broken.replacingOccurrences(of: "      ", with: "       "))
    #expect(try await workspace.run("format", "a.yaml").status == 0)
    #expect(try workspace.read("a.yaml") == Samples.broken + "\n")
  }

  @Test func invalidFilesAreNotChanged() async throws {
    let workspace = try workspace()
    try workspace.write("Schemas/people.yaml", "entities: [\n")
    let before = try workspace.snapshot(of: "Schemas")
    let outcome = try await workspace.run("format")
    #expect(outcome.status == 1 && outcome.errors.contains("Schemas/people.yaml:"))
    #expect(outcome.errors.contains("[invalid-yaml]"))
    try workspace.remove("Schemas/people.yaml")
    let missing = try await workspace.run("format")
    #expect(missing.status == 1 && missing.errors.contains("[unreadable-file]"))
    #expect(try workspace.read("Schemas/app.yaml") == before["Schemas/app.yaml"]?.text)
  }

  @Test func refusesFilesOfOtherPrograms() async throws {
    let workspace = try Workspace()
    try workspace.write("compose.yaml", "services:   { web: { image: nginx } }\n")
    let outcome = try await workspace.run("format", "compose.yaml")
    #expect(
      outcome
        == Outcome(
          1,
          errors:
            "compose.yaml: error: this is neither a schema nor a fragment: it has none of the "
            + "keys 'swiftsync', 'enums', 'types', 'scalars', 'traits', 'entities', "
            + "'migrations'\n"))
  }

  @Test func refusesKeysOfSeveralLines() async throws {
    let workspace = try Workspace()
    let text = "entities:\n  ? A\n    B\n  : {}\n"
    try workspace.write("a.yaml", text)
    let outcome = try await workspace.run("format", "a.yaml")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "a.yaml:2:5: error: 'format' cannot lay this out without changing what it says; write it "
        + "as schemas usually do\n")
    #expect(try workspace.read("a.yaml") == text)
  }

  @Test func samplesSayTheSame() async throws {
    let workspace = try Workspace()
    for name in ["tracker", "people"] {
      let text = try String(contentsOf: Repository.url("Schemas/\(name).yaml"), encoding: .utf8)
      // A fragment's lists and braces in other widths.
      try workspace.write("Schemas/\(name).yaml", text.replacingOccurrences(of: "{ ", with: "{   "))
    }
    try FileManager.default.copyItem(
      at: Repository.url("Schemas/tracker.versions"), to: workspace.url("Schemas/tracker.versions"))
    let before = try await workspace.run("docs", "Schemas/tracker.yaml")
    #expect(before.status == 0)
    #expect(try await workspace.run("format", "Schemas/tracker.yaml").status == 0)
    #expect(try await workspace.run("docs", "Schemas/tracker.yaml") == before)
  }
}
