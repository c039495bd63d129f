import Foundation
import SyncGenDiagnostics
import Testing

/// A folder under `Cases/<topic>/` with inputs and, in `expected/`, their outputs.
struct GoldenCase: CustomTestStringConvertible, Sendable {
  let topic: String
  let name: String

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")

  var testDescription: String { "\(topic)/\(name)" }
  var folder: URL { Self.folder.appending(path: "\(topic)/\(name)") }
  private var expectedFolder: URL { folder.appending(path: "expected") }

  /// Whether expected files are written instead of compared.
  static var isRecording: Bool { ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil }

  static func all(of topic: String) -> [GoldenCase] {
    let folder = folder.appending(path: topic).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { GoldenCase(topic: topic, name: $0) }
  }

  /// Reads a file of the case; diagnostics contain the path as the case states it.
  func read(_ path: String) throws(FileReadError) -> SourceFile {
    let location = folder.appending(path: path).path
    guard let data = FileManager.default.contents(atPath: location) else {
      throw FileReadError("no such file")
    }
    return SourceFile(path: path, bytes: [UInt8](data))
  }

  /// The names of missing, extra and changed files, compared with the expected files.
  func differences(from actual: [String: String]) throws -> [String] {
    if Self.isRecording {
      try record(actual)
      return ["recorded, run again without RECORD_GOLDENS"]
    }
    let expected = try expectedFiles()
    let stale = Set(expected.keys).subtracting(actual.keys).sorted().map { "stale: \($0)" }
    let changed = actual.keys.sorted().compactMap { name -> String? in
      guard let text = expected[name] else { return "missing: \(name)" }
      return text == actual[name] ? nil : "changed: \(name)\n\(actual[name] ?? "")"
    }
    return stale + changed
  }

  private func expectedFiles() throws -> [String: String] {
    let path = expectedFolder.path
    guard FileManager.default.fileExists(atPath: path) else { return [:] }
    return try FileManager.default.contentsOfDirectory(atPath: path).reduce(into: [:]) {
      $0[$1] = try String(contentsOf: expectedFolder.appending(path: $1), encoding: .utf8)
    }
  }

  private func record(_ actual: [String: String]) throws {
    if FileManager.default.fileExists(atPath: expectedFolder.path) {
      try FileManager.default.removeItem(at: expectedFolder)
    }
    try FileManager.default.createDirectory(at: expectedFolder, withIntermediateDirectories: true)
    for (name, text) in actual {
      try Data(text.utf8).write(to: expectedFolder.appending(path: name))
    }
  }
}
