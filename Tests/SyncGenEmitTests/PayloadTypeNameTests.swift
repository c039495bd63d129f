import Programs
import Testing

/// If code uses the name of a type under `types:` for something else, it compiles without warnings,
/// and the name refers to this type.
@Suite(.serialized) struct PayloadTypeNameTests {
  /// - Parameters:
  ///   - schema: The text after the header.
  ///   - use: Code that uses the generated code.
  private func compile(
    _ schema: String, _ access: String = "internal", use: String, theme: Bool = false
  ) async throws {
    let toolchain = try SwiftToolchain()
    if theme {
      let made = try await toolchain.makeModule("Theme", of: Self.theme)
      #expect(made.output == "")
    }
    try toolchain.write(SchemaFixture.files(Self.header(access) + schema))
    let lint = try await toolchain.lint()
    #expect(lint.output == "")
    try toolchain.write(use, to: "Use.swift")
    let outcome = try await toolchain.typeCheck(features: true)
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
    try toolchain.remove()
  }

  private static func header(_ access: String) -> String {
    """
    swiftsync: 1
    name: App
    version: 1
    generate: { output: ../Generated, access: \(access), sets: [swift] }

    """
  }

  private static let theme = """
    public import SwiftSyncCoding

    public struct HexColor: StoredScalar {
      public let stored: String
      public init(stored: String) throws { self.stored = stored }
    }

    public struct Shade: StoredScalar {
      public let stored: Int
      public init(stored: Int) throws { self.stored = stored }
    }

    """

  @Test(arguments: ["internal", "public"])
  func nestsInlineBodyInTypeOfSameName(access: String) async throws {
    let schema = """
      types:
        Login: { token: string }
        Other: { z: int }
        Int: { z: int }
        Response: { value: int }
        Body: { x: int }
        Item: { y: int }
      api:
        endpoints:
          login: { post: /login, body: { form: { email: string, other: "Other?" } }, returns: Login }
          response: { post: /r, body: { text: string, body: Body }, returns: "[string: Response]" }
          int: { post: /int, body: { lines: [{ price: string }], int: Int }, returns: Int }
          search:
            post: /s
            body: [{ q: string, other: Item }]
            returns: { items: [{ a: int, item: Item }], first: Item }
      """
    let use = """
      func use(_ api: AppAPI, _ search: AppAPI.Search) async throws -> Int {
        let login: AppAPI.Login = try await api.login(email: "")
        _ = AppAPI.Login.Body(email: login.token, other: AppAPI.Other(z: 1))
        let body: AppAPI.Body = AppAPI.Response.Body(text: "", body: AppAPI.Body(x: 1)).body
        let all: [String: AppAPI.Response] = try await api.response(text: "", body: body)
        let first: AppAPI.Item = search.first
        let items: [AppAPI.Item] = search.items.map(\\.item)
        return first.y + items.count + all.count
      }
      """
    try await compile(schema, access, use: use)
  }

  @Test(arguments: ["internal", "public"])
  func documentsMayShareNamesWithOtherTypes(access: String) async throws {
    let types = """
      types:
        Patch: { todos: [Todo], day: day }
        Row: { n: int, todos: [Todo] }
        Answer: { row: { id: int }, rows: [Row], patch: Patch }
      entities:
        Todo: { attributes: { id: int, title: "string?" } }
      """
    let use = """
      func use(_ answer: Answer) -> Int {
        let rows: [Row] = answer.rows
        let row: Answer.Row = answer.row
        let patch: Patch = answer.patch
        let changes = [Todo.Patch()]
        return changes.count + rows.count + row.id + patch.todos.count
      }
      """
    try await compile(types, access, use: use)
    let endpoints = """

      api:
        endpoints:
          patch: { post: /patch, body: { q: string }, returns: Patch, stores: true }
          answer: { get: /answer, returns: Answer, stores: false }
      """
    try await compile(
      types + endpoints, access,
      use: use.replacing("Answer", with: "AppAPI.Answer").replacing("[Row]", with: "[AppAPI.Row]"))
  }

  @Test(arguments: ["internal", "public"])
  func taggedValuesWorkWithoutStore(access: String) async throws {
    let schema = """
      types:
        Address: { street: string, amount: "money?" }
        Value: { tag: kind, cases: { text: { a: string, old: "int?" }, address: Address, none: {} } }
      api:
        endpoints:
          value: { get: /value, returns: { value: Value, address: Address } }
      """
    let use = """
      func use(_ api: AppAPI) async throws -> String? {
        switch try await api.value().value {
        case .text(let text): text.a
        case .address(let address): address.street
        case .none, .unknown: nil
        }
      }
      """
    try await compile(schema, access, use: use)
  }

  /// A conformance of a type from another package names the module that declares the protocol.
  @Test(arguments: [true, false], [true, false])
  func typesOfOtherModulesCauseNoWarnings(hasEntities: Bool, hasEndpoints: Bool) async throws {
    guard hasEntities || hasEndpoints else { return }
    let scalars = """
      scalars:
        Color: { type: string, swift: Theme.HexColor, import: Theme }
        Shade: { type: int, swift: Theme.Shade, import: Theme }

      """
    let entities = "entities: { Todo: { attributes: { id: int, color: Color, shade: Shade } } }\n"
    let endpoints = "api: { endpoints: { color: { get: /c, returns: { c: Color, s: Shade } } } }\n"
    try await compile(
      scalars + (hasEntities ? entities : "") + (hasEndpoints ? endpoints : ""), "public",
      use: "", theme: true)
  }
}
