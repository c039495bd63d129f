@_spi(Generated) import SwiftSyncREST

/// The steps that migrate databases of older versions to the newest version.
///
/// Generated code declares it as `TrackerMigrationPlan.plan`. A store that opens an older database runs the steps
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

/// A part of a step: statements, or code of the app.
@_spi(Generated)
public struct MigrationStage: Sendable {
  /// How far the two versions alone determine what is done.
  public enum Weight: String, Hashable, Sendable {
    /// They say all of it.
    case lightweight
    /// The schema says more: a conversion, `sql:`, or `custom:`.
    case custom
  }

  /// What is done.
  public enum Work: Sendable {
    /// SQL, each text one operation.
    case statements([String])
    /// What the schema states under `sql:`.
    case sql(String)
    /// A function of the app, by its name; `run` is `nil` where the app is not there to run it.
    case app(String, run: (@Sendable (StageDatabases) throws -> Void)?)
  }

  /// How far the two versions alone determine what is done.
  public let weight: Weight
  /// What is done.
  public let work: Work
  /// For a function of the app: the tables, and columns as `tasks.title`, of which the plan leaves it to the
  /// function what they hold. Everything else comes from the old rows, and tests take it for a mistake if
  /// the function changes it.
  public let unmanagedColumns: [String]

  private init(weight: Weight, work: Work, unmanagedColumns: [String] = []) {
    self.weight = weight
    self.work = work
    self.unmanagedColumns = unmanagedColumns
  }

  /// Statements that follow from the two versions alone.
  public static func lightweight(_ statements: [String]) -> Self {
    Self(weight: .lightweight, work: .statements(statements))
  }

  /// Statements that convert values.
  public static func custom(_ statements: [String]) -> Self {
    Self(weight: .custom, work: .statements(statements))
  }

  /// SQL that the schema states under `sql:`. It changes rows; tables and indexes are left to the plan, so
  /// `CREATE`, `ALTER` and `DROP` are refused, except of temporary tables.
  public static func sql(_ statements: String) -> Self {
    Self(weight: .custom, work: .sql(statements))
  }

  /// A function of the app.
  ///
  /// - Parameters:
  ///   - name: As the schema says it under `custom:`.
  ///   - unmanagedColumns: The tables, and columns as `tasks.title`, of which the plan leaves it to the function
  ///     what they hold.
  ///   - run: Its errors undo the step. `nil` where the app is not there, as in the tool: such a step
  ///     is refused before anything is done.
  public static func custom(
    _ name: String, open unmanagedColumns: [String] = [],
    _ run: (@Sendable (StageDatabases) throws -> Void)?
  ) -> Self {
    Self(weight: .custom, work: .app(name, run: run), unmanagedColumns: unmanagedColumns)
  }

  /// The name of the app's function, for a stage that is one.
  public var appFunction: String? {
    if case .app(let name, _) = work { return name }
    return nil
  }
}

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

/// One version of a generated schema.
public protocol VersionedSchema: Sendable {
  /// The schema's name.
  static var name: String { get }
  /// The version, from 1.
  static var version: Int { get }
  /// A digest that identifies the content of the version.
  static var fingerprint: String { get }
}

/// The newest version of a generated schema, which a store opens.
public protocol StoreSchema: VersionedSchema {
  /// The SQL statements that create the tables, indexes and triggers of a new database.
  static var ddl: String { get }

  /// The version's entities, tables and fingerprint.
  @_spi(Generated)
  static var metadata: SchemaMetadata { get }

  /// The steps that migrate databases of older versions. By default there are none.
  static var migrations: MigrationPlan { get }
}

extension StoreSchema {
  /// An empty plan, for a schema without older versions.
  public static var migrations: MigrationPlan { .none }
}

@_spi(Generated)
extension StoreSchema where Self: NotGenerated {
  public static var metadata: SchemaMetadata { unavailable }
}
