/// How databases of older versions become ones of the newest, step by step.
///
/// Generated code states it as `TrackerMigrationPlan.plan`. A store that opens an older database runs the steps
/// from the database's version to its own, one after the other.
public struct MigrationPlan: Sendable {
  /// The oldest version that the steps lead from.
  @_spi(Generated)
  public let oldestVersion: Int
  /// The SQL that creates the tables and indexes of the oldest version.
  @_spi(Generated)
  public let tables: String
  /// What the tables of the oldest version hold that SQL does not say, e.g. `tasks Task offline; due_on day`.
  ///
  /// Tests make sample rows of it; stores do not ask for it.
  @_spi(Generated)
  public let types: String
  /// From each version to the next, ascending.
  @_spi(Generated)
  public let steps: [MigrationStep]
  private let makeNewest: (@Sendable () -> SchemaMetadata)?

  /// The version that the last step leads to; `nil` if the plan does not say.
  @_spi(Generated)
  public var newest: SchemaMetadata? { makeNewest?() }

  /// The plan of a schema that has one version only.
  @_spi(Generated)
  public static let none = MigrationPlan(from: 0, tables: "", steps: [])

  /// Generated code and the tool make it; tests of apps may, too.
  ///
  /// - Parameters:
  ///   - oldestVersion: The version that the first step starts from.
  ///   - tables: The SQL that creates the tables and indexes of that version, without triggers. What later
  ///     versions have is worked out from it and from the statements of the steps.
  ///   - types: What those tables hold that SQL does not say, a line for each table.
  ///   - steps: Ascending, each one starting where the one before it ends.
  ///   - newest: The version that the last step leads to.
  @_spi(Generated)
  public init(
    from oldestVersion: Int, tables: String, types: String = "", steps: [MigrationStep],
    newest: @autoclosure @escaping @Sendable () -> SchemaMetadata
  ) {
    self.init(
      from: oldestVersion, tables: tables, types: types, steps: steps, makeNewest: newest)
  }

  /// A part of a plan, or one that does not say what its newest version is.
  @_spi(Generated)
  public init(
    from oldestVersion: Int, tables: String, types: String = "", steps: [MigrationStep]
  ) {
    self.init(from: oldestVersion, tables: tables, types: types, steps: steps, makeNewest: nil)
  }

  private init(
    from oldestVersion: Int, tables: String, types: String, steps: [MigrationStep],
    makeNewest: (@Sendable () -> SchemaMetadata)?
  ) {
    self.oldestVersion = oldestVersion
    self.tables = tables
    self.types = types
    self.steps = steps
    self.makeNewest = makeNewest
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
