import Foundation
import SwiftSyncRuntime

/// One run of `verify`, with what it has found so far.
struct VerificationRun {
  private let plan: MigrationPlan
  private let watchedPlan: MigrationPlan
  private let rowCount: Int
  private let watch: StageWatch
  private(set) var problems: [String] = []
  private(set) var pairs: [MigrationVerification.Pair] = []

  init(_ plan: MigrationPlan, rowCount: Int, mayChange allowed: [String]) {
    self.plan = plan
    watch = StageWatch(allowed: allowed)
    self.rowCount = rowCount
    watchedPlan = watch.watched(plan)
  }

  /// Each step must start where the one before it ends.
  mutating func checkChain() {
    for (step, next) in zip(plan.steps, plan.steps.dropFirst())
    where step.nextVersion != next.version {
      problems.append(
        "no step leads from version \(step.nextVersion) to \(next.version), where the next one starts"
      )
    }
    for step in plan.steps {
      for (version, schema) in [(step.version, step.old), (step.nextVersion, step.new)]
      where schema.version != version {
        problems.append(
          "the step from version \(step.version) to \(step.nextVersion) has the schema of version "
            + "\(schema.version) for \(version)")
      }
    }
  }

  mutating func checkFunctions(except idle: [String]) {
    problems += watch.damages()
    // What a stage does is seen in its step again.
    if problems.isEmpty { problems = watch.stepDamages() }
    guard problems.isEmpty else { return }
    for name in watch.idleFunctions(of: plan) where !idle.contains(name) {
      problems.append(
        "'\(name)' changes nothing in any of the made-up databases; write it, or say that it may")
    }
  }

  /// Takes a database of the version at which a step starts to all later ones.
  mutating func verify(from first: MigrationStep) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("swiftsync-verify-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("database.sqlite").path
    var version = first.version
    do {
      let rows = try await fill(path, first.old)
      for step in watchedPlan.steps where step.version >= first.version {
        version = step.nextVersion
        try await migrate(path, step)
        pairs.append(
          MigrationVerification.Pair(
            version: first.version, newVersion: step.nextVersion, rows: rows))
      }
    } catch let error as UnreadableValues {
      problems.append("version \(first.version) to \(version): \(error.problem)")
    } catch let error as SyncError {
      // What is behind the failure is the same for every machine, the file's name is not.
      let reason: String
      if case .migrationFailed(let failure) = error {
        reason = failure.reason
      } else {
        reason = error.description
      }
      problems.append("version \(first.version) to \(version): \(reason)")
    }
    try FileManager.default.removeItem(at: folder)
  }

  private func fill(_ path: String, _ schema: SchemaMetadata) async throws -> Int {
    let store = try await SyncStore.open(schema, at: path)
    let count = rowCount
    let rows = try await store.transaction { transaction in
      var rows = SampleRows(schema, count: count, seed: UInt64(schema.version))
      return try rows.fill(transaction)
    }
    await store.close()
    return rows
  }

  /// One step, behind which the version that it leads to must be able to read each row.
  private func migrate(_ path: String, _ step: MigrationStep) async throws {
    let store = try await SyncStore.open(
      step.new, at: path, plan: MigrationPlan(steps: [step]))
    for entity in step.new.entities {
      _ = try await store.export(entity: entity.name)
    }
    let problem = try await store.transaction { transaction in
      try ValueAudit(step.new).problem(in: transaction)
    }
    await store.close()
    if let problem { throw UnreadableValues(problem: problem) }
  }
}
