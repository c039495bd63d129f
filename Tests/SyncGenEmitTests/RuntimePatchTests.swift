import Foundation
import SyncGenEmit
import Testing

@Suite struct RuntimePatchTests {
  /// `RECORD_GOLDENS=1` writes the runtime's file and fails.
  @Test func runtimeFileMatchesTemplate() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/SwiftSyncCoding/Coding/Patch.swift")
    let bytes = try #require(RuntimePatch.file())
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try Data(bytes).write(to: file)
      Issue.record("recorded Patch.swift of the runtime")
    }
    let stored = Array(try Data(contentsOf: file))
    #expect(stored == bytes, "Patch.swift of the runtime is not what its template gives")
  }
}
