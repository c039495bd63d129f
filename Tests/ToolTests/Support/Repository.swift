import Foundation

/// The files of this repository.
enum Repository {
  static func url(_ path: String) -> URL {
    URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(path)
  }
}
