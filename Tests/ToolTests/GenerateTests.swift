import Foundation
import Programs
import Testing

@Suite struct GenerateTests {
  private static let output = "Generated/Shop"
  private static let written = "Schemas/shop.yaml: wrote 3 files to \(output)\n"

  private func generated() async throws -> Workspace {
    let workspace = try Workspace.withSchema()
    try await workspace.expect("generate", gives: Outcome(0, errors: Self.written))
    return workspace
  }

  @Test func writesAllOutput() async throws {
    let workspace = try await generated()
    let files = try workspace.files(in: Self.output)
    #expect(files == ["Item.swift", "ShopSchema.swift", "schema.sql"])
    for file in files {
      #expect(
        try workspace.read("\(Self.output)/\(file)").contains(
          " Schema: ../../Schemas/shop.yaml\n"))
    }
  }

  @Test func secondRunWritesNothing() async throws {
    let workspace = try await generated()
    let before = try workspace.snapshot(of: Self.output)
    let expected = "Schemas/shop.yaml: Generated/Shop is up to date (3 files)\n"
    try await workspace.expect("generate", gives: Outcome(0, errors: expected))
    #expect(try workspace.snapshot(of: Self.output) == before)
  }

  /// The output does not depend on the folder in which the tool runs.
  @Test func outputIsIndependentOfWorkingDirectory() async throws {
    let workspace = try await generated()
    for (folder, schema) in [("Schemas", "shop.yaml"), ("Generated", "../Schemas/shop.yaml")] {
      #expect(try await workspace.run("generate", "--check", schema, in: folder).status == 0)
    }
    let path = workspace.url("Schemas/shop.yaml").path
    #expect(try await workspace.run("generate", "--check", path, in: "Generated").status == 0)
  }

  /// A session does not know the parents, so the app is told, but only once the output changes.
  @Test func notesListsOfParents() async throws {
    let workspace = try Workspace()
    let schema = """
      swiftsync: 1
      name: Shop
      version: 1
      generate: { output: ../Generated/Shop, sets: [sql] }
      entities:
        Project: { attributes: { id: int } }
        Todo: { attributes: { id: int }, relations: { project: Project } }
      api:
        endpoints:
          tasks: { get: "/projects/{project}/tasks", returns: [Todo], missing-rows: delete, stores: { scope: project } }

      """
    try workspace.write("Schemas/shop.yaml", schema)
    let written = "Schemas/shop.yaml: wrote 1 file to Generated/Shop\n"
    let note = """
      Schemas/shop.yaml: note: a session does not pull 'tasks', because its path needs 'project'; \
      pull it with 'SyncSession.Pull.each(Project.self)', or add 'pulls: false'

      """
    try await workspace.expect("generate", gives: Outcome(0, errors: written + note))
    let unchanged = "Schemas/shop.yaml: Generated/Shop is up to date (1 file)\n"
    try await workspace.expect("generate", gives: Outcome(0, errors: unchanged))
  }

  @Test func writesOnlyChangedFiles() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Samples.shop(entities: ["One", "Two"]))
    try await workspace.run("generate")
    let before = try workspace.snapshot(of: Self.output)
    try workspace.write(
      "Schemas/shop.yaml",
      Samples.shop(entities: ["One", "Two"]).replacingOccurrences(
        of: "Two:\n    attributes: { id: int,", with: "Two:\n    attributes: { id: int, size: int,")
    )
    try await workspace.run("generate")
    let after = try workspace.snapshot(of: Self.output)
    let same = Self.output + "/One.swift"
    #expect(before[same] != nil && after[same] == before[same])
    #expect(after[Self.output + "/Two.swift"] != before[Self.output + "/Two.swift"])
  }

  /// Files of the other entities keep their bytes and times, including related and custom ones.
  @Test func entityChangeRewritesOnlyItsFiles() async throws {
    let workspace = try Workspace()
    let schema = """
      swiftsync: 1
      name: Shop
      version: 1
      generate: { output: ../\(Self.output), templates: [../Templates] }
      enums:
        Colour: { cases: [red, green] }
      entities:
        Shelf:
          attributes: { id: int, place: string }
          relations: { items: "[Item]" }
        Item:
          attributes: { id: int, title: string, colour: Colour }
          relations: { shelf: Shelf?, tags: "[Tag]" }
        Tag:
          attributes: { id: int, name: string }
          relations: { items: "[Item]" }
      """
    try workspace.write("Schemas/shop.yaml", schema)
    try workspace.write(
      "Templates/names.txt.stencil",
      """
      {# swiftsync: for=entity path="{{ entity.name }}.names.swift" #}
      {% for attribute in entity.attributes %}// {{ attribute.name }}
      {% endfor %}
      """)
    try await workspace.run("generate")
    let before = try workspace.snapshot(of: Self.output)
    try workspace.write(
      "Schemas/shop.yaml", schema.replacingOccurrences(of: "title: string", with: "label: string"))
    try await workspace.run("generate")
    let after = try workspace.snapshot(of: Self.output)
    #expect(after.keys == before.keys)
    let rewritten = after.keys.filter { after[$0] != before[$0] }.sorted()
    #expect(
      rewritten.map { $0.dropFirst(Self.output.count + 1) } == [
        ".Shop.swiftsync", "Item.names.swift", "Item.swift", "ShopSchema.swift", "schema.sql",
      ])
  }

  @Test func respectsVerbosityOptions() async throws {
    let workspace = try Workspace.withSchema()
    let expected = """
      wrote Generated/Shop/Item.swift
      wrote Generated/Shop/ShopSchema.swift
      wrote Generated/Shop/schema.sql

      """
    #expect(try await workspace.run("-v", "generate").errors == expected + Self.written)
    try workspace.remove(Self.output)
    try await workspace.expect("generate", "--quiet", gives: Outcome(0))
  }

  @Test func writesNothingIfAnySchemaIsInvalid() async throws {
    let workspace = try Workspace.withSchema()
    try workspace.write("Schemas/broken.yaml", Samples.broken)
    let outcome = try await workspace.run("generate")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("Schemas/broken.yaml:9:14: error: "))
    #expect(!workspace.exists("Generated"))
  }

  // MARK: Files of earlier runs

  @Test func removesObsoleteFiles() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Samples.shop(entities: ["One", "Two"]))
    try await workspace.run("generate")
    let old = try workspace.read("\(Self.output)/Two.swift")
    try workspace.write("\(Self.output)/old/deep/Three.swift", old)
    try workspace.write("\(Self.output)/hand/Mine.swift", "struct Mine {}\n")
    try workspace.write("Schemas/shop.yaml", Samples.shop(entities: ["One"]))
    let outcome = try await workspace.run("generate", "-v")
    #expect(outcome.errors.contains("removed Generated/Shop/Two.swift\n"))
    #expect(outcome.errors.contains("removed Generated/Shop/old/deep/Three.swift\n"))
    #expect(!workspace.exists("\(Self.output)/Two.swift"))
    #expect(!workspace.exists("\(Self.output)/old"))
    #expect(try workspace.read("\(Self.output)/hand/Mine.swift") == "struct Mine {}\n")
  }

  @Test func keepsOutputOfOtherSchemas() async throws {
    let workspace = try await generated()
    let other = Samples.shop(entities: ["Thing"]).replacingOccurrences(
      of: "name: Shop", with: "name: Other")
    try workspace.write("Schemas/other.yaml", other)
    // The one file that both schemas generate blocks the second one.
    let outcome = try await workspace.run("generate", "Schemas/other.yaml")
    let expected = """
      swiftsync-gen: error: Generated/Shop/schema.sql: in the way: this file is output of \
      Schemas/shop.yaml; give each schema its own output folder
      swiftsync-gen: error: Schemas/other.yaml: nothing was written

      """
    #expect(outcome == Outcome(1, errors: expected))
    #expect(!workspace.exists("\(Self.output)/Thing.swift"))
    try workspace.write(
      "Schemas/other.yaml",
      other.replacingOccurrences(of: "{ output:", with: "{ sets: [swift], output:"))
    #expect(try await workspace.run("generate", "Schemas/other.yaml").status == 0)
    #expect(try await workspace.run("generate").status == 0)
    #expect(workspace.exists("\(Self.output)/Thing.swift"))
    #expect(workspace.exists("\(Self.output)/Item.swift"))
  }

  /// A schema with the same name in a subfolder has similar headers.
  @Test func keepsOutputOfSchemaWithSameName() async throws {
    let workspace = try Workspace()
    for folder in [".", "sub"] {
      let entity = folder == "." ? "Outer" : "Inner"
      try workspace.write(
        "\(folder)/shop.yaml",
        Samples.shop(entities: [entity]).replacingOccurrences(of: "../Generated/Shop", with: "."))
    }
    #expect(try await workspace.run("generate", "sub/shop.yaml").status == 0)
    #expect(try await workspace.run("generate", "shop.yaml").status == 0)
    #expect(workspace.exists("sub/Inner.swift") && workspace.exists("Outer.swift"))
  }

  @Test func takesOverOutputOfRenamedSchema() async throws {
    let workspace = try await generated()
    try workspace.write("Schemas/store.yaml", Samples.shop)
    try workspace.remove("Schemas/shop.yaml")
    let expected = "Schemas/store.yaml: wrote 3 files to Generated/Shop\n"
    try await workspace.expect("generate", gives: Outcome(0, errors: expected))
  }

  @Test func removesTemporaryFilesOfKilledRun() async throws {
    let workspace = try await generated()
    try workspace.write("\(Self.output)/.Item.swift.123.swiftsync-tmp", "half")
    try await workspace.run("generate", "--check")
    #expect(workspace.exists("\(Self.output)/.Item.swift.123.swiftsync-tmp"))
    try await workspace.run("generate")
    #expect(!workspace.exists("\(Self.output)/.Item.swift.123.swiftsync-tmp"))
  }

  // MARK: Files that block the output

  @Test func neverChangesForeignFiles() async throws {
    let workspace = try Workspace.withSchema()
    try workspace.write("\(Self.output)/Item.swift", "struct Item {}\n")
    let expected = """
      swiftsync-gen: error: Generated/Shop/Item.swift: in the way: the tool did not write this file; \
      move it or delete it
      swiftsync-gen: error: Schemas/shop.yaml: nothing was written

      """
    try await workspace.expect("generate", gives: Outcome(1, errors: expected))
    #expect(try workspace.files(in: Self.output) == ["Item.swift"])
    #expect(try workspace.read("\(Self.output)/Item.swift") == "struct Item {}\n")
  }

  @Test func neverFollowsLinkOutOfFolder() async throws {
    let workspace = try Workspace.withSchema()
    try workspace.write("mine.swift", "// @generated by swiftsync-gen. Do not edit.\n")
    try workspace.write("\(Self.output)/keep", "")
    try workspace.link("\(Self.output)/Item.swift", to: "mine.swift")
    let outcome = try await workspace.run("generate")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("Generated/Shop/Item.swift: in the way: this is not a regular file"))
  }

  @Test func explainsWriteFailure() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "s.yaml", Samples.shop.replacingOccurrences(of: "../Generated/Shop", with: "/dev/null/Shop"))
    let expected = "swiftsync-gen: error: cannot create '/dev/null': Not a directory\n"
    try await workspace.expect(
      "generate", "s.yaml", "--allow-outside", gives: Outcome(1, errors: expected))
  }

  // MARK: Concurrent runs

  @Test func concurrentRunsGiveConsistentOutput() async throws {
    let workspace = try Workspace.withSchema()
    let many = (1...40).map { "Entity\($0)" }
    try workspace.write("Schemas/shop.yaml", Samples.shop(entities: many))
    try workspace.write("later.yaml", Samples.shop(entities: many.reversed()))
    try await withThrowingTaskGroup(of: Int32.self) { group in
      for round in 0..<8 {
        group.addTask {
          // Half of the runs find the folder unchanged, the other half restore a file.
          if round % 2 == 0 { try? workspace.remove("\(Self.output)/Entity\(round + 1).swift") }
          return try await workspace.run("generate").status
        }
      }
      for try await status in group { #expect(status == 0) }
    }
    #expect(try await workspace.run("generate", "--check").status == 0)
    #expect(try workspace.files(in: Self.output).allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func replacesOnlyOwnDepfile() async throws {
    let workspace = try Workspace.withSchema()
    let schema = try workspace.read("Schemas/shop.yaml")
    try workspace.write("notes.txt", "mine: all mine\n")
    for (file, reason) in [
      ("Schemas/shop.yaml", "option '--depfile' names an input or an output of this run"),
      (
        "notes.txt",
        "swiftsync-gen did not write this file and does not replace it; name another one, or delete it"
      ),
    ] {
      let outcome = try await workspace.run("generate", "--depfile", file)
      #expect(outcome.status == 1 && outcome.errors == "\(file): error: \(reason)\n")
    }
    #expect(try workspace.read("Schemas/shop.yaml") == schema)
    #expect(try workspace.read("notes.txt") == "mine: all mine\n")
    #expect(!workspace.exists("Schemas/Generated"))
    for _ in 1...2 {
      #expect(try await workspace.run("generate", "--depfile", "shop.d").status == 0)
    }
  }

  @Test func depfileListsOutputsAndInputs() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "My Schemas/shop #1.yaml",
      Samples.shop.replacingOccurrences(of: "entities:", with: "include: [part.yaml]\nentities:"))
    try workspace.write("My Schemas/part.yaml", Samples.fragment)
    let run = ["generate", "My Schemas/shop #1.yaml", "--depfile", "build/shop.d"]
    #expect(try await workspace.run(run).status == 0)
    let expected = ##"""
      Generated/Shop/Extra.swift \##
      Generated/Shop/Item.swift Generated/Shop/ShopSchema.swift Generated/Shop/schema.sql: \
        My\ Schemas/shop\ \#1.yaml \
        My\ Schemas/part.yaml

      My\ Schemas/part.yaml:

      My\ Schemas/shop\ \#1.yaml:

      """##
    #expect(try workspace.read("build/shop.d") == expected)
    let before = try workspace.snapshot(of: "build")
    try await workspace.run(run)
    #expect(try workspace.snapshot(of: "build") == before)
  }
}
