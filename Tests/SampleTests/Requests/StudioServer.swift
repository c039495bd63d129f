import Foundation
import Programs
import SwiftSyncRuntime
import TestHelpers

/// The sample backend as a process, for the endpoints under `/studio`.
final class StudioServer: Sendable {
  static let isAvailable =
    ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }

  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Examples/Backend/serve.py")

  let origin: String
  let folder: URL
  private let program: RunningProgram

  /// Runs a test with its own server.
  static func run(_ body: (StudioServer) async throws -> Void) async throws {
    let server = try await StudioServer()
    do {
      try await body(server)
    } catch {
      await server.end()
      throw error
    }
    await server.end()
  }

  private init() async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "studio-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let output = folder.appendingPathComponent("origin")
    let database = folder.appendingPathComponent("server.sqlite").path
    program = try Program(
      named: "python3", ["-B", Self.script.path, "--port", "0", "--database", database]
    ).start(output: .file(output), errors: .file(folder.appendingPathComponent("errors")))
    var line = ""
    while !line.hasSuffix("\n") {
      guard program.isRunning else { throw ServerFailure(folder) }
      try await Task.sleep(for: .milliseconds(20))
      line =
        FileManager.default.contents(atPath: output.path).map {
          String(decoding: $0, as: UTF8.self)
        }
        ?? ""
    }
    origin = String(line.dropLast())
  }

  func client(
    _ middleware: [any Middleware] = [], locale: String? = nil
  ) -> StudioAPI {
    StudioAPI(baseURL: .server(origin), xLocale: locale, middleware: middleware)
  }

  /// A file with the given number of bytes.
  func file(_ name: String, bytes: Int) throws -> URL {
    let url = folder.appendingPathComponent(name)
    try Data((0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31) }).write(to: url)
    return url
  }

  private func end() async {
    program.send(SIGKILL)
    await program.end()
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      // The system removes it with its other temporary files.
    }
  }
}

private struct ServerFailure: Error, CustomStringConvertible {
  let description: String

  init(_ folder: URL) {
    let errors = FileManager.default.contents(atPath: folder.appendingPathComponent("errors").path)
    description = "the server does not start: \(String(decoding: errors ?? Data(), as: UTF8.self))"
  }
}
