import TestHelpers
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// A list in pages deletes the same rows as a model in memory: random runs, some of them
/// interrupted, with other calls between their pages.
@Suite struct ListRunLawTests {
  private enum Identity: CaseIterable {
    case integer, uuid, composite

    var schema: String {
      let attributes =
        switch self {
        case .integer: "id: int"
        case .uuid: "id: uuid"
        case .composite: "team: string, number: int"
        }
      let identity = self == .composite ? ", identity: [team, number]" : ""
      return """
        swiftsync: 1
        name: App
        version: 1
        entities:
          Job: { attributes: { \(attributes), title: string? }\(identity) }
        """
    }

    func row(_ number: Int) -> Payload {
      var row = Payload.nothing
      switch self {
      case .integer: row["id"] = .scalar("\(number)")
      case .uuid: row["id"] = .text("a0000000-0000-4000-8000-00000000000\(number)")
      case .composite:
        row["team"] = .text(number % 2 == 0 ? "even" : "it's odd")
        row["number"] = .scalar("\(number)")
      }
      row["title"] = .text("t\(number)")
      return row
    }
  }

  /// The rows that must be stored, and those that were missing in the last complete run.
  private struct Model {
    var stored: Set<Int> = []
    var lacked: Set<Int> = []
    var candidates: Set<Int> = []

    mutating func begin() {
      candidates = stored
      lacked.formIntersection(stored)
    }

    mutating func name(_ rows: Set<Int>) {
      stored.formUnion(rows)
      lacked.subtract(rows)
      candidates.subtract(rows)
    }

    mutating func end(isStable: Bool) {
      let missing = isStable ? candidates : candidates.intersection(lacked)
      stored.subtract(missing)
      lacked = candidates.subtracting(missing)
    }
  }

  @Test(arguments: Law.parts) func runsDeleteRowsMissingFromAllPages(part: Int) throws {
    for seed in Law.seeds(of: part) {
      for identity in Identity.allCases { try run(identity, seed) }
    }
  }

  private func run(_ identity: Identity, _ seed: Int) throws {
    var random = Randomness(seed: seed)
    let database = try LawDatabase(try LawSchema.of(identity.schema))
    var model = Model()
    var story: [String] = []
    func apply(_ rows: Set<Int>, _ run: ListRun?) throws {
      let payload = Payload.list(rows.sorted().map(identity.row))
      try database.apply(
        Call("Job", payload) {
          $0.missingRows = run == nil ? .keep : .delete
          $0.listRun = run
        })
      model.name(rows)
    }
    for _ in 0..<5 {
      let server = Set((0..<8).filter { _ in random.chance(60) })
      let isStable = random.chance(30)
      let isCut = random.chance(20)
      model.begin()
      var run = try database.beginPages("jobs", of: "Job", isStable: isStable)
      let pages = random.number(1...3)
      for page in 0..<pages {
        if random.chance(20) { try apply([random.number(0...7)], nil) }
        run.isLast = page == pages - 1
        if isCut, run.isLast { break }
        try apply(server.filter { $0 % pages == page }, run)
        if run.isLast { model.end(isStable: isStable) }
      }
      story.append(
        "\(server.sorted()) in \(pages) pages\(isStable ? ", stable" : "")\(isCut ? ", cut" : "")")
      let numbers = try database.rows("SELECT substr(title, 2) FROM jobs").map { $0[0].text }
      #expect(
        Set(numbers) == Set(model.stored.map(String.init)),
        "seed \(seed), \(identity): \(story.joined(separator: "; "))")
    }
  }

  @Test func missingIdentityWithholdsDeletionsOfRun() throws {
    let database = try LawDatabase(try LawSchema.of(Identity.integer.schema))
    try database.apply(Call("Job", .list((1...3).map(Identity.integer.row))))
    var run = try database.beginPages("jobs", of: "Job", isStable: true)
    let broken = Payload.list([Identity.integer.row(1), .nothing])
    let first = try database.apply(Call("Job", broken) { $0.ofPage(run) })
    #expect(first.report.deletionsWithheld)
    run.isLast = true
    let last = try database.apply(
      Call("Job", .list([Identity.integer.row(2)])) { $0.ofPage(run) })
    #expect(last.report.deletionsWithheld)
    #expect(last.report.deleted == 0)
    #expect(try database.content(of: "jobs").count == 3)
  }

  @Test func replacedRunDeletesNothing() throws {
    let database = try LawDatabase(try LawSchema.of(Identity.integer.schema))
    try database.apply(Call("Job", .list((1...3).map(Identity.integer.row))))
    var run = try database.beginPages("jobs", of: "Job", isStable: true)
    _ = try database.beginPages("jobs", of: "Job", isStable: true)
    run.isLast = true
    let outcome = try database.apply(Call("Job", .list([])) { $0.ofPage(run) })
    #expect(outcome.report.deleted == 0)
    #expect(outcome.report.deletionsWithheld)
  }

  @Test func deletionLimitAppliesToRun() throws {
    let database = try LawDatabase(try LawSchema.of(Identity.integer.schema))
    try database.apply(Call("Job", .list((1...5).map(Identity.integer.row))))
    var run = try database.beginPages("jobs", of: "Job", isStable: true)
    try database.apply(Call("Job", .list([Identity.integer.row(1)])) { $0.ofPage(run) })
    run.isLast = true
    let outcome = try database.apply(
      Call("Job", .list([Identity.integer.row(2)])) {
        $0.ofPage(run)
        $0.deletionLimit = 2
      })
    #expect(outcome.refusal == .deletionLimit(limit: 2, deletions: 3))
    #expect(try database.content(of: "jobs").count == 5)
  }
}

extension ApplyOptions {
  /// Makes the payload a page of a complete list.
  fileprivate mutating func ofPage(_ run: ListRun) {
    missingRows = .delete
    listRun = run
  }
}
