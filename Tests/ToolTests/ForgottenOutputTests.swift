import Foundation
import Programs
import Testing

/// Output whose schema was removed, and output that was edited.
@Suite struct ForgottenOutputTests {
  private func workspace() async throws -> Workspace {
    let workspace = try Workspace.withSchema()
    try workspace.write(
      "Schemas/gone.yaml",
      Samples.shop(entities: ["Thing"]).replacingOccurrences(of: "Shop", with: "Gone"))
    try await workspace.run("generate")
    return workspace
  }

  @Test func isRemovedWithSchema() async throws {
    let workspace = try await workspace()
    try workspace.write("Generated/Gone/Mine.swift", "struct Mine {}\n")
    try workspace.remove("Schemas/gone.yaml")
    let stray = "obsolete: written by an earlier run and no longer generated\n"
    try await workspace.expect(
      "generate", "--check",
      gives: Outcome(
        1,
        output: ["GoneSchema.swift", "Thing.swift", "schema.sql"].map {
          "Generated/Gone/\($0): \(stray)"
        }.joined(),
        errors: "swiftsync-gen: error: 3 files would change; run 'swiftsync-gen generate'\n"))
    #expect(try await workspace.run("generate", "--diff").output.contains("+++ /dev/null\n"))
    let expected = """
      Schemas/shop.yaml: Generated/Shop is up to date (3 files)
      Schemas/gone.yaml: removed 3 files from Generated/Gone

      """
    try await workspace.expect("generate", gives: Outcome(0, errors: expected))
    #expect(try workspace.files(in: "Generated/Gone") == ["Mine.swift"])
    #expect(try await workspace.run("generate", "--check").status == 0)
  }

  /// The folder of the new schema's output does not exist before the run.
  @Test func isRemovedWhenSchemaIsReplaced() async throws {
    let workspace = try Workspace.withSchema()
    try await workspace.run("generate")
    try workspace.write(
      "Schemas/new.yaml",
      Samples.shop(entities: ["Thing"]).replacingOccurrences(of: "Shop", with: "New"))
    try workspace.remove("Schemas/shop.yaml")
    let expected = """
      Schemas/new.yaml: wrote 3 files to Generated/New
      Schemas/shop.yaml: removed 3 files from Generated/Shop

      """
    try await workspace.expect("generate", gives: Outcome(0, errors: expected))
    #expect(try await workspace.run("generate", "--check").status == 0)
  }

  /// If schemas are named, there may be others.
  @Test func staysIfSchemasAreNamed() async throws {
    let workspace = try await workspace()
    try workspace.remove("Schemas/gone.yaml")
    try await workspace.run("generate", "Schemas/shop.yaml")
    #expect(workspace.exists("Generated/Gone/Thing.swift"))
  }

  /// A schema in another folder may be missing from a checkout.
  @Test func staysIfSchemaWasElsewhere() async throws {
    let workspace = try await workspace()
    try workspace.write(
      "Other/far.yaml", Samples.shop.replacingOccurrences(of: "Shop", with: "Far"))
    try await workspace.run("generate", "Other/far.yaml")
    try workspace.remove("Other/far.yaml")
    try await workspace.run("generate")
    #expect(workspace.exists("Generated/Far/Item.swift"))
  }

  @Test func isRemovedFromSharedFolder() async throws {
    let workspace = try Workspace.withSchema()
    try workspace.write(
      "Schemas/gone.yaml",
      Samples.shop(entities: ["Thing"]).replacingOccurrences(of: "name: Shop", with: "name: Gone")
        .replacingOccurrences(of: "{ output:", with: "{ sets: [swift, json-schema], output:"))
    try await workspace.run("generate")
    #expect(workspace.exists("Generated/Shop/Thing.swift"))
    try workspace.remove("Schemas/gone.yaml")
    try await workspace.run("generate")
    #expect(
      try workspace.files(in: "Generated/Shop") == [
        "Item.swift", "ShopSchema.swift", "schema.sql",
      ])
  }

  @Test func isRemovedWhenSchemaIsRenamed() async throws {
    let workspace = try await workspace()
    try workspace.write(
      "Schemas/new.yaml",
      try workspace.read("Schemas/gone.yaml").replacingOccurrences(of: "Thing", with: "Other"))
    try workspace.remove("Schemas/gone.yaml")
    let check = try await workspace.run("generate", "--check")
    #expect(
      check.errors == "swiftsync-gen: error: 4 files would change; run 'swiftsync-gen generate'\n")
    let expected = """
      Schemas/new.yaml: wrote 3 files to Generated/Gone
      Schemas/shop.yaml: Generated/Shop is up to date (3 files)
      Schemas/gone.yaml: removed 1 file from Generated/Gone

      """
    try await workspace.expect("generate", gives: Outcome(0, errors: expected))
  }

  // MARK: Edited files

  @Test func reportsLostEdits() async throws {
    let workspace = try await workspace()
    for file in ["Shop/Item.swift", "Gone/Thing.swift"] {
      let text = try workspace.read("Generated/\(file)")
      try workspace.write("Generated/\(file)", text + "// mine\n")
    }
    try workspace.remove("Schemas/gone.yaml")
    let check = try await workspace.run("generate", "--check")
    #expect(
      check.output.contains(
        "Generated/Gone/Thing.swift: obsolete and edited by hand: written by an earlier run and no longer generated\n"
      ))
    let outcome = try await workspace.run("generate")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains(
        "Generated/Shop/Item.swift: warning: it was edited after the tool wrote it, and is "
          + "overwritten without the edits\n"
      ))
    #expect(
      outcome.errors.contains(
        "Generated/Gone/Thing.swift: warning: it was edited after the tool wrote it, and is "
          + "removed with the edits\n"
      ))
    #expect(try await workspace.run("generate").errors.contains("warning") == false)
  }

  @Test func schemaChangeIsNotEdit() async throws {
    let workspace = try await workspace()
    try workspace.write(
      "Schemas/shop.yaml", Samples.shop.replacingOccurrences(of: "price", with: "cost"))
    let expected = """
      Schemas/gone.yaml: Generated/Gone is up to date (3 files)
      Schemas/shop.yaml: wrote 3 files to Generated/Shop

      """
    try await workspace.expect("generate", gives: Outcome(0, errors: expected))
  }
}
