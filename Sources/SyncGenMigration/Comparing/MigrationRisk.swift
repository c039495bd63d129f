/// What a migration may do to databases that exist, from harmless to grave.
package enum MigrationRisk: String, CaseIterable, Hashable, Sendable, Comparable {
  case none
  /// A table is copied, which takes time.
  case rebuild
  /// The app's own code runs, which only a test of the app can try.
  case needsApp = "needs-app"
  /// Rows may stop the migration, and the database then stays at its version.
  case mayFail = "may-fail"
  /// Values are deleted that a server may still have.
  case losesData = "loses-data"
  /// Changes are deleted that only the device has.
  case losesUnsentChanges = "loses-unsent-changes"

  /// The risk in a sentence or a table.
  package var words: String {
    switch self {
    case .none: "none"
    case .rebuild: "rebuild"
    case .needsApp: "needs the app"
    case .mayFail: "may fail"
    case .losesData: "loses data"
    case .losesUnsentChanges: "loses unsent changes"
    }
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
