public import Foundation
public import SwiftSyncRuntime

extension MigrationPlan {
  /// Creates an empty database of an older version, for tests of functions and for demonstrations.
  ///
  /// ```swift
  /// try TrackerMigrationPlan.plan.createDatabase(of: 2, at: url, statements: ["INSERT INTO people …"])
  /// let store = try await SyncStore.open(TrackerSchema.self, at: url)
  /// ```
  ///
  /// It has the tables and indexes of the version, and no triggers: what `statements` write is not recorded as a
  /// local write.
  ///
  /// - Parameters:
  ///   - version: A version that a step of the plan starts from.
  ///   - url: The file, which must not be there yet.
  ///   - statements: SQL that fills it, e.g. with rows.
  /// - Throws: `SyncError.database` if SQLite refuses a statement.
  public func createDatabase(
    of version: Int, at url: URL, statements: [String] = []
  ) throws(SyncError) {
    try VersionReplay(self).createDatabase(of: version, at: url.path, statements)
  }
}
