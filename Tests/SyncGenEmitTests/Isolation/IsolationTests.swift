import Foundation
import Programs
import SyncGenEmit
import Testing

/// Apps that use the samples compile without warnings, whatever the default isolation of their
/// modules.
@Suite(.serialized) struct IsolationTests {
  private static let trackerApp = [
    "TaskList", "Queries", "Conditions", "Requests", "Workers", "Checks",
  ]

  @Test(arguments: IsolationMode.all)
  func appsImportingSamplesCompile(mode: IsolationMode) async throws {
    let tracker = try Self.app(Self.trackerApp, importing: "Tracker")
    try await compile(tracker + copiedRequirements(), mode)
    try await compile(Self.app(["IssueList"], importing: "GitHub"), mode)
  }

  @Test(arguments: IsolationMode.all)
  func appsContainingSamplesCompile(mode: IsolationMode) async throws {
    let tracker = try Self.app(Self.trackerApp)
    try await compile(tracker + Self.sample("Tracker"), mode)
    // Without the main actor, this is the same as the package's own build.
    guard mode.isMainActor else { return }
    try await compile(Self.app(["IssueList"]) + Self.sample("GitHub"), mode)
  }

  /// The compiler warns about each expression that takes longer than half a second. A condition of
  /// five terms takes a twentieth of that, so the load of the machine does not matter.
  @Test func conditionsOfFiveTermsAreCheckedQuickly() async throws {
    let sources = try Self.app(["Conditions"], importing: "Tracker")
    let outcome = try await outcome(
      of: sources, .plain, ["-Xfrontend", "-warn-long-expression-type-checking=500"])
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
  }

  /// Queries that use the state of an actor are an error without the isolation of their caller, but
  /// only later passes of the compiler detect such races.
  @Test func detectsDataRaces() async throws {
    let race = """
      final class State { var count = 0 }
      func use(_ state: State) async {}
      @MainActor func race(_ state: State) async { await use(state) }
      """
    let outcome = try await outcome(of: [("Race.swift", race)], .plain)
    #expect(outcome.output.contains("sending 'state' risks causing data races"))
  }

  /// A migration function has to be declared outside the main actor.
  @Test func mainActorStagesDoNotCompile() async throws {
    let sources = try Self.sample("Tracker").map { name, text in
      (
        name,
        text.replacing(
          "nonisolated extension TrackerMigrationPlan {\n  /// Moves",
          with: "extension TrackerMigrationPlan {\n  /// Moves")
      )
    }
    let outcome = try await outcome(of: sources, .xcode)
    #expect(outcome.output.contains("main actor-isolated static method 'splitProfiles"))
  }

  @Test func oddNamesCompileOnMainActor() async throws {
    let files = try SchemaFixture.files(TortureSchema.names(access: "internal", count: 12))
    let sources = files.filter { $0.path.hasSuffix(".swift") }
      .map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
    try await compile(sources, .xcode)
  }

  /// Compiled alone, as in modules that do not link the runtime.
  @Test(arguments: IsolationMode.all)
  func patchCompilesAlone(mode: IsolationMode) async throws {
    let use = """
      struct Change: Codable { var name: Patch<String> = .missing }
      struct Model: Sendable, Codable { var name: Patch<String> }
      func value(of data: String) async throws -> Patch<String> {
        try JSONDecoder().decode(Model.self, from: Data(data.utf8)).name
      }
      """
    let patch = try #require(RuntimePatch.file())
    try await compile(
      [
        ("Patch.swift", String(decoding: patch, as: UTF8.self)),
        ("Use.swift", "import Foundation\n\n" + use),
      ], mode)
  }

  // MARK: - Sources

  /// Types with the requirement of a protocol, exactly as it is declared.
  private func copiedRequirements() throws -> [(String, String)] {
    let sources = [
      ("Middleware", "Middleware/Middleware.swift", "try await next(request)"),
      ("Transport", "Transport.swift", "HTTP.Response(status: 200, body: Data())"),
    ]
    let types = try sources.map { name, path, body in
      let text = try Self.text("Sources/SwiftSyncREST/\(path)")
      let match = try #require(
        text.firstMatch(of: #/\n  (func send\(.*?async throws -> HTTP.Response)\n/#))
      return "struct Copied\(name): \(name) {\n  \(match.1) {\n    \(body)\n  }\n}\n"
    }
    return [("Copied.swift", Self.imports() + types.joined())]
  }

  private static func app(
    _ files: [String], importing module: String? = nil
  ) throws -> [(String, String)] {
    try files.map { file in
      let text = try text("Tests/SyncGenEmitTests/Isolation/Apps/\(file).swift")
      return ("\(file).swift", imports(module) + text)
    }
  }

  private static func imports(_ module: String? = nil) -> String {
    let runtime = ["SwiftSyncRuntime", "SwiftSyncTestSupport"]
    return (["Foundation"] + runtime + [module].compactMap { $0 })
      .map { "import \($0)\n" }.joined() + "\n"
  }

  static func sample(_ name: String) throws -> [(String, String)] {
    let folder = SwiftToolchain.package.appendingPathComponent("Generated/\(name)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try files.filter { $0.hasSuffix(".swift") }.sorted()
      .map { ($0, try text("Generated/\(name)/\($0)")) }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: SwiftToolchain.package.appendingPathComponent(path), encoding: .utf8)
  }

  // MARK: - Compiling

  private func compile(_ sources: [(String, String)], _ mode: IsolationMode) async throws {
    let outcome = try await outcome(of: sources, mode)
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
  }

  private func outcome(
    of sources: [(String, String)], _ mode: IsolationMode, _ options: [String] = []
  ) async throws -> ProgramOutcome {
    let toolchain = try SwiftToolchain()
    for (name, text) in sources { try toolchain.write(text, to: name) }
    let outcome = try await toolchain.check(mode, options: options)
    try toolchain.remove()
    return outcome
  }
}
