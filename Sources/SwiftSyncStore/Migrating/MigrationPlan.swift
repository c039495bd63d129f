@_spi(Generated) import SwiftSyncCoding

/// The steps that migrate databases of older versions to the newest version.
///
/// Generated code declares it as `TrackerMigrationPlan.plan`. A store that opens an older database
/// runs the steps from the database's version to its own, one after another.
public struct MigrationPlan: Sendable {
  /// The oldest version from which databases can be migrated.
  @_spi(Generated)
  public let oldestVersion: Int
  /// The SQL that creates the tables and indexes of the oldest version.
  @_spi(Generated)
  public let tables: String
  /// The types of values in the tables of the oldest version that SQL does not state, with a line of
  /// JSON for each table.
  ///
  /// Tests create sample rows from them; stores do not use them.
  @_spi(Generated)
  public let types: String
  /// The steps from each version to the next, ascending.
  @_spi(Generated)
  public let steps: [MigrationStep]
  private let makeNewest: (@Sendable () -> SchemaMetadata)?
  /// Runs the steps from a version to the newest one; `nil` if there are none. A closure, so that
  /// the linker leaves the code out of apps whose schema has one version.
  let migrate: (@Sendable (Migrator, Int) throws(SyncError) -> Void)?

  /// The target version of the last step; `nil` if the plan does not state it.
  @_spi(Generated)
  public var newest: SchemaMetadata? { makeNewest?() }

  /// The plan of a schema with only one version.
  @_spi(Generated)
  public static let none = MigrationPlan(
    from: 0, tables: "", types: "", steps: [], makeNewest: nil, migrate: nil)

  /// Creates a plan. Called by generated code and the tool, and possibly by tests of apps.
  ///
  /// - Parameters:
  ///   - oldestVersion: The version that the first step starts from.
  ///   - tables: The SQL that creates the tables and indexes of that version, without triggers. The
  ///     tables of later versions are determined from it and from the statements of the steps.
  ///   - types: The types of values in those tables that SQL does not state, one line for each
  ///     table.
  ///   - steps: The steps, ascending, each starting where the previous one ends.
  ///   - newest: The target version of the last step.
  @_spi(Generated)
  public init(
    from oldestVersion: Int, tables: String, types: String = "", steps: [MigrationStep],
    newest: @autoclosure @escaping @Sendable () -> SchemaMetadata
  ) {
    self.init(
      from: oldestVersion, tables: tables, types: types, steps: steps, makeNewest: newest,
      migrate: Self.migrate)
  }

  /// Creates a part of a plan, or a plan that does not state its newest version.
  @_spi(Generated)
  public init(
    from oldestVersion: Int, tables: String, types: String = "", steps: [MigrationStep]
  ) {
    self.init(
      from: oldestVersion, tables: tables, types: types, steps: steps, makeNewest: nil,
      migrate: Self.migrate)
  }

  private init(
    from oldestVersion: Int, tables: String, types: String, steps: [MigrationStep],
    makeNewest: (@Sendable () -> SchemaMetadata)?,
    migrate: (@Sendable (Migrator, Int) throws(SyncError) -> Void)?
  ) {
    self.oldestVersion = oldestVersion
    self.tables = tables
    self.types = types
    self.steps = steps
    self.makeNewest = makeNewest
    self.migrate = migrate
  }

  private static let migrate: @Sendable (Migrator, Int) throws(SyncError) -> Void = {
    (migrator, version) throws(SyncError) in try migrator.runSteps(from: version)
  }

  /// The digest of a version that a step starts from; `nil` if it is not known.
  func fingerprint(of version: Int) -> String? {
    steps.first { $0.version == version }?.fingerprint
  }

  /// The steps from one version to another; `nil` if there are none.
  func chain(from version: Int, to newest: Int) -> ArraySlice<MigrationStep>? {
    guard let first = steps.firstIndex(where: { $0.version == version }),
      let last = steps.firstIndex(where: { $0.nextVersion == newest }), first <= last
    else { return nil }
    let chain = steps[first...last]
    let isWhole = zip(chain, chain.dropFirst()).allSatisfy { $0.nextVersion == $1.version }
    return isWhole ? chain : nil
  }
}

extension MigrationStep {
  /// A part of a step: statements, or code of the app.
  @_spi(Generated)
  public struct Stage: Sendable {
    /// How far the two versions determine the stage.
    public enum Weight: String, Hashable, Sendable {
      /// The versions determine the stage completely.
      case lightweight
      /// The schema states more: a conversion, `sql:`, or `custom:`.
      case custom
    }

    /// The work of a stage.
    public enum Work: Sendable {
      /// SQL statements; each element is one operation.
      case statements([MigrationStatement])
      /// The SQL under `sql:` of the schema.
      case sql(String)
      /// A function of the app, by its name; `run` is `nil` in programs other than the app.
      case app(String, run: (@Sendable (StageDatabases) throws -> Void)?)
    }

    /// How far the two versions determine the stage.
    public let weight: Weight
    /// The work of the stage.
    public let work: Work
    /// For a function of the app: the tables, and columns as `tasks.title`, whose content the
    /// function determines. Everything else comes from the old rows; if the function changes it,
    /// tests report a mistake.
    public let unmanagedColumns: [String]

    private init(weight: Weight, work: Work, unmanagedColumns: [String] = []) {
      self.weight = weight
      self.work = work
      self.unmanagedColumns = unmanagedColumns
    }

    /// Returns a stage with statements that are derived from the two versions.
    public static func lightweight(_ statements: [MigrationStatement]) -> Self {
      Self(weight: .lightweight, work: .statements(statements))
    }

    /// Returns a stage with statements that convert values.
    public static func custom(_ statements: [MigrationStatement]) -> Self {
      Self(weight: .custom, work: .statements(statements))
    }

    /// Returns a stage with the SQL under `sql:` of the schema. It can only change rows, because the
    /// plan changes tables and indexes: `CREATE`, `ALTER` and `DROP` are refused, except for
    /// temporary tables.
    public static func sql(_ statements: String) -> Self {
      Self(weight: .custom, work: .sql(statements))
    }

    /// Returns a stage with a function of the app.
    ///
    /// - Parameters:
    ///   - name: The name under `custom:` of the schema.
    ///   - unmanagedColumns: The tables, and columns as `tasks.title`, whose content the function
    ///     determines.
    ///   - run: The function. If it throws, the step is rolled back. `nil` where the app is not available, as in
    ///     the tool: such a step is refused before anything is done.
    public static func custom(
      _ name: String, open unmanagedColumns: [String] = [],
      _ run: (@Sendable (StageDatabases) throws -> Void)?
    ) -> Self {
      Self(weight: .custom, work: .app(name, run: run), unmanagedColumns: unmanagedColumns)
    }

    /// The name of the app's function, for a stage that calls one.
    public var appFunction: String? {
      if case .app(let name, _) = work { return name }
      return nil
    }
  }
}

/// A migration from one version to the next, which runs in one transaction.
@_spi(Generated)
public struct MigrationStep: Sendable {
  /// The version that the step starts from.
  public let version: Int
  /// The target version of the step.
  public let nextVersion: Int
  /// The digest of the version that the step starts from, which a database of that version records;
  /// `nil` to migrate a database that records any digest.
  public let fingerprint: String?
  /// The tables that are replaced by new ones, to which their rows are copied, as named in the
  /// version that the step starts from.
  public let rebuiltTables: [String]
  /// The types of values that differ from the previous version, as lines of `MigrationPlan.types`.
  public let types: String
  /// The stages, in order.
  public let stages: [MigrationStep.Stage]

  /// Creates a step. Called by generated code and the tool, and possibly by tests of apps.
  ///
  /// - Parameters:
  ///   - version: The version that the step starts from.
  ///   - nextVersion: The target version of the step.
  ///   - fingerprint: The digest of the version that the step starts from; `nil` to migrate a
  ///     database that records any digest.
  ///   - rebuiltTables: The tables that are replaced by new ones, as named before the step.
  ///   - types: The types of values that differ from the previous version.
  ///   - stages: The stages, in order.
  public init(
    from version: Int, to nextVersion: Int, fingerprint: String? = nil,
    rebuilding rebuiltTables: [String] = [], types: String = "", stages: [MigrationStep.Stage]
  ) {
    self.version = version
    self.nextVersion = nextVersion
    self.fingerprint = fingerprint
    self.rebuiltTables = rebuiltTables
    self.types = types
    self.stages = stages
  }
}

/// One version of a generated schema.
@_documentation(visibility: internal)
public protocol StoreSchemaVersion: Sendable {
  /// The schema's name.
  static var name: String { get }
  /// The version, from 1.
  static var version: Int { get }
  /// A digest that identifies the content of the version.
  static var fingerprint: String { get }
}

/// The newest version of a generated schema, which a store opens.
public protocol StoreSchema: StoreSchemaVersion {
  // Restated for the documentation, which leaves out the other protocol.

  /// The schema's name.
  static var name: String { get }
  /// The version, from 1.
  static var version: Int { get }
  /// A digest that identifies the content of the version.
  static var fingerprint: String { get }
  /// The SQL statements that create the tables, indexes and triggers of a new database.
  static var ddl: String { get }

  /// The version's entities, tables and fingerprint.
  @_spi(Generated)
  static var metadata: SchemaMetadata { get }

  /// The steps that migrate databases of older versions. By default, there are none.
  static var migrations: MigrationPlan { get }
}

extension StoreSchema {
  /// The fingerprint of the metadata, which is composed of digests in several generated files.
  public static var fingerprint: String { metadata.fingerprint }

  /// An empty plan, for a schema without older versions.
  public static var migrations: MigrationPlan { .none }
}

@_spi(Generated)
extension StoreSchema where Self: NotGenerated {
  public static var metadata: SchemaMetadata { unavailable }
}
