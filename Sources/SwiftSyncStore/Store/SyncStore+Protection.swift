@_spi(Generated) import SwiftSyncCoding

extension SyncStore.Configuration {
  /// When the system lets the process read the files of a database, depending on whether the device
  /// is locked. It has no effect outside Apple platforms.
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
}

#if !canImport(Darwin)
  extension SyncStore.Configuration {
    /// Does nothing, since other systems neither protect files nor exclude them from backups.
    func applyFileOptions(to path: String, keepingExclusion: Bool) throws(SyncError) {}
  }
#endif
