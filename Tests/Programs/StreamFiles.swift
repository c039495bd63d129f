import Foundation

/// The standard streams of a program as files, which are removed with the object.
final class StreamFiles: Sendable {
  let input: ProgramStream
  let output: URL
  let errors: URL
  private let folder: URL

  init(input text: String) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("program-streams-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    output = folder.appendingPathComponent("out")
    errors = folder.appendingPathComponent("err")
    if text.isEmpty {
      input = .nothing
    } else {
      let file = folder.appendingPathComponent("in")
      try Data(text.utf8).write(to: file)
      input = .file(file)
    }
  }

  deinit {
    // The system removes the folder if this fails.
    try? FileManager.default.removeItem(at: folder)
  }

  func text(of file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}
