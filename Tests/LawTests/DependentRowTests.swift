import TestHelpers
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Rows that depend on each other: they take each other's unique values, and refer to each other by
/// references with a foreign key. Only the rows at the end of the payload count, in whatever order
/// and in however many occurrences they come.
@Suite struct DependentRowTests {
  private let schema: LawSchema

  init() throws {
    schema = try LawSchema.of(
      """
      swiftsync: 1
      name: Dependents
      version: 1
      entities:
        Person:
          attributes:
            id: int
            code: { type: string, unique: true }
            email: { type: "string?", unique: true }
            note: string?
            goneAt: date?
          relations: { boss: { to: "Person?", inverse: none, foreign-key: true } }
          sync: { tombstone: goneAt }
      """)
  }

  /// If nothing conflicts at the end, no row is rejected, and each row has its last values.
  @Test(arguments: Law.parts) func lastValuesCount(part: Int) throws {
    try hold(
      part,
      rows: { random in
        (0..<random.number(1...7)).map { _ in PersonRow(random.number(1...4), &random) }
      },
      violation: { stored, rows in
        guard let merged = stored.merged(with: rows), merged.isConsistent else {
          return nil
        }
        let database = try LawDatabase(schema, after: [stored.call])
        let report = try database.apply(Self.call(rows)).report
        if let row = report.rejected.first { return "\(row.path) is rejected: \(row.message)" }
        let found = try database.people
        return found == merged.lines ? nil : "it makes \(found)\nand not \(merged.lines)"
      })
  }

  /// Rows of which no two state the same value end the same in any order.
  @Test(arguments: Law.parts) func orderDoesNotMatter(part: Int) throws {
    try hold(
      part,
      rows: { random in
        var rows: [PersonRow] = []
        for id in 1...6 where random.chance(70) { rows.append(PersonRow(id, &random)) }
        return PersonRow.withoutRepeatedValues(rows)
      },
      violation: { stored, rows in
        let one = try LawDatabase(schema, after: [stored.call])
        let other = try LawDatabase(schema, after: [stored.call])
        let first = try one.apply(Self.call(rows)).report
        let second = try other.apply(Self.call(rows.reversed())).report
        let (people, others) = (try one.people, try other.people)
        if people != others { return "it makes \(people)\nand backwards \(others)" }
        return first.rejectedCount == second.rejectedCount
          ? nil : "\(first.rejectedCount) rows are rejected, and backwards \(second.rejectedCount)"
      })
  }

  private static func call(_ rows: [PersonRow]) -> Call {
    Call("Person", .list(rows.map(\.payload))) { $0.missingRows = .keep }
  }

  private func hold(
    _ part: Int, rows: (inout Randomness) -> [PersonRow],
    violation: (People, [PersonRow]) throws -> String?
  ) throws {
    var failures = 0
    for seed in Law.seeds(of: part) where failures < Law.failures {
      var random = Randomness(seed: seed)
      let stored = People.stored(&random)
      var rows = rows(&random)
      guard var problem = try violation(stored, rows) else { continue }
      while let smaller = try Self.smaller(rows, stored, violation) { (rows, problem) = smaller }
      Issue.record(
        "seed \(seed): after \(stored.call.payload)\n\(Self.call(rows).payload)\n\(problem)")
      failures += 1
    }
  }

  /// The rows without a row or a value that the violation does not need.
  private static func smaller(
    _ rows: [PersonRow], _ stored: People, _ violation: (People, [PersonRow]) throws -> String?
  ) throws -> (rows: [PersonRow], problem: String)? {
    for index in rows.indices {
      for row in [nil] + rows[index].simpler.map(Optional.some) {
        var fewer = rows
        fewer.replaceSubrange(index...index, with: row.map { [$0] } ?? [])
        if let problem = try violation(stored, fewer) { return (fewer, problem) }
      }
    }
    return nil
  }
}

/// A row of a payload; `nil` is a missing key.
private struct PersonRow {
  let id: Int
  var code: String?
  var email: String??
  var note: String?
  var boss: Int??
  var isGone = false

  init(_ id: Int, _ random: inout Randomness) {
    self.id = id
    if random.chance(60) { code = random.pick(["a", "b", "c", "d", "e", "f"]) }
    if random.chance(50) { email = .some(random.chance(20) ? nil : random.pick(["x", "y", "z"])) }
    if random.chance(30) { note = random.pick(["n", "m"]) }
    if random.chance(40) { boss = .some(random.chance(30) ? nil : random.number(1...7)) }
    isGone = random.chance(10)
  }

  /// The rows, in which each unique value occurs once.
  static func withoutRepeatedValues(_ rows: [PersonRow]) -> [PersonRow] {
    var codes: Set<String> = []
    var emails: Set<String> = []
    return rows.map { row in
      var row = row
      if let code = row.code, !codes.insert(code).inserted { row.code = nil }
      if case .some(.some(let email)) = row.email, !emails.insert(email).inserted {
        row.email = nil
      }
      return row
    }
  }

  var simpler: [PersonRow] {
    var rows: [PersonRow] = []
    let changes: [(inout PersonRow) -> Void] = [
      { $0.code = nil }, { $0.email = nil }, { $0.note = nil }, { $0.boss = nil },
      { $0.isGone = false },
    ]
    for change in changes {
      var row = self
      change(&row)
      if row.payload != payload { rows.append(row) }
    }
    return rows
  }

  var payload: Payload {
    var object = Payload.object([.init(key: "id", value: .scalar("\(id)"))])
    if let code { object["code"] = .text(code) }
    if let email { object["email"] = email.map(Payload.text) ?? .null }
    if let note { object["note"] = .text(note) }
    if let boss { object["boss_id"] = boss.map { .scalar("\($0)") } ?? .null }
    if isGone { object["gone_at"] = .text("2026-01-01") }
    return object
  }
}

/// Stored rows.
private struct People {
  struct Person {
    var code: String
    var email: String?
    var note: String?
    var boss: Int?
  }

  private var people: [Int: Person] = [:]

  static func stored(_ random: inout Randomness) -> People {
    var stored = People()
    var codes = ["a", "b", "c", "d", "e", "f"].shuffled(using: &random)
    var emails = ["x", "y", "z"].shuffled(using: &random)
    for id in 1...5 where random.chance(60) {
      var person = Person(code: codes.removeLast())
      if random.chance(50), !emails.isEmpty { person.email = emails.removeLast() }
      let bosses = stored.people.keys.sorted()
      if random.chance(40), !bosses.isEmpty { person.boss = random.pick(bosses) }
      stored.people[id] = person
    }
    return stored
  }

  var call: Call {
    Call(
      "Person",
      .list(
        people.sorted { $0.key < $1.key }.map { id, person in
          var object = Payload.object([.init(key: "id", value: .scalar("\(id)"))])
          object["code"] = .text(person.code)
          object["email"] = person.email.map(Payload.text)
          object["boss_id"] = person.boss.map { .scalar("\($0)") }
          return object
        }))
  }

  /// The rows after a payload in which nothing conflicts; `nil` if a row comes after its tombstone,
  /// or lacks a value that new rows require.
  func merged(with rows: [PersonRow]) -> People? {
    var merged = self
    var gone: Set<Int> = []
    for row in rows {
      if gone.contains(row.id) { return nil }
      if row.isGone {
        gone.insert(row.id)
        merged.people[row.id] = nil
        continue
      }
      guard var person = merged.people[row.id] ?? row.code.map({ Person(code: $0) }) else {
        return nil
      }
      if let code = row.code { person.code = code }
      if let email = row.email { person.email = email }
      if let note = row.note { person.note = note }
      if let boss = row.boss { person.boss = boss }
      merged.people[row.id] = person
    }
    // A reference that the payload does not state is removed with its row.
    let stated = Set(rows.filter { $0.boss != nil }.map(\.id))
    for (id, person) in merged.people where !stated.contains(id) {
      if let boss = person.boss, gone.contains(boss) { merged.people[id]?.boss = nil }
    }
    return merged
  }

  /// Whether no two rows have one value, and every reference has its row.
  var isConsistent: Bool {
    let emails = people.values.compactMap(\.email)
    return Set(people.values.map(\.code)).count == people.count
      && Set(emails).count == emails.count
      && people.values.allSatisfy { $0.boss.map { people[$0] != nil } ?? true }
  }

  var lines: [String] {
    people.map { id, person in
      "\(id) \(person.code) \(person.email ?? "-") \(person.note ?? "-") "
        + (person.boss.map(String.init) ?? "-")
    }.sorted()
  }
}

extension LawDatabase {
  fileprivate var people: [String] {
    get throws {
      try rows("SELECT id, code, email, note, boss_id FROM people").map { row in
        row.map { $0 == .null ? "-" : $0.text }.joined(separator: " ")
      }.sorted()
    }
  }
}
