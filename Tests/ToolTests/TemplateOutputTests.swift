import Foundation
import Programs
import Testing

/// The permitted paths and the beginning of the output of user templates.
@Suite struct TemplateOutputTests {
  private func workspace(_ templates: [String: String]) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/shop.yaml",
      Samples.shop.replacingOccurrences(
        of: "generate: {", with: "generate: { templates: [../Templates],"))
    for (name, text) in templates { try workspace.write("Templates/\(name).stencil", text) }
    return workspace
  }

  @Test func rejectsFileUsedAsFolder() async throws {
    let workspace = try workspace([
      "one": "{# swiftsync: for=schema path=\"a\" #}\nx\n",
      "two": "{# swiftsync: for=schema path=\"A/b\" #}\nx\n",
    ])
    try await workspace.expect(
      "generate",
      gives: Outcome(
        1,
        errors: """
          Templates/two.stencil:1:32: error: 'two.stencil' for the schema generates 'A/b', but 'A' is a file of 'one.stencil' for the schema [output-collision]

          """))
    #expect(!workspace.exists("Generated"))
  }

  @Test func rejectsFolderUsedAsFile() async throws {
    let workspace = try workspace([
      "one": "{# swiftsync: for=schema path=\"a/b\" #}\nx\n",
      "two": "{# swiftsync: for=schema path=\"a\" #}\nx\n",
    ])
    let outcome = try await workspace.run("generate")
    #expect(
      outcome.errors.contains(
        "'two.stencil' for the schema generates the file 'a', which is a folder for "
          + "'one.stencil' for the schema [output-collision]"))
  }

  @Test func ignoresByteOrderMark() async throws {
    let workspace = try workspace([
      "one": "\u{FEFF}{# swiftsync: for=schema path=\"a.txt\" #}\n{{ schema.name }}\n"
    ])
    #expect(try await workspace.run("generate").status == 0)
    #expect(try workspace.read("Generated/Shop/a.txt") == "Shop\n")
  }

  @Test(arguments: [
    ("a.xml", "<?xml version=\"1.0\"?>\n<a/>\n", "<?xml version=\"1.0\"?>\n<!-- @generated"),
    ("a.xml", "<?xml version=\"1.0\"?><a/>\n", "<?xml version=\"1.0\"?>\n<!-- @generated"),
    ("a.sh", "#!/bin/sh\nexit\n", "#!/bin/sh\n# @generated"),
    ("a.php", "<?php\necho 1;\n", "<?php\n// @generated"),
    ("a.css", "@charset \"utf-8\";\na {}\n", "@charset \"utf-8\";\n/* @generated"),
  ])
  func headerFollowsLeadingLine(path: String, text: String, start: String) async throws {
    let workspace = try workspace([
      "one": "{# swiftsync: for=schema path=\"\(path)\" #}\n\(text)"
    ])
    #expect(try await workspace.run("generate").status == 0)
    #expect(try workspace.read("Generated/Shop/\(path)").hasPrefix(start))
    #expect(try await workspace.run("generate", "--check").status == 0)
  }

  @Test func rejectsNULInOutputFolder() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/shop.yaml",
      Samples.shop.replacingOccurrences(of: "../Generated/Shop", with: "\"a\\0b\""))
    let outcome = try await workspace.run("generate")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains(
        "error: the output folder contains a NUL character, which file systems do not accept "
          + "[output-path]"))
  }
}
