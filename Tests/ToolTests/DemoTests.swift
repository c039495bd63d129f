import Foundation
import Programs
import Testing

/// The end of `scripts/demo`: a device and the sample backend.
@Suite struct DemoTests {
  private static let hasPython =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/python3")
    }

  @Test(.enabled(if: hasPython, "the sample backend needs python3"))
  func deviceAndServerConverge() async throws {
    let workspace = try Workspace()
    let script = """
      set -eu; . scripts/lib.sh
      with_backend "$0/server.sqlite" "$1" "$0/device.sqlite" sync
      """
    let demo = Program.products.appendingPathComponent("tracker-demo")
    let session = Program(
      URL(fileURLWithPath: "/bin/bash"), ["-c", script, workspace.folder.path, demo.path],
      in: Repository.url("."))
    let outcome = try await session.run(joinsErrors: true)
    #expect(outcome.status == 0, "\(outcome.output)")
    let claims = outcome.output.split(separator: "\n").filter { $0.hasPrefix("  ok: ") }
    #expect(
      claims.map { String($0.dropFirst(6)) } == [
        "two changes are pending", "a push without a response confirms nothing",
        "every step of the session succeeds", "the server accepts both rows",
        "no change is pending", "conflict: the local edit is kept",
        "conflict: the other fields take the server's values",
        "tombstone: the task deleted on the server is deleted here",
        "the new task has the number that the server assigned",
        "server and device have the same tasks",
      ])
  }
}
