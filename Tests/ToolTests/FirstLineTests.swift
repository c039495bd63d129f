import Foundation
import Programs
import Testing

/// The first line of templates: conditions, and the version of the context.
@Suite struct FirstLineTests {
  @Test func conditionLeavesOutSubjects() async throws {
    let workspace = try OutputsTests.workspace(
      "{ templates: ../Templates, output: ../android }",
      files: [
        "Templates/Entity.kt.stencil":
          "{# swiftsync: for=entity when=\"entity.name == 'Tag'\" path=\"{{ entity.name }}.kt\" #}\nx"
      ])
    #expect(try await workspace.run("generate").status == 0)
    #expect(try workspace.files(in: "android") == ["Tag.kt"])
    let rendered = try await workspace.run(
      "render", "Templates/Entity.kt.stencil", "--schema", "Schemas/shop.yaml")
    #expect(rendered == Outcome(0, output: "x"))
  }

  @Test(arguments: [
    (
      "when=\"entity.nmae\"", "39",
      "undefined variable 'entity.nmae': there is no 'nmae' [template-undefined-variable]"
    ),
    ("when=\"not\"", "35", "expected a value, found the end of the tag [template-syntax]"),
    ("context=x", "34", "'context' is 'x', expected the version of the context, "),
    (
      "context=1000", "34", "the template was written for version 1000 of the context, and this is "
    ),
    ("original=x", "35", "'original' is 'x', expected the text that 'templates eject' writes"),
  ])
  func mistakeOfFirstLineIsFoundByEachCommand(
    _ key: String, _ column: String, _ message: String
  ) async throws {
    let workspace = try OutputsTests.workspace(
      "{ templates: ../Templates, output: ../android }",
      files: [
        "Templates/a.stencil": "{# swiftsync: for=entity \(key) path=\"{{ entity.name }}\" #}\nx"
      ])
    for command in [
      ["templates", "check"], ["validate"], ["generate"], ["generate", "--check"],
      ["render", "Templates/a.stencil"],
    ] {
      let outcome = try await workspace.run(command)
      #expect(outcome.status == 1, "\(command)")
      let place = "Templates/a.stencil:1:\(column)"
      #expect(
        outcome.errors.contains("\(place): error: \(message)"), "\(command) \(outcome.errors)")
    }
  }

  @Test func currentContextIsAccepted() async throws {
    let workspace = try OutputsTests.workspace("{ sets: [html], output: ../docs }")
    try workspace.write("version.stencil", "{{ contextVersion }}")
    let version = try await workspace.run("render", "version.stencil").output
    try workspace.write("a.stencil", "{# swiftsync: for=schema context=\(version) #}\nx")
    #expect(try await workspace.run("render", "a.stencil") == Outcome(0, output: "x"))
  }

  @Test func emptyPathPointsToCondition() async throws {
    let workspace = try OutputsTests.workspace(
      "{ templates: ../Templates, output: ../android }",
      files: [
        "Templates/a.stencil": "{# swiftsync: for=entity path=\"{% if false %}a{% endif %}\" #}"
      ])
    let outcome = try await workspace.run("generate")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains(
        "note: to generate nothing for it, state a condition in the first line: when=\"…\"\n"))
  }
}
