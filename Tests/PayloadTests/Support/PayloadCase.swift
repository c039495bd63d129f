import TestHelpers
import Foundation
import Testing

/// A case: a file with a description and steps.
struct PayloadCase: Hashable, Sendable, CustomTestStringConvertible {
  struct Content: Decodable {
    let about: String
    /// The name of a schema next to the file, or a schema as a list of lines; `schema.yaml` if
    /// missing.
    let schema: JSON?
    let steps: [JSON]
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("GoldenTests/Cases/payloads")

  let file: URL

  static let all: [PayloadCase] = {
    let paths = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (paths?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == "json" && !$0.pathComponents.contains { $0.hasPrefix("_") } }
      .sorted { $0.path < $1.path }.map(PayloadCase.init)
  }()

  func content() throws -> Content {
    try JSONDecoder().decode(Content.self, from: Data(contentsOf: file))
  }

  var folder: URL { file.deletingLastPathComponent() }
  var about: String { (try? content().about) ?? file.path }

  var testDescription: String {
    "\(folder.lastPathComponent)/\(file.deletingPathExtension().lastPathComponent)"
  }
}
