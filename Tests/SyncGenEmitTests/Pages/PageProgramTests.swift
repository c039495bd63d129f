import Programs
import Testing

/// The programs of the pages compile. Those without views also run.
@Suite(.serialized) struct PageProgramTests {
  @Test(arguments: PageProgram.all)
  func compiles(_ program: PageProgram) async throws {
    let code = try program.code()
    switch program.use {
    case .app(let modes):
      for mode in modes {
        try await LiveSourcesTests().compile(
          LiveSourcesTests.withoutMacros(code.text), mode, with: code.sources,
          imports: code.imports)
      }
    case .records:
      let imports = code.imports.map { "import \($0)\n" }.joined()
      try await GRDBTests().checkSample(beside: imports + code.text)
    case .run(let output):
      try await run(code, printing: output)
    }
  }

  private func run(_ code: PageProgram.Code, printing output: String) async throws {
    let toolchain = try SwiftToolchain()
    for (name, text) in code.sources { try toolchain.write(text, to: name) }
    try toolchain.write(LiveSourcesTests.withoutMacros(code.text), to: "main.swift")
    let build = try await toolchain.build(linking: ["SwiftSyncSimulator"])
    try #require(build.output == "")
    let run = try await toolchain.run(["./main"])
    #expect(run.output == output)
    try toolchain.remove()
  }
}
