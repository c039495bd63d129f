import SyncGenDiagnostics
import SyncGenEmit
import SyncGenMigration
import SyncGenSchema
import TestHelpers
import Testing

/// Whatever versions a schema had, each row has the values that the changes mean, computed row by
/// row by a model that knows neither plans nor SQL: step by step with edits in between, and at once.
@Suite struct HistoryLawTests {
  private static let batches = 4
  private static let seeds = LawSeeds(usually: 20, batches: batches)

  @Test(arguments: 0..<batches)
  func rowsHaveTheValuesThatChangesMean(batch: Int) throws {
    var (done, steps) = (0, 0)
    for seed in Self.seeds.seeds(of: batch) where done < Self.seeds.pairs {
      steps += try run(seed: seed)
      done += 1
    }
    // Steps that the planner refuses must remain the exception, or the law proves little.
    #expect(steps > done || Self.seeds.areStated)
  }

  /// - Returns: The number of steps that were migrated.
  private func run(seed: Int) throws -> Int {
    var random = RandomSource(seed: seed)
    var history = History(&random)
    var compiled = try [SchemaFixture.schema(history.first.yaml)]
    var frozen = [FrozenVersion(compiled[0], after: nil)]
    var database = try HistoryDatabase(compiled[0])
    try database.edit(history.first, compiled[0], &random)
    try database.edit(history.first, compiled[0], &random)
    var old = try HistoryDatabase(copying: database, compiled[0])
    var scripts: [String] = []
    for _ in 0..<random.number(2...5) {
      guard let (step, schema) = try step(of: history, compiled, frozen, &random) else { continue }
      let script = try Self.script(to: schema, after: frozen, step, seed)
      history.add(step)
      compiled.append(schema)
      frozen.append(FrozenVersion(schema, after: frozen.last))
      scripts.append(script)
      let story = Comment(rawValue: Self.story(seed, history, script))
      do { try database.migrate(script, step) } catch {
        Issue.record("\(error)\n\(story)")
        return scripts.count
      }
      let differences = try database.differences(step.schema, schema)
      #expect(differences == [], story)
      if !differences.isEmpty { return scripts.count }
      try database.edit(step.schema, schema, &random)
    }
    for (script, step) in zip(scripts, history.steps) { try old.migrate(script, step) }
    #expect(
      try old.differences(history.last, compiled[compiled.count - 1]) == [],
      "at once: \(Self.story(seed, history, scripts.joined()))")
    return scripts.count
  }

  /// A step that the planner accepts, with the permissions that it asks for.
  private func step(
    of history: History, _ compiled: [Schema], _ frozen: [FrozenVersion],
    _ random: inout RandomSource
  ) throws -> (HistoryStep, Schema)? {
    var step = history.nextStep(&random)
    let former = try Self.read(frozen)
    let changes = MigrationPlanner.differences(
      from: former[former.count - 1].schema, to: try SchemaFixture.schema(step.schema.yaml))
    if changes.isEmpty || changes.contains(where: \.isImpossible) { return nil }
    step.permit(
      changes.compactMap(\.permission).map { "\($0.word.rawValue): [\($0.name)]" })
    return (step, try SchemaFixture.schema(step.schema.yaml))
  }

  /// The frozen versions as their files are read.
  private static func read(_ frozen: [FrozenVersion]) throws -> [FrozenVersion] {
    var bag = DiagnosticBag()
    let files = frozen.map { version in
      (version.version, SourceFile(path: "v\(version.version)", bytes: Array(version.text.utf8)))
    }
    let history = VersionHistory.read(
      files, schemaPath: "schema.yaml", oldestVersion: nil, into: &bag)
    try #require(bag.diagnostics.map(\.text) == [])
    return try #require(history).versions
  }

  /// The script of the newest step, planned from files.
  private static func script(
    to schema: Schema, after frozen: [FrozenVersion], _ step: HistoryStep, _ seed: Int
  ) throws -> String {
    var bag = DiagnosticBag()
    let versions = try read(frozen)
    let planned = MigrationPlanner.step(
      from: versions[versions.count - 1].schema, to: schema, into: &bag)
    let problems = bag.diagnostics.filter { $0.severity == .error }.map(\.text)
    let found = try #require(planned, "seed \(seed): \(problems)\n\(step.schema.yaml)")
    let file = try #require(
      SchemaEmitter.script(
        of: found, for: schema,
        options: EmitOptions(toolVersion: "0.0.0", schemaPath: "../schema.yaml"), into: &bag))
    return String(decoding: file.bytes, as: UTF8.self)
  }

  private static func story(_ seed: Int, _ history: History, _ script: String) -> String {
    let versions = [history.first] + history.steps.map(\.schema)
    return "seed \(seed)\n" + versions.suffix(3).map(\.yaml).joined(separator: "\n") + "\n" + script
  }
}
