import Foundation
import SwiftSyncRuntime

/// Notes which functions of the app change anything.
///
/// `@unchecked`: what is mutable is touched under the lock only.
final class StageWatch: @unchecked Sendable {
  private let lock = NSLock()
  private var effective: Set<String> = []

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
      step.stages.compactMap { $0.appFunction.map { "\(step.version): \($0)" } }
    }
    let effective = lock.withLock { self.effective }
    return names.filter { !effective.contains($0) }
      .map { String($0.drop { $0 != " " }.dropFirst()) }
  }

  private func watched(_ stage: MigrationStage, of step: MigrationStep) -> MigrationStage {
    guard case .app(let name, let run?) = stage.work else { return stage }
    return .custom(name) { databases in
      let before = try Self.content(of: databases.current)
      try run(databases)
      if try Self.content(of: databases.current) != before {
        self.lock.withLock { _ = self.effective.insert("\(step.version): \(name)") }
      }
    }
  }

  /// All rows of all tables; there are some hundred.
  private static func content(of database: StageDatabase) throws -> [String: [[StoredValue]]] {
    var content: [String: [[StoredValue]]] = [:]
    for table in try database.query(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    ) {
      let name = table.value("name", as: String.self) ?? ""
      content[name] = try database.query("SELECT * FROM \(name.quoted)").map(\.values)
    }
    return content
  }
}
