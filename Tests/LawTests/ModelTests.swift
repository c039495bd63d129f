import TestHelpers
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Applying flat lists has the same effect and report as a slow and plain model.
@Suite struct ModelTests {
  private struct World {
    let schema: LawSchema
    let columns: Set<String>
    let model: FlatModel

    init(seed: Int) throws {
      let (hasClock, hasTombstone) = (seed % 2 == 0, seed / 2 % 2 == 0)
      var attributes = ["id: int", "name: string", "note: string?"]
      attributes += [
        "size: { type: int, default: 7 }", "flag: bool?", "rev: int?", "goneAt: date?",
      ]
      var sync: [String] = []
      if hasClock { sync.append("clock: rev") }
      if hasTombstone { sync.append("tombstone: goneAt") }
      schema = try LawSchema.of(
        """
        swiftsync: 1
        name: Flat
        version: 1
        entities:
          Owner:
            attributes: { id: int }
          Thing:
            attributes:
        \(attributes.map { "      \($0)" }.joined(separator: "\n"))
            relations: { owner: { to: "Owner?", on-delete: keep } }
            \(sync.isEmpty ? "" : "sync: { \(sync.joined(separator: ", ")) }")
        """)
      columns = Set(FlatModel.columns)
      model = FlatModel(hasClock: hasClock, hasTombstone: hasTombstone, owners: [1, 2])
    }
  }

  @Test(arguments: Law.parts) func listsMatchModel(part: Int) throws {
    let worlds = try (0..<4).map { try World(seed: $0) }
    var failures = 0
    for seed in Law.seeds(of: part) where failures < Law.failures {
      // All seeds of a part have the same remainder, so the quotient selects the world.
      guard let problem = try problem(seed, in: worlds[seed / Law.parts.count % 4]) else {
        continue
      }
      Issue.record("seed \(seed): \(problem)")
      failures += 1
    }
  }

  /// Applies three lists one after the other, and returns the first difference between the model
  /// and the applier.
  private func problem(_ seed: Int, in world: World) throws -> String? {
    var random = Randomness(seed: seed)
    var model = world.model
    let database = try LawDatabase(
      world.schema, after: [Call("Owner", .list([1, 2].map { .object([.id($0)]) }))])
    var history = ""
    for _ in 0..<3 {
      let rows = (0..<random.number(1...6)).map { _ in FlatRow(&random, has: world.columns) }
      let deletes = random.chance(60)
      let call = Call("Thing", .list(rows.map(\.payload))) {
        $0.missingRows = deletes ? .delete : .keep
      }
      history += "\n\(deletes ? "delete" : "keep") \(call.payload)"
      var expected = model.apply(rows, deletesMissing: deletes)
      let found = try database.apply(call)
      if expected.duplicates > 0 {
        // If a repeated row gives up a reference and takes it back, the applier counts the
        // reference again.
        expected.unresolvedReferences = found.report.unresolvedReferences
        expected.unresolvedRows = found.report.unresolvedRows
      }
      let content = try database.content(of: "things")
      let due = model.rows.sorted { $0.key < $1.key }.map(\.value.filled)
      if content != due { return "\(history)\nmakes \(content)\nand not \(due)" }
      if found.report.withoutMessages != expected {
        return "\(history)\nis reported as \(found.report)\nand not as \(expected)"
      }
    }
    return nil
  }
}

extension Payload.Member {
  fileprivate static func id(_ number: Int) -> Payload.Member {
    Payload.Member(key: "id", value: .scalar("\(number)"))
  }
}

extension ApplyReport {
  /// The report without the text of its messages.
  fileprivate var withoutMessages: ApplyReport {
    var report = self
    report.rejected = rejected.map {
      ApplyReport.RejectedRow(path: $0.path, identity: $0.identity, rule: $0.rule, message: "")
    }
    return report
  }
}
