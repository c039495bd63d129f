import Foundation
import Programs
import Testing

/// `templates eject` and `templates diff`, and overrides of one template in several folders.
@Suite struct EjectedTemplateTests {
  private func workspace(_ files: [String: String] = [:]) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/shop.yaml",
      Samples.shop.replacingOccurrences(
        of: "{ output: ../Generated/Shop }",
        with: "{ output: ../Generated/Shop, sets: [swift], templates: [../Templates, ../Company] }")
    )
    for folder in ["Templates", "Company"] { try workspace.write("\(folder)/note.txt", "") }
    for (path, text) in files { try workspace.write(path, text) }
    return workspace
  }

  // MARK: Stamps

  @Test func ejectedTemplateHasStamp() async throws {
    let workspace = try workspace()
    #expect(try await workspace.run("templates", "eject", "Enum.swift").status == 0)
    let line = try workspace.read("Templates/Enum.swift.stencil")
      .components(separatedBy: "\n")[0]
    #expect(line.hasPrefix("{# swiftsync: for=enum "))
    #expect(line.contains(#/ original=Enum\.swift@[0-9a-f]{16} #}$/#))
    let original = try workspace.read("Templates/.ejected/Enum.swift.stencil")
    #expect(!original.contains("original="))
    try await workspace.expect(
      "templates", "diff", "Enum.swift",
      gives: Outcome(0, errors: "'Enum.swift' has not changed since it was copied\n"))
    try await workspace.expect(
      "templates", "check", "--strict",
      gives: Outcome(0, errors: "Schemas/shop.yaml: the templates are valid\n"))
    #expect(try await workspace.run("generate").status == 0)
  }

  /// A part of other templates may have no first line of its own.
  @Test func partIsUsableAfterEject() async throws {
    let workspace = try workspace()
    #expect(try await workspace.run("generate").status == 0)
    let before = try workspace.snapshot(of: "Generated").mapValues(\.text)
    #expect(try await workspace.run("templates", "eject", "Members.swift").status == 0)
    #expect(try await workspace.run("generate").status == 0)
    let after = try workspace.snapshot(of: "Generated").mapValues(\.text)
    for (path, text) in after where !path.hasSuffix(".swiftsync") {
      #expect(text == before[path], "\(path)")
    }
  }

  /// A copy from an earlier version of the tool, whose built-in template had one more line. The copy
  /// has another line of its own.
  private func outdated() async throws -> Workspace {
    let workspace = try workspace()
    #expect(try await workspace.run("templates", "eject", "Enum.swift").status == 0)
    let original = try workspace.read("Templates/.ejected/Enum.swift.stencil") + "{# former #}\n"
    try workspace.write("Templates/.ejected/Enum.swift.stencil", original)
    let copy = try workspace.read("Templates/Enum.swift.stencil")
      .replacing(#/@[0-9a-f]{16}/#, with: "@" + Self.digest(original))
    try workspace.write("Templates/Enum.swift.stencil", copy + "{# former #}\n{# mine #}\n")
    return workspace
  }

  /// The digest of a text as in stamps.
  private static func digest(_ text: String) -> String {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ word: UInt64) {
      state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
      state ^= state >> 32
    }
    let bytes = Array(text.utf8)
    mix(UInt64(bytes.count))
    let end = bytes.count & ~7
    for offset in stride(from: 0, to: end, by: 8) {
      mix((0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) })
    }
    for offset in end..<bytes.count { mix(UInt64(bytes[offset])) }
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  @Test func changeOfBuiltInTemplateIsAWarning() async throws {
    let workspace = try await outdated()
    let warning =
      "the built-in template 'Enum.swift' has changed since this file was copied from it "
      + "[template-outdated]\n"
    for command in [["templates", "check"], ["validate"], ["generate"], ["generate", "--check"]] {
      let outcome = try await workspace.run(command)
      #expect(outcome.errors.contains("warning: " + warning), "\(command) \(outcome.errors)")
      #expect(
        outcome.errors.contains(
          "note: 'swiftsync-gen templates diff Enum.swift' shows the changes\n"))
      #expect(try await workspace.run(command + ["--strict"]).status == 1)
    }
  }

  @Test func diffShowsChangesOfBuiltInTemplate() async throws {
    let workspace = try await outdated()
    let outcome = try await workspace.run("templates", "diff", "Enum.swift")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    let lines = outcome.output.components(separatedBy: "\n")
    #expect(
      lines.prefix(2) == [
        "--- a/Templates/Enum.swift.stencil", "+++ b/Templates/Enum.swift.stencil",
      ])
    #expect(lines.filter { $0.hasPrefix("+") && !$0.hasPrefix("+++") } == [])
    #expect(lines.filter { $0.hasPrefix("-") && !$0.hasPrefix("---") } == ["-{# former #}"])

    let merged = try await workspace.run("templates", "diff", "Enum.swift", "--merged")
    #expect(
      merged
        == Outcome(
          0, errors: "Templates/Enum.swift.stencil is a copy of the current 'Enum.swift'\n"))
    #expect(
      try workspace.read("Templates/Enum.swift.stencil").hasSuffix("{# former #}\n{# mine #}\n"))
    try await workspace.expect(
      "templates", "diff", "Enum.swift",
      gives: Outcome(0, errors: "'Enum.swift' has not changed since it was copied\n"))
  }

  @Test func diffWithoutOriginalComparesFiles() async throws {
    let workspace = try await outdated()
    try workspace.remove("Templates/.ejected")
    let outcome = try await workspace.run("templates", "diff", "Enum.swift")
    #expect(
      outcome.errors == """
        the original of Templates/Enum.swift.stencil is not in '.ejected', so the patch also undoes your \
        own changes

        """)
    let lines = outcome.output.components(separatedBy: "\n")
    #expect(lines.filter { $0.hasPrefix("+") && !$0.hasPrefix("+++") } == [])
    #expect(
      lines.filter { $0.hasPrefix("-") && !$0.hasPrefix("---") } == [
        "-{# former #}", "-{# mine #}",
      ])
  }

  @Test func diffNeedsCopy() async throws {
    let outcome = try await workspace().run("templates", "diff", "Enum.swift")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("no template folder has a copy of 'Enum.swift'"), "\(outcome.errors)")
  }

  // MARK: Folders

  private static func override(_ name: String, base: String = "builtin:Entity.swift") -> String {
    "{% extends \"\(base)\" %}{% block conformances %}{{ block.super }}, \(name){% endblock %}"
  }

  @Test(arguments: ["builtin:Entity.swift", "Entity.swift.stencil"])
  func overridesOfSeveralFoldersStack(_ base: String) async throws {
    let workspace = try workspace([
      "Templates/Entity.swift.stencil": Self.override("OfApp", base: base),
      "Company/Entity.swift.stencil": Self.override("OfCompany", base: base)
        + "{% block end %}{{ block.super }}// company\n{% endblock %}",
    ])
    try await workspace.expect(
      "generate", "--strict",
      gives: Outcome(
        0, errors: "Schemas/shop.yaml: wrote 2 files to Generated/Shop\n"))
    let text = try workspace.read("Generated/Shop/Item.swift")
    #expect(text.contains("Sendable, OfCompany, OfApp {"))
    #expect(text.hasSuffix("// company\n"))
    let listing = try await workspace.run("templates").output.components(separatedBy: "\n")
    #expect(
      listing[1].split(separator: " ").joined(separator: " ")
        == "Entity.swift.stencil built-in; Company/Entity.swift.stencil overrides conformances, end; "
        + "Templates/Entity.swift.stencil overrides conformances")
    let rendered = try await workspace.run("render", "Templates/Entity.swift.stencil")
    #expect(rendered.status == 0 && rendered.output.contains("Sendable, OfCompany, OfApp {"))
  }

  /// A change in the second folder is a change of the template.
  @Test func driftNamesTemplateOfSecondFolder() async throws {
    let workspace = try workspace([
      "Templates/Entity.swift.stencil": Self.override("OfApp"),
      "Company/Entity.swift.stencil": Self.override("OfCompany"),
    ])
    #expect(try await workspace.run("generate").status == 0)
    try workspace.write("Company/Entity.swift.stencil", Self.override("Another"))
    #expect(
      try await workspace.run("generate", "--check").output == """
        Generated/Shop/Item.swift: out of date: the template 'Entity.swift.stencil' or one that it uses has changed

        """)
  }

  @Test func mistakeInSecondFolderIsReportedOnce() async throws {
    let workspace = try workspace([
      "Templates/Entity.swift.stencil": Self.override("OfApp"),
      "Company/Entity.swift.stencil": Self.override("{{ entity.nmae }}")
        + "{% block conformance %}{% endblock %}",
    ])
    let errors = """
      Company/Entity.swift.stencil:1:90: error: undefined variable 'entity.nmae': there is no 'nmae' [template-undefined-variable]
      Company/Entity.swift.stencil:1:90: note: did you mean 'name'?
      Company/Entity.swift.stencil:1:111: warning: block 'conformance' overrides nothing: no template declares it [template-inheritance]
      Company/Entity.swift.stencil:1:111: note: did you mean 'conformances'?

      """
    for command in [["templates", "check"], ["validate"], ["generate"], ["generate", "--check"]] {
      try await workspace.expect(command, gives: Outcome(1, errors: errors))
    }
  }

  @Test func fileWithoutFirstLineInSecondFolderIsExtended() async throws {
    let workspace = try workspace([
      "Templates/part.stencil":
        "{% extends \"part.stencil\" %}{% block a %}[{{ block.super }}]{% endblock %}",
      "Company/part.stencil": "{% block a %}company{% endblock %}",
      "Templates/names.txt.stencil":
        "{# swiftsync: for=schema path=names.txt #}\n{% include \"part.stencil\" %}",
    ])
    #expect(try await workspace.run("generate", "--strict").status == 0)
    #expect(try workspace.read("Generated/Shop/names.txt") == "[company]")
  }
}
