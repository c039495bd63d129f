import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema
import Testing

@_spi(Generated) @testable import swiftsync_gen

/// Plans with mistakes, as a faulty planner would create them, and the findings of `verify`.
///
/// A case is a file with removed lines (`-`) and added lines (`+`) of a statement. A case that only adds lines is an
/// additional statement: of triggers at the end of the step, otherwise of the structural change.
@Suite struct AlteredPlanTests {
  private static let folder = Repository.url("Tests/GoldenTests/Cases/altered-plans")
  private static let base = Repository.url("Tests/GoldenTests/Cases/verify/base")

  static var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      .filter { $0.hasSuffix(".txt") && $0 != "expected.txt" }.sorted()
  }

  @Test func findsEveryAlteration() throws {
    let step = try Self.baseStep()
    #expect(try Self.problem(of: StepVerification(step, file: nil)) == nil)
    var found = ""
    for name in Self.names {
      let statements = try Self.altered(step, by: name)
      let problem = try Self.problem(of: StepVerification(step, statements: statements, file: nil))
      #expect(problem != nil, "\(name) is not found")
      found += "\(name.dropLast(4)): \(problem ?? "")\n"
    }
    let expected = Self.folder.appending(path: "expected.txt")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try Data(found.utf8).write(to: expected)
      Issue.record("recorded, run again without RECORD_GOLDENS")
    }
    #expect(try String(contentsOf: expected, encoding: .utf8) == found)
  }

  @Test func coversEnoughAlterations() {
    #expect(Self.names.count >= 35)
  }

  // MARK: Mistakes that the plan itself considers correct

  private static let retyped = (
    """
      Tag: { attributes: { id: uuid, name: string } }
      Note:
        attributes: { id: int, text: string, deletedAt: date?, updatedAt: date }
        relations: { tags: { to: [Tag], inverse: none }, parent: { to: Note? } }
        sync: { clock: updatedAt, tombstone: { attribute: deletedAt, soft-delete: true }, push: true }
    """,
    """
      Tag: { attributes: { id: uuid, name: string } }
      Note:
        attributes: { id: string, text: string, deletedAt: date?, updatedAt: date }
        relations: { tags: { to: [Tag], inverse: none }, parent: { to: Note? } }
        sync: { clock: updatedAt, tombstone: { attribute: deletedAt, soft-delete: true }, push: true }
    """
  )

  @Test(arguments: [
    (
      "UPDATE note_tags SET note_id = 'n' || note_id",
      "of table 'note_tags' no longer link the rows"
    ),
    (
      "UPDATE notes SET parent_id = 'n' || parent_id",
      "refer to different rows in 'parent_id' than before"
    ),
    ("UPDATE notes SET deleted_at = NULL", "were soft-deleted or archived"),
    (
      "UPDATE swiftsync_changes SET id = 'n' || id",
      "of the change queue for 'Note' are lost"
    ),
    (
      "DELETE FROM swiftsync_changes WHERE operation = 'delete'",
      "of the change queue for 'Note'"
    ),
    (
      "UPDATE swiftsync_links SET parent_id = 'n' || parent_id",
      "that waits for a row of 'Note.parent' is lost"
    ),
  ])
  func findsAlteredIdentityReferences(_ statement: String, _ words: String) throws {
    let step = try Self.step(from: Self.retyped.0, to: Self.retyped.1)
    var right = StepVerification(step, file: nil)
    right.promises = []
    #expect(try Self.problem(of: right) == nil)
    var statements = Pipeline.statements(of: step)
    let place = try Self.change(in: step)
    statements[place].append(statement)
    var wrong = StepVerification(step, statements: statements, file: nil)
    wrong.promises = []
    #expect(try Self.problem(of: wrong)?.contains(words) == true)
  }

  private static let renamed = (
    types: """
    types:
      Place: { name: string, isOpen: bool, lat: "double?" }
      Tour: { places: [Place], named: "[string: Place]", start: "Place?" }
    """,
    newTypes: """
    types:
      Place: { title: { type: string, renamed-from: name, remote: name }, isOpen: int, lat: "double?", stars: { type: int, default: 3 } }
      Tour: { places: [Place], named: "[string: Place]", start: "Place?" }
    """,
    entities: "  Trip: { attributes: { id: int, tour: Tour, last: \"Place?\" } }"
  )

  /// The plan's values are compared with the types, so that the plan cannot prove itself.
  @Test(arguments: [
    ("UPDATE trips SET last = json_set(last, '$.title', 'x')", "holds \"x\" instead of"),
    ("UPDATE trips SET last = json_set(last, '$.stars', 4)", "holds 4 instead of 3 at 'stars'"),
    ("UPDATE trips SET last = json_remove(last, '$.is_open')", "is not an object"),
    ("UPDATE trips SET last = json_remove(last, '$.stars')", "holds nothing instead of 3"),
    ("UPDATE trips SET last = NULL", "has lost its value"),
    (
      "UPDATE trips SET last = json_set(last, '$.name', 'x')",
      "not have its keys in canonical order"
    ),
    (
      "UPDATE trips SET last = replace(last, '0.30000000000000004', '0.3')",
      "holds 0.3 instead of 0.30000000000000004 at 'lat'"
    ),
    ("UPDATE trips SET tour = json_remove(tour, '$.places[0]')", "elements at 'places'"),
    (
      "UPDATE trips SET tour = json_set(tour, '$.named', json('{}'))",
      "has different keys than before"
    ),
    (
      "UPDATE trips SET tour = json_remove(tour, '$.start')",
      "has lost its value at 'start'"
    ),
    (
      "UPDATE trips SET tour = json_set(tour, '$.places[1].title', tour ->> '$.places[0].title') "
        + "WHERE tour -> '$.places[1]' IS NOT NULL",
      "at 'places[1].title'"
    ),
  ])
  func valuesAreCompared(_ statement: String, _ words: String) throws {
    let step = try Self.step(
      from: Self.renamed.entities, to: Self.renamed.entities,
      types: (Self.renamed.types, Self.renamed.newTypes))
    var right = StepVerification(step, file: nil)
    right.promises = []
    #expect(try Self.problem(of: right) == nil)
    var statements = Pipeline.statements(of: step)
    statements[try Self.change(in: step)].append(statement)
    var wrong = StepVerification(step, statements: statements, file: nil)
    wrong.promises = []
    let problem = try Self.problem(of: wrong)
    #expect(problem?.contains(words) == true, "\(problem ?? "nothing found")")
  }

  // MARK: Steps

  private static func problem(of step: StepVerification) throws -> String? {
    let version = try FreshVersion(step.step.old)
    let database = try version.filled()
    try version.addTriggers(to: database)
    let triggers = StepVerification.Triggers(areThere: true, areWanted: true)
    if let failure = try step.run(on: database, triggers, before: { _ in }) {
      return failure.diagnostic(of: step.step).message
    }
    return try FreshVersion(step.step.new).difference(of: database, triggers: true)
  }

  private static func altered(_ step: VersionStep, by name: String) throws -> [[String]] {
    let lines = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      .split(separator: "\n")
    func text(_ sign: Character) -> String {
      lines.filter { $0.first == sign }.map { $0.dropFirst() }.joined(separator: "\n")
    }
    var statements = Pipeline.statements(of: step)
    let (old, new) = (text("-"), text("+"))
    if old.isEmpty {
      let change = try Self.change(in: step)
      statements[new.contains("TRIGGER") ? statements.count - 1 : change].append(new)
      return statements
    }
    let altered = statements.map { stage in
      let whole = stage.joined(separator: "\n")
      return whole.contains(old) ? [whole.replacingOccurrences(of: old, with: new)] : stage
    }
    try #require(altered != statements, "\(name) does not fit")
    return altered
  }

  /// The position of the structural change among the stages.
  private static func change(in step: VersionStep) throws -> Int {
    let place = step.stages.firstIndex { $0.isStructural }
    return try #require(place)
  }

  private static func baseStep() throws -> VersionStep {
    func yaml(_ name: String) throws -> String {
      try String(contentsOf: base.appending(path: name), encoding: .utf8)
    }
    return try step(between: schema(try yaml("1.yaml")), schema(try yaml("schema.yaml")))
  }

  private static func step(
    from old: String, to new: String, types: (old: String, new: String) = ("", "")
  ) throws -> VersionStep {
    func head(_ version: Int, _ types: String) -> String {
      "swiftsync: 1\nname: App\nversion: \(version)\ngenerate: { output: ., sets: [sql] }\n\(types)\nentities:\n"
    }
    return try step(
      between: schema(head(1, types.old) + old), schema(head(2, types.new) + new))
  }

  private static func step(between old: Schema, _ new: Schema) throws -> VersionStep {
    var bag = DiagnosticBag()
    let step = MigrationPlanner.step(from: old, to: new, into: &bag)
    return try #require(step, "\(bag.diagnostics.map(\.message))")
  }

  private static func schema(_ yaml: String) throws -> Schema {
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: "app.yaml", read: { SourceFile(path: $0, bytes: Array(yaml.utf8)) }, into: &bag)
    return try #require(schema, "\(bag.diagnostics.map(\.message))")
  }
}
