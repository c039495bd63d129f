import Foundation
import Programs
import Testing

/// Files that are larger than the memory that a transfer may use.
///
/// `TRANSFER_BYTES=1073741824` transfers a gigabyte.
@Suite(.enabled(if: StudioServer.isAvailable)) struct TransferTests {
  @Test func memoryDoesNotGrowWithFileSize() async throws {
    let bytes = ProcessInfo.processInfo.environment["TRANSFER_BYTES"].flatMap(Int.init) ?? 128 << 20
    try await StudioServer.run { server in
      let outcome = try await Program(built: "transfer-client", [server.origin, "\(bytes)"]).run(
        joinsErrors: true)
      let lines = outcome.output.split(separator: "\n")
      try #require(lines.count == 5, "\(outcome.output)")
      #expect(lines[0].contains("\"bytes\":\(bytes)"))
      #expect(lines[1] != "reports 0")
      #expect(lines[3] == "downloaded \(bytes)")
      // FoundationNetworking buffers data that arrives faster than it is written.
      #if canImport(FoundationNetworking)
        let limits = [(lines[2], 64)]
      #else
        let limits = [(lines[2], 64), (lines[4], 64)]
      #endif
      for (line, mebibytes) in limits {
        let kibibytes = line.split(separator: " ").last.flatMap { Int($0) } ?? .max
        #expect(kibibytes < mebibytes << 10, "\(outcome.output)")
      }
    }
  }
}
