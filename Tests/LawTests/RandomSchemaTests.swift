import Foundation
import TestHelpers
import Testing

/// The random schemas of the laws.
struct RandomSchemaTests {
  private static let folder = ProcessInfo.processInfo.environment["LAW_SCHEMAS"]

  /// `scripts/oracle` sets `LAW_SCHEMAS` to a folder, to which the schemas are written.
  @Test func schemasAreValid() throws {
    for seed in StatedSeeds.seeds(usually: 50) {
      let schema = try LawSchema.random(seed: seed)
      guard let folder = Self.folder else { continue }
      let file = URL(fileURLWithPath: folder).appendingPathComponent("\(seed).yaml")
      try schema.text.write(to: file, atomically: true, encoding: .utf8)
    }
  }
}
