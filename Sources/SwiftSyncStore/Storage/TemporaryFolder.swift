import SwiftSyncFoundation

/// A folder for one database, which is removed when no connection has the database open any more.
final class TemporaryFolder: Sendable {
  private let path: String

  init() throws(SyncError) {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("swiftsync-\(UUID().uuidString)").path
    do {
      // The database may be a copy of one that other users may not read.
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .unusableDatabase(path: path, reason: "the folder cannot be created: \(error)")
    }
  }

  deinit {
    // If the folder cannot be removed, it is left for the system to remove.
    try? FileManager.default.removeItem(atPath: path)
  }

  var databasePath: String { path + "/store.sqlite" }
}
