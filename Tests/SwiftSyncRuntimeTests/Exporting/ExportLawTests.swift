import TestHelpers
import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Laws of every export, tested with random rows. `LAW_SEEDS=2000` tries more.
@Suite struct ExportLawTests {
  private static let entities = ["Tag", "Piece", "Seat", "Hall"]

  private func filled(seed: Int) throws -> GalleryDatabase {
    let database = try GalleryDatabase()
    var payload = GalleryPayload(seed: seed)
    try database.apply(payload.tags(), to: "Tag")
    let pieces = try database.apply(payload.pieces(), to: "Piece")
    #expect(pieces.rejected == [])
    #expect(try database.apply(payload.halls(), to: "Hall").rejected == [])
    return database
  }

  @Test(arguments: 0..<8) func reappliedExportChangesNothing(part: Int) throws {
    for seed in StatedSeeds.seeds(usually: 128, part: part, of: 8) {
      let database = try filled(seed: seed)
      let before = try database.content()
      for mode in [ExportOptions.Relations.ids, .nested] {
        for entity in Self.entities {
          let json = try database.export(entity) { $0.relations = mode }
          let report = try database.apply(json, to: entity)
          let changes = report.inserted + report.updated + report.deleted + report.rejectedCount
          #expect(changes == 0 && report.unknownKeys.isEmpty, "seed \(seed), \(entity): \(json)")
        }
        #expect(try database.content() == before, "seed \(seed), \(mode)")
      }
    }
  }

  @Test(arguments: 0..<8) func exportAppliedElsewhereGivesSameRows(part: Int) throws {
    for seed in StatedSeeds.seeds(usually: 128, part: part, of: 8) {
      let database = try filled(seed: seed)
      let mode = seed % 2 == 0 ? ExportOptions.Relations.ids : .nested
      let copy = try GalleryDatabase()
      for entity in Self.entities {
        let json = try database.export(entity) { $0.relations = mode }
        _ = try copy.apply(json, to: entity)
      }
      #expect(try copy.content() == database.content(), "seed \(seed), \(mode)")
    }
  }
}
