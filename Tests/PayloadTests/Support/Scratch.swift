import Foundation

/// A folder that exists as long as the test runs.
final class Scratch: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("payload-tests-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    // The system removes the folder if this fails.
    try? FileManager.default.removeItem(at: folder)
  }

  func path(_ name: String) -> String {
    folder.appendingPathComponent(name).path
  }

  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
  }
}
