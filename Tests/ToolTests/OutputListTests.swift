import Foundation
import Programs
import Testing

/// What the plugins for SwiftPM ask of the tool.
@Suite struct OutputListTests {
  private static let list = "Sources/Shop/shop.outputs"
  private static let remedy =
    "bring it up to date with 'swift package generate-models' or 'swiftsync-gen generate --list'"

  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(
      "Sources/Shop/shop.yaml",
      Samples.shop.replacingOccurrences(of: "output: ../Generated/Shop", with: "templates: [Own]")
        .replacingOccurrences(of: "entities:", with: "include: [part.yaml]\nentities:"))
    try workspace.write("Sources/Shop/part.yaml", Samples.fragment)
    try workspace.write(
      "Sources/Shop/Own/Names.swift.stencil",
      "{# swiftsync: for=schema path=\"Names.swift\" #}\nlet names = 1\n")
    return workspace
  }

  private func generate(_ options: String...) -> [String] {
    ["generate", "Sources/Shop/shop.yaml", "--list", Self.list] + options
  }

  @Test func namesAllFilesAndWritesNoOther() async throws {
    let workspace = try workspace()
    try await workspace.expect(
      generate(), gives: Outcome(0, errors: "\(Self.list): written\n"))
    #expect(
      try workspace.read(Self.list) == """
        # What is made from a schema, and from what. Written by swiftsync-gen; do not edit.
        schema shop.yaml
        input Own/Names.swift.stencil
        input part.yaml
        output Extra.swift
        output Item.swift
        output Names.swift
        output ShopSchemaV1.swift
        output schema.sql

        """)
    #expect(try workspace.files(in: "Sources/Shop").count == 4)
    let before = try workspace.snapshot(of: "Sources/Shop")
    try await workspace.expect(
      generate(), gives: Outcome(0, errors: "\(Self.list): unchanged\n"))
    #expect(try workspace.snapshot(of: "Sources/Shop") == before)
  }

  @Test func generatesWhatIsListedIntoAnotherFolder() async throws {
    let workspace = try workspace()
    try await workspace.run(generate())
    let written = "Sources/Shop/shop.yaml: 5 written, 0 removed, 0 unchanged in build/shop\n"
    try await workspace.expect(
      generate("--into", "build/shop"), gives: Outcome(0, errors: written))
    let item = try workspace.read("build/shop/Item.swift")
    #expect(item.contains("// Schema: ../../Sources/Shop/shop.yaml\n"))
    #expect(try await workspace.run(generate("--into", "build/shop", "--check")).status == 0)
  }

  @Test func writesNothingThatIsNotListed() async throws {
    let workspace = try workspace()
    let expected = "\(Self.list): error: missing; \(Self.remedy)\n"
    try await workspace.expect(
      generate("--into", "build"), gives: Outcome(1, errors: expected))
    try await workspace.run(generate())
    try workspace.write(
      "Sources/Shop/part.yaml",
      Samples.fragment.replacingOccurrences(of: "Extra", with: "Other"))
    let outdated = "outdated: it lacks 'output Other.swift'"
    try await workspace.expect(
      generate("--into", "build"),
      gives: Outcome(1, errors: "\(Self.list): error: \(outdated); \(Self.remedy)\n"))
    #expect(!workspace.exists("build"))
    try await workspace.expect(
      generate("--check"),
      gives: Outcome(
        1, output: "\(Self.list): \(outdated)\n",
        errors: "swiftsync-gen: error: 1 file would change; \(Self.remedy)\n"))
  }

  @Test func isForOneSchema() async throws {
    let workspace = try workspace()
    try workspace.write("more.yaml", Samples.shop)
    let expected =
      "swiftsync-gen: error: --into and --list are for one schema, and there are several\n"
    try await workspace.expect(
      generate("more.yaml"), gives: Outcome(1, errors: expected))
    #expect(try await workspace.run(generate("--diff")).status == 64)
  }
}
