// Written by hand: the functions that the schema names under `custom:`. The tool does not change
// this file.

import Foundation
import SwiftSyncRuntime

nonisolated extension TrackerMigrationPlan {
  /// Moves the biography and website of each person to a separate profile.
  public static func splitProfiles(from old: OldRows2, to new: Rows3) throws {
    try old.people.forEach { person in
      guard person.bio != nil || person.websiteURL != nil else { return }
      try new.profiles.insert(
        TrackerSchemaV3.Profile(
          // Each person has one profile, which uses the person's id, so every device creates the
          // same id.
          id: person.id, bio: person.bio, websiteURL: person.websiteURL,
          createdAt: person.createdAt, updatedAt: person.updatedAt, personID: person.id))
    }
  }
}
