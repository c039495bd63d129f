import SwiftSyncSQLite
import CSQLite
import Foundation
import Testing

@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Files that the system protects while a device is locked, from SQLite's point of view.
@Suite struct ProtectedFileTests {
  /// The names of files, which select the error of `LockedDevice`, and whether it is a protection
  /// error.
  private static let names = [
    ("auth", true), ("auth-of-reading", true), ("not-permitted", true), ("no-access", false),
  ]

  @Test(arguments: names)
  func openingReportsLockedDevice(name: String, isProtected: Bool) throws {
    try #require(LockedDevice.isInstalled)
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(LockedDevice.prefix)\(name)-\(UUID().uuidString)").path
    let error = #expect(throws: SyncError.self) { try Connection(path: path, mode: .readWrite) }
    if isProtected {
      #expect(error == .protectedDatabase(path: path))
    } else {
      #expect(error?.description.contains("unable to open database file") == true)
    }
  }

  @Test func errorSuggestsUnlockingDevice() {
    let error = SyncError.protectedDatabase(path: "/a.sqlite")
    #expect(
      error.description
        == "the database /a.sqlite cannot be read: the system protects it while the device is locked; "
        + "unlock the device and try again")
    let policy = SyncStore.Configuration.UnreadablePolicy.startOver(
      keeping: FileManager.default.temporaryDirectory, including: [.newer, .otherVersion])
    #expect(!policy.replaces(error))
    #expect(error.naming(file: "/b.sqlite") == error)
  }

  /// The refusal of an authorizer is an error of the statement.
  @Test func deniedStatementIsDatabaseError() throws {
    let connection = try Connection(path: Connection.memoryPath, mode: .readWrite)
    try connection.execute("CREATE TABLE a (b)")
    let error = #expect(throws: SyncError.self) {
      try connection.limited(to: .rows) { () throws(SyncError) in
        _ = try connection.statement("DROP TABLE a")
      }
    }
    guard case .database(let failure) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.code & 0xff == SQLITE_AUTH)
  }
}

/// A VFS for SQLite that refuses access to files whose names begin with `prefix`, like a locked
/// device.
private enum LockedDevice {
  static let prefix = "swiftsync-locked-"

  nonisolated(unsafe) private static var original: UnsafeMutablePointer<sqlite3_vfs>?

  /// Installed once for the process: other files open as usual.
  static let isInstalled: Bool = {
    guard let system = sqlite3_vfs_find(nil) else { return false }
    original = system
    let locked = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    locked.initialize(to: system.pointee)
    // SQLite keeps a pointer to the name.
    locked.pointee.zName = UnsafePointer(strdup("swiftsync-locked"))
    locked.pointee.pNext = nil
    locked.pointee.xOpen = { vfs, name, file, flags, outFlags in
      let path = name.map { String(cString: $0) } ?? ""
      if let code = LockedDevice.refusal(of: path) {
        file?.pointee.pMethods = nil
        return code
      }
      return LockedDevice.original?.pointee.xOpen(vfs, name, file, flags, outFlags) ?? SQLITE_ERROR
    }
    return sqlite3_vfs_register(locked, 1) == SQLITE_OK
  }()

  private static func refusal(of path: String) -> Int32? {
    guard let range = path.range(of: prefix) else { return nil }
    let name = path[range.upperBound...]
    // Apple's SQLite reports these errors.
    if name.hasPrefix("auth-of-reading") { return SQLITE_IOERR | 28 << 8 }
    if name.hasPrefix("auth") { return SQLITE_AUTH }
    errno = name.hasPrefix("not-permitted") ? EPERM : EACCES
    return SQLITE_CANTOPEN
  }
}
