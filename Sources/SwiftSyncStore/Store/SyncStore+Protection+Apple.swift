import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncCoding

#if canImport(Darwin)
  extension SyncStore.Configuration {
    /// Applies the protection and the exclusion from backups to the files that exist, and to the
    /// folder if it is the store's own, so that files which are made later have them too.
    ///
    /// - Parameter keepsExclusion: Whether files that are excluded from backups stay so, because
    ///   another program may have excluded them.
    func applyFileOptions(
      to path: String, keepingExclusion keepsExclusion: Bool
    ) throws(SyncError) {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      let files = ["", "-wal", "-shm"].map { path + $0 }
      for file in (location.hasOwnFolder ? [folder] : []) + files {
        guard FileManager.default.fileExists(atPath: file) else { continue }
        do {
          try set(on: file, keepsExclusion)
        } catch {
          throw .unusableDatabase(
            path: path, reason: "its file options cannot be set: \(error)")
        }
      }
    }

    private func set(on file: String, _ keepsExclusion: Bool) throws {
      if let protection {
        try FileManager.default.setAttributes(
          [.protectionKey: protection.type], ofItemAtPath: file)
      }
      var url = URL(fileURLWithPath: file)
      let keys: Set<URLResourceKey> = [.isExcludedFromBackupKey]
      let found = try url.resourceValues(forKeys: keys)
      let isExcluded = found.isExcludedFromBackup ?? false
      if isExcluded == isExcludedFromBackup || (isExcluded && keepsExclusion) { return }
      var values = URLResourceValues()
      values.isExcludedFromBackup = isExcludedFromBackup
      try url.setResourceValues(values)
    }
  }

  extension SyncStore.Configuration.Protection {
    fileprivate var type: FileProtectionType {
      switch self {
      case .none: .none
      case .completeUntilFirstUnlock: .completeUntilFirstUserAuthentication
      case .completeUnlessOpen: .completeUnlessOpen
      case .complete: .complete
      }
    }
  }
#endif
