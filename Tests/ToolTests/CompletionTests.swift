import Programs
import Testing

/// The completions that shells offer for a partial command line.
@Suite struct CompletionTests {
  private func script(for shell: String) async throws -> String {
    let outcome = try await Workspace().run("completions", shell)
    #expect(outcome.status == 0 && outcome.errors == "")
    return outcome.output
  }

  /// The completions that bash offers for the last word.
  private func offered(_ words: String..., in workspace: Workspace) async throws -> [String] {
    try workspace.write("completions.bash", try await script(for: "bash"))
    let line = (["swiftsync-gen"] + words).map { "'\($0)'" }.joined(separator: " ")
    let program = """
      source completions.bash
      COMP_WORDS=(\(line)); COMP_CWORD=\(words.count)
      _swiftsync_gen
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try await Program(named: "bash", ["-c", program], in: workspace.folder).run()
    #expect(outcome.status == 0 && outcome.errors == "")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test func bashCompletesCommandsAndOptions() async throws {
    let workspace = try Workspace()
    #expect(try await offered("ver", in: workspace) == ["verify"])
    #expect(try await offered("--v", in: workspace) == ["--version"])
    #expect(try await offered("apply", "--rep", in: workspace) == ["--report"])
    #expect(try await offered("-q", "apply", "--rep", in: workspace) == ["--report"])
    #expect(try await offered("help", "comp", in: workspace) == ["completions"])
    #expect(
      try await offered("completions", "", in: workspace) == ["bash", "zsh", "fish"])
    #expect(
      try await offered("explain", "unknown-t", in: workspace) == ["unknown-trait", "unknown-type"])
  }

  @Test func bashCompletesValues() async throws {
    let workspace = try Workspace.withSchema()
    try workspace.write("Some files/payload.json", "[]")
    #expect(try await offered("apply", "--report", "", in: workspace) == ["text", "json"])
    #expect(try await offered("apply", "--report", "=", "j", in: workspace) == ["json"])
    #expect(
      try await offered("apply", "--operations", "insert,de", in: workspace) == ["insert,delete"])
    #expect(try await offered("apply", "So", in: workspace) == ["Some files"])
    #expect(
      try await offered("validate", "--schema", "Schemas/s", in: workspace) == ["Schemas/shop.yaml"]
    )
    #expect(try await offered("apply", "--entity", "", in: workspace) == [])
  }

  /// The installed shells can parse their scripts.
  @Test(arguments: ["bash", "zsh", "fish"]) func scriptsAreValid(shell: String) async throws {
    let workspace = try Workspace()
    try workspace.write("script", try await script(for: shell))
    let program = Program(named: shell, ["-n", "script"], in: workspace.folder)
    let outcome = try await program.run()
    // 127: the shell is not installed.
    #expect(outcome.status == 127 || outcome == ProgramOutcome(0))
  }

  @Test func listsSupportedShells() async throws {
    let outcome = try await Workspace().run("completions", "tcsh")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.hasPrefix(
        "swiftsync-gen: error: SHELL must be bash, zsh or fish, not 'tcsh'\n"))
  }
}
