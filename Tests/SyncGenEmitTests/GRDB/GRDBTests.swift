import Foundation
import Programs
import SyncGenDiagnostics
import SyncGenEmit
import SyncGenMigration
import SyncGenSchema
import Testing

/// GRDB is not a dependency of this package: records are type-checked against a module that
/// declares the symbols they use, as GRDB does. They are not run.
@Suite struct GRDBTests {
  @Test(arguments: ["internal", "package", "public"])
  func recordsCompileWithStructs(access: String) async throws {
    let text = TortureSchema.names(access: access, count: 12)
      .replacing("sets: [swift, sql", with: "sets: [swift, grdb, sql")
    try await check(SchemaFixture.files(text), [.plain, .xcode])
  }

  /// Compiles code that uses the records of the sample.
  func checkSample(beside code: String) async throws {
    try await check(Self.sample(), beside: code, [.plain, .xcode])
  }

  @Test func everyConstructCompiles() async throws {
    try await check(
      SchemaFixture.files(GRDBConstructs.schema), beside: GRDBConstructs.uses, [.plain])
  }

  private func check(
    _ files: [GeneratedFile], beside app: String? = nil, _ modes: [IsolationMode]
  ) async throws {
    #expect(files.contains { $0.path == "GRDBValue.swift" })
    let toolchain = try SwiftToolchain()
    try toolchain.write(files)
    let lint = try await toolchain.lint()
    #expect(lint.output == "")
    if let app { try toolchain.write(app, to: "App.swift") }
    let module = try await toolchain.makeModule("GRDB", of: GRDBStub.files)
    try #require(module.output == "")
    for mode in modes {
      let outcome = try await toolchain.check(mode)
      #expect(outcome.output == "")
      #expect(outcome.status == 0)
    }
    try toolchain.remove()
  }

  /// The structs and records of the sample, without its client and its older versions.
  private static func sample() throws -> [GeneratedFile] {
    let texts = try ["tracker", "people"].reduce(into: [:]) { texts, name in
      texts["\(name).yaml"] = try text("Schemas/\(name).yaml")
        .replacing("sets: [swift, sql, openapi, fixtures]", with: "sets: [swift, grdb]")
    }
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: "tracker.yaml",
      read: { SourceFile(path: $0, bytes: Array((texts[$0] ?? "").utf8)) }, into: &bag)
    try #require(bag.diagnostics.filter { $0.severity == .error }.map(\.text) == [])
    let options = EmitOptions(toolVersion: "0.0.0", schemaPath: "../schema.yaml", templates: [])
    let files = SchemaEmitter.emit(
      try #require(schema), plan: .none, options: options, into: &bag)
    return files.filter { $0.path.hasSuffix(".swift") && !$0.path.hasPrefix("TrackerAPI") }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: SwiftToolchain.package.appendingPathComponent(path), encoding: .utf8)
  }
}
