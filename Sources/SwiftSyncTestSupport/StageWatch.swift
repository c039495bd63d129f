import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncVerifying

/// Records the effects of the app's functions and of the schema's SQL.
///
/// `@unchecked`: the lock protects all mutable state.
final class StageWatch: @unchecked Sendable {
  private let lock = NSLock()
  /// The columns and tables that functions may change although the plan keeps them.
  private let allowed: Set<String>
  private var effective: Set<String> = []
  private var damage: [String: String] = [:]
  /// The damage done by steps, in any of their stages.
  private var stepDamage: [String: String] = [:]
  /// The watches of running SQL stages, by the versions of their steps.
  private var running: [Int: StatementWatch] = [:]

  init(allowed: [String]) {
    self.allowed = Set(allowed)
  }

  /// Returns the plan with its functions observed.
  ///
  /// - Parameter schemas: The schemas of the versions at both ends of each step.
  func watched(
    _ plan: MigrationPlan, _ schemas: [Int: SchemaMetadata]
  ) -> MigrationPlan {
    MigrationPlan(
      from: plan.oldestVersion, tables: plan.tables, types: plan.types,
      steps: plan.steps.map { step in
        let ends = schemas[step.version].flatMap { old in
          schemas[step.nextVersion].map { (old, $0) }
        }
        return MigrationStep(
          from: step.version, to: step.nextVersion, fingerprint: step.fingerprint,
          rebuilding: step.rebuiltTables, types: step.types,
          stages: step.stages.flatMap {
            watched($0, of: step, from: schemas[step.version])
          }
            + (ends.map { [ending(step, from: $0.0, to: $0.1)] } ?? []))
      })
  }

  /// The functions of a plan that have changed nothing so far, e.g. `splitNames`.
  func idleFunctions(of plan: MigrationPlan) -> [String] {
    let names = plan.steps.flatMap { step in
      step.stages.compactMap { $0.appFunction.map { Self.key(of: $0, step) } }
    }
    let effective = lock.withLock { self.effective }
    return names.filter { !effective.contains($0) }
      .map { String($0.drop { $0 != " " }.dropFirst()) }
  }

  /// The damage that functions and SQL have done to rows and values that the plan keeps: a sentence
  /// for each column.
  func damages() -> [String] {
    lock.withLock { damage.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// The damage that whole steps have done: a sentence for each column.
  func stepDamages() -> [String] {
    lock.withLock { stepDamage.sorted { $0.key < $1.key }.map(\.value) }
  }

  // MARK: SQL

  /// A SQL stage between two snapshots of the rows.
  private func watchedStatements(
    _ stage: MigrationStep.Stage, of step: MigrationStep, from old: SchemaMetadata?
  ) -> [MigrationStep.Stage] {
    // A mark that is new in this step may be set for the first time.
    let marks = (old?.entities ?? []).compactMap { entity in
      entity.deletionMark.map { (entity.table, $0) }
    }
    let before = MigrationStep.Stage.custom("verify") { databases in
      let watch = try StatementWatch(
        databases.current, aside: "temp",
        marks: Dictionary(marks, uniquingKeysWith: { first, _ in first }), open: self.allowed)
      self.lock.withLock { self.running[step.version] = watch }
    }
    let after = MigrationStep.Stage.custom("verify") { databases in
      guard let watch = self.lock.withLock({ self.running[step.version] }) else { return }
      let damages = try watch.damages(in: databases.current)
      try watch.end(in: databases.current)
      let found = damages.map { ($0.name, $0.text(in: step.nextVersion)) }
      self.note(Dictionary(found, uniquingKeysWith: { first, _ in first }), of: "sql", step)
    }
    return [before, stage, after]
  }

  /// A snapshot of the rows after all stages of a step.
  private func ending(
    _ step: MigrationStep, from old: SchemaMetadata, to new: SchemaMetadata
  ) -> MigrationStep.Stage {
    .custom("verify") { databases in
      let effect = StepEffect(
        before: try TableContent.all(in: databases.old),
        after: try TableContent.all(in: databases.current), step: step, old: old,
        new: new)
      let found = effect.damage(except: self.allowed)
      self.lock.withLock {
        for (name, text) in found { self.stepDamage["\(step.version): \(name)"] = text }
      }
    }
  }

  private func note(_ found: [String: String], of stage: String, _ step: MigrationStep) {
    lock.withLock {
      for (name, text) in found where damage["\(step.version): \(stage) \(name)"] == nil {
        damage["\(step.version): \(stage) \(name)"] = text
      }
    }
  }

  // MARK: Stages

  private func watched(
    _ stage: MigrationStep.Stage, of step: MigrationStep, from old: SchemaMetadata?
  ) -> [MigrationStep.Stage] {
    if case .sql = stage.work { return watchedStatements(stage, of: step, from: old) }
    guard case .app(let name, let run?) = stage.work else { return [stage] }
    let watched = MigrationStep.Stage.custom(name, open: stage.unmanagedColumns) { databases in
      let before = try TableContent.all(in: databases.current)
      try run(databases)
      let effect = StageEffect(
        before: before, after: try TableContent.all(in: databases.current))
      let forgotten = ForgottenRows(old: try TableContent.all(in: databases.old), effect: effect)
      self.note(effect, forgotten, of: name, stage, step)
    }
    return [watched]
  }

  private func note(
    _ effect: StageEffect, _ forgotten: ForgottenRows, of function: String,
    _ stage: MigrationStep.Stage,
    _ step: MigrationStep
  ) {
    let key = Self.key(of: function, step)
    let found = effect.damage(by: function, except: allowed.union(stage.unmanagedColumns))
      .merging(forgotten.damage(by: function, except: allowed)) { first, _ in first }
    lock.withLock {
      if !effect.isNothing { effective.insert(key) }
      // Databases of several versions pass through here. The damage to one of them is enough.
      for (name, text) in found where damage["\(key) \(name)"] == nil {
        damage["\(key) \(name)"] = text
      }
    }
  }

  private static func key(of function: String, _ step: MigrationStep) -> String {
    "\(step.version): \(function)"
  }
}

extension EntityMetadata {
  /// The mark of soft-deleted rows; `nil` if they are not kept.
  fileprivate var deletionMark: StatementWatch.Mark? {
    guard sync.keepsTombstones, let attribute = sync.tombstone else { return nil }
    return StatementWatch.Mark(
      columns[attributes[attribute].column].name, isFlag: attributes[attribute].type == .bool)
  }
}

extension StatementWatch.Damage {
  fileprivate func text(in version: Int) -> String {
    let sql = "'sql' of version \(version)"
    switch effect {
    case .changesOwnTable: return "\(sql) changes table '\(table)', which belongs to the runtime"
    case .deletes, .changesIdentities:
      return "\(sql) deletes \(count) of \(total) rows of table '\(table)'"
    case .softDeletes: return "\(sql) soft-deletes \(count) of \(total) rows of table '\(table)'"
    case .changesOther: return "\(sql) changes '\(name)' in \(count) of \(total) rows"
    case .empties: return "\(sql) empties \(count) of \(total) values of '\(name)'"
    case .givesAll(let value, _):
      return "\(sql) gives all \(total) rows \(value.example) as the value of '\(name)'"
    }
  }
}
