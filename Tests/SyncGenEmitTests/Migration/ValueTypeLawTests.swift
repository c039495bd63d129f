import Foundation
import SyncGenEmit
import SyncGenMigration
import TestHelpers
import Testing

/// A migrated value is byte for byte the value that the new version would have stored: for random
/// types, random changes of them, and random values, alone, in lists, in dictionaries and in other
/// values.
@Suite struct ValueTypeLawTests {
  private static let batches = 4
  private static let seeds = LawSeeds(usually: 96, batches: batches)

  @Test(arguments: 0..<batches)
  func migratedEqualsStored(batch: Int) throws {
    var tried = 0
    let seeds = Self.seeds
    for seed in seeds.seeds(of: batch).prefix(seeds.pairs) where try run(seed: seed) { tried += 1 }
    #expect(tried > seeds.pairs / 2 || seeds.areStated)
  }

  /// Returns `false` if the step fails, because this SQLite cannot parse an expression (which
  /// `verify` reports) or because a required value would be null.
  private func run(seed: Int) throws -> Bool {
    var random = RandomSource(seed: seed)
    let types = RandomTypes(&random)
    let old = types.yaml(isOld: true)
    let head = "swiftsync: 1\nname: App\nversion: "
    let changes = MigrationPlanner.differences(
      from: try SchemaFixture.schema(head + "1\n" + old + "\n"),
      to: try SchemaFixture.schema(head + "2\n" + types.yaml(isOld: false) + "\n"))
    let story = Comment(rawValue: "seed \(seed)\n\(old)\n\(types.yaml(isOld: false))")
    let isPossible = !changes.contains(where: \.isImpossible)
    try #require(isPossible, story)
    let new = types.yaml(
      isOld: false,
      permissions: changes.compactMap(\.permission).map { "\($0.word.rawValue): [\($0.name)]" })
    let rows = (0..<8).map { _ in types.attributes.map { types.value(of: $0.type, &random) } }
    let statements = rows.enumerated().map { number, row in
      let texts = zip(row, types.attributes).map { types.oldText($0, of: $1.type) }
      let literals = texts.map { "'" + $0.replacingOccurrences(of: "'", with: "''") + "'" }
      return "INSERT INTO items (id, one, many, named, last) VALUES (\(number), "
        + literals.joined(separator: ", ") + ");"
    }
    let expected = rows.map { row in
      zip(row, types.attributes).map { types.newText($0, of: $1.type) }
    }
    let migrated: MigratedDatabase
    do {
      migrated = try MigratedDatabase(old, new, rows: statements.joined(separator: "\n"))
    } catch  where "\(error)".contains("parser stack overflow") {
      return false
    } catch  where "\(error)".contains("NOT NULL constraint failed") {
      // A required attribute whose value would be null stops the step, as the comment of the step
      // says.
      #expect(Self.announcesFailure("\(error)") && expected.joined().contains(nil), story)
      return false
    }
    let found = try migrated.database.rows("SELECT one, many, named, last FROM items ORDER BY id")
    #expect(found == expected, story)
    return true
  }

  /// Whether the comments of a step, whose lines are wrapped, say that it can fail.
  private static func announcesFailure(_ step: String) -> Bool {
    step.split(whereSeparator: \.isWhitespace).filter { $0 != "--" }.joined(separator: " ")
      .contains("makes the migration fail")
  }
}
