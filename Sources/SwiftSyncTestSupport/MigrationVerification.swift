public import Foundation
@_spi(Generated) public import SwiftSyncRuntime

/// Verifies the migrations of databases of every older version, with the app's own functions.
///
/// ```swift
/// @Test func migrations() async throws {
///   print(try await verify(TrackerMigrationPlan.plan))
/// }
/// ```
///
/// For each older version, it creates a database in a temporary folder, fills it with rows that are
/// hard to migrate, and migrates it through all later versions, as a store does. After each step,
/// the tables, indexes and triggers must match those of a new database, and every row must be
/// readable. Each function of the app must change something, and must not change what the plan
/// keeps: rows that exist in both versions, and their values in columns that the step does not add.
/// If a function creates rows of another table from the values of dropped columns, it must do so
/// for all rows that have such values.
///
/// - Parameters:
///   - plan: `TrackerMigrationPlan.plan`.
///   - rowCount: The maximum number of sample rows of each table.
///   - idle: The functions that may leave the sample rows unchanged.
///   - changed: The columns that functions may change although the plan keeps them, such as
///     `tasks.title`, and tables in which they may also delete rows.
/// - Throws: `MigrationVerification.Problems` with all problems.
@discardableResult
public func verify(
  _ plan: MigrationPlan, rows rowCount: Int = 40, allowingNoOp idle: [String] = [],
  mayChange changed: [String] = []
) async throws -> MigrationVerification {
  var run = try VerificationRun(plan, rowCount: rowCount, mayChange: changed)
  run.checkChain()
  for step in plan.steps { try await run.verify(from: step) }
  run.checkFunctions(except: idle)
  guard run.problems.isEmpty else { throw MigrationVerification.Problems(problems: run.problems) }
  return MigrationVerification(pairs: run.pairs, remarks: run.remarks)
}

/// The result of `verify`. Its description contains a line for each pair of versions and for each
/// remark.
public struct MigrationVerification: Hashable, Sendable, CustomStringConvertible {
  /// An older version and a newer one.
  public struct Pair: Hashable, Sendable {
    /// The version of the database at the start.
    public let version: Int
    /// The version to which it was migrated.
    public let newVersion: Int
    /// The number of rows at the start.
    public let rows: Int
  }

  /// All pairs of versions, ascending.
  public let pairs: [Pair]
  /// What was left out, e.g. integers near the largest one, for which `age + 1` has no valid result.
  public let remarks: [String]

  /// A line for each pair, e.g. `version 1 to 3: ok, 240 rows`.
  public var description: String {
    let lines = pairs.map { "version \($0.version) to \($0.newVersion): ok, \($0.rows) rows" }
    return (lines + remarks).joined(separator: "\n")
  }
}

extension MigrationVerification {
  /// The problems of a migration plan.
  public struct Problems: Error, Equatable, Sendable, CustomStringConvertible {
    /// The problems, each in lower case and without a full stop.
    public let problems: [String]

    /// The problems, one per line.
    public var description: String { problems.joined(separator: "\n") }
  }
}

extension MigrationVerification.Problems: LocalizedError {
  /// The problems, one per line.
  public var errorDescription: String? { description }
}
