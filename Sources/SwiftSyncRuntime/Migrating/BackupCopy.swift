import SwiftSyncFoundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

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
    // An earlier attempt may have left it behind.
    guard unlink(unfinished.path) == 0 || errno == ENOENT else { throw failure }
    let statement = try Statement("VACUUM INTO ?1", on: connection)
    statement.bind(1, unfinished.path)
    try statement.run()
    guard rename(unfinished.path, copy.path) == 0 else { throw failure }
  }

  private var failure: SyncError {
    .unreadableFile(path: copy.path, reason: String(cString: strerror(errno)))
  }
}
