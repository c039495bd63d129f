@_spi(Generated) import SwiftSyncRuntime
import SyncGenCore
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

struct VerifyCommand: Command {
  static let definition = CommandDefinition(
    "verify", "test migrations on sample rows", operands: SchemaArguments.operands,
    options: [SchemaArguments.option, SchemaArguments.allowOutside],
    discussion: [
      """
      Fills databases of each version with unusual rows and migrates them to each later version, step \
      by step. After each step, tables, indexes, references and triggers must be those of a new \
      database, rows must be as planned, and SQLite must report no error. The files \
      'migrations/<n>.sql' that 'generate' wrote must have the same result.
      """,
      """
      Prints one line for each pair of versions. A migration with a 'custom' step needs the app, whose \
      tests verify it; this command verifies the steps before and after it. The exit status is 1 if a \
      step fails.
      """,
      SchemaArguments.discussion,
    ])

  private let schemas: SchemaArguments

  init(_ arguments: ParsedArguments) {
    schemas = SchemaArguments(arguments)
  }

  func run(_ console: Console) throws -> ExitStatus {
    var bag = DiagnosticBag()
    let all = try schemas.loadVersions(into: &bag)
    console.show(bag)
    if bag.hasErrors { return .failed }
    var status = ExitStatus.done
    for versions in all where try !verify(versions, console) { status = .failed }
    return status
  }

  private func verify(_ versions: SchemaVersions, _ console: Console) throws -> Bool {
    let schema = versions.schema
    if versions.hasForeignDatabases(console, nothingTo: "verify") { return true }
    guard !versions.plan.steps.isEmpty else {
      console.remark("\(schema.path): there is only one version, so there is nothing to verify")
      return true
    }
    var problems = DiagnosticBag()
    let scripts = try Pipeline.scripts(of: versions, into: &problems)
    console.show(problems)
    let pairs = try Self.pairs(of: versions, scripts)
    let lines = pairs.map { "\(schema.name.name) \($0.line)\n" }
    try console.output(lines.joined())
    var bag = DiagnosticBag()
    var known: Set<Diagnostic> = []
    for diagnostic in pairs.compactMap(\.diagnostic) where known.insert(diagnostic).inserted {
      bag.add(diagnostic)
    }
    console.show(bag)
    return known.isEmpty && !problems.hasErrors
  }

  /// All pairs of versions, beginning with the oldest.
  private static func pairs(
    of versions: SchemaVersions, _ scripts: [SourceFile?]
  ) throws -> [PairProof] {
    let steps = versions.plan.steps
    let schemas = steps.map(\.old) + steps.suffix(1).map(\.new)
    let amounts = AmountColumns.all(of: steps)
    let fresh = Pipeline.concurrently(schemas.count) { index in
      Self.result { () throws(SyncError) in
        try FreshVersion(schemas[index], amounts: amounts[index])
      }
    }
    let proof = ChainProof(
      versions: try fresh.map { try $0.get() },
      steps: Pipeline.concurrently(steps.count) { StepVerification(steps[$0], file: scripts[$0]) })
    return try steps.contains { $0.dependsOnColumnOrder }
      ? Self.pairs(of: proof, isJoined: false)
      : Self.joinedPairs(of: proof)
  }

  /// All pairs, verified together; if there is a problem, one by one to locate it.
  private static func joinedPairs(of proof: ChainProof) throws -> [PairProof] {
    // The long chain first, so that no processor waits for it in the end.
    let results = Pipeline.concurrently(proof.steps.count + 1) { index in
      Self.result { () throws(SyncError) in
        index == 0
          ? (try proof.joinedProof(), []) : (true, try proof.pairs(from: index - 1, isJoined: true))
      }
    }
    let parts = try results.map { try $0.get() }
    let pairs = parts.flatMap(\.1)
    let isProved = parts.allSatisfy(\.0) && pairs.allSatisfy { $0.diagnostic == nil }
    return isProved ? pairs : try Self.pairs(of: proof, isJoined: false)
  }

  private static func pairs(of proof: ChainProof, isJoined: Bool) throws -> [PairProof] {
    // The long chains first, so that no processor waits for the last one.
    let pairs = Pipeline.concurrently(proof.steps.count) { start in
      Self.result { () throws(SyncError) in try proof.pairs(from: start, isJoined: isJoined) }
    }
    return try pairs.flatMap { try $0.get() }
  }

  private static func result<Value>(
    _ work: () throws(SyncError) -> Value
  ) -> Result<Value, SyncError> {
    do throws(SyncError) {
      return .success(try work())
    } catch {
      return .failure(error)
    }
  }
}
