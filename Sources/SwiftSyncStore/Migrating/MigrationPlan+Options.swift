public import SwiftSyncFoundation

extension MigrationPlan {
  /// Options for the migration of a database of an older version.
  public struct Options: Sendable {
    /// The folder for a copy of the database that is made before the first step, such as
    /// `tracker-v3.sqlite` for version 3 of `tracker.sqlite`. The folder must exist; an existing copy
    /// of the same version is replaced. By default, `nil`: no copy is made.
    public var backupFolder: URL?
    /// Receives the progress of a migration, on the store's thread. It should return quickly.
    public var progress: (@Sendable (MigrationPlan.Progress) -> Void)?

    /// Creates options. By default, no backup is made and no progress is reported.
    public init(
      backupFolder: URL? = nil, progress: (@Sendable (MigrationPlan.Progress) -> Void)? = nil
    ) {
      self.backupFolder = backupFolder
      self.progress = progress
    }
  }
}
