import Foundation
import Programs
import SyncGenDiagnostics
import SyncGenEmit
import SyncGenSchema
import Testing

/// Names of Swift and its modules for what has other names in most schemas: the generated code
/// compiles without warnings and is formatted.
@Suite(.serialized) struct OddNameTests {
  /// - Parameters:
  ///   - schema: The text after the header.
  ///   - use: Code that uses the generated code.
  ///   - templates: Templates of the user.
  private func compile(
    _ schema: String, _ access: String = "internal", sets: String = "swift", use: String = "",
    templates: [UserTemplate] = [], name: String = "Zoo"
  ) async throws {
    let toolchain = try SwiftToolchain()
    let header = """
      swiftsync: 1
      name: \(name)
      version: 1
      generate: { output: ../Generated, access: \(access), sets: [\(sets)] }

      """
    let files = try SchemaFixture.files(header + schema, templates: templates)
    try toolchain.write(files.filter { $0.path.hasSuffix(".swift") })
    let lint = try await toolchain.lint()
    #expect(lint.output == "")
    try toolchain.write(use, to: "Use.swift")
    let outcome = try await toolchain.typeCheck(features: true)
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
    try toolchain.remove()
  }

  /// After a dot, Swift takes `Type` and `Protocol` for metatypes, in expressions even in
  /// back-ticks.
  @Test(arguments: ["internal", "public"])
  func deprecatedMetatypeNames(access: String) async throws {
    let schema = """
      entities:
        Type:
          deprecated: old
          attributes: { id: int, name: string }
          relations: { parent: "Protocol?" }
          sync: { push: true }
        Protocol:
          deprecated: old
          attributes: { id: int, name: string }
          relations: { types: "[Type]" }
        Other: { attributes: { id: int }, relations: { type: "Type?" } }
      types:
        All: { rows: { tag: kind, cases: { Type: type, Protocol: protocol, Other: other } } }
      api:
        endpoints:
          types: { get: /types, returns: "[Type]" }
          save: { put: "/types/{id}", body: Type.Patch, returns: Type }
          create: { post: /types, body: Type, returns: Type }
          all: { get: /all, returns: All }
        uploads:
          sync: { post: /sync, protocol: batch, entities: [Type] }
          rows: { protocol: rest, entities: { Type: { create: create, update: save } } }

      """
    let use = """
      func use(_ api: ZooAPI, _ other: Other, _ store: SyncStore) async throws {
        let type: ZooSchemaV1.`Type`? = try await other.type(in: store)
        let types: [ZooSchemaV1Type] = try await api.types()
        _ = (type, types, ZooSchemaV1Type.Patch(), ZooSchemaV1Protocol(id: 1, name: ""))
      }
      """
    try await compile(schema, access, use: "import SwiftSyncRuntime\n\n" + use)
  }

  /// The compiler requires back-ticks around some keywords in declarations of labels, and warns
  /// about them in calls.
  @Test func keywordsAsParameters() async throws {
    let schema = """
      types:
        Part: { var: int, let: string, inout: { type: int, default: 1 } }
      entities:
        Pet:
          attributes:
            var: string
            let: int
            inout: int
            part: { type: Part, default: { var: 1, let: a, inout: 2 } }
          identity: [var, let, inout]
        Bed: { attributes: { id: int }, relations: { pet: Pet, other: "Pet?" } }
      api:
        headers: { Var: string, Inout: int?, Let: { type: string, secret: true } }
        endpoints:
          query: { get: /q, query: { var: int, let: string, inout: int }, returns: Pet, stores: false }
          body: { post: /b, body: { var: int, let: string?, inout: int }, returns: Part }
          nested: { post: "/{var}/{let}/{inout}", body: { x: { var: int, let: string, inout: int } } }
          parts: { post: /p, body: { multipart: { x: file, var: int, let: "string?", inout: data } } }
          file: { post: /file, body: "file?", returns: "file" }
          form: { post: /f, body: { form: { var: int, let: "string?", inout: int } } }
          headers: { get: /h, headers: { Var: string, Let: int, Inout: "int?" } }
          rows: { get: "/{inout}", query: { let: "int?", var: int }, returns: "[Pet]" }
          var: { get: /v, query: { a: int } }
          inout: { post: /i, body: { a: int } }

      """
    try await compile(schema)
  }

  /// Scopes have the names of relationships, next to those that the runtime declares.
  @Test(arguments: ["internal", "package", "public"])
  func scopesNamedLikeMembers(access: String) async throws {
    let schema = """
      entities:
        Place: { attributes: { row: int, in: uuid }, identity: [row, in] }
        Entity: { attributes: { id: uuid } }
        SyncScope: { attributes: { id: int } }
        Stop:
          attributes: { id: int }
          relations:
            parent: "Stop?"
            where: Entity
            entity: { to: "Entity?", deprecated: old }
            default: "Place?"
            type: "SyncScope?"
            of: { to-any: { SyncScope: scope, Stop: stop } }

      """
    let use = """
      import Foundation
      import SwiftSyncStore

      func use(_ stop: Stop, _ id: UUID) -> [SwiftSyncStore.SyncScope<Stop>] {
        [
          .parent(stop), .parent(stop.id), .where { $0.id == 1 }, .where(id), .default(row: 1, in: id),
          .type(1), .of(stop: 1), .of(syncScope: 2),
        ]
      }
      """
    try await compile(schema, access, use: use)
  }

  /// Inline types whose names would hide a module, or mean a metatype.
  @Test(arguments: ["internal", "public"])
  func inlineTypesNamedLikeModules(access: String) async throws {
    let schema = """
      types:
        Type: { a: int }
        Whole: { swift: { a: string, string: { n: int } }, foundation: [{ at: date, date: { n: int } }] }
      entities:
        Pet: { attributes: { id: int } }
      api:
        endpoints:
          swift: { get: /s, query: { a: string }, returns: { a: string, string: { n: int } } }
          foundation: { get: /f, returns: [{ at: date, date: { n: int } }] }
          swiftSyncRuntime: { post: /r, body: { a: json, jSONValue: { n: int } } }
          type: { post: /t, body: { a: int, b: { c: int } }, returns: Type }
          protocol: { post: /p, body: { type: { any: { protocol: [{ b: int }] } } }, returns: Whole }

      """
    let use = """
      func use(_ whole: ZooAPI.Whole, _ api: ZooAPI) async throws -> String {
        let swift: ZooAPI.Whole.SwiftValue = whole.swift
        let value: ZooAPI.SwiftValue = try await api.swift(a: swift.a)
        return value.a
      }
      """
    try await compile(schema, access, use: use)
  }

  /// The generated `StoreSchema` hides a protocol of the runtime.
  @Test(arguments: ["swift, fixtures", "swift"])
  func schemaNamedLikeProtocol(sets: String) async throws {
    let schema = """
      entities:
        Pet: { attributes: { id: int } }
      api:
        endpoints: { pets: { get: /pets, returns: "[Pet]" } }

      """
    try await compile(schema, "public", sets: sets, name: "Store")
  }

  /// Names that every endpoint's type declares.
  @Test(arguments: ["internal", "public"])
  func entitiesNamedLikeMembersOfEndpoints(access: String) async throws {
    let schema = """
      entities:
        GeneratedClient: { attributes: { id: int } }
        GeneratedSchema: { attributes: { id: int } }
        Response: { attributes: { id: int } }
        Entity: { attributes: { id: int } }
      api:
        endpoints:
          clients: { get: /clients, returns: "[GeneratedClient]" }
          schemas: { get: /schemas, returns: "[GeneratedSchema]", missing-rows: keep }
          save: { post: /save, body: GeneratedClient.Patch, returns: Response }
          entity: { post: /entity, body: { client: GeneratedClient }, returns: Entity, stores: true }

      """
    try await compile(schema, access)
  }

  @Test(arguments: [true, false])
  func mixedListsNamedLikeMetatypes(hasEndpoints: Bool) async throws {
    let cases = "{ tag: kind, cases: { Pet: pet, Type: type, Default: default } }"
    let schema = """
      types:
        Whole: { type: \(cases), protocols: \(cases), any: \(cases), swift: \(cases) }
      entities:
        Pet: { attributes: { id: int } }
        Type: { attributes: { id: int } }
        Default: { attributes: { id: int } }

      """
    let endpoints = "api: { endpoints: { all: { get: /a, returns: Whole, stores: true } } }\n"
    try await compile(schema + (hasEndpoints ? endpoints : ""))
  }

  /// The compiler counts a type in a default argument as a public use of an import, but not as a
  /// package use.
  @Test(arguments: ["package", "public"], [true, false])
  func defaultsOfAppTypes(access: String, hasEndpoints: Bool) async throws {
    let link = "{ type: Link, default: \"https://a.b\" }"
    let schema = """
      scalars:
        Instant: { type: date, swift: AppDate }
        Key: { type: uuid, swift: AppKey }
        Link: { type: url, swift: AppLink }
        Blob: { type: data, swift: AppData }
      types:
        Part: { link: \(link) }
        Shape: { tag: kind, cases: { plain: { link: \(link) }, part: Part } }
        Plain: { link: Link, url: { type: url, default: "https://a.b" } }
        Sent: { link: \(link), pets: "[Pet]" }
      entities:
        Pet: { attributes: { id: { type: Key, default: new }, part: Part, shape: "Shape?" } }
        Event: { attributes: { id: int, at: { type: Instant, default: now }, plain: "Plain?" } }
        Blob1: { attributes: { id: int, bytes: { type: "[Blob]", default: [AAEC] } } }

      """
    let endpoints = "api: { endpoints: { all: { get: /a, returns: Sent, stores: true } } }\n"
    let types = [("Date", "Date"), ("Key", "UUID"), ("Link", "URL"), ("Data", "Data")].map {
      """
      \(access) struct App\($0): StoredScalar {
        \(access) let stored: \($1)
        \(access) init(stored: \($1)) throws { self.stored = stored }
      }

      """
    }
    try await compile(
      schema + (hasEndpoints ? endpoints : ""), access,
      use: "\(access) import Foundation\n\(access == "package" ? "internal" : access) import "
        + "SwiftSyncCoding\n\n" + types.joined())
  }

  @Test func longIdentitiesAndDefaultsAreFormatted() async throws {
    let schema = """
      types:
        Address: { street: { type: string, default: "\(String(repeating: "a", count: 40))" }, link: { type: url, default: "https://example.com/a/long/path/of/a/link" } }
        Answer: { pets: "[Order]", address: { type: url, default: "https://example.com/a/long/path/of/a/link" } }
      entities:
        Order:
          attributes: { organisationCode: string, regionCode: string, department: string, number: int }
          identity: [organisationCode, regionCode, department, number]
        Line: { attributes: { id: int, address: Address }, relations: { order: Order, originalOrder: "Order?" } }
        Small: { attributes: { first: int, second: int, third: int }, identity: [first, second, third] }
        Part: { attributes: { id: int }, relations: { small: Small, originalSmall: "Small?" } }

      """
    try await compile(schema, "public")
  }

  /// The example of a template with the interface for generated code.
  @Test(arguments: ["internal", "package", "public"])
  func templateOfDocumentationCompiles(access: String) async throws {
    let page = try String(
      contentsOf: SwiftToolchain.package.appending(path: "docs/reference/template-language.md"),
      encoding: .utf8)
    let section = try #require(page.range(of: "## Templates that generate Swift"))
    let example = page[section.upperBound...].split(separator: "```")[1]
    let text = "{# swiftsync: for=entity path=\"{{ entity.name }}+Table.swift\" #}" + example
    let template = UserTemplate(
      name: "Table.swift.stencil",
      source: SourceFile(path: "Templates/Table.swift.stencil", bytes: Array(text.utf8)))
    try await compile(
      "entities: { Pet: { attributes: { id: int } } }\n", access,
      use: "let table = Pet.tableName\n", templates: [template])
  }
}
