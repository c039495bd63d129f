import Foundation
import SyncGenDiagnostics
import SyncGenEmit
import SyncGenMigration
import SyncGenSchema
import TestHelpers
import Testing

/// A migrated database is as good as a new one: for random pairs of versions, the SQL of the plan
/// creates the tables of a fresh database, including triggers, and keeps every value and local
/// write as promised.
@Suite struct MigrationLawTests {
  private static let batches = 8
  /// The number of pairs in each batch whose step must succeed: 400 in total, or `LAW_SEEDS`.
  private static let seeds = LawSeeds(usually: 160, batches: batches)

  @Test(arguments: 0..<batches)
  func migratedEqualsFresh(batch: Int) throws {
    var (done, stopped) = (0, 0)
    for seed in Self.seeds.seeds(of: batch) where done < Self.seeds.pairs {
      switch try run(seed: seed) {
      case .done: done += 1
      case .stopped: stopped += 1
      case .refused: break
      }
    }
    // The problems that the plan announces must remain the exception, or the law proves little.
    #expect(stopped < Self.seeds.pairs || Self.seeds.areStated)
  }

  private enum Outcome {
    case done
    /// Rows prevented the step, as the plan announced.
    case stopped
    /// No migration is possible.
    case refused
  }

  private func run(seed: Int) throws -> Outcome {
    var random = RandomSource(seed: seed)
    let first = RandomSchema.first(&random)
    var second = first.next(&random)
    let old = try SchemaFixture.schema(first.yaml)
    let changes = MigrationPlanner.differences(
      from: old, to: try SchemaFixture.schema(second.yaml))
    if changes.contains(where: \.isImpossible) { return .refused }
    second.permissions = changes.compactMap(\.permission).map { permission in
      "\(permission.word.rawValue): [\(permission.name)]"
    }
    let new = try SchemaFixture.schema(second.yaml)
    var bag = DiagnosticBag()
    let step = try #require(
      MigrationPlanner.step(from: old, to: new, into: &bag),
      "seed \(seed): \(bag.diagnostics.map(\.text))\n\(first.yaml)\n\(second.yaml)")

    let database = try Database()
    try database.run(SchemaEmitter.ddl(for: old))
    try RowFiller(schema: old, database: database).fill(&random)
    let kept = KeptValues(from: first, to: second, old: old, new: new)
    let before = try kept.before(database)
    let entries = try QueueEntries(from: first, to: second, old: old, database)
    let sql = try Self.sql(of: step)
    do {
      try database.run(sql)
    } catch {
      let isAnnounced = changes.contains { $0.data?.contains("the migration fails") == true }
      #expect(isAnnounced, "seed \(seed): \(error)\n\(first.yaml)\n\(second.yaml)\n\(sql)")
      return .stopped
    }
    let fresh = try Database()
    try fresh.run(SchemaEmitter.ddl(for: new))
    let story = "seed \(seed)\n\(first.yaml)\n\(second.yaml)\n\(sql)"
    #expect(
      try DatabaseFacts(database).lines == DatabaseFacts(fresh).lines, Comment(rawValue: story))
    let after = try kept.after(database)
    #expect(after == before, Comment(rawValue: story))
    let differences = try entries.differences(in: database, new)
    #expect(differences == [], Comment(rawValue: story))
    #expect(try database.rows("PRAGMA integrity_check") == [["ok"]], Comment(rawValue: story))
    #expect(try database.rows("PRAGMA foreign_key_check") == [], Comment(rawValue: story))
    return .done
  }

  /// The file that `generate` writes.
  private static func sql(of step: VersionStep) throws -> String {
    var bag = DiagnosticBag()
    let files = SchemaEmitter.emit(
      step.new, plan: VersionPlan(steps: [step]),
      options: EmitOptions(toolVersion: "0.0.0", schemaPath: "../schema.yaml"), into: &bag)
    try #require(bag.diagnostics.map(\.text) == [])
    let file = try #require(files.first { $0.path == "migrations/\(step.new.version).sql" })
    return String(decoding: file.bytes, as: UTF8.self)
  }
}
