import Foundation
import SwiftSyncRuntime

/// From 0 to 100. Odd numbers are rejected, which a `range` cannot express.
struct Opacity: StoredScalar {
  struct Odd: Error {}

  let stored: Int

  init(stored: Int) throws {
    guard stored.isMultiple(of: 2) else { throw Odd() }
    self.stored = stored
  }
}

struct SwatchID: StoredScalar {
  let stored: UUID

  init(stored: UUID) { self.stored = stored }
}

struct Moment: StoredScalar {
  let stored: Date

  init(stored: Date) { self.stored = stored }
}
