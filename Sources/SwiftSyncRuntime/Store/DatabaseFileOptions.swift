@_spi(Generated) import SwiftSyncREST

/// How the system treats the files of a database: the database itself, and the `-wal` and `-shm` files beside it.
///
/// They are applied whenever the store is opened or resumed. Off Apple's platforms they have no effect.
public struct DatabaseFileOptions: Sendable, Equatable {
  /// When the system lets the process read a file, by the lock of the device.
  public enum Protection: Sendable, CaseIterable {
    /// Always.
    case none
    /// From the first unlock after the device was started. It suits an app that works in the background.
    case completeUntilFirstUnlock
    /// While the device is unlocked, and afterwards as long as the file stays open. A store that is locked out cannot be
    /// resumed before the next unlock.
    case completeUnlessOpen
    /// While the device is unlocked. Calls in the background throw `SyncError.protectedDatabase`.
    case complete
  }

  /// The protection of the files; `nil`, the default, leaves what they have: a new file has that of its folder.
  public var protection: Protection?
  /// Whether backups of the device leave the files out; `nil`, the default, leaves what they have. Exclude a database
  /// whose rows can all be fetched again, and that has no local changes worth keeping.
  public var isExcludedFromBackup: Bool?

  /// Creates options.
  public init(protection: Protection? = nil, isExcludedFromBackup: Bool? = nil) {
    self.protection = protection
    self.isExcludedFromBackup = isExcludedFromBackup
  }
}

#if !canImport(Darwin)
  extension DatabaseFileOptions {
    /// Other systems have no such options.
    func apply(to path: String) throws(SyncError) {}
  }
#endif
