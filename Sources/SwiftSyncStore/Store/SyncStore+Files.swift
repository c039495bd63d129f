@_spi(Generated) import SwiftSyncCoding

extension SyncStore.Configuration {
  /// How the system treats the files of a database: the database itself, and the `-wal` and `-shm`
  /// files next to it.
  ///
  /// The options are applied whenever the store is opened or resumed. They have no effect outside
  /// Apple platforms.
  public struct Files: Sendable, Equatable {
    /// When the system lets the process read a file, depending on whether the device is locked.
    public enum Protection: Sendable, CaseIterable {
      /// Always.
      case none
      /// After the first unlock since the device was started. Suitable for an app that works in the
      /// background.
      case completeUntilFirstUnlock
      /// While the device is unlocked, and afterwards while the file is kept open. A store that is
      /// suspended while the device is locked cannot be resumed before the next unlock.
      case completeUnlessOpen
      /// While the device is unlocked. Calls in the background throw `SyncError.protectedDatabase`.
      case complete
    }

    /// The protection of the files. `nil`, the default, leaves it unchanged: a new file inherits that
    /// of its folder.
    public var protection: Protection?
    /// Whether device backups exclude the files. `nil`, the default, leaves the setting unchanged.
    /// Exclude a database if all of its rows can be fetched again and it has no local changes worth
    /// keeping.
    public var isExcludedFromBackup: Bool?

    /// Creates options.
    public init(protection: Protection? = nil, isExcludedFromBackup: Bool? = nil) {
      self.protection = protection
      self.isExcludedFromBackup = isExcludedFromBackup
    }
  }
}

#if !canImport(Darwin)
  extension SyncStore.Configuration.Files {
    /// Does nothing, since other systems do not have these options.
    func apply(to path: String) throws(SyncError) {}
  }
#endif
