import SwiftSyncRuntime
import SyncGenCore
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

struct VerifyCommand: Command {
  static let definition = CommandDefinition(
    "verify", "prove migrations on sample data", operands: SchemaArguments.operands,
    options: [SchemaArguments.option],
    discussion: [
      """
      Makes a database of each version, fills it with odd rows, and migrates it to each later \
      version, step by step. After each step its tables, indexes, references and triggers have to be \
      those of a new database, its rows what the plan says, and SQLite has to find nothing wrong. \
      The files 'migrations/<n>.sql' that 'generate' has written have to do the same.
      """,
      """
      Prints a line for each pair of versions. A pair with a 'custom' stage on its way needs the app; \
      tests of the app prove it, and what lies before and behind it is proved here. The exit status \
      is 1 if something is not proved.
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
    guard !versions.plan.steps.isEmpty else {
      console.remark("\(schema.path): there is one version only, and nothing to prove")
      return true
    }
    let pairs = try Self.pairs(of: versions)
    let lines = pairs.map { "\(schema.name.name) \($0.line)\n" }
    try console.output(lines.joined())
    var bag = DiagnosticBag()
    var known: Set<Diagnostic> = []
    for diagnostic in pairs.compactMap(\.diagnostic) where known.insert(diagnostic).inserted {
      bag.add(diagnostic)
    }
    console.show(bag)
    return known.isEmpty
  }

  /// All pairs of versions, from the oldest on.
  private static func pairs(of versions: SchemaVersions) throws -> [PairProof] {
    let steps = versions.plan.steps
    let files = try steps.map { try Pipeline.migrationFile(of: $0, for: versions.schema) }
    let schemas = steps.map(\.old) + steps.suffix(1).map(\.new)
    let proof = ChainProof(
      versions: Pipeline.concurrently(schemas.count) { FreshVersion(schemas[$0]) },
      steps: Pipeline.concurrently(steps.count) { ProvenStep(steps[$0], file: files[$0]) })
    // The long chains first, so that no processor waits for the last one.
    let results = Pipeline.concurrently(steps.count) { start -> Result<[PairProof], SyncError> in
      do throws(SyncError) {
        return .success(try proof.pairs(from: start))
      } catch {
        return .failure(error)
      }
    }
    return try results.flatMap { try $0.get() }
  }
}
