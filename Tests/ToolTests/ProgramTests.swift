import Foundation
import Programs
import Testing

/// The behavior on which tests of programs rely.
@Suite struct ProgramTests {
  private func shell(
    _ script: String, in folder: URL? = nil, environment: [String: String] = Program.environment
  ) -> Program {
    Program(
      URL(fileURLWithPath: "/bin/sh"), ["-c", script], in: folder, environment: environment)
  }

  @Test func reportsStatusAndStreams() async throws {
    let program = shell("cat; echo wrong >&2; exit 3")
    let found = try await program.run(input: "text\n")
    #expect(found == ProgramOutcome(3, output: "text\n", errors: "wrong\n"))
    let joined = try await program.run(joinsErrors: true)
    #expect(joined == ProgramOutcome(3, output: "wrong\n"))
  }

  @Test func reportsTerminatingSignal() async throws {
    let found = try await shell("sleep 100").run { $0.send(SIGKILL) }
    #expect(found == ProgramOutcome(-SIGKILL))
  }

  @Test func usesGivenFolderAndEnvironment() async throws {
    let workspace = try Workspace()
    let program = shell(
      "pwd -P; echo \"$OWN ${HOME-none}\"", in: workspace.folder, environment: ["OWN": "own"])
    #expect(try await program.run().output == "\(workspace.folder.path)\nown none\n")
  }

  @Test func reportsLaunchFailure() throws {
    let program = Program(URL(fileURLWithPath: "/nowhere/program"), [])
    let failure = #expect(throws: ProgramFailure.self) { try program.start() }
    #expect(
      failure.map { "\($0)" } == "/nowhere/program cannot be started: No such file or directory")
  }

  @Test func inheritsNoFileDescriptors() async throws {
    let workspace = try Workspace()
    try workspace.write("file", "")
    // Opened without the flag that closes it in other programs.
    let descriptor = open(workspace.url("file").path, O_RDONLY)
    defer { close(descriptor) }
    try #require(descriptor > STDERR_FILENO)
    #expect(try await shell("test -e /dev/fd/\(descriptor)").run().status == 1)
  }

  /// Threads of Dispatch block signals, and some tests ignore broken pipes.
  @Test func inheritsNoSignalHandling() async throws {
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGPIPE, SIGTERM] {
      let running = try await withCheckedThrowingContinuation { continuation in
        let program = shell("kill -\(number) $$; echo it is ignored")
        let thread = Thread {
          var blocked = sigset_t()
          sigemptyset(&blocked)
          sigaddset(&blocked, number)
          pthread_sigmask(SIG_BLOCK, &blocked, nil)
          continuation.resume(with: Result { try program.start() })
        }
        thread.start()
      }
      #expect(await running.end() == -number)
    }
  }
}
