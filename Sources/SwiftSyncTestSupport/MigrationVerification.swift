public import Foundation
@_spi(Generated) public import SwiftSyncRuntime

/// Proves that databases of every older version become what a new one of the newest version is, with
/// the app's own functions.
///
/// ```swift
/// @Test func migrations() async throws {
///   print(try await verify(TrackerMigrationPlan.plan))
/// }
/// ```
///
/// For each older version it makes a database in a temporary folder, fills it with rows that are hard
/// on a migration, and takes it through all later versions. A store does that as in an app: it compares
/// tables, indexes and triggers with those of a new database after each step, and checks references
/// and the file. Then every row has to be readable by each later version, and each function of the app
/// must have changed something: one that does nothing has not been written yet, or asks for rows that
/// are never there. And it must have left alone what the plan keeps: rows that are in both versions, and
/// their values in columns that the step does not add. One that makes a row of another table for each of
/// some rows, with values of columns that go, must do so for all rows that have such values.
///
/// - Parameters:
///   - plan: `TrackerMigrationPlan.plan`.
///   - rowCount: How many rows each table gets, at most.
///   - idle: Functions of the app that may leave the sample rows as they are.
///   - changed: What functions of the app may change or leave behind nevertheless: columns as
///     `tasks.title`, and tables of which they may delete rows, too.
/// - Throws: `MigrationProblems` with all that is wrong.
@discardableResult
public func verify(
  _ plan: MigrationPlan, rows rowCount: Int = 40, allowingNoOp idle: [String] = [],
  mayChange changed: [String] = []
) async throws -> MigrationVerification {
  var run = try VerificationRun(plan, rowCount: rowCount, mayChange: changed)
  run.checkChain()
  for step in plan.steps { try await run.verify(from: step) }
  run.checkFunctions(except: idle)
  guard run.problems.isEmpty else { throw MigrationProblems(problems: run.problems) }
  return MigrationVerification(pairs: run.pairs)
}

/// What `verify` has proved. Its description has a line for each pair of versions.
public struct MigrationVerification: Hashable, Sendable, CustomStringConvertible {
  /// An older version and a newer one.
  public struct Pair: Hashable, Sendable {
    /// The version of which the database was made.
    public let version: Int
    /// The version that it has become.
    public let newVersion: Int
    /// How many rows it had at first.
    public let rows: Int
  }

  /// All pairs of versions, ascending.
  public let pairs: [Pair]

  /// E.g. `version 1 to 3: ok, 240 rows`.
  public var description: String {
    pairs.map { "version \($0.version) to \($0.newVersion): ok, \($0.rows) rows" }
      .joined(separator: "\n")
  }
}

/// What is wrong with a plan.
public struct MigrationProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence each; lower case, no full stop.
  public let problems: [String]

  /// The problems, a line each.
  public var description: String { problems.joined(separator: "\n") }
}

extension MigrationProblems: LocalizedError {
  /// The problems, a line each.
  public var errorDescription: String? { description }
}
