/// How databases of older versions become ones of the newest, step by step.
///
/// Generated code states it as `TrackerMigrationPlan.plan`, and a store that opens an older database
/// follows it: from whatever version the database has, one step after the other.
public struct MigrationPlan: Sendable {
  /// From each version to the next, ascending.
  public let steps: [MigrationStep]

  /// The plan of a schema that has one version only.
  public static let none = MigrationPlan(steps: [])

  /// Generated code and the tool make it; tests of apps may, too.
  ///
  /// - Parameter steps: Ascending, each one starting where the one before it ends.
  public init(steps: [MigrationStep]) {
    self.steps = steps
  }

  /// The steps that lead from a version to another one; `nil` if none do.
  func chain(from version: Int, to newest: Int) -> ArraySlice<MigrationStep>? {
    guard let first = steps.firstIndex(where: { $0.version == version }),
      let last = steps.firstIndex(where: { $0.nextVersion == newest }), first <= last
    else { return nil }
    let chain = steps[first...last]
    let isWhole = zip(chain, chain.dropFirst()).allSatisfy { $0.nextVersion == $1.version }
    return isWhole ? chain : nil
  }
}
