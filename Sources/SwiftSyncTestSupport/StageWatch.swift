import Foundation
import SwiftSyncRuntime

/// Notes what the app's functions do.
///
/// `@unchecked`: what is mutable is touched under the lock only.
final class StageWatch: @unchecked Sendable {
  private let lock = NSLock()
  /// What the functions may change although the plan keeps it.
  private let allowed: Set<String>
  private var effective: Set<String> = []
  private var damage: [String: String] = [:]

  init(allowed: [String]) {
    self.allowed = Set(allowed)
  }

  /// The plan with functions that are watched.
  func watched(_ plan: MigrationPlan) -> MigrationPlan {
    MigrationPlan(
      steps: plan.steps.map { step in
        MigrationStep(
          from: step.version, step.old, to: step.nextVersion, step.new,
          stages: step.stages.map { watched($0, of: step) })
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

  /// What functions have done to rows and values that the plan keeps, a sentence for each column.
  func damages() -> [String] {
    lock.withLock { damage.sorted { $0.key < $1.key }.map(\.value) }
  }

  private func watched(_ stage: MigrationStage, of step: MigrationStep) -> MigrationStage {
    guard case .app(let name, let run?) = stage.work else { return stage }
    return .custom(name, open: stage.openNames) { databases in
      let before = try TableContent.all(in: databases.current)
      try run(databases)
      let effect = StageEffect(
        before: before, after: try TableContent.all(in: databases.current))
      let forgotten = ForgottenRows(old: try TableContent.all(in: databases.old), effect: effect)
      self.note(effect, forgotten, of: name, stage, step)
    }
  }

  private func note(
    _ effect: StageEffect, _ forgotten: ForgottenRows, of function: String, _ stage: MigrationStage,
    _ step: MigrationStep
  ) {
    let key = Self.key(of: function, step)
    let found = effect.damage(by: function, except: allowed.union(stage.openNames))
      .merging(forgotten.damage(by: function, except: allowed)) { first, _ in first }
    lock.withLock {
      if !effect.isNothing { effective.insert(key) }
      // Databases of several versions come by, and one of them is enough.
      for (name, text) in found where damage["\(key) \(name)"] == nil {
        damage["\(key) \(name)"] = text
      }
    }
  }

  private static func key(of function: String, _ step: MigrationStep) -> String {
    "\(step.version): \(function)"
  }
}
