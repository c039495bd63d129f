import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncCoding

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// A copy of a database before its migration.
struct BackupCopy {
  private let folder: URL
  private let copy: URL
  private let unfinished: URL

  init(of path: String, version: Int, in folder: URL) {
    self.folder = folder
    let file = URL(fileURLWithPath: path)
    let suffix = file.pathExtension.isEmpty ? "" : ".\(file.pathExtension)"
    let name = "\(file.deletingPathExtension().lastPathComponent)-v\(version)\(suffix)"
    copy = folder.appendingPathComponent(name)
    unfinished = folder.appendingPathComponent(name + ".unfinished")
  }

  /// Writes the copy next to its destination, and moves it there when it is complete. The folder is
  /// created if it does not exist.
  func make(_ connection: Connection) throws(SyncError) {
    try Self.makeFolder(folder)
    // The file may be left over from an earlier attempt.
    guard unlink(unfinished.path) == 0 || errno == ENOENT else { throw failure }
    let statement = try Statement("VACUUM INTO ?1", on: connection)
    statement.bind(1, unfinished.path)
    try statement.run()
    guard rename(unfinished.path, copy.path) == 0 else { throw failure }
  }

  /// Creates a folder and its missing parent folders.
  private static func makeFolder(_ folder: URL) throws(SyncError) {
    if mkdir(folder.path, 0o777) == 0 { return }
    var code = errno
    let parent = folder.deletingLastPathComponent()
    if code == ENOENT, parent.path != folder.path {
      try makeFolder(parent)
      code = mkdir(folder.path, 0o777) == 0 ? 0 : errno
    }
    // A file of that name makes the copy itself fail.
    guard code == 0 || code == EEXIST else {
      throw .unreadableFile(path: folder.path, reason: String(cString: strerror(code)))
    }
  }

  private var failure: SyncError {
    .unreadableFile(path: copy.path, reason: String(cString: strerror(errno)))
  }
}
