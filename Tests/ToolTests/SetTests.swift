import Foundation
import Programs
import Testing

/// Sets that require others, or that cannot express a part of the schema.
@Suite struct SetTests {
  private static func schema(
    _ sets: String, _ rest: String, version: Int = 1, options: String = ""
  ) -> String {
    """
    swiftsync: 1
    name: Shop
    version: \(version)
    generate: { output: ../Generated, sets: [\(sets)]\(options) }
    entities:
    \(rest)

    """
  }

  private static let item = "  Item: { attributes: { id: int } }"

  private func expect(_ schema: String, fails errors: String) async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", schema)
    for command in ["validate", "generate"] {
      let outcome = try await workspace.run(command)
      #expect(outcome.status == 1)
      #expect(outcome.errors == errors)
    }
    #expect(!workspace.exists("Generated"))
  }

  @Test func grdbRequiresSwiftSet() async throws {
    try await expect(
      Self.schema("grdb", Self.item),
      fails: """
        Schemas/shop.yaml:4:41: error: the 'grdb' set needs the 'swift' set, which it extends \
        [missing-set]
        Schemas/shop.yaml:4:41: note: write 'sets: [swift, grdb]'

        """)
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Self.schema("grdb, swift", Self.item))
    #expect(try await workspace.run("generate").status == 0)
  }

  /// The set `patch` declares a type with the name that entities, enums and types might have.
  @Test(arguments: [
    ("entities: { Patch: { attributes: { id: int } } }", 13),
    (
      "types: { Patch: { x: int } }\nentities: { Item: { attributes: { id: int, patch: Patch } } }",
      10
    ),
    ("types: { Patch: { items: '[Item]' } }\nentities: { Item: { attributes: { id: int } } }", 10),
    (
      "enums: { Patch: { cases: [a] } }\nentities: { Item: { attributes: { id: int, b: Patch } } }",
      10
    ),
  ])
  func patchSetRefusesTypesOfItsName(text: String, column: Int) async throws {
    let header = Self.schema("swift, patch", "").components(separatedBy: "entities:")[0]
    try await expect(
      header + text + "\n",
      fails: """
        Schemas/shop.yaml:5:\(column): error: the 'patch' set declares a type 'Patch', which the \
        schema also has [reserved-name]
        Schemas/shop.yaml:5:\(column): note: call it 'PatchType', for example, or remove 'patch' \
        from 'sets'

        """)
  }

  /// A schema with endpoints only.
  private static func endpoints(_ sets: String) -> String {
    """
    swiftsync: 1
    name: Shop
    version: 1
    generate: { output: ../Generated\(sets) }
    enums:
      Size: { cases: [small, large] }
    types:
      Box: { size: Size, weight: double }
    api:
      endpoints:
        boxes: { get: /boxes, returns: [Box] }

    """
  }

  @Test func endpointOnlySchemaRejectsDatabaseSets() async throws {
    try await expect(
      Self.endpoints(", sets: [swift, sql, grdb]"),
      fails: """
        Schemas/shop.yaml:4:41: error: the 'sql' set generates nothing for a schema without entities \
        [set-without-entities]
        Schemas/shop.yaml:4:41: note: remove 'sql' from 'sets'
        Schemas/shop.yaml:4:41: error: the 'grdb' set generates nothing for a schema without entities \
        [set-without-entities]
        Schemas/shop.yaml:4:41: note: remove 'grdb' from 'sets'

        """)
  }

  @Test func endpointOnlySchemaNeedsNoStore() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Self.endpoints(""))
    let outcome = try await workspace.run("generate")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "Schemas/shop.yaml: wrote 3 files to Generated\n")
    for file in ["ShopAPI.swift", "ShopAPI+BoxesEndpoint.swift", "Size.swift"] {
      let text = try workspace.read("Generated/\(file)")
      #expect(text.contains("import SwiftSyncREST\n") && !text.contains("SwiftSyncRuntime"))
    }
  }

  @Test func endpointOnlyContractIsValidJSON() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Self.endpoints(", sets: [swift, json-schema]"))
    #expect(try await workspace.run("generate").status == 0)
    let text = try workspace.read("Generated/Shop.schema.json")
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect((json?["$defs"] as? [String: Any])?.keys.sorted() == ["Box", "Size"])
  }

  @Test func swiftDataRejectsTemporaryIDs() async throws {
    let entities = """
        Ticket:
          attributes: { id: { type: int, default: temporary } }
          sync: { push: true }
      """
    try await expect(
      Self.schema("swiftdata", entities),
      fails: """
        Schemas/shop.yaml:7:19: error: SwiftData cannot replace ids: attribute 'Ticket.id' has the \
        default 'temporary' [swiftdata-limit]
        Schemas/shop.yaml:7:19: note: remove the default; or remove 'swiftdata' from 'sets'

        """)
  }

  @Test func swiftDataRejectsOrderAndReferenceIdentity() async throws {
    let entities = """
        Cart:
          attributes: { id: int }
          relations: { lines: { to: [Line], ordered: true } }
        Line:
          identity: [list, id]
          attributes: { id: int, description: string, descriptionValue: string }
          relations: { list: Cart }
      """
    try await expect(
      Self.schema("swiftdata", entities),
      fails: """
        Schemas/shop.yaml:8:18: error: SwiftData does not keep the order of lists: relationship 'Cart.lines' is \
        'ordered: true' [swiftdata-limit]
        Schemas/shop.yaml:8:18: note: write 'ordered: <attribute>' with a 'double' of 'Line'; or remove \
        'swiftdata' from 'sets'
        Schemas/shop.yaml:9:3: error: SwiftData does not support unique relationships: the identity of 'Line' has \
        one [swiftdata-limit]
        Schemas/shop.yaml:9:3: note: give 'Line' an identity of attributes, e.g. 'id: uuid'; or remove \
        'swiftdata' from 'sets'
        Schemas/shop.yaml:11:49: error: SwiftData would call both 'Line.description' and \
        'Line.descriptionValue' 'descriptionValue' [swiftdata-limit]
        Schemas/shop.yaml:11:49: note: rename one of them, with 'remote:' for the key that it has in \
        payloads; or remove 'swiftdata' from 'sets'

        """)
  }

  @Test func swiftDataRequiresValuesForOlderRows() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/shop.yaml",
      Self.schema("swiftdata", "  Item: { attributes: { id: int, name: \"string?\" } }"))
    #expect(try await workspace.run("freeze").status == 0)
    let attributes = """
        Item:
          attributes:
            id: int
            name: { type: string, backfill: "'?'" }
            code: { type: string, backfill: "'?'" }
            rate: { type: decimal, default: 1 }
            count: { type: int, default: 0 }
      """
    try workspace.write("Schemas/shop.yaml", Self.schema("swiftdata", attributes, version: 2))
    let outcome = try await workspace.run("validate")
    #expect(outcome.status == 1)
    let errors = outcome.errors.split(separator: "\n").filter { $0.contains(" error: ") }
    #expect(
      errors.map(String.init)
        == [("9:7", "name"), ("10:7", "code"), ("11:7", "rate")].map { place, name in
          "Schemas/shop.yaml:\(place): error: SwiftData cannot migrate to version 2: 'Item.\(name)' is "
            + "required and rows of version 1 have no value for it [swiftdata-limit]"
        })
  }

  private static func mirrored(_ since: String, _ rest: String, version: Int = 1) -> String {
    schema("swiftdata", rest, version: version, options: ", cloudkit: \(since)")
  }

  @Test func cloudKitHasNoDenyRule() async throws {
    let entities = """
        Note:
          attributes: { id: uuid, title: string }
          relations: { folder: { to: Folder?, on-delete: deny } }
        Folder: { attributes: { id: uuid } }
      """
    try await expect(
      Self.mirrored("true", entities),
      fails: """
        Schemas/shop.yaml:8:18: error: CloudKit does not support 'on-delete: deny': relationship \
        'Note.folder' has it [cloudkit-limit]
        Schemas/shop.yaml:8:18: note: write 'on-delete: nullify' or 'on-delete: cascade'; or remove \
        'cloudkit'

        """)
  }

  @Test func cloudKitIsMisplacedOrWrong() async throws {
    try await expect(
      "swiftsync: 1\nname: Shop\nversion: 1\n"
        + "generate: { sets: [swift], cloudkit: true }\nentities:\n\(Self.item)\n",
      fails: """
        Schemas/shop.yaml:4:28: error: 'cloudkit' has no effect on 'generate'; it is valid only on an \
        output with the 'swiftdata' set [misplaced-key]

        """)
    try await expect(
      Self.mirrored("maybe", Self.item),
      fails: """
        Schemas/shop.yaml:4:64: error: 'cloudkit' of 'generate' is 'maybe', expected 'true', 'false' \
        or the number of a version [wrong-shape]

        """)
    try await expect(
      Self.mirrored("2", Self.item),
      fails: """
        Schemas/shop.yaml:4:64: error: 'cloudkit' begins with version 2, but the newest version is 1 \
        [cloudkit-limit]
        Schemas/shop.yaml:4:64: note: write the version of which CloudKit mirrors stores, or 'true'; \
        or remove 'cloudkit'

        """)
  }

  private static let mirroredNote = """
      Note: { attributes: { id: uuid, name: string, size: int, kind: string, old: int? } }
      Tag: { attributes: { id: uuid } }
    """

  private static let changedNote = """
      Note:
        attributes:
          id: uuid
          title: { type: string, renamed-from: name, remote: name }
          size: { type: double }
          kind: { type: string }
          code: { type: string, backfill: "'?'" }
    migrations:
      2:
        - drops: [Note.old, Tag]
        - allow-lossy: [Note.size]
        - sql: UPDATE notes SET kind = 'a'
    """

  /// The errors of the second version of a schema.
  private func errors(
    of text: String, after old: String, in workspace: Workspace
  ) async throws -> [String] {
    try workspace.write("Schemas/shop.yaml", old)
    #expect(try await workspace.run("freeze").status == 0)
    try workspace.write("Schemas/shop.yaml", text)
    return try await workspace.run("validate").errors.split(separator: "\n").map(String.init)
  }

  @Test func cloudKitOnlyAddsToVersions() async throws {
    let found = try await errors(
      of: Self.mirrored("true", Self.changedNote, version: 2),
      after: Self.mirrored("true", Self.mirroredNote), in: try Workspace())
    let errors = found.filter { $0.contains(" error: ") }
    let start = "error: CloudKit cannot migrate to version 2: "
    #expect(
      errors == [
        "Schemas/shop.yaml:9:7: \(start)it renames attribute 'Note.name' to 'title' [cloudkit-limit]",
        "Schemas/shop.yaml:10:7: \(start)it changes the type of attribute 'Note.size' [cloudkit-limit]",
        "Schemas/shop.yaml:14:3: \(start)it drops entity 'Tag' [cloudkit-limit]",
        "Schemas/shop.yaml:14:3: \(start)it drops attribute 'Note.old' [cloudkit-limit]",
        "Schemas/shop.yaml:14:3: \(start)'sql' and 'custom' would run on each device [cloudkit-limit]",
      ])
    #expect(
      found.contains(
        "Schemas/shop.yaml:9:7: note: keep the name 'name', with 'remote:' if payloads have another "
          + "key; or remove 'cloudkit'"))
  }

  /// Before the first mirrored version, a step may be all that SwiftData can migrate automatically.
  @Test func cloudKitBeginsWithAVersion() async throws {
    let renamed = """
        Note: { attributes: { id: uuid, title: { type: string, renamed-from: name, remote: name }, code: string? } }
      """
    let old = "  Note: { attributes: { id: uuid, name: string } }"
    let found = try await errors(
      of: Self.mirrored("2", renamed, version: 2), after: Self.schema("swiftdata", old),
      in: try Workspace())
    #expect(found.filter { $0.contains(" error: ") } == [])
    let emptied = renamed + "\nmigrations: { 2: [sql: UPDATE notes SET code = 'a'] }"
    #expect(
      try await errors(
        of: Self.mirrored("2", emptied, version: 2), after: Self.schema("swiftdata", old),
        in: try Workspace()
      ).first
        == "Schemas/shop.yaml:7:15: error: CloudKit does not support custom stages: the step to "
        + "version 2 is one [cloudkit-limit]")
  }

  /// A new entity may have the former name of another one, whose rows it does not get.
  @Test func swiftDataFollowsRenamedEntities() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/shop.yaml",
      Self.schema("swiftdata", "  Item: { attributes: { id: int, name: \"string?\" } }"))
    #expect(try await workspace.run("freeze").status == 0)
    let entities = """
        Product:
          renamed-from: Item
          attributes: { id: int, name: { type: string, backfill: "'?'" } }
        Item: { attributes: { id: int, code: string } }
      """
    try workspace.write("Schemas/shop.yaml", Self.schema("swiftdata", entities, version: 2))
    let outcome = try await workspace.run("validate")
    let errors = outcome.errors.split(separator: "\n").filter { $0.contains(" error: ") }
    #expect(
      errors.map(String.init) == [
        "Schemas/shop.yaml:8:28: error: SwiftData cannot migrate to version 2: 'Product.name' is "
          + "required and rows of version 1 have no value for it [swiftdata-limit]"
      ])
  }
}
