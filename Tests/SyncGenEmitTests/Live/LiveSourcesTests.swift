import Foundation
import Programs
import SyncGenEmit
import TestHelpers
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
  func compile(
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

  /// A text with functions in place of macros, of which stubs cannot have plugins.
  static func withoutMacros(_ text: String) -> String {
    var count = 0
    return text.replacing(#/#Preview(\("\w+"\))? {/#) { _ in
      count += 1
      return "@MainActor @ViewBuilder func preview\(count)() -> some View {"
    }
    .replacing("@Test ", with: "").replacing("#expect(", with: "expect(")
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
      try toolchain.write(Self.withoutMacros(text), to: name)
    }
    let readme = try PageBlock.all(of: "Examples/Notebook/README.md")
    let app = try #require(readme.first { $0.language == "swift" }).text
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
