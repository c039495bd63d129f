import Testing

@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Each construct of the language is applied with n, 2n and 4n rows: the work that SQLite does grows
/// with the rows. It is counted in its instructions, since their number does not depend on the
/// machine.
@Suite struct ConstructGrowthTests {
  private static let size = 120

  @Test(arguments: Construct.all) func workGrowsWithTheRows(construct: Construct) throws {
    let schema = try LawSchema.of(construct.text)
    let sizes = [Self.size, 2 * Self.size, 4 * Self.size]
    let steps = try sizes.map { try self.steps(construct, schema, $0) }
    for stage in construct.stages.indices {
      let counts = steps.map { $0[stage] }
      // Linear growth doubles the difference, quadratic growth multiplies it by four. Indexes grow
      // by a logarithm, and small differences are those of single statements.
      let (first, second) = (counts[1] - counts[0], counts[2] - counts[1])
      #expect(
        second < 2 * first + first / 2 + 40 * Self.size,
        "stage \(stage) of '\(construct.name)' takes \(counts) steps")
    }
  }

  /// The instructions of each stage.
  private func steps(_ construct: Construct, _ schema: LawSchema, _ size: Int) throws -> [Int] {
    let database = try LawDatabase(schema)
    return try construct.stages.map { stage in
      switch stage {
      case .local(let sql):
        return try database.countingSteps { _ = try database.rows(sql) }
      case .export(let entity, let relations):
        return try database.countingSteps { _ = try database.export(entity, relations) }
      case .apply(let target, let payload, let change):
        let call = Call(target, .scalar(payload(size)), change)
        return try database.countingSteps {
          let outcome = try database.apply(call)
          #expect(outcome.refusal == nil, "\(construct.name): \(outcome)")
        }
      }
    }
  }
}
