/// A part of a step: statements, or code of the app.
@_spi(Generated)
public struct MigrationStage: Sendable {
  /// How far the two versions alone print each step.
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

  /// How far the two versions alone print each step.
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
