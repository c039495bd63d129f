/// The way from one version to the next, which runs in one transaction.
@_spi(Generated)
public struct MigrationStep: Sendable {
  /// The version that it starts from.
  public let version: Int
  /// The version that it leads to.
  public let nextVersion: Int
  /// What tables hold, where it is not what they held before: lines as in `MigrationPlan.types`.
  public let types: String
  /// What is done, in this order.
  public let stages: [MigrationStage]

  /// Generated code and the tool make it; tests of apps may, too.
  public init(
    from version: Int, to nextVersion: Int, types: String = "", stages: [MigrationStage]
  ) {
    self.version = version
    self.nextVersion = nextVersion
    self.types = types
    self.stages = stages
  }
}
