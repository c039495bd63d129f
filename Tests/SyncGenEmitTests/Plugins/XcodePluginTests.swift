import Foundation
import Programs
import Testing

/// `XcodeProjectPlugin` is part of Xcode: the plugins are type-checked against a module that
/// declares the symbols they use, and against the toolchain's own `PackagePlugin`.
@Suite struct XcodePluginTests {
  private static let plugins = ["SwiftSyncBuildPlugin", "SwiftSyncCommandPlugin"]

  @Test(arguments: plugins)
  func pluginsCompileInXcode(plugin: String) async throws {
    let toolchain = try SwiftToolchain()
    let stub = try await makeModule(XcodeStub.module, toolchain)
    try #require(stub.output == "")
    let outcome = try await check(Self.source(of: plugin), toolchain)
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
    try toolchain.remove()
  }

  /// Without the conformances, or without the module, the test above would check nothing.
  @Test(arguments: zip(plugins, ["XcodeBuildToolPlugin", "XcodeCommandPlugin"]))
  func detectsOtherSignatures(plugin: String, conformance: String) async throws {
    let toolchain = try SwiftToolchain()
    let other = XcodeStub.module.replacing("context: XcodePluginContext", with: "context: String")
    let stub = try await makeModule(other, toolchain)
    try #require(stub.output == "")
    let outcome = try await check(Self.source(of: plugin), toolchain)
    #expect(
      outcome.output.contains("'\(plugin)' does not conform to protocol '\(conformance)'"))
    #expect(outcome.status == 1)
    try toolchain.remove()
  }

  private func makeModule(
    _ text: String, _ toolchain: SwiftToolchain
  ) async throws -> ProgramOutcome {
    try toolchain.write(text, to: "Stub.swift")
    return try await toolchain.run(
      ["swiftc", "-emit-module", "-wmo", "-o", "XcodeProjectPlugin.swiftmodule"]
        + ["-enable-upcoming-feature", "InternalImportsByDefault"]
        + ["-module-name", "XcodeProjectPlugin"] + options(toolchain) + ["Stub.swift"])
  }

  private func check(_ source: String, _ toolchain: SwiftToolchain) async throws -> ProgramOutcome {
    try toolchain.write(source, to: "Plugin.swift")
    return try await toolchain.run(
      ["swiftc", "-typecheck", "-warnings-as-errors", "-module-name", "Plugin"]
        + options(toolchain) + ["Plugin.swift"])
  }

  /// The options with which SwiftPM compiles plugins.
  private func options(_ toolchain: SwiftToolchain) async throws -> [String] {
    let info = try await toolchain.run(["swiftc", "-print-target-info"])
    let target = try JSONDecoder().decode(TargetInfo.self, from: Data(info.output.utf8))
    return [
      "-swift-version", "6", "-parse-as-library", "-package-description-version", "6.1.0",
      "-I", ".", "-I", "\(target.paths.runtimeResourcePath)/pm/PluginAPI",
    ]
  }

  private static func source(of plugin: String) throws -> String {
    let file = "Plugins/\(plugin)/\(plugin).swift"
    return try String(
      contentsOf: SwiftToolchain.package.appendingPathComponent(file), encoding: .utf8)
  }
}

/// The compiler's information about itself.
private struct TargetInfo: Decodable {
  struct Paths: Decodable { let runtimeResourcePath: String }
  let paths: Paths
}
