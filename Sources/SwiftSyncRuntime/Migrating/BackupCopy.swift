import Foundation

/// A copy of a database before its migration.
struct BackupCopy {
  private let copy: URL
  private let unfinished: URL

  init(of path: String, version: Int, in folder: URL) {
    let file = URL(fileURLWithPath: path)
    let suffix = file.pathExtension.isEmpty ? "" : ".\(file.pathExtension)"
    let name = "\(file.deletingPathExtension().lastPathComponent)-v\(version)\(suffix)"
    copy = folder.appendingPathComponent(name)
    unfinished = folder.appendingPathComponent(name + ".unfinished")
  }

  /// Writes the copy beside its place and moves it there when it is whole.
  func make(_ connection: Connection) throws(SyncError) {
    try change { () throws -> Void in try remove(unfinished) }
    let statement = try Statement("VACUUM INTO ?1", on: connection)
    statement.bind(1, unfinished.path)
    try statement.run()
    try change { () throws -> Void in
      try remove(copy)
      try FileManager.default.moveItem(at: unfinished, to: copy)
    }
  }

  private func remove(_ file: URL) throws {
    if FileManager.default.fileExists(atPath: file.path) {
      try FileManager.default.removeItem(at: file)
    }
  }

  private func change(_ body: () throws -> Void) throws(SyncError) {
    do {
      try body()
    } catch {
      throw .unreadableFile(path: copy.path, reason: error.localizedDescription)
    }
  }
}
