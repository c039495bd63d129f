import Foundation
import Programs
import Testing

/// The end of `scripts/demo`: devices with the sample backend and with a simulated one.
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
    #expect(
      claims(of: outcome) == [
        "two changes are pending", "a push without a response confirms nothing",
        "every step of the session succeeds", "the server accepts both rows",
        "no change is pending", "conflict: the local edit is kept",
        "conflict: the other fields take the server's values",
        "tombstone: the task deleted on the server is deleted here",
        "the new task has the number that the server assigned",
        "server and device have the same tasks",
      ])
  }

  @Test func simulatedDevicesConverge() async throws {
    let demo = Program.products.appendingPathComponent("tracker-demo")
    let outcome = try await Program(demo, ["simulate"]).run(joinsErrors: true)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(
      claims(of: outcome) == [
        "the edits wait", "the tablet syncs", "the second attempt succeeds",
        "no task is there twice", "both devices have the same tasks",
        "the edit of each device is kept",
      ])
  }

  private func claims(of outcome: ProgramOutcome) -> [String] {
    outcome.output.split(separator: "\n").filter { $0.hasPrefix("  ok: ") }
      .map { String($0.dropFirst(6)) }
  }
}
