import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncCoding

#if canImport(Darwin)
  extension SyncStore.Configuration.Files {
    /// Applies the options to the files that exist.
    func apply(to path: String) throws(SyncError) {
      guard protection != nil || isExcludedFromBackup != nil else { return }
      for file in ["", "-wal", "-shm"].map({ path + $0 }) {
        guard FileManager.default.fileExists(atPath: file) else { continue }
        do {
          try set(on: file)
        } catch {
          throw .unusableDatabase(
            path: path, reason: "its file options cannot be set: \(error)")
        }
      }
    }

    private func set(on file: String) throws {
      if let protection {
        try FileManager.default.setAttributes(
          [.protectionKey: protection.type], ofItemAtPath: file)
      }
      if let isExcludedFromBackup {
        var values = URLResourceValues()
        values.isExcludedFromBackup = isExcludedFromBackup
        var url = URL(fileURLWithPath: file)
        try url.setResourceValues(values)
      }
    }
  }

  extension SyncStore.Configuration.Files.Protection {
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
