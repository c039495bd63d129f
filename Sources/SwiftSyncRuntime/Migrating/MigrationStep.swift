/// The way from one version to the next, which runs in one transaction.
public struct MigrationStep: Sendable {
  /// The version that it starts from.
  public let version: Int
  /// The version that it leads to.
  public let nextVersion: Int
  /// What is done, in this order.
  public let stages: [MigrationStage]
  // Most databases are of the newest version, so the older ones are only made when they are asked for.
  private let makeOld: @Sendable () -> SchemaMetadata
  private let makeNew: @Sendable () -> SchemaMetadata

  /// The version that it starts from.
  public var old: SchemaMetadata { makeOld() }
  /// The version that it leads to.
  public var new: SchemaMetadata { makeNew() }

  /// Generated code and the tool make it; tests of apps may, too.
  public init(
    from version: Int, _ old: @autoclosure @escaping @Sendable () -> SchemaMetadata,
    to nextVersion: Int, _ new: @autoclosure @escaping @Sendable () -> SchemaMetadata,
    stages: [MigrationStage]
  ) {
    self.version = version
    self.nextVersion = nextVersion
    makeOld = old
    makeNew = new
    self.stages = stages
  }
}
