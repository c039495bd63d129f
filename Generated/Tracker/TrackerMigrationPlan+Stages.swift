// Written by hand: what the schema names under `custom:`. The tool leaves such files alone.

import Foundation
import SwiftSyncRuntime

nonisolated extension TrackerMigrationPlan {
  /// What people told about themselves moves into profiles of their own.
  public static func splitProfiles(from old: OldRows2, to new: Rows3) throws {
    try old.people.forEach { person in
      guard person.bio != nil || person.websiteURL != nil else { return }
      try new.profiles.insert(
        TrackerSchemaV3.Profile(
          // One profile for each person, so its id can be theirs: every device makes the same one.
          id: person.id, bio: person.bio, websiteURL: person.websiteURL,
          createdAt: person.createdAt, updatedAt: person.updatedAt, personID: person.id))
    }
  }
}
