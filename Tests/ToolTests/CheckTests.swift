import Foundation
import Programs
import Testing

/// `generate --check` and `--diff` report what would change, and write nothing.
@Suite struct CheckTests {
  private static let output = "Generated/Shop"

  private func generated() async throws -> Workspace {
    let workspace = try Workspace.withSchema()
    try await workspace.run("generate")
    return workspace
  }

  @Test func passesForGeneratedFiles() async throws {
    let workspace = try await generated()
    let before = try workspace.snapshot(of: ".")
    try await workspace.expect(
      "generate", "--check", gives: Outcome(0, errors: "3 files are up to date\n"))
    try await workspace.expect(
      "generate", "--diff", gives: Outcome(0, errors: "3 files are up to date\n"))
    #expect(try workspace.snapshot(of: ".") == before)
  }

  @Test func listsFilesThatWouldChange() async throws {
    let workspace = try await generated()
    let item = try workspace.read("\(Self.output)/Item.swift")
    try workspace.write("\(Self.output)/Item.swift", item + "// edited\n")
    try workspace.write("\(Self.output)/Old.swift", item)
    try workspace.remove("\(Self.output)/schema.sql")
    let before = try workspace.snapshot(of: ".")
    let expected = Outcome(
      1,
      output: """
        Generated/Shop/Item.swift: edited by hand: its content differs from what the tool wrote
        Generated/Shop/schema.sql: missing
        Generated/Shop/Old.swift: obsolete: written by an earlier run and no longer generated

        """,
      errors: "swiftsync-gen: error: 3 files would change; run 'swiftsync-gen generate'\n")
    try await workspace.expect("generate", "--check", gives: expected)
    try await workspace.expect("generate", "--check", "-q", gives: expected)
    #expect(try workspace.snapshot(of: ".") == before)
  }

  @Test func listsAllFilesIfNoneExist() async throws {
    let workspace = try Workspace.withSchema()
    let outcome = try await workspace.run("generate", "--check")
    #expect(outcome.status == 1)
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.hasSuffix(": missing") })
    #expect(!workspace.exists("Generated"))
  }

  @Test func namesFilesWithConflictMarkers() async throws {
    let workspace = try await generated()
    let item = try workspace.read("\(Self.output)/Item.swift")
    try workspace.write(
      "\(Self.output)/Item.swift",
      item + "<<<<<<< HEAD\nlet a = 1\n=======\nlet a = 2\n>>>>>>> other\n")
    #expect(
      try await workspace.run("generate", "--check").output
        == "Generated/Shop/Item.swift: has conflict markers of Git\n")
    // No warning of edits: nobody has written what is between the markers.
    try await workspace.expect(
      "generate",
      gives: Outcome(
        0, errors: "Schemas/shop.yaml: wrote 1 file to Generated/Shop; 2 unchanged\n"))
    #expect(try workspace.read("\(Self.output)/Item.swift") == item)
  }

  /// One file that is still generated, and one that is not.
  @Test func keepsFilesOfNewerTool() async throws {
    let workspace = try await generated()
    let version = try await workspace.run("--version").output.split(separator: " ")[1].dropLast()
    let item = try workspace.read("\(Self.output)/Item.swift")
    try workspace.write("\(Self.output)/Added.swift", item)
    try workspace.write("Schemas/shop.yaml", "# A comment\n" + Samples.shop)
    try setVersion("9.10.0", in: workspace)
    let manifest = try workspace.read(Self.manifest)
    let found =
      "swiftsync-gen: error: Schemas/shop.yaml: version 9.10.0 of the tool wrote 1 file in "
      + "Generated/Shop, and this is \(version): update the tool"
    try await workspace.expect("generate", "--check", gives: Outcome(1, errors: found + "\n"))
    let refused = ", or replace them with '--force'\n"
    try await workspace.expect("generate", gives: Outcome(1, errors: found + refused))
    #expect(workspace.exists("\(Self.output)/Added.swift"))
    #expect(try workspace.read(Self.manifest) == manifest)
    try await workspace.expect(
      "generate", "--force",
      gives: Outcome(
        0, errors: "Schemas/shop.yaml: removed 1 file from Generated/Shop; 3 unchanged\n"))
    #expect(try workspace.read(Self.manifest).contains("tool: \(version)\n"))
  }

  private static let manifest = "\(output)/.Shop.swiftsync"

  /// As if another version of the tool had written the output.
  private func setVersion(_ version: String, in workspace: Workspace) throws {
    try workspace.write(
      Self.manifest,
      try workspace.read(Self.manifest).replacing(/tool: .*/, with: "tool: \(version)"))
  }

  @Test func annotatesPullRequests() async throws {
    let workspace = try await generated()
    try workspace.remove("\(Self.output)/schema.sql")
    try await workspace.expect(
      "generate", "--check", "--format", "github",
      gives: Outcome(
        1,
        output: """
          ::error file=Generated/Shop/schema.sql,line=1,title=outdated::missing
          ::error::1 file would change; run 'swiftsync-gen generate'

          """))
  }

  @Test func reportsFilesInTheWay() async throws {
    let workspace = try await generated()
    try workspace.write("\(Self.output)/Item.swift", "struct Item {}\n")
    #expect(
      try await workspace.run("generate", "--check").output
        == """
        Generated/Shop/Item.swift: in the way: edited by hand since the tool wrote it, and without \
        the header '@generated by swiftsync-gen …' it is not overwritten; move it or delete it

        """)
  }

  /// The same output of another version of the tool, or from a schema with another comment.
  @Test func ignoresProvenance() async throws {
    let workspace = try await generated()
    try setVersion("0.0.9", in: workspace)
    let other = try workspace.read(Self.manifest)
    #expect(try await workspace.run("generate", "--check").status == 0)
    #expect(try workspace.read(Self.manifest) == other)
    let expected = "Schemas/shop.yaml: Generated/Shop is up to date (3 files)\n"
    #expect(try await workspace.run("generate").errors == expected)
    let own = try workspace.read(Self.manifest)
    #expect(own.contains("tool: 0.1.0\n"))
    try workspace.write("Schemas/shop.yaml", "# A comment\n" + Samples.shop)
    #expect(try await workspace.run("generate", "--check").status == 0)
    #expect(try await workspace.run("generate").errors == expected)
    #expect(try workspace.read(Self.manifest) != own)
  }

  @Test func explainsChanges() async throws {
    let workspace = try await generated()
    try workspace.write(
      "Schemas/shop.yaml", Samples.shop.replacingOccurrences(of: "title", with: "label"))
    let path = "\(Self.output)/ShopSchema.swift"
    try workspace.write(path, try workspace.read(path) + "// mine\n")
    try await workspace.expect(
      "generate", "--check",
      gives: Outcome(
        1,
        output: """
          Generated/Shop/Item.swift: out of date: the schema has changed
          Generated/Shop/ShopSchema.swift: edited by hand: its content differs from what the tool wrote
          Generated/Shop/schema.sql: out of date: the schema has changed

          """,
        errors: "swiftsync-gen: error: 3 files would change; run 'swiftsync-gen generate'\n"))
  }

  @Test func distinguishesTemplateFromSchemaChanges() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/shop.yaml",
      Samples.shop.replacingOccurrences(of: "Shop }", with: "Shop, templates: [../Templates] }"))
    try workspace.write(
      "Templates/a.txt.stencil",
      "{# swiftsync: for=schema path=a.sql #}\n{% import \"macros.stencil\" %}{% call title %}")
    try workspace.write("Templates/macros.stencil", "{% macro title %}-- one{% endmacro %}")
    try await workspace.run("generate")
    // An edit that does not change the output is not drift.
    try workspace.write("Templates/macros.stencil", "{% macro title %}-- one{% endmacro %}\n")
    #expect(try await workspace.run("generate", "--check").status == 0)
    try workspace.write("Templates/macros.stencil", "{% macro title %}-- two{% endmacro %}")
    let outcome = Outcome(
      1,
      output:
        "Generated/Shop/a.sql: out of date: the template 'a.txt.stencil' or one that it uses has changed\n",
      errors: "swiftsync-gen: error: 1 file would change; run 'swiftsync-gen generate'\n")
    try await workspace.expect("generate", "--check", gives: outcome)
    try await workspace.run("generate")
    #expect(try await workspace.run("generate", "--check").status == 0)
  }

  @Test func reportsOutputOfOtherToolVersion() async throws {
    let workspace = try await generated()
    try setVersion("0.0.9", in: workspace)
    try workspace.write(
      "Schemas/shop.yaml", Samples.shop.replacingOccurrences(of: "title", with: "label"))
    let lines = try await workspace.run("generate", "--check").output.split(separator: "\n")
    #expect(
      lines.contains(
        """
        Generated/Shop/Item.swift: out of date: version 0.0.9 of the tool wrote it, and this version generates other content
        """))
  }

  /// In a language without comments, the header is in a string.
  @Test func findsHeaderInOneLine() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/shop.yaml",
      Samples.shop.replacingOccurrences(of: "Shop }", with: "Shop, templates: [../Templates] }"))
    func write(_ name: String, to path: String = "a.json") throws {
      try workspace.write(
        "Templates/a.json.stencil",
        """
        {# swiftsync: for=schema path=\(path) #}
        {"about": "@generated by swiftsync-gen. Do not edit. \
        Schema: ../../Schemas/shop.yaml Template: a.json.stencil",
        "name": "\(name)"}

        """)
    }
    try write("one")
    try await workspace.run("generate")
    let path = "\(Self.output)/a.json"
    let text = try workspace.read(path)
    try workspace.write(path, text.replacingOccurrences(of: "one", with: "two"))
    #expect(
      try await workspace.run("generate", "--check").output
        == "Generated/Shop/a.json: edited by hand: its content differs from what the tool wrote\n")
    #expect(try await workspace.run("generate").status == 0)
    try write("two", to: "b.json")
    #expect(
      try await workspace.run("generate", "--check").output == """
        Generated/Shop/b.json: missing
        Generated/Shop/a.json: obsolete: written by an earlier run and no longer generated

        """)
  }

  @Test func overwritesFileWithoutHeaderUnlessEdited() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/shop.yaml",
      Samples.shop.replacingOccurrences(of: "Shop }", with: "Shop, templates: [../Templates] }"))
    let directive = "{# swiftsync: for=schema path=a.txt #}\n"
    try workspace.write("Templates/a.txt.stencil", directive + "one\n")
    #expect(try await workspace.run("generate").status == 0)
    try workspace.write("Templates/a.txt.stencil", directive + "two\n")
    #expect(try await workspace.run("generate").status == 0)
    #expect(try workspace.read("\(Self.output)/a.txt") == "two\n")

    try workspace.write("\(Self.output)/a.txt", "mine\n")
    try workspace.write("Templates/a.txt.stencil", directive + "three\n")
    let outcome = try await workspace.run("generate")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix(
        """
        swiftsync-gen: error: Generated/Shop/a.txt: in the way: edited by hand since the tool wrote \
        it, and without the header '@generated by swiftsync-gen …' it is not overwritten; move it \
        or delete it

        """), "\(outcome.errors)")
    #expect(try workspace.read("\(Self.output)/a.txt") == "mine\n")
  }

  @Test func printsApplicableDiff() async throws {
    let workspace = try await generated()
    let right = try workspace.read("\(Self.output)/schema.sql")
    try workspace.write("\(Self.output)/schema.sql", right + "-- edited")
    let lines = right.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let outcome = try await workspace.run("generate", "--diff")
    #expect(
      outcome.output == """
        --- a/Generated/Shop/schema.sql
        +++ b/Generated/Shop/schema.sql
        @@ -\(lines.count - 2),4 +\(lines.count - 2),3 @@
        \(lines.suffix(3).map { " " + $0 }.joined(separator: "\n"))
        --- edited
        \\ No newline at end of file

        """)
    #expect(
      outcome.errors
        == "swiftsync-gen: error: 1 file would change; run 'swiftsync-gen generate'\n")
  }

  @Test func diffShowsWholeNewAndStrayFiles() async throws {
    let workspace = try Workspace.withSchema()
    let all = try await workspace.run("generate", "--diff").output
    #expect(all.contains("--- /dev/null\n+++ b/Generated/Shop/Item.swift\n@@ -0,0 +1,"))
    try await workspace.run("generate")
    let item = try workspace.read("\(Self.output)/Item.swift")
    try workspace.write("\(Self.output)/Old.swift", item)
    let stray = try await workspace.run("generate", "--diff").output
    let count = item.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    #expect(
      stray.hasPrefix("--- a/Generated/Shop/Old.swift\n+++ /dev/null\n@@ -1,\(count) +0,0 @@\n-"))
  }
}
