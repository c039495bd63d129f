import Foundation

/// A test's own folder, in which the built tool can run.
final class Workspace: Sendable {
  let folder: URL
  /// The executable that runs `generate`. The others run with `swiftsync-gen`.
  let generator: String

  init(generator: String = "swiftsync-gen") throws {
    self.generator = generator
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tool-tests-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    // The system removes files that cannot be removed here.
    try? FileManager.default.removeItem(at: folder)
  }

  /// A workspace with the schema that most tests use, `Schemas/shop.yaml`.
  static func withSchema() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Samples.shop)
    return workspace
  }

  func url(_ path: String) -> URL {
    folder.appendingPathComponent(path)
  }

  func write(_ path: String, _ text: String) throws {
    try FileManager.default.createDirectory(
      at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url(path))
  }

  func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url(path).path, withDestinationPath: url(target).path)
  }

  func read(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: url(path)), as: UTF8.self)
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url(path).path)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: url(path))
  }

  /// The paths of all files in a folder, sorted, without the tool's manifests.
  func files(in path: String) throws -> [String] {
    try allFiles(in: path).filter { !$0.hasSuffix(".swiftsync") }
  }

  private func allFiles(in path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: url(path).path).filter { subpath in
      let file = url(path).appendingPathComponent(subpath).path
      let type = try FileManager.default.attributesOfItem(atPath: file)[.type]
      return type as? FileAttributeType != .typeDirectory
    }.sorted()
  }

  /// The contents and modification times of all files in a folder.
  func snapshot(of path: String) throws -> [String: Snapshot] {
    try allFiles(in: path).reduce(into: [:]) { snapshots, file in
      let file = path + "/" + file
      let attributes = try FileManager.default.attributesOfItem(atPath: url(file).path)
      snapshots[file] = Snapshot(
        text: try read(file), modified: attributes[.modificationDate] as? Date)
    }
  }

  struct Snapshot: Hashable {
    let text: String
    let modified: Date?
  }
}
