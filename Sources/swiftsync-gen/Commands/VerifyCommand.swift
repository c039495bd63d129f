@_spi(Generated) import SwiftSyncSession
import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

struct VerifyCommand: Command {
  static let definition = CommandDefinition(
    "verify", "test migrations on sample rows", operands: SchemaArguments.operands,
    options: [Console.format, SchemaArguments.option, SchemaArguments.allowOutside],
    discussion: [
      """
      Fills databases of each version with unusual rows and migrates them to each later version, step \
      by step. After each step, tables, indexes, references and triggers must be those of a new \
      database, rows must be as planned, and SQLite must report no error. The files \
      'migrations/<n>.sql' that 'generate' wrote must have the same result.
      """,
      """
      Prints one line for each pair of versions. A migration with a 'custom' step needs your app: the \
      last line says how many there are, and which test to run. The steps before and after it are \
      verified. The exit status is 1 if a step fails.
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
    let proof = try HistoryProof(versions.plan.steps, scripts).outcome()
    let pairs = proof.pairs
    for remark in proof.remarks { console.remark("\(schema.path): \(remark)") }
    let name = schema.name.name
    let lines =
      pairs.compactMap(\.line).map { "\(name) \($0)\n" }
      + [pairs.appLine(for: schema)].compactMap { $0.map { "\(name): \($0)\n" } }
    try console.output(lines.joined())
    var bag = DiagnosticBag()
    var known: Set<Diagnostic> = []
    for diagnostic in pairs.compactMap(\.diagnostic) where known.insert(diagnostic).inserted {
      bag.add(diagnostic)
    }
    console.show(bag)
    return known.isEmpty && !problems.hasErrors
  }
}
