import Programs
import Testing

/// Imports that conflict with existing files, or that find nothing.
@Suite struct ImportRefusalTests {
  /// A frozen version is not extended, because rows of earlier versions do not have new members.
  @Test func doesNotExtendFrozenVersions() async throws {
    let workspace = try Workspace()
    try workspace.write("posts.json", #"[{ "id": 1 }]"#)
    #expect(try await workspace.run("import", "posts.json").status == 0)
    #expect(try await workspace.run("freeze").status == 0)
    let before = try workspace.read("Schemas/app.yaml")
    try workspace.write("posts.json", #"[{ "id": 1, "title": "a", "author": { "id": 2 } }]"#)
    try await workspace.expect(
      "import", "posts.json", "--merge", "Schemas/app.yaml",
      gives: Outcome(
        1,
        errors: """
          missing in Schemas/app.yaml:
            attribute Post.title
            relationships Post.author
            entity Author
          Schemas/app.yaml: error: version 1 is frozen, so nothing was added; set 'version' to 2, then \
          run the command again

          """))
    #expect(try workspace.read("Schemas/app.yaml") == before)

    try workspace.write(
      "Schemas/app.yaml", before.replacing("swiftsync: 1\n", with: "swiftsync: 1\nversion: 2\n"))
    let merged = try await workspace.run("import", "posts.json", "--merge", "Schemas/app.yaml")
    #expect(merged.status == 0, "\(merged.errors)")
    let schema = try workspace.read("Schemas/app.yaml")
    #expect(
      schema.hasSuffix(
        """
          Post:
            attributes:
              id: int
              title: string? # required in the source, but rows of earlier versions lack it
            relations:
              author: Author? # required in the source, but rows of earlier versions lack it

          Author:
            attributes:
              id: int

        """), "\(schema)")
    #expect(try await workspace.run("validate").status == 0)
  }

  @Test func listsTablesThatCannotBeEntities() async throws {
    let workspace = try Workspace()
    let sql = "CREATE TABLE loose (a INT); CREATE VIEW v AS SELECT a FROM loose"
    #expect(try workspace.execute(sql, on: "app.sqlite") == nil)
    try await workspace.expect(
      "import", "app.sqlite",
      gives: Outcome(
        1,
        errors: """
          left out or changed:
            app.sqlite: table loose: left out: it has no primary key and no unique index of columns with NOT NULL
            app.sqlite: view v is not imported
          views and virtual tables can be read in place: write a schema with 'adopt: read-only' that \
          declares their columns
          app.sqlite: error: nothing in it can be an entity, so no schema was written

          """))
    #expect(!workspace.exists("Schemas/app.yaml"))
  }

  @Test func rejectsInvalidNames() async throws {
    let workspace = try Workspace()
    try workspace.write("posts.json", #"[{ "id": 1 }]"#)
    let outcome = try await workspace.run("import", "posts.json", "--name", "my shop!")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.contains(
        "option '--name' takes a name that begins with a letter and contains only letters, digits, '-' "
          + "and '_', not 'my shop!'"), "\(outcome.errors)")
  }

  @Test func recognizesSwaggerDocuments() async throws {
    let workspace = try Workspace()
    try workspace.write("api.json", #"{ "swagger": "2.0", "paths": {} }"#)
    try workspace.write("api.yaml", "swagger: '2.0'\npaths: {}\n")
    for (name, place) in [("api.json", "1:14"), ("api.yaml", "1:10")] {
      try await workspace.expect(
        "import", name,
        gives: Outcome(
          1,
          errors:
            "\(name):\(place): error: this is a document of Swagger 2.0; convert it to OpenAPI 3.0, "
            + "which can be imported\n"))
    }
  }
}
