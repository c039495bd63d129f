import Foundation
import Programs
import SyncGenEmit
import Testing

/// SwiftUI and Combine exist only on Apple's systems: `SwiftSyncLive` is type-checked against
/// modules that declare the symbols it uses, and apps against `SwiftSyncLive`. This code is not
/// run; `SwiftSyncLiveTests` test its logic.
@Suite(.serialized) struct LiveSourcesTests {
  /// The SDK determines whether the requirement of `DynamicProperty` is on the main actor.
  private static let requirements = [
    "mutating func update()", "@MainActor @preconcurrency mutating func update()",
  ]

  /// The same is true of the actions of an undo manager.
  private static let handlers = [
    requirements[0]: "(TargetType) -> Void",
    requirements[1]: "@MainActor @Sendable (TargetType) -> Void",
  ]

  @Test(arguments: requirements)
  func propertiesAndPublisherCompile(requirement: String) async throws {
    let toolchain = try await toolchain(requirement)
    for (name, text) in try Self.sources() { try toolchain.write(text, to: name) }
    let outcome = try await toolchain.check(.plain, package: SwiftToolchain.packageName)
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
    try toolchain.remove()
  }

  @Test(arguments: IsolationMode.all)
  func appsCompile(mode: IsolationMode) async throws {
    let app = try Self.text("Tests/SyncGenEmitTests/Isolation/Apps/LiveTodos.swift")
    try await compile(app, mode)
  }

  /// In one module with the models, as in an app target that Xcode created.
  @Test(arguments: IsolationMode.all.filter(\.isMainActor))
  func appsContainingModelsCompile(mode: IsolationMode) async throws {
    let app = try Self.text("Tests/SyncGenEmitTests/Isolation/Apps/LiveTodos.swift")
    try await compile(
      app, mode, with: IsolationTests.sample("Tracker"),
      imports: ["Combine", "Foundation", "SwiftSyncKit", "SwiftUI"])
  }

  /// Types of an app that have the names of types of the runtime.
  private static let namesakes = """
    enum APIClient {}
    struct APIError: Error {}
    struct Condition {}
    struct Draft {}
    enum Endpoint {}
    struct Patch {}
    enum Elsewhere { struct Note {} }
    """

  /// The app of the README, in one module with what its schema generates and with namesakes.
  @Test(arguments: IsolationMode.all)
  func readmeAppCompiles(mode: IsolationMode) async throws {
    let readme = try Self.text("README.md")
    let schema = try #require(Self.block(0, "yaml", of: readme))
    let app = try #require(Self.block(0, "swift", of: readme))
    #expect(app.contains("@main struct NotesApp: App {"))
    let sources = try Self.models(of: schema) + [("Namesakes.swift", Self.namesakes)]
    try await compile(app, mode, with: sources, imports: [])
  }

  /// The statements of the README that follow its app, with what they name.
  @Test(arguments: [IsolationMode.plain, .xcode])
  func readmeStatementsCompile(mode: IsolationMode) async throws {
    let readme = try Self.text("README.md")
    let schema = "swiftsync: 1\n" + (try #require(Self.block(1, "yaml", of: readme)))
    let statements = try #require(Self.block(2, "swift", of: readme))
    #expect(statements.contains("store.insert("))
    let text = """
      import SwiftSyncKit
      import Foundation
      func edit(_ note: Note, _ work: Folder, _ id: UUID, in store: SyncStore) async throws {
      \(statements)
        _ = (notes, milk)
      }
      """
    try await compile(text, mode, with: try Self.models(of: schema), imports: [])
  }

  private static func models(of schema: String) throws -> [(String, String)] {
    try SchemaFixture.files(schema, path: "Schemas/Notes.yaml")
      .filter { $0.path.hasSuffix(".swift") }
      .map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
  }

  private static func block(_ index: Int, _ language: String, of page: String) -> String? {
    page.components(separatedBy: "```\(language)\n").dropFirst(index + 1).first?
      .components(separatedBy: "\n```").first
  }

  /// All Swift code of the page, with a function in place of the macro `#Preview`.
  @Test func swiftUIPageSnippetsCompile() async throws {
    let snippets = try Self.text("docs/swiftui.md").components(separatedBy: "```swift\n")
      .dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
    #expect(snippets.count == 10)
    let page = snippets.joined(separator: "\n\n")
    let preview = "@MainActor func preview() -> some View {"
    #expect(page.contains("#Preview {"))
    try await compile(page.replacing("#Preview {", with: preview), .plain)
    try await compile(page.replacing("#Preview {", with: preview), .xcode)
  }

  /// The views of the page on opening stores.
  @Test func openingPageViewsCompile() async throws {
    let views = try Self.text("docs/opening.md").components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
      .filter { $0.contains("some View") }
    #expect(views.count == 2)
    let list = "struct ProjectList: View { var body: some View { Text(verbatim: \"\") } }"
    let page = (views + [list]).joined(separator: "\n\n")
    try await compile(page, .plain)
    try await compile(page, .xcode)
  }

  /// The view model and the view of the page on accounts.
  @Test func accountsPageCompiles() async throws {
    let blocks = try Self.text("docs/accounts.md").components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
    #expect(blocks.count == 4)
    let views = """
      struct ProjectList: View { var body: some View { Text(verbatim: "") } }
      struct LoginForm: View {
        let account: AccountModel
        init(_ account: AccountModel) { self.account = account }
        var body: some View { Text(verbatim: "") }
      }
      """
    let page = (blocks.dropFirst() + [views]).joined(separator: "\n\n")
    let imports = [
      "Foundation", "Observation", "SwiftSyncLive", "SwiftSyncRuntime", "SwiftUI", "Tracker",
    ]
    try await compile(page, .plain, imports: imports)
    try await compile(page, .xcode, imports: imports)
  }

  /// The Swift code of the page about the state of syncing.
  @Test(arguments: [IsolationMode.plain, .xcode])
  func syncStatePageSnippetsCompile(mode: IsolationMode) async throws {
    let snippets = try Self.text("docs/sync-state.md").components(separatedBy: "```swift\n")
      .dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
    #expect(snippets.count == 8)
    try await compile(snippets.joined(separator: "\n\n"), mode)
  }

  /// The scene of the page of recipes.
  @Test(arguments: [IsolationMode.plain, .xcode])
  func recipeSceneCompiles(mode: IsolationMode) async throws {
    let scene = try PageCode("docs/recipes.md").swift("some Scene")
    let list = "struct TodoList: View { var body: some View { Text(verbatim: \"\") } }"
    try await compile("\(scene)\n\n\(list)", mode)
  }

  /// The signals of the system, which only Apple's systems have.
  @Test func sessionSignalsCompile() async throws {
    let toolchain = try SwiftToolchain()
    let module = try await toolchain.makeModule("Network", of: AppleStubs.network)
    try #require(module.output == "")
    let path = "Sources/SwiftSyncSession/Session/SessionSignals.swift"
    let text = try Self.text(path)
    #expect(text.contains("#if canImport(Network)"))
    try toolchain.write(text, to: "SessionSignals.swift")
    let outcome = try await toolchain.check(.plain)
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
    try toolchain.remove()
  }

  /// Compiles an app against `SwiftSyncLive` as it is with SwiftUI and Combine.
  ///
  /// - Parameters:
  ///   - sources: The other sources of its module.
  ///   - imports: The modules that it imports, except for those that its text imports.
  private func compile(
    _ app: String, _ mode: IsolationMode, with sources: [(String, String)] = [],
    imports: [String] = [
      "Combine", "Foundation", "SwiftSyncLive", "SwiftSyncRuntime", "SwiftUI", "Tracker",
    ]
  ) async throws {
    let toolchain = try await appToolchain()
    for (name, text) in sources { try toolchain.write(text, to: name) }
    try toolchain.write(imports.map { "import \($0)\n" }.joined() + app, to: "App.swift")
    let outcome = try await toolchain.check(mode)
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
    try toolchain.remove()
  }

  /// A toolchain with the modules that apps import, as they are with SwiftUI and Combine.
  func appToolchain() async throws -> SwiftToolchain {
    let toolchain = try await toolchain(Self.requirements[1])
    let module = try await toolchain.makeModule("SwiftSyncLive", of: Self.sources().map { $0.1 })
    try #require(module.output == "")
    let kit = try Self.text("Sources/SwiftSyncKit/SwiftSyncKit.swift")
    try #require(try await toolchain.makeModule("SwiftSyncKit", of: kit).output == "")
    return toolchain
  }

  /// The views of the example, their preview and the app, together with its models.
  @Test func exampleViewsCompile() async throws {
    let toolchain = try await toolchain(Self.requirements[1])
    let folder = "Examples/Notebook/Sources"
    let kit = try Self.sources("\(folder)/NotebookKit")
    let exports = try Self.sources("Sources/SwiftSyncKit")
    for (name, sources) in [
      ("SwiftSyncLive", try Self.sources()), ("SwiftSyncKit", exports), ("NotebookKit", kit),
    ] {
      let module = try await toolchain.makeModule(name, of: sources.map { $0.1 })
      #expect(module.output == "")
    }
    let views = try Self.sources("\(folder)/NotebookViews")
    #expect(views.contains { $0.1.contains("#Preview {") })
    for (name, text) in views {
      let preview = "@MainActor @ViewBuilder func preview() -> some View {"
      try toolchain.write(text.replacing("#Preview {", with: preview), to: name)
    }
    let app = try #require(Self.block(0, "swift", of: Self.text("Examples/Notebook/README.md")))
    let keychain = "@MainActor enum keychain { static var login: NotebookAPI.Login? }"
    try toolchain.write("import NotebookKit\nimport SwiftUI\n\(keychain)\n\(app)", to: "App.swift")
    let outcome = try await toolchain.check(.plain)
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
    try toolchain.remove()
  }

  /// Without code that needs both modules, the two tests above would check nothing.
  @Test func sourcesCheckForSwiftUIAndCombine() throws {
    let text = try Self.sources().map { $0.1 }.joined()
    #expect(text.contains("#if canImport(SwiftUI)") && text.contains("#if canImport(Combine)"))
  }

  private func toolchain(_ requirement: String) async throws -> SwiftToolchain {
    let toolchain = try SwiftToolchain()
    let swiftUI = AppleStubs.swiftUI.replacing("UPDATE", with: requirement)
      .replacing("HANDLER", with: Self.handlers[requirement] ?? "")
    for (name, stubs) in [
      ("SwiftUI", [swiftUI, AppleStubs.controls]), ("Combine", [AppleStubs.combine]),
    ] {
      let module = try await toolchain.makeModule(name, of: stubs)
      try #require(module.output == "")
    }
    return toolchain
  }

  private static func sources(
    _ path: String = "Sources/SwiftSyncLive"
  ) throws -> [(String, String)] {
    let folder = SwiftToolchain.package.appendingPathComponent(path)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
      .map { ($0, try text("\(path)/\($0)")) }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: SwiftToolchain.package.appendingPathComponent(path), encoding: .utf8)
  }
}
