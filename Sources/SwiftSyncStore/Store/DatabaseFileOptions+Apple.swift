import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncCoding

#if canImport(Darwin)
  extension DatabaseFileOptions {
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

  extension DatabaseFileOptions.Protection {
    fileprivate var type: FileProtectionType {
      switch self {
      case .none: .none
      case .completeUntilFirstUnlock: .completeUntilFirstUserAuthentication
      case .completeUnlessOpen: .completeUnlessOpen
      case .complete: .complete
      }
    }
  }

  extension SyncStore {
    /// Opens the database of a generated schema in the shared folder of an app group.
    ///
    /// The database is created if it does not exist. Call `suspend()` before the system suspends
    /// the process: iOS terminates an app that is suspended while it holds a lock on a file of an
    /// app group.
    ///
    /// - Parameters:
    ///   - schema: The generated schema.
    ///   - group: The identifier of the group, e.g. `group.com.example.tracker`.
    ///   - fileName: The name of the database file in the folder.
    ///   - options: Options for migrating an older database: a backup, and progress reports.
    ///   - policy: What to do with an unreadable database. By default, the call throws.
    ///   - observesOtherProcesses: Whether observations include commits of other processes.
    ///   - files: How the system treats the files.
    ///   - log: Receives errors, rejected rows and unresolved references. By default, nothing is
    ///     logged.
    /// - Throws: `SyncError.unusableDatabase` if the app's entitlements do not contain the group,
    ///   and the errors of opening a file.
    public static func open<Schema: StoreSchema>(
      _ schema: Schema.Type, inAppGroup group: String, fileName: String,
      migrating options: MigrationOptions = MigrationOptions(),
      whenUnreadable policy: UnreadableDatabasePolicy = .fail, observesOtherProcesses: Bool = true,
      files: DatabaseFileOptions = DatabaseFileOptions(), log: SyncLog? = nil
    ) async throws(SyncError) -> SyncStore {
      guard
        let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
      else {
        throw .unusableDatabase(
          path: fileName,
          reason: "the app has no access to the app group '\(group)'; add it to the entitlements")
      }
      return try await open(
        schema, at: folder.appendingPathComponent(fileName), migrating: options,
        whenUnreadable: policy, observesOtherProcesses: observesOtherProcesses, files: files,
        log: log)
    }
  }
#endif
