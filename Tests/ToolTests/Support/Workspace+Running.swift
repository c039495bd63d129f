import Foundation
import Testing

/// What a run of the tool gave.
struct Outcome: Hashable, Sendable {
  let status: Int32
  let output: String
  let errors: String

  init(_ status: Int32, output: String = "", errors: String = "") {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

extension Workspace {
  static let tool: URL = {
    #if os(macOS)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent("swiftsync-gen")
      }
    #endif
    return Bundle.main.bundleURL.appendingPathComponent("swiftsync-gen")
  }()

  /// Runs the tool and waits for its end.
  ///
  /// - Parameters:
  ///   - subfolder: The working folder, from the workspace's.
  ///   - input: What standard input holds.
  @discardableResult
  func run(
    _ arguments: String..., in subfolder: String = "", input: String = "",
    environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await run(arguments, in: subfolder, input: input, environment: environment)
  }

  /// Runs the tool and says how the outcome differs from what a test expects.
  func expect(
    _ arguments: String..., in subfolder: String = "", input: String = "", gives expected: Outcome,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect(arguments, in: subfolder, input: input, gives: expected, at: location)
  }

  func expect(
    _ arguments: [String], in subfolder: String = "", input: String = "", gives expected: Outcome,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await run(arguments, in: subfolder, input: input)
    #expect(outcome.status == expected.status, sourceLocation: location)
    #expect(outcome.output == expected.output, sourceLocation: location)
    #expect(outcome.errors == expected.errors, sourceLocation: location)
  }

  @discardableResult
  func run(
    _ arguments: [String], in subfolder: String = "", input: String = "",
    environment: [String: String] = [:]
  ) async throws -> Outcome {
    let streams = try Streams(input: input)
    let status = try await start(
      arguments, in: subfolder, environment: environment, input: streams.input,
      output: streams.output, errors: streams.errors)
    return Outcome(status, output: try streams.text(of: "out"), errors: try streams.text(of: "err"))
  }

  func start(
    _ arguments: [String], in subfolder: String = "", environment: [String: String] = [:],
    input: FileHandle = .nullDevice, output: FileHandle = .nullDevice,
    errors: FileHandle = .nullDevice
  ) async throws -> Int32 {
    let process = Process()
    process.executableURL = Self.tool
    process.arguments = arguments
    process.currentDirectoryURL = subfolder.isEmpty ? folder : url(subfolder)
    process.environment = ProcessInfo.processInfo.environment
      .merging(["NO_COLOR": ""]) { _, new in new }.merging(environment) { _, new in new }
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    return try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { process in
        // A signal is no exit status; negative numbers keep the two apart.
        let isExit = process.terminationReason == .exit
        continuation.resume(
          returning: isExit ? process.terminationStatus : -process.terminationStatus)
      }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
  }
}

/// The three streams of a run as files, so that no pipe can fill up.
private final class Streams {
  let input: FileHandle
  let output: FileHandle
  let errors: FileHandle
  private let folder: URL

  init(input text: String) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tool-streams-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, content) in [("in", text), ("out", ""), ("err", "")] {
      try Data(content.utf8).write(to: folder.appendingPathComponent(name))
    }
    input = try FileHandle(forReadingFrom: folder.appendingPathComponent("in"))
    output = try FileHandle(forWritingTo: folder.appendingPathComponent("out"))
    errors = try FileHandle(forWritingTo: folder.appendingPathComponent("err"))
  }

  deinit {
    // What cannot be removed stays for the system to remove.
    try? FileManager.default.removeItem(at: folder)
  }

  func text(of name: String) throws -> String {
    String(
      decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
  }
}
