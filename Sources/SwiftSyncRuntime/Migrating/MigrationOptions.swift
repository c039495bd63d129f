public import SwiftSyncFoundation

/// What else happens when a store opens an older database.
public struct MigrationOptions: Sendable {
  /// Where a copy of the database is put before the first step, as `tracker-v3.sqlite` for version 3
  /// of `tracker.sqlite`; `nil` for no copy. The folder must be there, and a copy of the same version
  /// that is in it is replaced.
  public var backupFolder: URL?
  /// Gets how far a migration is, on the thread that works on the database: it should return soon.
  public var progress: (@Sendable (MigrationProgress) -> Void)?

  /// By default there is no copy, and no one is told.
  public init(
    backupFolder: URL? = nil, progress: (@Sendable (MigrationProgress) -> Void)? = nil
  ) {
    self.backupFolder = backupFolder
    self.progress = progress
  }
}
