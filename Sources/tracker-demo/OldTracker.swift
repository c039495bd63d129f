import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import Tracker

/// The database of an app that was shipped with version 1 of the schema.
enum OldTracker {
  static func make(at url: URL) throws {
    try TrackerMigrationPlan.plan.createDatabase(of: 1, at: url, statements: statements)
    print("version 1: a person, a project and a task, 'Sketch the front page'")
  }

  private static let statements = [
    """
    INSERT INTO people (id, display_name, bio, created_at, updated_at)
    VALUES ('9e050000-0000-4000-8000-000000000001', 'Ada', 'Wrote the first program',
      '2025-01-02T03:04:05.000000Z', '2025-01-02T03:04:05.000000Z')
    """,
    """
    INSERT INTO projects (id, name, owner_id, created_at, updated_at)
    VALUES ('90ec0000-0000-4000-8000-000000000001', 'Website', '9e050000-0000-4000-8000-000000000001',
      '2025-01-02T03:04:05.000000Z', '2025-01-02T03:04:05.000000Z')
    """,
    """
    INSERT INTO tasks (id, name, colour, estimate, project_id, assignee_id, created_at, updated_at)
    VALUES ('7a5c0000-0000-4000-8000-000000000001', 'Sketch the front page', 'red', 3,
      '90ec0000-0000-4000-8000-000000000001', '9e050000-0000-4000-8000-000000000001',
      '2025-01-02T03:04:05.000000Z', '2025-01-02T03:04:05.000000Z')
    """,
  ]
}
