public import Foundation
public import SwiftSyncRuntime

extension MigrationPlan {
  /// Creates an empty database of an older version, for tests of functions and for demonstrations.
  ///
  /// ```swift
  /// try TrackerMigrationPlan.plan.createDatabase(of: 2, at: url, statements: ["INSERT INTO people …"])
  /// let store = SyncStore(TrackerSchema.self, .init(location: .url(url)))
  /// ```
  ///
  /// The database contains the tables and indexes of the version but no triggers, so `statements`
  /// are not recorded as local writes.
  ///
  /// - Parameters:
  ///   - version: A version from which a step of the plan starts.
  ///   - url: The file, which must not exist.
  ///   - statements: SQL statements to run afterwards, e.g. to insert rows.
  /// - Throws: `SyncError.database` if SQLite refuses a statement.
  public func createDatabase(
    of version: Int, at url: URL, statements: [String] = []
  ) throws(SyncError) {
    try VersionReplay(self).createDatabase(of: version, at: url.path, statements)
  }
}
