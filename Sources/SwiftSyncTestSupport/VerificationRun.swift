import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncVerifying

/// One run of `verify`, with its findings so far.
struct VerificationRun {
  private let plan: MigrationPlan
  private let watchedPlan: MigrationPlan
  private let schemas: [Int: SchemaMetadata]
  private let rowCount: Int
  private let watch: StageWatch
  private(set) var problems: [String] = []
  private(set) var pairs: [MigrationVerification.Pair] = []
  /// What was left out.
  private(set) var remarks: [String] = []

  /// - Throws: `MigrationVerification.Problems` if the steps of the plan do not fit together.
  init(_ plan: MigrationPlan, rowCount: Int, mayChange allowed: [String]) throws {
    self.plan = plan
    watch = StageWatch(allowed: allowed)
    self.rowCount = rowCount
    var versions = VersionSchemas(plan)
    var schemas: [Int: SchemaMetadata] = [:]
    for version in plan.steps.flatMap({ [$0.version, $0.nextVersion] }) {
      do {
        schemas[version] = try versions.schema(of: version)
      } catch {
        throw MigrationVerification.Problems(
          problems: ["the steps up to version \(version) cannot be run: \(error.description)"])
      }
    }
    self.schemas = schemas
    watchedPlan = watch.watched(plan, schemas)
  }

  /// Checks that each step starts where the one before it ends.
  mutating func checkChain() {
    for (step, next) in zip(plan.steps, plan.steps.dropFirst())
    where step.nextVersion != next.version {
      problems.append(
        "there is no step from version \(step.nextVersion) to version \(next.version), where the "
          + "next step starts"
      )
    }
    guard let newest = plan.newest, let last = plan.steps.last, last.nextVersion != newest.version
    else { return }
    problems.append(
      "the last step ends at version \(last.nextVersion), but the schema has version "
        + "\(newest.version)"
    )
  }

  mutating func checkFunctions(except idle: [String]) {
    problems += watch.damages()
    // The effects of a stage also show in its step.
    if problems.isEmpty { problems = watch.stepDamages() }
    guard problems.isEmpty else { return }
    for name in watch.idleFunctions(of: plan) where !idle.contains(name) {
      problems.append(
        "'\(name)' changes nothing in any of the sample databases; implement it, or pass its name "
          + "as 'allowingNoOp'")
    }
  }

  /// Migrates a database of the version at which a step starts to all later versions.
  ///
  /// SQL of the schema that computes may have no valid result for values at the limits of their
  /// types. If it fails, the database is migrated again without them.
  mutating func verify(from first: MigrationStep) async throws {
    var (found, problem) = try await outcome(from: first, ordinary: false)
    let steps = plan.steps.filter { $0.version >= first.version }
    if problem != nil, steps.contains(where: \.computes) {
      let (others, otherProblem) = try await outcome(from: first, ordinary: true)
      if otherProblem == nil {
        (found, problem) = (others, nil)
        remarks.append(
          "version \(first.version): verified without the largest numbers and dates, for which "
            + "the migration has no valid result")
      }
    }
    pairs += found
    if let problem { problems.append(problem) }
  }

  /// The pairs of versions up to the first problem.
  private func outcome(
    from first: MigrationStep, ordinary isOrdinary: Bool
  ) async throws -> (pairs: [MigrationVerification.Pair], problem: String?) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("swiftsync-verify-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("database.sqlite").path
    var version = first.version
    var pairs: [MigrationVerification.Pair] = []
    var problem: String?
    do {
      let rows = try await fill(path, of: first.version, ordinary: isOrdinary)
      for step in watchedPlan.steps where step.version >= first.version {
        version = step.nextVersion
        try await migrate(path, step)
        pairs.append(
          MigrationVerification.Pair(
            version: first.version, newVersion: step.nextVersion, rows: rows))
      }
    } catch let error as UnreadableValues {
      problem = "version \(first.version) to \(version): \(error.problem)"
    } catch let error as SyncError {
      // The cause of the failure is the same on every machine; the file's name is not.
      let reason: String
      if case .migrationFailed(let failure) = error {
        reason = failure.reason
      } else {
        reason = error.description
      }
      problem = "version \(first.version) to \(version): \(reason)"
    }
    try FileManager.default.removeItem(at: folder)
    return (pairs, problem)
  }

  private func fill(
    _ path: String, of version: Int, ordinary isOrdinary: Bool
  ) async throws -> Int {
    guard let schema = schemas[version] else { return 0 }
    let store = try await SyncStore.open(schema, at: path, log: .none)
    let sample = ProofRows(
      schema, count: rowCount, limits: SampleLimits(isOrdinary ? .small : .whole))
    let rows = try await store.transaction { transaction in
      try sample.fill(transaction)
      return try sample.count(in: transaction)
    }
    await store.close()
    return rows
  }

  /// Runs one step, after which its target version must be able to read each row.
  private func migrate(_ path: String, _ step: MigrationStep) async throws {
    guard let schema = schemas[step.nextVersion] else { return }
    let plan = VersionSchemas(watchedPlan).plan(to: step.nextVersion)
    let store = try await SyncStore.open(schema, at: path, plan: plan, log: .none)
    for entity in schema.entities {
      _ = try await store.export(entity: entity.name)
    }
    let problem = try await store.transaction { transaction in
      try ValueAudit(schema.entities, schema.joinTables).problem(in: transaction)?.text
        ?? SearchTables.problem(in: transaction, of: schema.entities)
    }
    await store.close()
    if let problem { throw UnreadableValues(problem: problem) }
  }
}

extension MigrationStep {
  /// Whether it has SQL of the schema, or statements that convert values.
  fileprivate var computes: Bool { stages.contains { $0.weight == .custom } }
}

/// The error for values that no store would have written.
private struct UnreadableValues: Error {
  let problem: String
}

extension ValueAudit.Problem {
  fileprivate var text: String {
    switch self {
    case .wrongValue(let wrong):
      "\(wrong.place) is not \(wrong.column.expected), e.g. \(wrong.value.example)"
    case .halfAmount(let columns, let table, let count):
      "\(count) rows of table '\(table)' have only one of '\(columns[0])' and '\(columns[1])'"
    }
  }
}
