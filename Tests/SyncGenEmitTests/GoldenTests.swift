import Foundation
import SyncGenEmit
import Testing

/// Each folder under `Cases/` has a schema and all files that are generated from it.
///
/// `RECORD_GOLDENS=1` writes the files again and fails.
@Suite struct GoldenTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Cases")

  /// The case of the sets whose output has other dependencies than the runtime, or is not code.
  static let otherSets = "sets"

  static let cases: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  /// The text of a case's schema.
  static func schema(of name: String) throws -> String {
    let file = folder.appendingPathComponent(name).appendingPathComponent("schema.yaml")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// The output of a case. The folder may also have `older.yaml`, the previous version of the
  /// schema.
  ///
  /// - Parameter access: The access level, instead of that of the schema.
  static func files(of name: String, access: String = "public") throws -> [GeneratedFile] {
    let file = folder.appendingPathComponent(name).appendingPathComponent("older.yaml")
    let older =
      FileManager.default.fileExists(atPath: file.path)
      ? try String(contentsOf: file, encoding: .utf8) : nil
    let text = try schema(of: name).replacing("access: public", with: "access: \(access)")
    return try SchemaFixture.files(text, after: older)
  }

  @Test(arguments: cases)
  func outputMatchesGolden(name: String) throws {
    let folder = Self.folder.appendingPathComponent(name)
    let files = try Self.files(of: name)
    let expected = folder.appendingPathComponent("expected")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try record(files, in: expected)
      Issue.record("recorded \(files.count) files of '\(name)'")
      return
    }
    let stored = try FileManager.default.contentsOfDirectory(atPath: expected.path).sorted()
    #expect(stored == files.map(\.path))
    for file in files where stored.contains(file.path) {
      let bytes = try Data(contentsOf: expected.appendingPathComponent(file.path))
      #expect(
        String(decoding: bytes, as: UTF8.self) == String(decoding: file.bytes, as: UTF8.self),
        "\(file.path) differs")
    }
  }

  private func record(_ files: [GeneratedFile], in folder: URL) throws {
    if FileManager.default.fileExists(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder)
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in files {
      try Data(file.bytes).write(to: folder.appendingPathComponent(file.path))
    }
  }

  @Test func findsCases() {
    #expect(!Self.cases.isEmpty)
  }
}
