import Foundation
import SyncGenEmit
import SyncGenMigration
import TestHelpers
import Testing

/// A migrated row refers to the same rows as before: for random changes of references to rows with
/// composite identities, of references to rows of several entities, and of ids that may be
/// temporary.
@Suite struct ReferenceLawTests {
  private static let batches = 4
  private static let seeds = LawSeeds(usually: 96, batches: batches)

  @Test(arguments: 0..<batches)
  func migratedReferencesKeepTargets(batch: Int) throws {
    for seed in Self.seeds.seeds(of: batch).prefix(Self.seeds.pairs) { try run(seed: seed) }
  }

  private func run(seed: Int) throws {
    var random = RandomSource(seed: seed)
    let references = RandomReferences(&random)
    let (old, bare) = (references.yaml(of: references.old), references.yaml(of: references.new))
    let head = "swiftsync: 1\nname: App\nversion: "
    let changes = MigrationPlanner.differences(
      from: try SchemaFixture.schema(head + "1\n" + old + "\n"),
      to: try SchemaFixture.schema(head + "2\n" + bare + "\n"))
    let story = Comment(rawValue: "seed \(seed)\n\(old)\n\(bare)")
    let isPossible = !changes.contains(where: \.isImpossible)
    try #require(isPossible, story)
    let new = references.yaml(
      of: references.new,
      permissions: changes.compactMap(\.permission).map { "\($0.word.rawValue): [\($0.name)]" })
    let rows = ReferenceRows(references, &random)
    let migrated = try MigratedDatabase(old, new, rows: rows.statements)
    let fresh = try Database()
    try fresh.run(SchemaEmitter.ddl(for: SchemaFixture.schema(head + "2\n" + new + "\n")))
    let found = try DatabaseFacts(migrated.database).lines
    #expect(found == (try DatabaseFacts(fresh).lines), story)
    #expect(try migrated.database.rows("PRAGMA integrity_check") == [["ok"]], story)
    #expect(try migrated.database.rows("PRAGMA foreign_key_check") == [], story)
    #expect(try migrated.database.rows(rows.query) == rows.expected, story)
    let members = try migrated.database.rows(rows.memberQuery).map { Array($0.prefix(3)) }
    #expect(members == rows.members, story)
  }
}

/// Rows of the old version, and the expected values in the new version.
private struct ReferenceRows {
  private typealias Key = [String?]

  private let references: RandomReferences
  private let keys: [Key]
  /// By ticket and by the key of a relationship.
  private let seats: [[Int: Key]]
  private let subjects: [(tag: String, id: String)?]
  let members: [[String?]]

  init(_ references: RandomReferences, _ random: inout RandomSource) {
    self.references = references
    let keys: [Key] = (0..<4).map { number in
      let text =
        references.partType == "uuid"
        ? "00000000-0000-4000-8000-00000000000\(number)" : "r\(number)"
      return references.old.parts.map { $0.key == 1 ? text : "\(number + 10)" }
    }
    self.keys = keys
    seats = (0..<6).map { _ in
      Dictionary(
        uniqueKeysWithValues: references.old.seats.map { seat in
          let isNull = seat.isOptional && random.once(in: 3)
          return (seat.name.key, isNull ? [nil, nil] : keys[random.below(keys.count)])
        })
    }
    let tags = references.old.subject.map { $0.tags.values.sorted() + ["stranger"] } ?? []
    subjects = (0..<6).map { _ in
      tags.isEmpty || random.once(in: 3) ? nil : (tags[random.below(tags.count)], "7")
    }
    members = (0..<3).map { ["\($0)"] + keys[$0] }
  }

  // MARK: - Old

  var statements: String {
    let parts = references.old.parts.map(\.name)
    var lines = keys.map { insert("seats", parts, $0) }
    for (number, seats) in seats.enumerated() {
      var (columns, values) = (["id", "note"], ["\(number)", "n\(number)"] as Key)
      for seat in references.old.seats {
        columns += parts.map { "\(seat.name.name)_\($0)" }
        values += seats[seat.name.key] ?? []
      }
      if let subject = references.old.subject {
        columns += ["\(subject.name.name)_type", "\(subject.name.name)_id"]
        values += [subjects[number]?.tag, subjects[number]?.id]
      }
      lines.append(insert("tickets", columns, values))
    }
    for member in members {
      let values = (member + (references.old.isOrderedList ? ["1024"] : [])).map { "'\($0 ?? "")'" }
      lines.append("INSERT INTO ticket_seats VALUES (\(values.joined(separator: ", ")));")
    }
    return lines.joined(separator: "\n")
  }

  private func insert(_ table: String, _ columns: [String], _ values: Key) -> String {
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let texts = values.map { $0.map { "'\($0)'" } ?? "NULL" }.joined(separator: ", ")
    return "INSERT INTO \(table) (\(names)) VALUES (\(texts));"
  }

  // MARK: - New

  var query: String {
    let new = references.new
    var columns = ["id", "note"]
    for seat in new.seats { columns += new.parts.map { "\(seat.name.name)_\($0.name)" } }
    if let subject = new.subject?.name.name { columns += ["\(subject)_type", "\(subject)_id"] }
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    return "SELECT \(names) FROM tickets ORDER BY id"
  }

  var expected: [[String?]] {
    seats.indices.map { number in
      var row: [String?] = ["\(number)", "n\(number)"]
      for seat in references.new.seats { row += seats[number][seat.name.key] ?? [nil, nil] }
      if let subject = references.new.subject {
        row += [subjects[number].map { tag($0.tag, subject) }, subjects[number]?.id]
      }
      return row
    }
  }

  /// The new value of a stored tag.
  private func tag(_ tag: String, _ subject: RandomReferences.Subject) -> String {
    let entity = references.old.subject?.tags.first { $0.value == tag }?.key
    return entity.flatMap { subject.tags[$0] } ?? tag
  }

  /// The query for the members, with their positions if the new version has them.
  var memberQuery: String { "SELECT * FROM ticket_seats ORDER BY ticket_id" }
}
