import Foundation
import Testing

/// The end of `scripts/demo`: a device and the sample backend.
@Suite struct DemoTests {
  private static let hasPython =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/python3")
    }

  @Test(.enabled(if: hasPython, "the sample backend needs python3"))
  func deviceAndServerEndWithTheSameRows() async throws {
    let workspace = try Workspace()
    let script = """
      set -eu; . scripts/lib.sh
      with_backend "$0/server.sqlite" "$1" "$0/device.sqlite" sync
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    let demo = Workspace.tool.deletingLastPathComponent().appendingPathComponent("tracker-demo")
    process.arguments = ["-c", script, workspace.folder.path, demo.path]
    process.currentDirectoryURL = Repository.url(".")
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(output)")
    let claims = output.split(separator: "\n").filter { $0.hasPrefix("  ok: ") }
    #expect(
      claims.map { String($0.dropFirst(6)) } == [
        "two rows wait for the push", "a push without an answer confirms nothing",
        "every step of the session comes to its end", "the server takes both rows",
        "nothing waits any more", "conflict: what was written here stays",
        "conflict: the other fields take the server's values",
        "tombstone: what was deleted elsewhere is gone here",
        "the new task has the number that the server gave it",
        "server and device have the same tasks",
      ])
  }
}
