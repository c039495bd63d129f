import Foundation
import Programs
import SyncGenEmit
import Testing

/// The views of the tutorial, which SwiftPM does not compile on Linux. `scripts/test-tutorial` tests
/// everything else.
extension LiveSourcesTests {
  /// After each step that changes a view.
  @Test func tutorialViewsCompile() async throws {
    let toolchain = try await appToolchain()
    for step in 2...6 {
      try await writeTutorial(step, to: toolchain)
      let modes = step == 6 ? [IsolationMode.plain, .xcode] : [.plain]
      for mode in modes {
        let outcome = try await toolchain.check(mode)
        #expect(outcome.output == "", "step \(step)")
        #expect(outcome.status == 0)
      }
    }
    try toolchain.remove()
  }

  /// Writes the app and its generated code as they are after a step, with functions in place of the
  /// macro `#Preview`.
  private func writeTutorial(_ step: Int, to toolchain: SwiftToolchain) async throws {
    let script = SwiftToolchain.package.appendingPathComponent("scripts/test-tutorial").path
    let writing = try await toolchain.run([script, "--write", "Tutorial\(step)", "\(step)"])
    try #require(writing.output == "" && writing.status == 0)
    let folder = toolchain.folder.appendingPathComponent("Tutorial\(step)")
    let schema = folder.appendingPathComponent("Schemas/Notes.yaml")
    let generated = try SchemaFixture.files(
      String(contentsOf: schema, encoding: .utf8), path: "Schemas/Notes.yaml")
    try toolchain.write(generated.filter { $0.path.hasSuffix(".swift") })
    let sources = folder.appendingPathComponent("Sources/Notes")
    for name in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
      let text = try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
      try toolchain.write(Self.withoutMacros(text), to: name)
    }
  }
}
